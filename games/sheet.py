"""What a game prints: its score sheet, whose columns its writer needs, and the tariff for its foot and its rule card.

A *sheet* is a table of *rows* under *columns*, then the rows of its *foot* and its *boxes*. On a blank one the rows
hold what is known before anybody plays, such as the number of the hand and who deals it; on a filled one what was
recorded. Whatever a *cell* holds is put into words later, in the language of the paper; nothing here is markup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.page import Tariff
from games.scoring.counters import red_and_white
from games.scoring.errors import RuleError
from games.scoring.replay import AnyRules, ScoredHand
from games.scoring.text import Amount, SeatName, Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Amounts, Correction, Paragraph, Seat, State, Table

Value = Text | SeatName | Amount | Fraction | int | str
"""What a cell can hold. A whole number is printed as it is, an amount with its sign."""

NUMBER, WHAT = "number", "what"
TICK = "×"


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """One column: its heading, below that of its `group`, and its part of the width.

    `words` are set to the left and may take two lines; figures stand to the right, or in the middle where they are
    `ticks`. `seat` is whose column it is. Columns side by side with the same `group` share it. A `running` total is
    carried over to the next page.
    """

    name: str
    head: Value = ""
    share: float = 1
    group: Value = ""
    seat: Seat | None = None
    words: bool = False
    ticks: bool = False
    running: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One row: its cells by the name of their column, others are empty.

    `dealer` is marked in that seat's first column, the columns of who sits `out` are struck. A `strong` row is a sum.
    The words of a row `across` take all empty columns up to the first player's, those in a player's first column all of
    his. `carried` is what is carried over after it where not all of that stands in its running columns. `begins` is
    whether a stronger line stands above it; left out, it does where the deal has gone round. One that `heads` what
    follows is not the last of a page.
    """

    cells: Mapping[str, Value]
    carried: Mapping[str, Value] | None = None
    dealer: Seat | None = None
    out: Seat | None = None
    strong: bool = False
    across: bool = False
    begins: bool | None = None
    heads: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Box:
    """A small table below the rows, such as the sheet of a rubber; its first `words` columns are words."""

    title: Text
    head: tuple[Value, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()
    words: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A part of the rule card: a heading, sentences of the rules, and tariffs."""

    title: Text
    sentences: tuple[Text, ...] = ()
    tariffs: tuple[Tariff, ...] = ()

    @classmethod
    def of(cls, paragraph: Paragraph, *tariffs: Tariff) -> Part:
        """A paragraph of the rules with its tariffs."""
        return cls(title=paragraph.title, sentences=(paragraph.sentence,), tariffs=tariffs)


class Played(NamedTuple):
    """A hand that counts: its number and what was recorded, in a line, with its score and the state before it."""

    number: int
    what: Text
    note: str
    scored: ScoredHand
    before: State


def gain(seat: int) -> str:
    """The name of the column in which a seat's amounts stand."""
    return f"gain-{seat}"


def total(seat: int) -> str:
    """The name of the column in which a seat's running total stands."""
    return f"total-{seat}"


def mark(seat: int) -> str:
    """The name of the column that is ticked where a seat called."""
    return f"mark-{seat}"


def in_red_and_white(totals: Amounts | None, *, red: int) -> list[Row]:
    """The red and white counters in which totals are laid, a row of each; None where that is still to be written."""
    counters, rows = red_and_white(red=red), []
    for kind, words in zip(counters.kinds, (_("in red counters"), _("in white counters")), strict=True):
        cells: dict[str, Value] = {WHAT: words}
        for seat, amount in enumerate(totals or ()):
            laid = [number for number, one in counters.laid(amount) if one is kind]
            cells |= {total(seat): Amount(number if amount > 0 else -number) for number in laid}
        rows.append(Row(cells=cells))
    return rows


class ScoreSheet:
    """The paper of one game, for one table: a plain list of hands, of which a game says what it does otherwise.

    `landscape` and `card_landscape` are how sheet and rule card lie; `hands` is how many rows a blank sheet has.
    Paper that is `small` has no place for many rows to be written on.
    """

    landscape: bool = False
    card_landscape: bool = False
    hands: int = 24

    def __init__(self, rules: AnyRules, table: Table, *, small: bool = False) -> None:
        self.rules, self.table, self.small = rules, table, small

    def columns(self) -> Sequence[Column]:
        """The columns from the left."""
        what = Column(name=WHAT, head=_("Played"), share=4.5, words=True)
        return [Column(name=NUMBER, share=0.7), what, *self.seat_columns()]

    def blank(self) -> Sequence[Row]:
        """The rows of a sheet on which nobody has written: the deal goes round."""
        opening = self.rules.opening(self.table)
        seat, rows = self.rules.dealer(self.table, opening), list[Row]()
        while len(rows) < self.hands:
            with suppress(RuleError):  # who sits out for longer than a hand does not deal
                state = self.rules.with_dealer(self.table, opening, seat)
                out = self.rules.sits_out(self.table, state)
                rows.append(Row(cells={NUMBER: len(rows) + 1}, dealer=seat, out=out))
            seat = self.table.after(seat)
        return rows

    def filled(self, hands: Sequence[Played]) -> Sequence[Row]:
        """The rows of a session, in the order in which it was played."""
        return [self.row(hand) for hand in hands]

    def row(self, hand: Played) -> Row:
        """The row of one hand: what was played, what each seat gained and has then."""
        scored = hand.scored
        correction = isinstance(scored.hand.outcome, Correction)
        settles = correction or self.settles(hand)
        return Row(
            cells={
                NUMBER: hand.number,
                **({WHAT: hand.what} if correction else self.cells(hand)),
                **(self.amounts(scored.entry.amounts, scored.totals) if settles else {}),
            },
            carried=None if settles else self.amounts((), scored.totals),
            dealer=scored.dealer,
            out=None if correction else self.rules.sits_out(self.table, hand.before),
            across=correction,
        )

    def settles(self, hand: Played) -> bool:
        """Whether a hand that was played moves the totals, so that they stand in its row; by itself each does."""
        return True

    def cells(self, hand: Played) -> Mapping[str, Value]:
        """What stands in the game's own columns for a hand that was played."""
        return {WHAT: hand.what}

    def amounts(self, amounts: Amounts, totals: Amounts) -> dict[str, Value]:
        """What each seat gained, nothing where it did not, and what it has."""
        moved = {gain(seat): Amount(amount, signed=True) for seat, amount in enumerate(amounts) if amount}
        return {**moved, **{total(seat): Amount(so_far) for seat, so_far in enumerate(totals)}}

    def seat_columns(self, *, gains: float = 1, totals: float = 1.15, marks: float = 0) -> list[Column]:
        """Two columns for each seat below its name: what it gained, its running total; with `marks`, first a tick."""
        columns = []
        for seat in self.table.seats:
            name = SeatName(seat)
            ticks = Column(name=mark(seat), head=TICK, share=marks, group=name, seat=seat, ticks=True)
            columns += [
                *([ticks] if marks else []),
                Column(name=gain(seat), head="±", share=gains, group=name, seat=seat),
                Column(name=total(seat), head="Σ", share=totals, group=name, seat=seat, running=True),
            ]
        return columns

    def foot(self, hands: Sequence[Played] | None) -> Sequence[Row]:
        """The rows below the last one; `hands` is None on a blank sheet, where they are still to be written."""
        return [Row(cells={WHAT: _("Total"), **self._totals(hands)}, strong=True)]

    def _totals(self, hands: Sequence[Played] | None) -> Mapping[str, Value]:
        if hands is None:
            return {}
        return {total(seat): Amount(so_far) for seat, so_far in enumerate(self.totals_after(hands))}

    def totals_after(self, hands: Sequence[Played]) -> Amounts:
        """What each seat has after these hands."""
        return hands[-1].scored.totals if hands else (0,) * self.table.size

    def boxes(self, hands: Sequence[Played] | None) -> Sequence[Box]:
        """Small tables beside one another below the foot; `hands` as in `foot`."""
        return ()

    def explained(self) -> Sequence[Text]:
        """What the signs in the columns mean, in sentences."""
        return ()

    def small_print(self) -> Sequence[Tariff]:
        """The tariff for the foot of the sheet: what the writer looks up, for this rule set and this many players."""
        return ()

    def card(self) -> Sequence[Part]:
        """The whole tariff of this rule set and these options, for a page that lies on the table."""
        return [Part.of(paragraph) for paragraph in self.rules.paragraphs.values()]
