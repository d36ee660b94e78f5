"""Score sheets and rule cards of a game, as plain values for printing.

A *sheet* has *columns*, a *row* for each hand, the rows of its *foot*, and *boxes* below. The rows of a blank sheet
hold what is known in advance, such as the number of the hand and its dealer; those of a filled sheet hold the recorded
hands. Cells are translated later, into the language of the paper. Nothing here is markup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from games.scoring.counters import red_and_white
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from games.scoring.sides import SIDE_WORDS
from games.scoring.text import Amount, SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Correction, Paragraph, ScoredHand, SeatNumber, State, Table
from games.ui.page import TARIFF, TariffTable, printed_tables

Value = Text | SeatName | Amount | float | str
"""The content of a cell. A whole number is printed as it is; an `Amount` is formatted as one."""

NUMBER, DEALER, WHAT = "number", "dealer", "what"
TICK = "×"


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetColumn:
    """A column: its heading `head`, the heading of its `group` above that, and its `share` of the width.

    A column of `words` is aligned left and may take two lines. Figures are aligned right, `ticks` centred. `seat` is
    the seat the column belongs to. Adjacent columns with the same `group` share one group heading. A `running` column
    holds a running total, which is carried over to the next page.
    """

    name: str
    head: Value = ""
    share: float = 1
    group: Value = ""
    seat: SeatNumber | None = None
    words: bool = False
    ticks: bool = False
    running: bool = False


DEALER_COLUMN = SheetColumn(name=DEALER, head=_("Dealer"), share=1.6, words=True)
"""Names the dealer of each row where sides have columns, and their players none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetRow:
    """A row: its cells by the name of their column; the other cells are empty.

    * `carried` are the totals to carry over after this row, if its running columns don't hold all of them.
    * `dealer` is marked in that seat's first column.
    * `out` are the seats that sit out; their columns are struck through.
    * `strong` marks a sum.
    * `across` lets text span empty columns: up to the first player's, or all columns of one player.
    * `begins` is whether the row has a heavier line above it; None means at the start of each round of deals.
    * `heads` keeps the row with the next one: it is never the last on a page.
    """

    cells: Mapping[str, Value]
    carried: Mapping[str, Value] | None = None
    dealer: SeatNumber | None = None
    out: tuple[SeatNumber, ...] = ()
    strong: bool = False
    across: bool = False
    begins: bool | None = None
    heads: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetBox:
    """A small table below the rows, such as the sheet of a rubber; its first `words` columns hold words."""

    title: Text | None = None
    head: tuple[Value, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()
    words: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class CardPart:
    """A part of the rule card: a heading, sentences from the rules, and tariffs."""

    title: Text
    sentences: tuple[Text, ...] = ()
    tariffs: tuple[TariffTable, ...] = ()

    @classmethod
    def from_paragraph(cls, paragraph: Paragraph, *tariffs: TariffTable) -> CardPart:
        """Build the part for a paragraph of the rules, with its tariffs."""
        return cls(title=paragraph.title, sentences=(paragraph.sentence,), tariffs=tariffs)


class SheetHand(NamedTuple):
    """A hand that counts: its number, its outcome in one line, its note and score, and the state before it."""

    number: int
    what: Text
    note: str
    scored: ScoredHand
    before: State


def gain(seat: int) -> str:
    """Return the name of the column for a seat's amounts."""
    return f"gain-{seat}"


def total(seat: int) -> str:
    """Return the name of the column for a seat's running total."""
    return f"total-{seat}"


def mark(seat: int) -> str:
    """Return the name of the column that is ticked if a seat called."""
    return f"mark-{seat}"


def columns_of_amounts(seat: SeatNumber, group: Value, *, gains: float, totals: float) -> list[SheetColumn]:
    """Return the columns for a seat's amounts and running total, with these shares of the width.

    Where sides have the columns, they are the first partner's.
    """
    return [
        SheetColumn(name=gain(seat), head="±", share=gains, group=group, seat=seat),
        SheetColumn(name=total(seat), head="Σ", share=totals, group=group, seat=seat, running=True),
    ]


def sums(words: Text, amounts: Sequence[int], *, strong: bool = False) -> SheetRow:
    """Return a row with an amount in each seat's column of totals, or empty without any amounts."""
    cells = {total(seat): Amount(amount) for seat, amount in enumerate(amounts)}
    return SheetRow(cells={WHAT: words, **cells}, strong=strong)


def in_red_and_white(totals: Amounts | None, *, red: int) -> list[SheetRow]:
    """Return a row of red and one of white counters for these totals, to be filled in by hand if `totals` is None."""
    counters, rows = red_and_white(red=red), []
    for kind, words in zip(counters.kinds, (_("in red counters"), _("in white counters")), strict=True):
        cells: dict[str, Value] = {WHAT: words}
        for seat, amount in enumerate(totals or ()):
            numbers = [number for number, kind_of_piece in counters.pieces(amount) if kind_of_piece is kind]
            cells |= {total(seat): Amount(number if amount > 0 else -number) for number in numbers}
        rows.append(SheetRow(cells=cells))
    return rows


class ScoreSheet:
    """The score sheet and rule card of a game for one table; by default, a plain list of hands.

    `landscape` is the orientation of the sheet. `hands` is the number of rows of a blank sheet, unless it is for the
    `planned` hands of a round. `small` paper has no room for many rows.
    """

    landscape: bool = False
    hands: int = 24

    def __init__(self, rules: AnyRules, table: Table, *, small: bool = False, planned: int | None = None) -> None:
        self.rules, self.table, self.small, self.planned = rules, table, small, planned

    def columns(self) -> Sequence[SheetColumn]:
        """Return the columns, from left to right."""
        played = SheetColumn(name=WHAT, head=_("Played"), share=4.5, words=True)
        return [SheetColumn(name=NUMBER, share=0.7), played, *self.seat_columns()]

    def blank(self) -> Sequence[SheetRow]:
        """Return the rows of a blank sheet, with hand numbers and dealers filled in."""
        opening = self.rules.opening(self.table)
        seat, rows = self.rules.dealer(self.table, opening), list[SheetRow]()
        while len(rows) < (self.planned or self.hands):
            with suppress(RuleError):  # a player who sits out several hands doesn't deal
                state = self.rules.with_dealer(self.table, opening, seat)
                out = self.struck_out(state)
                rows.append(self._with_dealer(SheetRow(cells={NUMBER: len(rows) + 1}, dealer=seat, out=out)))
            seat = self.table.after(seat)
        return rows

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        """Return the rows of a session, in playing order."""
        return [self.row(hand) for hand in hands]

    def row(self, hand: SheetHand) -> SheetRow:
        """Return the row of one hand: what was played, each seat's amount and running total."""
        scored = hand.scored
        correction = isinstance(scored.hand.outcome, Correction)
        settles = correction or self.settles(hand)
        row = SheetRow(
            cells={
                NUMBER: hand.number,
                **({WHAT: hand.what} if correction else self.cells(hand)),
                **(self.amounts(scored.entry.amounts, scored.totals) if settles else {}),
            },
            carried=None if settles else self.amounts((), scored.totals),
            dealer=scored.dealer,
            out=() if correction else self.struck_out(hand.before),
            across=correction,
        )
        return self._with_dealer(row)

    def _with_dealer(self, row: SheetRow) -> SheetRow:
        """Return a row that names its dealer, if there is a column for that."""
        if DEALER_COLUMN not in self.columns():
            return row
        named: dict[str, Value] = {} if row.dealer is None else {DEALER: SeatName(row.dealer)}
        begins = row.dealer == self.table.first_dealer
        return replace(row, cells={**row.cells, **named}, dealer=None, begins=begins)

    def struck_out(self, state: State) -> tuple[SeatNumber, ...]:
        """Return the seats whose columns are struck through in the next row: by default, those that sit out."""
        return self.rules.sits_out(self.table, state)

    def settles(self, hand: SheetHand) -> bool:
        """Return whether the row of a played hand shows amounts and totals; by default, always."""
        return True

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        """Return the cells of the game's own columns for a played hand."""
        return {WHAT: hand.what}

    def amounts(self, amounts: Amounts, totals: Amounts) -> dict[str, Value]:
        """Return the cells for each seat's amount, empty if zero, and its total."""
        gains = {gain(seat): Amount(amount, signed=True) for seat, amount in enumerate(amounts) if amount}
        return {**gains, **{total(seat): Amount(so_far) for seat, so_far in enumerate(totals)}}

    def seat_columns(self, *, gains: float = 1, totals: float = 1.15, marks: float = 0) -> list[SheetColumn]:
        """Return two columns under each seat's name, amount and running total; with `marks`, first one for a tick.

        The arguments are the shares of the width.
        """
        columns = []
        for seat in self.table.seats:
            name = SeatName(seat)
            ticks = SheetColumn(name=mark(seat), head=TICK, share=marks, group=name, seat=seat, ticks=True)
            columns += [
                *([ticks] if marks else []),
                *columns_of_amounts(seat, name, gains=gains, totals=totals),
            ]
        return columns

    def side_columns(self) -> list[SheetColumn]:
        """Return two columns under the names of each side, amount and running total."""
        sides = zip(self.table.seats, SIDE_WORDS.values(), strict=False)
        return [column for seat, name in sides for column in columns_of_amounts(seat, name, gains=1.4, totals=1.5)]

    def foot(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetRow]:
        """Return the rows at the foot of the sheet; `hands` is None for a blank sheet."""
        return [sums(_("Total"), () if hands is None else self.totals_after(hands), strong=True)]

    def totals_after(self, hands: Sequence[SheetHand]) -> Amounts:
        """Return each seat's total after these hands."""
        return hands[-1].scored.totals if hands else (0,) * self.table.size

    def boxes(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetBox]:
        """Return small tables, placed side by side below the foot; `hands` as in `foot`."""
        return ()

    def explained(self) -> Sequence[Text]:
        """Return sentences that explain the signs in the columns."""
        return ()

    def small_print(self) -> Sequence[TariffTable]:
        """Return what the scorer looks up, for the foot: by default, the printed tariff of this rule set."""
        return tuple(self.printed.values())

    @cached_property
    def printed(self) -> Mapping[str, TariffTable]:
        """The schedules of the printed tariff of this rule set, by slug."""
        return printed_tables(self.rules.tariff(self.table.rules))

    def card(self) -> Sequence[CardPart]:
        """Return the parts of the rule card: by default, the paragraphs and the printed tariff of this rule set."""
        parts = [
            CardPart(title=paragraph.title, sentences=(self.sentence_on_card(slug),))
            for slug, paragraph in self.rules.paragraphs.items()
            if self.on_card(slug)
        ]
        tariffs = tuple(self.printed.values())
        return [*parts, CardPart(title=TARIFF, tariffs=tariffs)] if tariffs else parts

    def on_card(self, slug: str) -> bool:
        """Return whether a paragraph is on the rule card; by default, all are."""
        return True

    def sentence_on_card(self, slug: str) -> Text:
        """Return the sentence of a paragraph on the rule card, where it can have the figures of this rule set."""
        return self.rules.paragraphs[slug].sentence
