"""What a table needs to know of its session's photographed sheet: the waiting rows, and the photos' lifetime."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from scorekeeper.play.models import Session
from scorekeeper.reading import kept_pages
from scorekeeper.reading.kept_pages import erase_expired as erase_expired
from scorekeeper.reading.kept_pages import throw_away as throw_away
from scorekeeper.reading.transcript import waiting_rows as rows

log = logging.getLogger(__name__)


def waiting_rows(session: Session) -> Sequence[int]:
    """Return the rows of the session's sheet that aren't recorded."""
    if not kept_pages.has_photos(session):
        return ()
    return [draft.row for draft in rows.waiting_now(session).drafts]


def rows_wait(session: Session) -> bool:
    """Return whether rows of the session's sheet wait, for the table: with one quick query if there is no photo.

    A fault here is only logged, as the answer to a recorded hand has the table.
    """
    try:
        return kept_pages.has_unrecorded_pages(session) and rows.rows_wait(session)
    except Exception:
        log.exception("the rows that wait could not be looked up")
        return False
