"""What was seen on a sheet, before the rules are asked: a probability for every tick and digit.

As JSON, a probability is a whole number of `PARTS`: the decoder trusts none of them further than that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PARTS = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class TickSeen:
    """A box to tick: the probability that it is ticked, and whether there is ink where none belongs.

    `astray` is ink beside the box, or so much in it that a tick may have been taken back.
    """

    ticked: float
    astray: bool = False

    def as_json(self) -> list[int]:
        return [_parts(self.ticked), int(self.astray)]

    @classmethod
    def of_json(cls, value: Any) -> TickSeen:
        ticked, astray = value
        return cls(ticked=ticked / PARTS, astray=bool(astray))


@dataclass(frozen=True, kw_only=True, slots=True)
class DigitSeen:
    """A box for a digit: the probabilities that it is empty and that it holds each of 0 to 9; they sum to 1.

    `astray` is whether the ink looks like no single digit: crossed out, written over, or beside the box.
    """

    empty: float
    digits: tuple[float, ...]
    astray: bool = False

    def as_json(self) -> list[int]:
        return [int(self.astray), _parts(self.empty), *map(_parts, self.digits)]

    @classmethod
    def of_json(cls, value: Any) -> DigitSeen:
        astray, empty, *digits = value
        return cls(empty=empty / PARTS, digits=tuple(digit / PARTS for digit in digits), astray=bool(astray))


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberSeen:
    """The boxes of a number, the most significant first, and the probability of a minus sign; None has no sign box."""

    places: tuple[DigitSeen, ...]
    minus: float | None = None

    def as_json(self) -> list[Any]:
        return [None if self.minus is None else _parts(self.minus), *(place.as_json() for place in self.places)]

    @classmethod
    def of_json(cls, value: Any) -> NumberSeen:
        minus, *places = value
        return cls(places=tuple(map(DigitSeen.of_json, places)), minus=None if minus is None else minus / PARTS)


@dataclass(frozen=True, kw_only=True, slots=True)
class RowSeen:
    """A row: its ticks by field and key, its numbers by field, and its running totals by seat.

    `in_words` is the box for a hand that the boxes can't say.
    """

    ticks: Mapping[tuple[str, str], TickSeen]
    numbers: Mapping[str, NumberSeen]
    totals: Mapping[int, NumberSeen]
    in_words: TickSeen

    def as_json(self) -> dict[str, Any]:
        """Return the row as JSON can hold it; `of_json` reads it."""
        return {
            "ticks": [[*key, tick.as_json()] for key, tick in self.ticks.items()],
            "numbers": {field: number.as_json() for field, number in self.numbers.items()},
            "totals": [[seat, number.as_json()] for seat, number in self.totals.items()],
            "in_words": self.in_words.as_json(),
        }

    @classmethod
    def of_json(cls, value: Any) -> RowSeen:
        return cls(
            ticks={(field, key): TickSeen.of_json(tick) for field, key, tick in value["ticks"]},
            numbers={field: NumberSeen.of_json(number) for field, number in value["numbers"].items()},
            totals={seat: NumberSeen.of_json(number) for seat, number in value["totals"]},
            in_words=TickSeen.of_json(value["in_words"]),
        )


def _parts(probability: float) -> int:
    return round(probability * PARTS)
