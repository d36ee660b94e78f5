"""The payments that settle a session, by seat, and which of them were ticked as paid.

Between two players there is at most one payment, so debtor and creditor name it. Ticks are stored with the settlement.
When a session that was reopened is closed again, a tick stays on a payment that is still the same, and no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from scorekeeper.play.ledger.money import CENT, MoneySettlement, paid_for, settle_money
from scorekeeper.play.models import Settlement

Pair = tuple[int, int]
"""Debtor and creditor, by seat."""


@dataclass(frozen=True, kw_only=True)
class SeatPayment:
    """A payment from one seat to another, in counters and, if there is a stake, in money.

    `amount` is None if the totals are paid by difference, which is done in money only.
    """

    debtor: int
    creditor: int
    amount: int | None
    money: Decimal | None
    currency: str

    @property
    def pair(self) -> Pair:
        return self.debtor, self.creditor

    def document(self) -> dict[str, object]:
        """Return the payment as the journal stores it."""
        money = None if self.money is None else str(self.money)
        return {
            "debtor": self.debtor,
            "creditor": self.creditor,
            "amount": self.amount,
            "money": money,
            "currency": self.currency,
        }


def money_by_difference(totals: Sequence[int], stake: Decimal) -> MoneySettlement:
    """Return the settlement by the differences of the totals, in whole cents."""
    played = {seat: gain * stake for seat, gain in enumerate(paid_for(totals, None))}
    return settle_money(played, kitty=None, rounding=CENT)


def seat_payments(
    totals: Sequence[int], transfers: Iterable[Mapping[str, int]] | None, stake: Decimal | None, currency: str
) -> list[SeatPayment] | None:
    """Return the payments that settle these totals; None if nobody pays for them, as they have no stake."""
    if transfers is not None:
        return [
            SeatPayment(
                debtor=one["debtor"],
                creditor=one["creditor"],
                amount=one["amount"],
                money=(one["amount"] * stake).quantize(CENT, rounding=ROUND_HALF_UP) if stake else None,
                currency=currency,
            )
            for one in transfers
        ]
    if not stake:
        return None
    return [
        SeatPayment(
            debtor=one.debtor or 0,  # never the kitty: a table has none
            creditor=one.creditor or 0,
            amount=None,
            money=one.amount,
            currency=currency,
        )
        for one in money_by_difference(totals, stake).payments
    ]


def payments_of(settlement: Settlement) -> list[SeatPayment]:
    """Return the payments of a settlement; none if nobody pays."""
    return seat_payments(settlement.totals, settlement.transfers, settlement.stake, settlement.currency) or []


def ticked(settlement: Settlement) -> set[Pair]:
    """Return the payments of a settlement that were ticked as paid."""
    return {(one["debtor"], one["creditor"]) for one in settlement.paid}


def ticks(pairs: Iterable[Pair]) -> list[dict[str, int]]:
    """Return ticked payments as a settlement stores them."""
    return [{"debtor": debtor, "creditor": creditor} for debtor, creditor in sorted(pairs)]


def kept_ticks(before: Settlement, payments: Iterable[SeatPayment]) -> set[Pair]:
    """Return the ticks of the settlement before that stay: those of payments that are the same now."""
    paid, now = ticked(before), list(payments)
    return {one.pair for one in payments_of(before) if one.pair in paid and one in now}


def lost_ticks(before: Settlement, payments: Iterable[SeatPayment]) -> list[SeatPayment]:
    """Return the payments of the settlement before that had been ticked and are not the same now."""
    paid, now = ticked(before), list(payments)
    return [one for one in payments_of(before) if one.pair in paid and one not in now]
