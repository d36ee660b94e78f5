"""What the entries of a tournament pay and get, and the ticks for it: fees, loss money and prizes, in cents.

A tick stores the amount that was open. If a correction changes what is due, the difference is open again. Ticks don't
need an open evening: once it is settled, nothing that is due can change, and the rest is still paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from scorekeeper.desk.audit_notes import EveningAction, note
from scorekeeper.desk.entries import find
from scorekeeper.desk.models import EntryPayment, Tournament, TournamentEntry
from scorekeeper.desk.publication import lock_even_settled
from scorekeeper.desk.result.day_list import DayList
from scorekeeper.desk.result.money import units
from scorekeeper.desk.stored_result import result_of
from scorekeeper.evenings.models import Evening
from scorekeeper.play.errors import ConflictError

What = EntryPayment.What


def dues(day: DayList) -> dict[int, dict[What, int]]:
    """Return what is due from each entry, by start number; prizes are negative."""
    fee = day.tournament.terms.entry_fee or 0
    return {
        line.entry.number: {What.FEE: fee, What.LOSS_MONEY: line.loss_money, What.PRIZE: -line.prize}
        for line in day.lines
    }


def can_tick(tournament: Tournament, day: DayList) -> Mapping[What, bool]:
    """Return what can be ticked now: prizes only once no list is missing, or if the result is final without them."""
    has_prizes = day.is_complete or tournament.evening.is_final
    return {What.FEE: True, What.LOSS_MONEY: True, What.PRIZE: has_prizes}


def tick(tournament: Tournament, *, entry: int, what: What, seen: int | None, by: str = "") -> None:
    """Tick as paid what is open. Write nothing if nothing is: somebody else was quicker.

    Raise `ConflictError` if something else is open than was `seen`, if any amount was, or if this can't be ticked yet;
    `RuleError` if the lists of the tournament don't fit together, which a fee doesn't depend on.
    """
    day = None if what == What.FEE else result_of(tournament).day  # first: under the lock all other writes would wait
    with transaction.atomic(durable=True):
        stored = lock_even_settled(tournament)
        found = find(stored, entry)
        due = dues(day).get(found.number, {}).get(what, 0) if day else _fee(stored)
        still_open = due - _received(found, what)
        if not still_open:
            return
        if seen not in (None, still_open) or (day and not can_tick(stored, day)[what]):
            raise ConflictError
        found.payments.create(what=what, cents=still_open, ticked_at=timezone.now(), ticked_by=by)
        _note(stored.evening, by, EveningAction.TICK, found, what, still_open)


@transaction.atomic(durable=True)
def untick(tournament: Tournament, *, entry: int, what: What, seen: int | None, by: str = "") -> None:
    """Remove the ticks of one thing; raise `ConflictError` if they are for another amount than was `seen`, if any."""
    stored = lock_even_settled(tournament)
    found = find(stored, entry)
    received = _received(found, what)
    if not found.payments.filter(what=what).exists():
        return
    if seen not in (None, received):
        raise ConflictError
    found.payments.filter(what=what).delete()
    _note(stored.evening, by, EveningAction.UNTICK, found, what, received)


def tick_fee(tournament: Tournament, *, entry: int, paid: bool, by: str = "") -> None:
    """Tick the fee of an entry as paid, whatever it is, or remove the tick."""
    (tick if paid else untick)(tournament, entry=entry, what=What.FEE, seen=None, by=by)


def _fee(tournament: Tournament) -> int:
    return round(Decimal(tournament.terms.get("entry_fee", "0.00")) * 100)


def _received(entry: TournamentEntry, what: What) -> int:
    return sum(entry.payments.filter(what=what).values_list("cents", flat=True))


def _note(evening: Evening, by: str, action: EveningAction, entry: TournamentEntry, what: What, cents: int) -> None:
    people = (entry.name, "") if cents >= 0 else ("", entry.name)
    note(evening, by, action, *people, str(units(abs(cents))), evening.currency, what)
