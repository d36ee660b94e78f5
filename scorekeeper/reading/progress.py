"""How many rows of a session's photographed sheet are done, counted from row 1.

The number starts with the hands that the session has on the sheet and follows what is recorded from it. A person can
change it.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Session, SessionSheet
from scorekeeper.printing.marked_sheets.code import SheetCode


def sheets_of(session: Session, code: SheetCode) -> QuerySet[SessionSheet]:
    """Return what is known of a sheet that was photographed for a session, as a query for at most one row."""
    return SessionSheet.objects.filter(session=session, code=replace(code, page=1).written())


def known_of(session: Session, code: SheetCode) -> SessionSheet:
    """Return what is known of a sheet of a session; one that isn't saved yet if it was never photographed."""
    return sheets_of(session, code).first() or SessionSheet(session=session, code=replace(code, page=1).written())


def rows_done(known: SessionSheet, ledger: SessionLedger) -> int:
    """Return how many rows are done: one less for each hand that was undone since the last one was recorded."""
    return max(0, known.done - max(0, known.next_hand - ledger.next_number))


def may_be_recorded(known: SessionSheet, ledger: SessionLedger) -> bool:
    """Return whether hands of the session may be on the sheet although they weren't recorded from it."""
    return known.next_hand != ledger.next_number


def hands_on_sheet(code: SheetCode, ledger: SessionLedger) -> int:
    """Return how many rows of a sheet hold hands of the session; none of a blank one, as nobody knows."""
    return max(code.printed, len(ledger.last.counting)) if code.session else 0


@transaction.atomic
def photographed(session: Session, code: SheetCode) -> None:
    """Save where a sheet continues that was just photographed for a session: if it is its own, after all its hands."""
    known = known_of(session, code)
    if code.session:
        now = Session.objects.get(pk=session.pk)  # others may have recorded hands while the photo was read
        ledger = session_ledger(now)
        known.done, known.next_hand = max(rows_done(known, ledger), hands_on_sheet(code, ledger)), ledger.next_number
    known.save()


def set_done(known: SessionSheet, row: int) -> None:
    """Save that a person says the rows up to this one are done."""
    known.done, known.next_hand = row, 0
    known.save()


def recorded(known: SessionSheet, ledger: SessionLedger, *, row: int, hand: int) -> None:
    """Save that the hands of the rows up to this one are recorded, the last of them under this number."""
    known.done, known.next_hand = max(rows_done(known, ledger), row), hand + 1
    known.save()
