"""What was seen on a sheet, before the rules of the game are applied: a probability for every tick and digit.

In JSON, probabilities are whole numbers of ten-thousandths, which is all the precision that the decoder needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scorekeeper.printing.marked_sheets.layout import IN_WORDS, total

PARTS = 10_000

BLANK, CLEAR = 0.1, 0.5
"""Probabilities of ink: a row is blank if no box exceeds the first; ink is clear from the second on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TickSeen:
    """A tick box: the probability that it is ticked, and whether there is ink where none belongs.

    `astray` means ink beside the box, or so much in it that a tick may have been scribbled over.
    """

    ticked: float
    astray: bool = False

    def as_json(self) -> list[int]:
        return [_parts(self.ticked), int(self.astray)]

    @classmethod
    def from_json(cls, value: Any) -> TickSeen:
        ticked, astray = value
        return cls(ticked=ticked / PARTS, astray=bool(astray))


@dataclass(frozen=True, kw_only=True, slots=True)
class DigitSeen:
    """A box for a digit: the probabilities that it is empty and that it holds each of 0 to 9; they sum to 1.

    `astray` is whether the ink doesn't look like a single digit: crossed out, written over, or beside the box.
    """

    empty: float
    digits: tuple[float, ...]
    astray: bool = False

    def as_json(self) -> list[int]:
        return [int(self.astray), _parts(self.empty), *map(_parts, self.digits)]

    @classmethod
    def from_json(cls, value: Any) -> DigitSeen:
        astray, empty, *digits = value
        return cls(empty=empty / PARTS, digits=tuple(digit / PARTS for digit in digits), astray=bool(astray))


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberSeen:
    """A number's boxes, most significant first; `minus` is the probability of a minus sign, None if it has no box."""

    places: tuple[DigitSeen, ...]
    minus: float | None = None

    def as_json(self) -> list[Any]:
        return [None if self.minus is None else _parts(self.minus), *(place.as_json() for place in self.places)]

    @classmethod
    def from_json(cls, value: Any) -> NumberSeen:
        minus, *places = value
        return cls(places=tuple(map(DigitSeen.from_json, places)), minus=None if minus is None else minus / PARTS)


@dataclass(frozen=True, kw_only=True, slots=True)
class FreeNumberSeen:
    """A number that was written without boxes: the ways to split its ink into digits, with the probability of each.

    `astray` is whether no way looks like digits.
    """

    ways: tuple[tuple[float, NumberSeen], ...]
    astray: bool = False

    def as_json(self) -> dict[str, Any]:
        # No way is impossible, so a small probability must not be rounded to 0.
        ways = [[max(_parts(chance), 1), number.as_json()] for chance, number in self.ways]
        return {"astray": int(self.astray), "ways": ways}

    @classmethod
    def from_json(cls, value: Any) -> FreeNumberSeen:
        ways = tuple((chance / PARTS, NumberSeen.from_json(number)) for chance, number in value["ways"])
        return cls(ways=ways, astray=bool(value["astray"]))


AnyNumberSeen = NumberSeen | FreeNumberSeen


def number_of_json(value: Any) -> AnyNumberSeen:
    """Return a number in boxes or without them, as its `as_json` wrote it."""
    return FreeNumberSeen.from_json(value) if isinstance(value, dict) else NumberSeen.from_json(value)


@dataclass(frozen=True, kw_only=True, slots=True)
class ValueSeen:
    """The cell for the value of one hand, without a sign: gains and losses have separate columns."""

    number: AnyNumberSeen
    negative: bool

    def as_json(self) -> list[Any]:
        return [int(self.negative), self.number.as_json()]

    @classmethod
    def from_json(cls, value: Any) -> ValueSeen:
        negative, number = value
        return cls(number=number_of_json(number), negative=bool(negative))


@dataclass(frozen=True, kw_only=True, slots=True)
class RowSeen:
    """A row: its ticks by field and key, its numbers by field, and its running totals by seat.

    `in_words` is the box for a hand that the other boxes can't express. `values` are cells that only some lists have.
    A row that is `struck` out has nothing in its boxes, whatever is written there. `faint` is whether it has writing
    that is too faint to be taken for ink.
    """

    ticks: Mapping[tuple[str, str], TickSeen]
    numbers: Mapping[str, AnyNumberSeen]
    totals: Mapping[int, AnyNumberSeen]
    in_words: TickSeen
    values: tuple[ValueSeen, ...] = ()
    struck: bool = False
    faint: bool = False

    def inked(self) -> Iterator[tuple[str, float]]:
        """Yield the field of each box with the probability of ink in it; `layout` has the names of fields."""
        for (field, _key), tick in self.ticks.items():
            yield field, tick.ticked
        yield IN_WORDS, self.in_words.ticked
        for field, number in (*self.numbers.items(), *((total(seat), own) for seat, own in self.totals.items())):
            if isinstance(number, NumberSeen):
                yield from ((field, 1 - place.empty) for place in number.places)

    @property
    def ink(self) -> float:
        """The highest probability of ink among the boxes of the row."""
        return max(chance for _field, chance in self.inked())

    def struck_out(self) -> RowSeen:
        """Return the row with nothing in its boxes, as its writer wants it to be read."""
        return RowSeen(
            ticks=dict.fromkeys(self.ticks, TickSeen(ticked=0.0)),
            numbers={field: _without_ink(number) for field, number in self.numbers.items()},
            totals={seat: _without_ink(number) for seat, number in self.totals.items()},
            in_words=TickSeen(ticked=0.0),
            values=tuple(replace(cell, number=_without_ink(cell.number)) for cell in self.values),
            struck=True,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the row as values for JSON; `from_json` reads them."""
        return {
            "ticks": [[*key, tick.as_json()] for key, tick in self.ticks.items()],
            "numbers": {field: number.as_json() for field, number in self.numbers.items()},
            "totals": totals_as_json(self.totals),
            "in_words": self.in_words.as_json(),
            "values": [cell.as_json() for cell in self.values],
            "struck": self.struck,
            "faint": self.faint,
        }

    @classmethod
    def from_json(cls, value: Any) -> RowSeen:
        return cls(
            ticks={(field, key): TickSeen.from_json(tick) for field, key, tick in value["ticks"]},
            numbers={field: number_of_json(number) for field, number in value["numbers"].items()},
            totals=totals_of_json(value["totals"]),
            in_words=TickSeen.from_json(value["in_words"]),
            values=tuple(map(ValueSeen.from_json, value.get("values", ()))),
            struck=value.get("struck", False),
            faint=value.get("faint", False),
        )


def _without_ink(number: AnyNumberSeen) -> NumberSeen:
    """Return the boxes of a number with nothing in them."""
    if isinstance(number, FreeNumberSeen):
        return NumberSeen(places=(), minus=0.0)
    nothing = DigitSeen(empty=1.0, digits=(0.0,) * 10)
    return NumberSeen(places=(nothing,) * len(number.places), minus=None if number.minus is None else 0.0)


TotalsOnPaper: TypeAlias = Mapping[int, AnyNumberSeen]
"""The boxes of running totals, by seat."""


def totals_as_json(totals: TotalsOnPaper) -> list[list[Any]]:
    return [[seat, number.as_json()] for seat, number in totals.items()]


def totals_of_json(value: Any) -> TotalsOnPaper:
    return {seat: number_of_json(number) for seat, number in value}


def _parts(probability: float) -> int:
    return round(probability * PARTS)
