"""The payments of a settlement that were ticked as paid.

Between two players there is at most one payment, so debtor and creditor name it. Ticks are stored with the settlement.
When a session that was reopened is closed again, a tick stays on a payment that is still the same, and no other.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.play.ledger.session_totals import Pair, SeatPayment, SessionTotals
from scorekeeper.play.models import Settlement


def payments_of(settlement: Settlement) -> list[SeatPayment]:
    """Return the payments of a settlement; none if nobody pays."""
    return SessionTotals.of_settlement(settlement).payments or []


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
