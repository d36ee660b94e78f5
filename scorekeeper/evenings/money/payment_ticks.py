"""Which payments of an evening's settlement were ticked as paid.

Between two people there is at most one payment, so debtor and creditor name it; the kitty and the cash box aren't
people. Ticks are stored with the settlement. When an evening is settled again, a tick stays on a payment that is still
the same, and no other.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from scorekeeper.evenings.models import EveningSettlement
from scorekeeper.play.ledger.money import AccountPayment

PersonPair = tuple[int | None, int | None]
"""Debtor and creditor by key; None is the kitty, or the cash box if the evening is settled through it."""


def pair_of(payment: AccountPayment) -> PersonPair:
    return payment.debtor, payment.creditor


def payments_of(frozen: EveningSettlement) -> list[AccountPayment]:
    """Return the payments of a stored settlement."""
    return [
        AccountPayment(debtor=one["debtor"], creditor=one["creditor"], amount=Decimal(one["amount"]))
        for one in frozen.transfers
    ]


def ticked(frozen: EveningSettlement) -> set[PersonPair]:
    """Return the payments that were ticked as paid."""
    return {(one["debtor"], one["creditor"]) for one in frozen.paid}


def ticks(pairs: Iterable[PersonPair]) -> list[dict[str, int | None]]:
    """Return ticked payments as a settlement stores them.

    >>> ticks({(7, 3), (2, None), (None, 5)})
    [{'debtor': None, 'creditor': 5}, {'debtor': 2, 'creditor': None}, {'debtor': 7, 'creditor': 3}]
    """
    return [
        {"debtor": debtor, "creditor": creditor}
        for debtor, creditor in sorted(pairs, key=lambda pair: (pair[0] or 0, pair[1] or 0))
    ]


def kept_ticks(before: EveningSettlement, now: EveningSettlement) -> set[PersonPair]:
    """Return the ticks of the settlement before that stay: those of payments that are the same now."""
    return ticked(before) - {pair_of(one) for one in lost_ticks(before, now)}


def lost_ticks(before: EveningSettlement, now: EveningSettlement) -> list[AccountPayment]:
    """Return the payments of the settlement before that had been ticked and are not the same now."""
    comparable = (before.currency, before.through_box) == (now.currency, now.through_box)
    paid, same = ticked(before), payments_of(now) if comparable else []
    return [one for one in payments_of(before) if pair_of(one) in paid and one not in same]
