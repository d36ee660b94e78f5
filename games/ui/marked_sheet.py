"""Score sheets that are made to be read: boxes to tick and boxes for digits, a row for each hand.

A game declares which boxes a row has, what a marked row means, and how a hand is marked. Where the boxes are on the
paper is for `scorekeeper.printing.marked_sheets`; how they are read from a photo, for `scorekeeper.reading`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING
from games.scoring.rules import AnyRules
from games.scoring.text import MINUS, SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import CORRECTION, Amounts, ScoredHand, SeatNumber, State, Table
from games.ui.sheet import Value

Mark = frozenset[str] | int
"""What is marked in a field: the keys of the ticked boxes, or a number."""
Marks = Mapping[str, Mark]
"""The marks of a row, by the name of the field. Empty fields are left out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TickBox:
    """A box to tick; `head` is printed above or in it: at most four letters, a suit symbol, or a player's name.

    `means` explains an abbreviation in the legend; it is empty where the head needs no explanation.
    """

    key: str
    head: Value
    means: Text | str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", str(self.key))  # a word of an enum would not be read back from JSON


@dataclass(frozen=True, kw_only=True, slots=True)
class Ticks:
    """Boxes side by side under one heading, of which at most `most` can be ticked."""

    name: str
    head: Value
    boxes: tuple[TickBox, ...]
    most: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class DigitBoxes:
    """Boxes for the digits of a whole number, aligned right, with one for its sign before them if it is `signed`."""

    name: str
    head: Value
    places: int
    signed: bool = False


Field = Ticks | DigitBoxes


class MarkedSheet(ABC):
    """The boxes of one game at one table.

    `landscape` is the orientation of the paper, if the boxes have room there. With `low_rows`, rows are as low as on a
    printed list if that saves a page. `total_places` is the number of digits of
    a running total, beside its sign. `value_head` is the heading of a column in which people write down what a hand
    scores; it isn't read. `deals_in_turn` is whether the dealer of each row is known in advance. A hand that
    `marks` returns None for is written in words.
    """

    landscape: bool = False
    low_rows: ClassVar[bool] = False
    total_places: int = 4
    value_head: ClassVar[Text | None] = None
    deals_in_turn: ClassVar[bool] = True
    remarks: Sequence[Text] = ()
    """All remarks that `left_open` can return (see `games.notes`)."""

    def __init__(self, rules: AnyRules, table: Table) -> None:
        self.rules, self.table = rules, table

    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """Return the fields of a row from left to right, without its number and the running totals."""

    @abstractmethod
    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        """Return the hand that the marks of a row mean, players by seat, as `Rules` reads it from a form.

        Raise `RuleError`, at the name of a field, if they mean none. Whether the hand is possible is for the rules.
        """

    @abstractmethod
    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        """Return how a hand is marked, or None if the boxes can't say it.

        For every hand with marks, `outcome` returns a hand that scores the same. What never affects the score, such as
        the card points of a game of Skat that was simply won, isn't marked and may differ.
        """

    def left_open(self, raw: Mapping[str, Any]) -> Sequence[Text]:
        """Return remarks for the note of a hand that was read: what isn't on the sheet, so that `outcome` filled it in.

        Only what never affects the score is filled in.
        """
        return ()

    def explained(self) -> Sequence[Text]:
        """Return sentences for the legend: how to mark what the headings don't say."""
        return ()

    def running(self, scored: ScoredHand) -> Amounts:
        """Return the running totals that the sheet has after this hand."""
        return self.rules.running(self.table, scored)

    def value(self, scored: ScoredHand) -> int:
        """Return what a hand scores by itself, where lists have a column for it beside the declarer's total."""
        return sum(scored.entry.amounts)

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        """Return whether a player's running total is written in the row of this hand; by default, everybody's is."""
        return True


# For the games


_ONE_BOX = _("Only one of these boxes can be ticked.")
_NOT_OF_THIS_HAND = _("This does not belong to the hand marked in the other boxes.")
NOTHING: frozenset[str] = frozenset()
MADE, LOST = "made", "lost"


class MarkedRow:
    """The marks of a row, which `MarkedSheet.outcome` takes one by one to make a hand that follows this `state`."""

    def __init__(self, marks: Marks, state: State) -> None:
        self.state = state
        self._left = {name: mark for name, mark in marks.items() if mark != NOTHING}

    def ticked(self, name: str) -> frozenset[str]:
        """Return the ticked boxes of a field, which are left to take."""
        keys = self._left.get(name, NOTHING)
        assert isinstance(keys, frozenset)
        return keys

    def several(self, name: str) -> frozenset[str]:
        """Take the ticked boxes of a field."""
        keys = self.ticked(name)
        self._left.pop(name, None)
        return keys

    def box(self, name: str) -> str | None:
        """Take the only ticked box of a field, or None; refuse the row if there are more."""
        keys = self.several(name)
        if len(keys) > 1:
            raise RuleError(Code.INVALID, name, _ONE_BOX)
        return next(iter(keys), None)

    def needed_box(self, name: str) -> str:
        """Take the only ticked box of a field; refuse the row if there is none."""
        key = self.box(name)
        if key is None:
            raise RuleError(Code.REQUIRED, name, STILL_MISSING)
        return key

    def tick(self, name: str, key: str) -> bool:
        """Take one box of a field that several items share; return whether it is ticked."""
        keys = self.several(name)
        if rest := keys - {key}:
            self._left[name] = rest
        return key in keys

    def number(self, name: str) -> int | None:
        """Take a number, or None if its boxes are empty."""
        number = self._left.pop(name, None)
        assert number is None or isinstance(number, int)
        return number

    def needed_number(self, name: str) -> int:
        """Take a number; refuse the row if its boxes are empty."""
        number = self.number(name)
        if number is None:
            raise RuleError(Code.REQUIRED, name, STILL_MISSING)
        return number

    def refuse_rest(self) -> None:
        """Refuse the row if there are marks that nothing has taken: they don't belong to this hand."""
        for name in self._left:
            raise RuleError(Code.INVALID, name, _NOT_OF_THIS_HAND)


def ticked(key: object) -> frozenset[str]:
    """Return the mark of a field in which only this box is ticked, such as a seat."""
    return frozenset((str(key),))


def players(table: Table, name: str, head: Value, *, most: int = 1) -> Ticks:
    """Return a field with a box for each player, whose key is the number of the seat."""
    boxes = tuple(TickBox(key=str(int(seat)), head=SeatName(seat)) for seat in table.seats)
    return Ticks(name=name, head=head, boxes=boxes, most=most)


def result(name: str) -> Ticks:
    """Return a field for a call that is made or lost."""
    return Ticks(
        name=name,
        head=_("Result"),
        boxes=(TickBox(key=MADE, head="+", means=_("made")), TickBox(key=LOST, head=MINUS, means=_("lost"))),
    )


def is_only_in_words(raw: Mapping[str, Any]) -> bool:
    """Return whether no game has boxes for this hand: a correction, or another dealer than the one expected."""
    return raw.get("call") == CORRECTION or "dealer" in raw
