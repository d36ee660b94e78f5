"""The to-do list of an evening, for its page in the organisers' panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.evenings import queries
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.money import settlement
from scorekeeper.evenings.queries import EveningTable


@dataclass(frozen=True, kw_only=True)
class EveningToDo:
    """Tables without a hand or still open, whether the evening can be settled, and payments without a tick."""

    not_begun: Sequence[EveningTable]
    open: Sequence[EveningTable]
    to_settle: bool
    unpaid: int
    payments: int

    def __bool__(self) -> bool:
        return bool(self.not_begun or self.open or self.to_settle or self.unpaid)


def to_do(evening: Evening) -> EveningToDo:
    """Return the to-do list; the number of queries doesn't grow with people or tables."""
    at, frozen = queries.at(evening), settlement.standing(evening)
    payments = list(frozen.payments.all()) if frozen else []
    return EveningToDo(
        not_begun=[table for table in at.open if not table.hands],
        open=[table for table in at.open if table.hands],
        to_settle=at.all_over and frozen is None,
        unpaid=sum(payment.ticked_at is None for payment in payments),
        payments=len(payments),
    )
