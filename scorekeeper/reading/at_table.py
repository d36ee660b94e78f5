"""What the pages of a session need of its photographed sheet: the waiting rows, and ways to delete its photos."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session
from scorekeeper.printing.transcript import draft_rows, page, totals
from scorekeeper.reading import services
from scorekeeper.reading.services import erase_expired as erase_expired
from scorekeeper.reading.services import throw_away as throw_away


def waiting_rows(session: Session) -> Sequence[int]:
    """Return the rows of the session's sheet that aren't recorded."""
    if services.sheet_of(session) is None:
        return ()
    ledger = ledgers.of(session)
    shorthand = page.shorthand_of(ledger)
    if shorthand is None:
        return ()
    paper = page.paper_list(session, ledger, shorthand, totals.of(session))
    return [draft.row for draft in draft_rows.waiting_rows(session, ledger, paper).drafts]
