"""The payments of a settlement, of a session or of an evening: who owes whom how much, and when it was ticked as paid.

They are stored with the settlement. When a session that was reopened is closed again, or an evening is settled again, a
tick stays on a payment between the same people of the same amount, and on no other. What went through the cash box of
an evening stays paid (`scorekeeper.desk.settlement`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Case, Value, When

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Payment, Settlement
from scorekeeper.play.money import KITTY
from scorekeeper.play.totals import SeatPayment, SessionTotals

BEYOND_PAYING = 10**12
"""More counters or money than a payment can have, since the database has an end."""


def owed(settlement: Settlement, come_to: SessionTotals, players: Sequence[int]) -> list[Payment]:
    """Return the payments of a settlement that settle these totals; `players` are the primary keys by place."""
    return [
        Payment(
            settlement=settlement,
            debtor_id=players[payment.debtor],
            creditor_id=None if payment.creditor is None else players[payment.creditor],
            amount=payment.amount,
            money=payment.money,
            currency=payment.currency,
        )
        for payment in come_to.payments or ()
    ]


def keep_ticks(payments: Iterable[Payment], before: Iterable[Payment]) -> None:
    """Give the payments of a new settlement the ticks of those that were the same `before`."""
    ticked = {payment.terms: payment for payment in before if payment.ticked_at}
    for payment in payments:
        if same := ticked.get(payment.terms):
            payment.ticked_at, payment.ticked_by = same.ticked_at, same.ticked_by


def store(payments: Iterable[Payment]) -> None:
    """Store the payments of a new settlement.

    What nobody can pay isn't stored, and can't be ticked: a pool that was doubled without end (`BEYOND_PAYING`).
    """
    payable = [payment for payment in payments if max(payment.amount or 0, payment.money or 0) < BEYOND_PAYING]
    Payment.objects.bulk_create(payable)


def lost_ticks(before: Iterable[Payment], now: Iterable[Payment]) -> list[Payment]:
    """Return the payments that were ticked `before` and are no longer owed `now`."""
    same = {payment.terms for payment in now}
    return [payment for payment in before if payment.ticked_at and payment.terms not in same]


def tick(payment: Payment, *, paid: bool, at: datetime, by: str) -> None:
    """Tick a payment as paid, or remove its tick."""
    payment.ticked_at, payment.ticked_by = (at, by) if paid else (None, "")
    payment.save(update_fields=["ticked_at", "ticked_by"])


# A session


def move(sessions: Collection[int], players: Mapping[int, Player]) -> None:
    """Let other players pay and get what those did whose place they have now in these sessions; all by primary key."""
    for column in ("debtor", "creditor"):
        rows = Payment.objects.filter(settlement__session__in=sessions, **{f"{column}__in": players})
        whens = [When(**{column: before}, then=Value(now.pk)) for before, now in players.items()]
        if whens:
            rows.update(**{column: Case(*whens)})


def by_place(payments: Iterable[Payment], players: Sequence[int]) -> Mapping[SeatPayment, Payment]:
    """Return the rows of payments by what they say; `players` are the people of the session, by primary key.

    Those of somebody who is no longer among them are left out.
    """
    places: dict[int | None, int] = {player: place for place, player in enumerate(players)}
    return {
        SeatPayment(
            debtor=places[row.debtor_id],
            creditor=places.get(row.creditor_id),
            amount=row.amount,
            money=row.money,
            currency=row.currency,
        ): row
        for row in payments
        if row.debtor_id in places and row.creditor_id in (KITTY, *places)
    }
