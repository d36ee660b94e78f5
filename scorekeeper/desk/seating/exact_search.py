"""The tables of least weight for a few people, by dynamic programming over the sets of people.

The first person without a table sits at the next one; every choice of companions is tried, and the best tables for the
others are worked out once for each set of them. Sets are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from scorekeeper.desk.seating.weights import Groups, Weights, weight_of

LARGEST = 16
"""The most people that are seated within a second; each further one takes several times as long."""


def best_tables(weights: Weights, sizes: Sequence[int], can_sit_out: Iterable[int] = ()) -> Groups:
    """Return the tables of least weight, for people by their index; of equal ones, those found first.

    Those for whom there is no place sit out, from the end of `can_sit_out` if it makes no difference.

    >>> best_tables([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], (2, 2))
    [[0, 2], [1, 3]]
    """
    people = len(weights)
    search = _Search(weights, sizes)
    everybody = (1 << people) - 1
    absences = combinations(sorted(can_sit_out, reverse=True), people - sum(sizes))
    present = [everybody - sum(1 << person for person in absent) for absent in absences]
    best = min(present, key=lambda mask: search.least(mask, tuple(sizes)))
    return search.tables(best, tuple(sizes))


class _Search:
    """The best tables for each set of people, worked out on demand."""

    def __init__(self, weights: Weights, sizes: Sequence[int]) -> None:
        self.weight: dict[int, int] = {}
        self.by_first: dict[tuple[int, int], list[int]] = {}
        """The sets of each size by the first person in them."""
        for size in set(sizes):
            for group in combinations(range(len(weights)), size):
                mask = sum(1 << person for person in group)
                self.weight[mask] = weight_of(group, weights)
                self.by_first.setdefault((size, group[0]), []).append(mask)
        self.found: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}
        """For the people and sizes that are left, the least weight and the first person's table."""

    def least(self, people: int, sizes: tuple[int, ...]) -> int:
        """Return the least weight of these people at tables of these sizes."""
        if not people:
            return 0
        if (people, sizes) not in self.found:
            self.found[people, sizes] = min(self._choices(people, sizes), key=lambda choice: choice[0])
        return self.found[people, sizes][0]

    def _choices(self, people: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        first = _first(people)
        for size in sorted(set(sizes), reverse=True):
            left = _without(sizes, size)
            for table in self.by_first.get((size, first), ()):
                if table & people == table:
                    yield self.weight[table] + self.least(people ^ table, left), table

    def tables(self, people: int, sizes: tuple[int, ...]) -> Groups:
        """Return the tables found for these people, in the order of `sizes`."""
        tables = []
        left = sizes
        while people:
            self.least(people, left)
            table = self.found[people, left][1]
            tables.append([person for person in range(table.bit_length()) if table >> person & 1])
            people, left = people ^ table, _without(left, table.bit_count())
        tables.sort(key=lambda table: sizes.index(len(table)))
        return tables


def _first(people: int) -> int:
    return (people & -people).bit_length() - 1


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    place = sizes.index(size)
    return sizes[:place] + sizes[place + 1 :]
