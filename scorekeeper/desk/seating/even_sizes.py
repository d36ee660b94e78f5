"""Sizes of the tables of an evening: as even as possible, for any number of tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scorekeeper.desk.seating.table_sizes import USUAL_SIZE


def even_sizes(people: int, allowed: Sequence[int], tables: int | None = None) -> tuple[int, ...]:
    """Return the sizes of the tables that seat most people, as even as possible.

    Without `tables`, or if that number is impossible, any number of tables will do: first as few people left over as
    possible, then sizes as close to four as possible. Empty if there are too few people for one table.

    >>> even_sizes(9, (4, 5)), even_sizes(9, (4,)), even_sizes(10, (3, 4, 5)), even_sizes(10, (3, 4, 5), tables=2)
    ((5, 4), (4, 4), (4, 3, 3), (5, 5))
    """
    possible = numbers_of_tables(people, allowed)
    numbers = possible if tables is None or tables not in possible else [tables]
    divisions = [_divided(people, sorted(allowed), number) for number in numbers]
    return min(divisions, key=lambda sizes: (people - sum(sizes), _unusual(sizes), len(sizes)), default=())


def numbers_of_tables(people: int, allowed: Sequence[int]) -> range:
    """Return how many tables there can be.

    >>> numbers_of_tables(10, (3, 4)), numbers_of_tables(3, (4,))
    (range(1, 4), range(1, 1))
    """
    return range(1, people // min(allowed) + 1)


def _unusual(sizes: Sequence[int]) -> float:
    """Return the mean squared difference of the sizes from four."""
    return sum((size - USUAL_SIZE) ** 2 for size in sizes) / len(sizes)


def _divided(people: int, allowed: Sequence[int], number: int) -> tuple[int, ...]:
    """Return `number` table sizes that seat as many people as possible, larger ones first.

    All tables begin with the smallest size, and each in turn gets the next larger one as long as there are people.
    """
    sizes = [allowed[0]] * number
    for smaller, larger in pairwise(allowed):
        for table in range(number):
            if sizes[table] == smaller and sum(sizes) - smaller + larger <= people:
                sizes[table] = larger
    return tuple(sizes)
