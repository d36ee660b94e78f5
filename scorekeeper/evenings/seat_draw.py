"""The seat draw: who sits at which table. Pure Python.

People who have met tonight are kept apart as far as possible: each of several draws is improved by swapping two people
at a time, and the best one is taken. If the numbers don't fit, those left over come from those who have played most
tonight, so that nobody sits out twice in a row.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

TimesMet = Mapping[tuple[int, int], int]
"""How often two people have sat at one table tonight; the smaller key comes first."""

USUAL_SIZE = 4
DRAWS = 6
"""The largest number of draws; one that separates everyone ends the search."""


def sizes(people: int, allowed: Sequence[int], tables: int | None = None) -> tuple[int, ...]:
    """Return the sizes of the tables that seat most people, as even as possible.

    Without `tables`, or if so many are impossible, any number of tables will do: first as few people left over as
    possible, then sizes as close to four as possible. Empty if there are too few people for one table.

    >>> sizes(9, (4, 5)), sizes(9, (4,)), sizes(10, (3, 4, 5)), sizes(10, (3, 4, 5), tables=2), sizes(2, (3, 4))
    ((5, 4), (4, 4), (4, 3, 3), (5, 5), ())
    """
    most = people // min(allowed)
    numbers = [tables] if tables is not None and 0 < tables <= most else range(1, most + 1)
    divisions = [size for number in numbers if (size := _even(people, sorted(allowed), number))]
    return min(divisions, key=lambda size: (people - sum(size), _unusual(size), len(size)), default=())


def numbers(people: int, allowed: Sequence[int]) -> range:
    """Return the possible numbers of tables."""
    return range(1, people // min(allowed) + 1)


def _unusual(size: Sequence[int]) -> float:
    """Return the mean squared difference of the sizes from four."""
    return sum((one - USUAL_SIZE) ** 2 for one in size) / len(size)


def _even(people: int, allowed: Sequence[int], number: int) -> tuple[int, ...]:
    """Return `number` table sizes that seat as many people as possible, larger ones first; empty if impossible."""
    division = [allowed[0]] * number
    for place in _round(number, len(allowed)):
        larger = allowed[allowed.index(division[place]) + 1] if division[place] != allowed[-1] else division[place]
        if sum(division) - division[place] + larger <= people:
            division[place] = larger
    return tuple(division) if sum(division) <= people else ()


def _round(number: int, times: int) -> list[int]:
    """Return each table's index in turn, `times` times over."""
    return list(range(number)) * times


def draw(
    people: Sequence[int], size: Sequence[int], met: TimesMet, played: Mapping[int, int], rng: random.Random
) -> tuple[list[list[int]], list[int]]:
    """Return the tables, in seat order, and the players left over."""
    order = list(people)
    rng.shuffle(order)
    order.sort(key=lambda one: played.get(one, 0))  # stable: those who have played equally often stay in random order
    seated, unseated = order[: sum(size)], order[sum(size) :]
    best: list[list[int]] | None = None
    for _draw in range(DRAWS):
        rng.shuffle(seated)
        tables = with_fewer_repeats(_dealt(seated, size), met, rng)
        if best is None or together(tables, met) < together(best, met):
            best = tables
        if not together(best, met):
            break
    tables = best or []
    for table in tables:
        rng.shuffle(table)
    return tables, unseated


def _dealt(people: Sequence[int], size: Sequence[int]) -> list[list[int]]:
    rest = iter(people)
    return [[next(rest) for _seat in range(seats)] for seats in size]


def together(tables: Sequence[Sequence[int]], met: TimesMet) -> int:
    """Return how often people who now sit together have met tonight."""
    return sum(met.get(pair(one, other), 0) for table in tables for one, other in combinations(table, 2))


def pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def with_fewer_repeats(tables: Sequence[Sequence[int]], met: TimesMet, rng: random.Random) -> list[list[int]]:
    """Return the tables after swapping two people as long as that separates more who have met."""
    seatings = [list(table) for table in tables]
    places = [(table, seat) for table, people in enumerate(seatings) for seat in range(len(people))]
    changes = [(one, other) for one, other in combinations(places, 2) if one[0] != other[0]]
    better = True
    while better:
        better = False
        rng.shuffle(changes)
        for one, other in changes:
            if _separates_more(seatings, one, other, met):
                _change(seatings, one, other)
                better = True
    return seatings


Seat = tuple[int, int]
"""A table's index and a place at it."""


def _separates_more(tables: Sequence[Sequence[int]], one: Seat, other: Seat, met: TimesMet) -> bool:
    """Return whether a swap of two people leaves fewer who have met at one table."""
    first, second = tables[one[0]][one[1]], tables[other[0]][other[1]]
    first_others = [person for person in tables[one[0]] if person != first]
    second_others = [person for person in tables[other[0]] if person != second]
    return _known(first, second_others, met) + _known(second, first_others, met) < _known(
        first, first_others, met
    ) + _known(second, second_others, met)


def _known(one: int, others: Sequence[int], met: TimesMet) -> int:
    return sum(met.get(pair(one, other), 0) for other in others)


def _change(tables: list[list[int]], one: Seat, other: Seat) -> None:
    tables[one[0]][one[1]], tables[other[0]][other[1]] = tables[other[0]][other[1]], tables[one[0]][one[1]]
