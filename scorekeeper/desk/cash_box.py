"""An evening settled through the cash box: each person pays in or is paid out, and the kitty remains.

Nobody's fee is paid out of somebody else's losses: each line has what its person won or lost, their own fee and what
they pay in or receive. Fees that aren't a whole number of coins leave a *rounding* difference, on a line and in the
box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from scorekeeper.clubs.names import name_order
from scorekeeper.desk.settlement import SettlementOverview
from scorekeeper.play.models import Payment

NOTHING = Decimal(0)


@dataclass(frozen=True, kw_only=True)
class BoxLine:
    """What one person played, their fee, and what they pay into the box or get out of it.

    `payment` is the row of that; None before the settlement, and if there is nothing to pay.
    """

    player: int
    name: str
    played: Decimal
    fee: Decimal
    amount: Decimal
    payment: Payment | None

    @property
    def is_paid(self) -> bool:
        return self.payment is not None and self.payment.ticked_at is not None

    @property
    def pays(self) -> Decimal:
        return max(-self.amount, NOTHING)

    @property
    def gets(self) -> Decimal:
        return max(self.amount, NOTHING)

    @property
    def rounding(self) -> Decimal:
        """What rounding adds to the amount."""
        return self.amount - (self.played - self.fee)


@dataclass(frozen=True, kw_only=True)
class CashBox:
    """The lines by name, and their sums: what was ticked is in the box or out of it, and the rest is still to come.

    At every moment the box holds `now`, and `now + to_come - to_pay` is the `kitty`.
    """

    lines: Sequence[BoxLine]
    kitty: Decimal

    @classmethod
    def from_overview(cls, overview: SettlementOverview) -> CashBox:
        payments = {row.debtor_id or row.creditor_id: row for row in overview.rows}
        lines = [
            BoxLine(
                player=balance.player,
                name=balance.name,
                played=balance.played,
                fee=balance.fee or NOTHING,
                amount=balance.amount,
                payment=payments.get(balance.player),
            )
            for balance in overview.balances
        ]
        return cls(lines=sorted(lines, key=lambda line: (name_order(line.name), line.player)), kitty=overview.kitty)

    @property
    def pays(self) -> Decimal:
        return sum((line.pays for line in self.lines), NOTHING)

    @property
    def gets(self) -> Decimal:
        return sum((line.gets for line in self.lines), NOTHING)

    @property
    def now(self) -> Decimal:
        """What the box holds; negative if more was paid out of it than came in so far."""
        return sum((-line.amount for line in self.lines if line.is_paid), NOTHING)

    @property
    def to_come(self) -> Decimal:
        return sum((line.pays for line in self.lines if not line.is_paid), NOTHING)

    @property
    def to_pay(self) -> Decimal:
        return sum((line.gets for line in self.lines if not line.is_paid), NOTHING)

    @property
    def fees(self) -> Decimal:
        return sum((line.fee for line in self.lines), NOTHING)

    @property
    def rounding(self) -> Decimal:
        """What rounding adds to the fees."""
        return self.kitty - self.fees
