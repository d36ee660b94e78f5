"""Score sheets that are made to be read: boxes to tick and boxes for digits, a row for each hand.

A game declares which boxes a row has, what a marked row means, and how a hand is marked. Where the boxes are on the
paper is for `scorekeeper.printing.marked_sheets`; how they are read from a photo, for `scorekeeper.reading`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.scoring.rules import AnyRules
from games.scoring.types import Amounts, ScoredHand, Seat, State, Table
from games.ui.sheet import Value

Marks = Mapping[str, "frozenset[str] | int"]
"""What is marked in a row, by the name of the field: the keys of the ticked boxes, or a number. Empty fields are left
out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TickBox:
    """A box to tick; `head` is printed above or in it, at most four letters or a suit symbol."""

    key: str
    head: Value


@dataclass(frozen=True, kw_only=True, slots=True)
class Ticks:
    """Boxes side by side under one heading, of which at most `most` can be ticked."""

    name: str
    head: Value
    boxes: tuple[TickBox, ...]
    most: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Digits:
    """Boxes for the digits of a whole number, aligned right, with one for its sign before them if it is `signed`."""

    name: str
    head: Value
    places: int
    signed: bool = False


Field = Ticks | Digits


class MarkedSheet(ABC):
    """The boxes of one game at one table.

    `landscape` is the orientation of the paper. `total_places` is the number of digits of a running total, beside its
    sign. `remarks` has what the boxes can't say: a hand that `marks` returns None for is written in words.
    """

    landscape: bool = False
    total_places: ClassVar[int] = 4

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

        For every hand with marks, `outcome` returns the same hand again.
        """

    def running(self, scored: ScoredHand) -> Amounts:
        """Return the running totals that the sheet has after this hand."""
        return scored.totals

    def writes_total(self, raw: Mapping[str, Any], seat: Seat) -> bool:
        """Return whether a player's running total is written in the row of this hand; by default, everybody's is."""
        return True
