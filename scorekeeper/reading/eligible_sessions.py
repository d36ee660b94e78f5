"""The sessions to which a sheet may belong, and the sheet that may belong to a session."""

from __future__ import annotations

from contextlib import suppress

from django.utils.functional import Promise

from scorekeeper.clubs.names import folded
from scorekeeper.play import queries
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.queries import ListedSession
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.reading import kept_pages, progress, refusals
from scorekeeper.reading.kept_pages import PagesHere
from scorekeeper.web.dates import evening_date, long_day


class SheetRefusedError(Exception):
    """A sheet that does not belong here; the message is a sentence for the page."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(str(sentence))


def sessions_for(code: SheetCode, device: str) -> list[ListedSession]:
    """Return the sessions in play to which a blank sheet may belong and in which this browser records, newest first."""
    return [
        listed
        for listed in queries.in_play_for(device)
        if listed.role == Role.SCORER and listed.session.locked_at is None and _may_belong(code, listed.session, device)
    ]


def sheet_for(session: Session, device: str) -> PagesHere | None:
    """Return this browser's blank sheet that has no session and may belong to this one, or None."""
    sheet = kept_pages.pages_here(None, device)
    return sheet if sheet and _may_belong(sheet.code, session, device) else None


def _may_belong(code: SheetCode, session: Session, device: str) -> bool:
    if code.session is not None:
        return False
    try:
        refuse_other_session(code, session, device)
    except SheetRefusedError:
        return False
    return True


def refuse_other_session(code: SheetCode, session: Session, device: str) -> None:
    """Raise `SheetRefusedError` unless a sheet is that of this session, or a blank one of the same table.

    A blank sheet that was already photographed for the session belongs to it, even if players were renamed since.
    """
    ledger = session_ledger(session)
    is_its_own = code.session == session.public_id or progress.sheets_of(session, code).exists()
    if is_its_own and (len(ledger.stretches) == 1 or code.names == ledger.table.players):
        return
    if code.session not in (None, session.public_id):
        raise SheetRefusedError(refusals.OF_ANOTHER % {"session": _session_in_words(code, device)})
    here, (game, there) = ledger.table, code.game_at_table()
    if game.slug != session.game:
        raise SheetRefusedError(refusals.OTHER_GAME % {"game": in_words(game.name)})
    same_rules = (here.rules, here.options, here.tariff) == (there.rules, there.options, there.tariff)
    same_seats = (here.size, here.first_dealer) == (there.size, there.first_dealer)
    same_names = all(
        not name or folded(name) == folded(seated) for name, seated in zip(code.names, here.players, strict=False)
    )
    if not (same_rules and same_seats and same_names):
        raise SheetRefusedError(refusals.OTHER_TABLE)


def _session_in_words(code: SheetCode, device: str) -> str:
    """Return what a sheet says about its session, with the date if this browser may see it."""
    parts = [in_words(code.game_at_table()[0].name), ", ".join(filter(None, code.names))]
    with suppress(Access.DoesNotExist):
        session = queries.open_for(device, str(code.session)).session
        parts.append(long_day(evening_date(session.started_at)))
    return " · ".join(filter(None, parts))
