"""What the running totals written in a row say about its hand.

A writer adds to the totals above. After a wrong sum, all later ones are off by the same amount until somebody corrects
it. So each seat has an *offset*, by which the sheet's total exceeds that by the rules. It changes only where the writer
made a slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge
from math import inf, log
from typing import NamedTuple

from games.scoring.types import Amounts, SeatNumber
from scorekeeper.reading.decoder.evidence import LOOKS_DIFFERENT, NumberGuess, cheapest, number_cost, number_guesses
from scorekeeper.reading.observations import AnyNumberSeen, ValueSeen

SLIP = -log(0.002)
"""The cost of a wrong sum that is off in one digit."""

OFTEN_OTHERWISE = log(20)
"""The extra cost of one that is off in several digits, since there are many of these."""

PUT_RIGHT = -log(0.05)
"""The cost of a right total after a wrong one; usually a writer adds to the wrong one without noticing."""

LEFT_OUT = -log(0.03)
"""The cost of a missing total, or of one where none belongs."""

NONE_WRITTEN = -log(0.02)
"""The cost of a row without any totals: some people add up later."""

MOST_SLIPS = 3
"""How many readings of a total that fit no sum are tried."""

BRANCH = 7.0
"""Other readings of a total are followed if they cost at most this much more than the best."""


class Writing(NamedTuple):
    """One way to read the totals of a row: its cost, the totals as written, and the offsets from here on."""

    cost: float
    written: tuple[int | None, ...]
    offsets: Amounts


class _Cell(NamedTuple):
    cost: float
    written: int | None
    offset: int


def _cost_of(writing: Writing) -> float:
    return writing.cost


class TotalsSeen:
    """The totals of one row and their possible meanings, computed once for all hypotheses about the row.

    `least` is the cost of the likeliest readings, regardless of the rules.
    """

    def __init__(self, totals: Mapping[int, AnyNumberSeen], size: int) -> None:
        self.seen = [totals[seat] for seat in range(size)]
        self.likely: list[Sequence[NumberGuess]] = [number_guesses(seen)[: MOST_SLIPS + 1] for seen in self.seen]
        self.least = sum(guesses[0].cost for guesses in self.likely)
        self._costs: dict[tuple[int, int | None], float] = {}

    def cost(self, seat: int, number: int | None) -> float:
        """Return the cost of a seat's boxes holding a total, None for nothing."""
        key = seat, number
        if key not in self._costs:
            self._costs[key] = number_cost(self.seen[seat], number)
        return self._costs[key]

    def best_reading(self) -> tuple[int | None, ...]:
        """Return the likeliest content of the boxes, regardless of the rules."""
        return tuple([guesses[0].number for guesses in self.likely])

    def overruled(self, written: Sequence[int | None]) -> Iterator[tuple[SeatNumber, bool]]:
        """Yield the seats whose totals look different from these, and whether anything is written there."""
        for seat, (number, guesses) in enumerate(zip(written, self.likely, strict=True)):
            if self.cost(seat, number) > guesses[0].cost + LOOKS_DIFFERENT:
                yield SeatNumber(seat), guesses[0].number is not None

    def writings(self, running: Amounts, offsets: Amounts, expected: Callable[[SeatNumber], bool]) -> Iterator[Writing]:
        """Yield the ways to read the totals of a row, if `running` are those by the rules; the likeliest first.

        `expected` are the seats whose totals belong in this row.
        """
        due = [expected(SeatNumber(seat)) for seat in range(len(running))]
        ways = self._seat_by_seat(running, offsets, due)
        if sum(due) > 1:
            cost = NONE_WRITTEN + sum(self.cost(seat, None) for seat in range(len(running)))
            ways = merge(ways, [Writing(cost, (None,) * len(running), offsets)], key=_cost_of)
        most = inf
        for writing in ways:
            if writing.cost > most:
                break
            most = min(most, writing.cost + BRANCH)
            yield writing

    def _seat_by_seat(self, running: Amounts, offsets: Amounts, due: Sequence[bool]) -> Iterator[Writing]:
        """Yield the ways in which each seat's total was written or left out, independently of the others."""
        places = enumerate(zip(running, offsets, due, strict=True))
        choices = [
            [(cell.cost, cell) for cell in self._cells(seat, total, offset, expected=expected)]
            for seat, (total, offset, expected) in places
        ]
        for cost, picked in cheapest(choices):
            written = tuple([cell.written for cell in picked])
            yield Writing(cost, written, tuple([cell.offset for cell in picked]))

    def _cells(self, seat: int, total: int, offset: int, *, expected: bool) -> list[_Cell]:
        """Return the possible contents of a seat's boxes that are worth trying: the right total, nothing, or a slip."""
        cells = [
            _Cell(self.cost(seat, total + offset) + (0 if expected else LEFT_OUT), total + offset, offset),
            _Cell(self.cost(seat, None) + (LEFT_OUT if expected else 0), None, offset),
        ]
        if offset:
            cells.append(_Cell(self.cost(seat, total) + PUT_RIGHT, total, 0))
        fitting = {cell.written for cell in cells}
        for value, number in self.likely[seat]:
            if number not in fitting and number is not None:
                cells.append(_Cell(value + slip_cost(number - total - offset), number, number - total))
        cells.sort(key=lambda cell: cell.cost)
        return [cell for cell in cells if cell.cost <= cells[0].cost + BRANCH]


def slip_cost(off: int) -> float:
    """Return the cost of a sum that is off by this much.

    >>> slip_cost(-1) == slip_cost(60) < slip_cost(65)
    True
    """
    return SLIP + (OFTEN_OTHERWISE if str(abs(off)).rstrip("0")[1:] else 0)


class ValuesSeen:
    """The cells of one row for the value of its hand alone."""

    def __init__(self, cells: Sequence[ValueSeen]) -> None:
        self.cells = cells
        self._costs: dict[int, float] = {}

    def cost(self, value: int) -> float:
        """Return the cost of a hand with this value: as written, or with a slip."""
        if value not in self._costs:
            self._costs[value] = sum(_cost_of_value(cell, value) for cell in self.cells)
        return self._costs[value]


def _cost_of_value(cell: ValueSeen, value: int) -> float:
    mine = bool(value) and (value < 0) == cell.negative
    return min(number_cost(cell.number, abs(value) if mine else None), number_guesses(cell.number)[0].cost + SLIP)


def is_another_value(cell: ValueSeen, value: int) -> bool:
    """Return whether a cell has another value than that of the hand, as after a slip."""
    mine = bool(value) and (value < 0) == cell.negative
    return number_cost(cell.number, abs(value) if mine else None) > number_guesses(cell.number)[0].cost + BRANCH
