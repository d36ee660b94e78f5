"""What was seen on a sheet, before the rules are asked: a probability for every tick and digit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class TickSeen:
    """A box to tick: the probability that it is ticked, and whether there is ink where none belongs.

    `astray` is ink beside the box, or so much in it that a tick may have been taken back.
    """

    ticked: float
    astray: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class DigitSeen:
    """A box for a digit: the probabilities that it is empty and that it holds each of 0 to 9; they sum to 1.

    `astray` is whether the ink looks like no single digit: crossed out, written over, or beside the box.
    """

    empty: float
    digits: tuple[float, ...]
    astray: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberSeen:
    """The boxes of a number, the most significant first, and the probability of a minus sign; None has no sign box."""

    places: tuple[DigitSeen, ...]
    minus: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FreeNumberSeen:
    """A number that was written without boxes: the ways to split its ink into digits, with the probability of each.

    `astray` is whether no way looks like digits.
    """

    ways: tuple[tuple[float, NumberSeen], ...]
    astray: bool = False


AnyNumberSeen = NumberSeen | FreeNumberSeen


@dataclass(frozen=True, kw_only=True, slots=True)
class ValueSeen:
    """The cell for what a hand brings by itself: without a sign, since gains and losses have a column each."""

    number: AnyNumberSeen
    negative: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RowSeen:
    """A row: its ticks by field and key, its numbers by field, and its running totals by seat.

    `in_words` is the box for a hand that the boxes can't say. `values` are cells that only some lists have.
    """

    ticks: Mapping[tuple[str, str], TickSeen]
    numbers: Mapping[str, AnyNumberSeen]
    totals: Mapping[int, AnyNumberSeen]
    in_words: TickSeen
    values: tuple[ValueSeen, ...] = ()
