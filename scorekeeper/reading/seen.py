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
class RowSeen:
    """A row: its ticks by field and key, its numbers by field, and its running totals by seat.

    `in_words` is the box for a hand that the boxes can't say.
    """

    ticks: Mapping[tuple[str, str], TickSeen]
    numbers: Mapping[str, NumberSeen]
    totals: Mapping[int, NumberSeen]
    in_words: TickSeen
