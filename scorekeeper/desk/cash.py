"""The cash of an evening: what is due from each person, what was paid and when, what is open, and sums that balance.

A *cash item* is one thing that a person pays or gets: the entry fee, the loss money or the prize of a tournament, and
what the settlement of the evening says. What a person pays is positive, what they get is negative.

Most is paid into the cash box or out of it. What one person pays another never sees the box: it is an item of both,
which cancel each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import name_order
from scorekeeper.desk.entry_payments import What, can_tick, dues
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.result.money import units
from scorekeeper.desk.settlement import Balance, SettlementOverview, person_of
from scorekeeper.desk.stored_result import result_of
from scorekeeper.play.models import Payment

NOTHING = Decimal("0.00")  # with cents, as in every other cell of a file
PAYMENT = "payment"
"""What the key of an item begins with if the settlement has it; otherwise, it is one of `What`."""


class Purpose(TextChoices):
    """What goes through the box, in the order of the report."""

    FEE = What.FEE.value, What.FEE.label
    LOSS_MONEY = What.LOSS_MONEY.value, What.LOSS_MONEY.label
    PRIZE = What.PRIZE.value, What.PRIZE.label
    PAYS_IN = "pays_in", _("Settlement: pays in")
    PAID_OUT = "paid_out", _("Settlement: gets")
    INTO_KITTY = "into_kitty", _("Into the kitty")


@dataclass(frozen=True, kw_only=True)
class Paid:
    """Something that was ticked as paid."""

    amount: Decimal
    at: datetime
    by: str


@dataclass(frozen=True, kw_only=True)
class CashItem:
    """What a person pays for one thing, or gets if it is negative.

    `key` is how the page names it when it is ticked; it is empty if it can't be ticked here or not yet. If the money
    doesn't go through the box, `other` is the person who is paid or pays, and there is no purpose.
    """

    purpose: Purpose | None = None
    due: Decimal
    paid: Sequence[Paid] = ()
    key: str = ""
    other: str | None = None

    @property
    def received(self) -> Decimal:
        return sum((paid.amount for paid in self.paid), NOTHING)

    @property
    def open(self) -> Decimal:
        return self.due - self.received

    @property
    def is_paid(self) -> bool:
        return bool(self.paid) and not self.open

    @property
    def seen(self) -> str:
        """The cents that a tap ticks or, if nothing is open, unticks; they may have changed when the tap arrives."""
        return f"{(self.open or self.received) * 100:.0f}"

    @property
    def amount(self) -> Decimal:
        return abs(self.due)


@dataclass(frozen=True, kw_only=True)
class CashItems:
    """What is due for some items in all, what was paid and what is open."""

    items: Sequence[CashItem]

    @property
    def due(self) -> Decimal:
        return sum((item.due for item in self.items), NOTHING)

    @property
    def received(self) -> Decimal:
        return sum((item.received for item in self.items), NOTHING)

    @property
    def open(self) -> Decimal:
        return self.due - self.received


@dataclass(frozen=True, kw_only=True)
class CashSum(CashItems):
    """A line of the report: the items of everybody for one thing."""

    purpose: Purpose


@dataclass(frozen=True, kw_only=True)
class CashLine(CashItems):
    """One person's items, with the start number in a tournament, and the balance in the settlement of the evening."""

    name: str
    number: int | None
    balance: Balance | None

    @property
    def owes(self) -> Decimal:
        """What the person still pays. A prize is never netted against it."""
        return sum((item.open for item in self.items if item.open > 0), NOTHING)

    @property
    def gets(self) -> Decimal:
        """What the person still gets."""
        return sum((-item.open for item in self.items if item.open < 0), NOTHING)

    def due_for(self, purpose: Purpose) -> Decimal:
        """Return what goes through the box for what a line of the report is about."""
        return sum((item.due for item in self.items if item.purpose == purpose), NOTHING)

    @property
    def rounding(self) -> Decimal:
        """What rounding adds to the balance; settlements that were frozen without the fees don't say."""
        balance = self.balance
        return NOTHING if balance is None or balance.fee is None else balance.amount - (balance.played - balance.fee)


@dataclass(frozen=True, kw_only=True)
class Cash:
    """The lines by start number and name, and their sums.

    At every moment the box holds what was received. What is due in all remains for the house, which is None if there is
    no tournament, and for the kitty. While a list or a round is missing, that is what would be paid now.
    """

    lines: Sequence[CashLine]
    currency: str
    house: Decimal | None
    kitty: Decimal
    is_complete: bool

    @cached_property
    def items(self) -> list[CashItem]:
        return [item for line in self.lines for item in line.items]

    @cached_property
    def payments(self) -> list[CashItem]:
        """The items that can be ticked."""
        return [item for item in self.items if item.key]

    @property
    def paid(self) -> int:
        """How many of them are paid."""
        return sum(not item.open for item in self.payments)

    @property
    def all_paid(self) -> bool:
        return self.paid == len(self.payments) > 0

    @cached_property
    def sums(self) -> list[CashSum]:
        """The lines of the report: what goes through the box, by what it is for."""
        sums = [
            CashSum(purpose=purpose, items=[item for item in self.items if item.purpose == purpose])
            for purpose in Purpose
        ]
        return [column for column in sums if column.items]

    @cached_property
    def box(self) -> CashItems:
        """What the box has in the end, what it holds now, and what is still to come."""
        return CashItems(items=self.items)

    @property
    def has_list_to_sign(self) -> bool:
        """Whether people pay into the box and are paid out of it, beside what they pay each other."""
        return any(item.purpose not in (None, Purpose.INTO_KITTY) for item in self.payments)

    @property
    def fees(self) -> Decimal:
        """What everybody together pays into the kitty."""
        return sum((line.balance.fee or NOTHING for line in self.lines if line.balance), NOTHING)

    @property
    def rounding(self) -> Decimal:
        """What rounding adds to the kitty."""
        return self.kitty - self.fees if self.fees else NOTHING

    @property
    def owing(self) -> list[CashLine]:
        """Those who still pay."""
        return [line for line in self.lines if line.owes]

    @property
    def waiting(self) -> list[CashLine]:
        """Those who still get something."""
        return [line for line in self.lines if line.gets]


def cash_of(settled: SettlementOverview, tournament: Tournament | None) -> Cash:
    """Return the cash of an evening with its settlement, frozen or in preview; without what a tournament has, if None.

    Raise `RuleError` if the lists of the tournament don't fit together.
    """
    items: dict[int, list[CashItem]] = defaultdict(list)
    day = result_of(tournament).day if tournament else None
    entries = list(tournament.entries.prefetch_related("payments")) if tournament else []
    if tournament and day:
        due, may_tick = dues(day), can_tick(tournament, day)
        for entry in entries:
            items[entry.player_id] += _of_entry(entry, due.get(entry.number, {}), may_tick)
    for player, item in _of_balances(settled) if settled.through_box else _between_people(settled):
        items[player].append(item)
    numbers = {entry.player_id: entry.number for entry in entries}
    balances = {balance.player: balance for balance in settled.balances}
    names = settled.names | {entry.player_id: entry.name for entry in entries}
    lines = [
        CashLine(
            name=name,
            number=numbers.get(player),
            balance=balances.get(player),
            items=[item for item in items[player] if item.due or item.paid],
        )
        for player, name in sorted(names.items())
    ]
    return Cash(
        lines=sorted(lines, key=lambda line: (line.number is None, line.number, name_order(line.name))),
        currency=settled.currency,
        house=units(day.money.sums.house) if day else None,
        kitty=settled.kitty,
        is_complete=day is None or day.is_complete,
    )


def _of_entry(entry: TournamentEntry, due: Mapping[What, int], may_tick: Mapping[What, bool]) -> Iterator[CashItem]:
    rows = list(entry.payments.all())
    for what, cents in due.items():
        yield CashItem(
            purpose=Purpose(what),
            due=units(cents),
            paid=[
                Paid(amount=units(row.cents), at=row.ticked_at, by=row.ticked_by) for row in rows if row.what == what
            ],
            key=f"{what}.{entry.pk}" if may_tick[what] else "",
        )


def _of_balances(settled: SettlementOverview) -> Iterator[tuple[int, CashItem]]:
    """Yield what each person pays into the box or gets out of it."""
    rows: dict[int | None, list[Payment]] = defaultdict(list)
    for row in settled.rows:
        rows[person_of(row)].append(row)
    for balance in settled.balances:
        purpose = Purpose.PAYS_IN if balance.amount < 0 else Purpose.PAID_OUT
        yield balance.player, _of_rows(rows[balance.player], balance.player, due=-balance.amount, purpose=purpose)


def _between_people(settled: SettlementOverview) -> Iterator[tuple[int, CashItem]]:
    """Yield each payment as an item of both; only that of the debtor can be ticked."""
    for row in settled.rows_by_name:
        debtor, creditor, money = row.debtor_id, row.creditor_id, row.money or NOTHING
        if debtor:
            purpose, other = None if creditor else Purpose.INTO_KITTY, settled.name(creditor)
            yield debtor, _of_rows([row], debtor, due=money, purpose=purpose, other=other)
        if creditor:
            item = _of_rows([row], creditor, due=-money, other=settled.name(debtor))
            yield creditor, replace(item, key="")


def _of_rows(
    rows: Sequence[Payment], player: int, *, due: Decimal, purpose: Purpose | None = None, other: str | None = None
) -> CashItem:
    """Return a player's item of these payments. It can't be ticked before the settlement, when they are not stored."""
    paid = [
        Paid(amount=(row.money or NOTHING) * (1 if row.debtor_id == player else -1), at=row.ticked_at, by=row.ticked_by)
        for row in rows
        if row.ticked_at
    ]
    key = f"{PAYMENT}.{rows[0].pk}" if rows and rows[0].pk else ""
    return CashItem(purpose=purpose, due=due, paid=paid, key=key, other=other)
