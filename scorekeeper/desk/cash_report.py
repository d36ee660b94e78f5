"""The cash report: who still pays what, what is paid out, and what the house has left. Money is in cents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.desk.models import Tournament
from scorekeeper.desk.result.day_list import DayLine, DayList


@dataclass(frozen=True, kw_only=True)
class CashLine:
    """What one entry has paid, still pays and gets. A prize is never netted against what is owed."""

    line: DayLine
    fee_paid: int
    fee_open: int

    @property
    def owes(self) -> int:
        """What the entry still pays: the fee unless it is paid, and the loss money."""
        return self.fee_open + self.line.loss_money

    @property
    def gets(self) -> int:
        return self.line.prize


@dataclass(frozen=True, kw_only=True)
class CashReport:
    """The lines by start number, and their sums: what comes in is what is paid out and what the house has."""

    lines: Sequence[CashLine]
    day: DayList

    @cached_property
    def fees_paid(self) -> int:
        return sum(line.fee_paid for line in self.lines)

    @cached_property
    def fees_open(self) -> int:
        return sum(line.fee_open for line in self.lines)

    @property
    def loss_money(self) -> int:
        return self.day.money.cash.loss_money

    @property
    def comes_in(self) -> int:
        return self.fees_paid + self.fees_open + self.loss_money

    @property
    def prizes(self) -> int:
        return self.day.money.cash.prizes

    @property
    def house(self) -> int:
        return self.day.money.cash.house


def cash_report(tournament: Tournament, day: DayList) -> CashReport:
    """Return the report of a tournament with the list of its day."""
    fee = day.tournament.terms.entry_fee or 0
    paid = set(tournament.entries.filter(fee_paid_at__isnull=False).values_list("number", flat=True))
    by_number = sorted(day.lines, key=lambda line: line.entry.number)
    return CashReport(
        lines=[
            CashLine(
                line=line,
                fee_paid=fee if line.entry.number in paid else 0,
                fee_open=0 if line.entry.number in paid else fee,
            )
            for line in by_number
        ],
        day=day,
    )
