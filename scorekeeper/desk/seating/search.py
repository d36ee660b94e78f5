"""Searching for the seating in which people meet as seldom as possible: by trying everything, or by exchanging.

*By trying everything:* the tables of least weight for a few people, by dynamic programming over the sets of people. The
first person without a table sits at the next one; every choice of companions is tried, and the best tables for the
others are worked out once for each set of them. Sets are bit masks.

*By exchanging:* tables of little weight for many people, by tabu search over swaps of two people. This is how the field
searches for rounds in which golfers don't meet again (Dotú and Van Hentenryck, *Scheduling Social Golfers Locally*,
2005): someone who meets others again at the table changes places with the person for whom that is best, even if it is
worse than before, and for some steps neither may go back. The best tables on the way are the result. The search ends
after a number of steps, not after a time, so that it has the same result on every machine.

A *weight* is what it costs that two people sit at one table. People are indices in the order to be seated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, compress
from operator import add, sub
from random import Random

from scorekeeper.desk.seating.requests import Entrant

Weights = Sequence[Sequence[int]]
"""A symmetric matrix with zeros on the diagonal."""

Groups = list[list[int]]
"""The people at each table."""


def weight_of(group: Sequence[int], weights: Weights) -> int:
    """Return the weight of one table."""
    return sum(weights[one][other] for one, other in combinations(group, 2))


def total_weight(tables: Sequence[Sequence[int]], weights: Weights) -> int:
    return sum(weight_of(table, weights) for table in tables)


def weights_of(
    people: Sequence[Entrant], meetings: Mapping[frozenset[str], int], *, keep_apart: bool
) -> tuple[list[list[int]], int]:
    """Return how often each two of these people have met, and the weight of mates.

    With teams kept apart, one pair of mates is made to weigh more than all meetings together.
    """
    place = {person.name: index for index, person in enumerate(people)}
    weights = [[0] * len(people) for _ in people]
    for (name, other_name), times in meetings.items():
        one, other = place.get(name), place.get(other_name)
        if one is not None and other is not None:
            weights[one][other] = weights[other][one] = times
    heavy = 1 + sum(map(sum, weights))
    if keep_apart:
        for one, other in _mates(people):
            weights[one][other] += heavy
            weights[other][one] += heavy
    return weights, heavy


def _mates(people: Sequence[Entrant]) -> Iterator[tuple[int, int]]:
    """Yield each pair of one team."""
    members = defaultdict[str, list[int]](list)
    for index, person in enumerate(people):
        if person.team is not None:
            members[person.team].append(index)
    for team in members.values():
        yield from combinations(team, 2)


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


EFFORT, OVERHEAD = 2_000_000, 20
"""How many swaps are weighed up, which takes half a second, and the overhead of each step, in swaps."""

SHORTEST_BAN, LONGEST_BAN = 4, 11
"""For how many steps someone may not return to a table."""

NEVER = 1 << 60
"""More than any swap can cost."""


def fewer_meetings(tables: Sequence[Sequence[int]], weights: Weights, heavy: int, lots: Random) -> Groups:
    """Return tables of less weight, found by swapping people.

    The pairs of mates, which weigh `heavy`, must be as few as possible already; they stay so, and only what is lighter
    is searched for.
    """
    search = _TabuSearch(tables, weights, heavy, lots)
    search.run(EFFORT // (len(weights) + OVERHEAD))
    return search.best


class _TabuSearch:
    def __init__(self, tables: Sequence[Sequence[int]], weights: Weights, heavy: int, lots: Random) -> None:
        self.people = range(len(weights))
        self.weights = weights
        self.heavy = heavy
        self.lots = lots
        self.tables = [list(table) for table in tables]
        self.table_of = [0] * len(weights)
        for number, table in enumerate(tables):
            for person in table:
                self.table_of[person] = number
        self.at_table = [list(map(sum, zip(*(weights[other] for other in table), strict=True))) for table in tables]
        """For each table, what each person weighs there, or would weigh."""
        self.own = [self.at_table[table][person] for person, table in enumerate(self.table_of)]
        """What each person weighs at their own table."""
        self.repeats = [weight % heavy for weight in self.own]
        """The same without mates."""
        self.bans: list[tuple[int, int, int]] = []
        """Until which step who may not go to which table."""
        self.weight = self.best_weight = total_weight(tables, weights)
        self.best = [list(table) for table in tables]

    def run(self, steps: int) -> None:
        """Swap people for a number of steps, or until nobody meets others again."""
        for step in range(steps):
            repeating = list(compress(self.people, self.repeats))
            if not repeating:
                break
            self.bans = [ban for ban in self.bans if ban[0] > step]
            self._move(self._one_of(repeating), step)
            if self.weight < self.best_weight:
                self.best_weight = self.weight
                self.best = [list(table) for table in self.tables]

    def _move(self, person: int, step: int) -> None:
        """Let this person change places with the best one who is not banned, or with one who makes a new record."""
        changes = self._changes(person)
        least = min(changes)
        if self.weight + least >= self.best_weight:
            self._ban(changes, person)
            least = min(changes)
        if least >= NEVER:
            return
        other = self._one_of([place for place, change in enumerate(changes) if change == least])
        for leaving in (person, other):
            until = step + SHORTEST_BAN + int(self.lots.random() * (LONGEST_BAN - SHORTEST_BAN + 1))
            self.bans.append((until, leaving, self.table_of[leaving]))
        self._swap(person, other)
        self.weight += least

    def _changes(self, person: int) -> list[int]:
        """Return for everybody by how much the weight would change if this person changed places with them."""
        here, own = self.table_of[person], self.own[person]
        gains = [table[person] - own for table in self.at_table]
        everybody = zip(self.table_of, self.at_table[here], self.own, self.weights[person], strict=True)
        changes = [gains[table] + here - there - 2 * both for table, here, there, both in everybody]
        for neighbour in self.tables[here]:
            changes[neighbour] = NEVER
        return changes

    def _ban(self, changes: list[int], person: int) -> None:
        """Exclude the swaps that would bring someone back to a table too soon."""
        here = self.table_of[person]
        for _until, banned, table in self.bans:
            if banned == person:
                for other in self.tables[table]:
                    changes[other] = NEVER
            elif table == here:
                changes[banned] = NEVER

    def _swap(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        self._sit_down(other, here, instead_of=one)
        self._sit_down(one, there, instead_of=other)
        change = list(map(sub, self.weights[other], self.weights[one]))
        self.at_table[here] = list(map(add, self.at_table[here], change))
        self.at_table[there] = list(map(sub, self.at_table[there], change))
        for person in chain(self.tables[here], self.tables[there]):
            self.own[person] = self.at_table[self.table_of[person]][person]
            self.repeats[person] = self.own[person] % self.heavy

    def _sit_down(self, person: int, table: int, *, instead_of: int) -> None:
        seats = self.tables[table]
        seats[seats.index(instead_of)] = person
        self.table_of[person] = table

    def _one_of(self, choices: Sequence[int]) -> int:
        return choices[int(self.lots.random() * len(choices))]
