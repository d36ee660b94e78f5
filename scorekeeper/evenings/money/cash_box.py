"""An evening settled through the cash box: each person pays in or is paid out, and the kitty remains.

Nobody's fee is paid out of somebody else's losses: each line has what its person won or lost, their own fee and what
they pay in or receive. Fees that aren't a whole number of coins leave a *rounding* difference, on a line and in the
box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from scorekeeper.clubs.collation import name_order
from scorekeeper.evenings.money.payment_ticks import PersonPair
from scorekeeper.evenings.money.settlement import SettlementOverview

NOTHING = Decimal(0)


@dataclass(frozen=True, kw_only=True)
class BoxLine:
    """What one person played, their fee, and what they pay into the box or get out of it."""

    player: int
    name: str
    played: Decimal
    fee: Decimal
    amount: Decimal
    is_paid: bool

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

    @property
    def pair(self) -> PersonPair | None:
        """The payment of this line; None if there is nothing to pay."""
        if not self.amount:
            return None
        return (self.player, None) if self.amount < 0 else (None, self.player)


@dataclass(frozen=True, kw_only=True)
class CashBox:
    """The lines by name, and their sums: what was ticked is in the box or out of it, and the rest is still to come.

    At every moment the box holds `now`, and `now + to_come - to_pay` is the `kitty`.
    """

    lines: Sequence[BoxLine]
    kitty: Decimal

    @classmethod
    def of(cls, overview: SettlementOverview) -> CashBox:
        paid = {player for pair in overview.paid for player in pair if player is not None}
        lines = [
            BoxLine(
                player=one.player,
                name=one.name,
                played=one.played,
                fee=one.fee or NOTHING,
                amount=one.amount,
                is_paid=one.player in paid,
            )
            for one in overview.balances
        ]
        return cls(lines=sorted(lines, key=lambda one: (name_order(one.name), one.player)), kitty=overview.kitty)

    @property
    def pays(self) -> Decimal:
        return sum((one.pays for one in self.lines), NOTHING)

    @property
    def gets(self) -> Decimal:
        return sum((one.gets for one in self.lines), NOTHING)

    @property
    def now(self) -> Decimal:
        """What the box holds; negative if more was paid out of it than came in so far."""
        return sum((-one.amount for one in self.lines if one.is_paid), NOTHING)

    @property
    def to_come(self) -> Decimal:
        return sum((one.pays for one in self.lines if not one.is_paid), NOTHING)

    @property
    def to_pay(self) -> Decimal:
        return sum((one.gets for one in self.lines if not one.is_paid), NOTHING)

    @property
    def fees(self) -> Decimal:
        return sum((one.fee for one in self.lines), NOTHING)

    @property
    def rounding(self) -> Decimal:
        """What rounding adds to the fees."""
        return self.kitty - self.fees
