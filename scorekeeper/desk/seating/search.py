"""Searching for the seating in which people meet as seldom as possible: by trying everything, or by exchanging.

*By trying everything:* the cheapest tables for a few people, by dynamic programming over the sets of people. The
first person without a table sits at the next one; every choice of companions is tried, and the best tables for the
others are worked out once for each set of them. Sets are bit masks.

*By exchanging:* cheap tables for many people, by tabu search over swaps of two people. This is how the field
searches for rounds in which golfers don't meet again (Dotú and Van Hentenryck, *Scheduling Social Golfers Locally*,
2005): someone who meets others again at the table changes places with the person for whom that is best, even if it is
worse than before, and for some steps neither may go back. The best tables on the way are the result. The search ends
after a number of steps, not after a time, so that it has the same result on every machine.

People are indices in the order to be seated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, compress
from operator import add, sub
from random import Random

from scorekeeper.desk.seating.requests import USUAL_SIZE, Entrant, SeatingRequest

Groups = list[list[int]]
"""The people at each table."""


@dataclass(frozen=True, kw_only=True)
class Costs:
    """What it costs that two people sit at one table, and that somebody sits at an odd or at a usual one.

    A pair of mates costs at least `mates`, which is more than everything else together.
    """

    pairs: Sequence[Sequence[int]]  # symmetric, with zeros on the diagonal
    odd: Sequence[int]
    usual: Sequence[int]
    mates: int

    def of_size(self, size: int) -> Sequence[int]:
        return self.usual if size == USUAL_SIZE else self.odd

    def of_table(self, people: Sequence[int]) -> int:
        alone = self.of_size(len(people))
        together = sum(self.pairs[one][other] for one, other in combinations(people, 2))
        return together + sum(alone[person] for person in people)

    def of_tables(self, tables: Iterable[Sequence[int]]) -> int:
        return sum(map(self.of_table, tables))


def costs_of(people: Sequence[Entrant], request: SeatingRequest) -> Costs:
    """Return what is avoided: mates at one table, odd tables out of turn, and people who have met.

    It is the turn of those who have sat at odd tables least often. Of the last two, one costs more than the other
    together, as the request says.
    """
    place = {person.name: index for index, person in enumerate(people)}
    pairs = [[0] * len(people) for _ in people]
    for (name, other_name), times in request.meetings.items():
        one, other = place.get(name), place.get(other_name)
        if one is not None and other is not None:
            pairs[one][other] = pairs[other][one] = times
    odd, usual = _out_of_turn(people, request.sizes)
    if request.rotate:
        weight = 1 + sum(map(sum, pairs))
        odd, usual = [weight * times for times in odd], [weight * times for times in usual]
    else:
        weight = 1 + sum(odd) + sum(usual)
        pairs = [[weight * times for times in row] for row in pairs]
    mates = 1 + sum(map(sum, pairs)) + sum(odd) + sum(usual)
    if request.keep_apart:
        for one, other in _mates(people):
            pairs[one][other] += mates
            pairs[other][one] += mates
    return Costs(pairs=pairs, odd=odd, usual=usual, mates=mates)


def _out_of_turn(people: Sequence[Entrant], sizes: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return by how many times it is too early for each person to sit at an odd table, and at a usual one."""
    times = [person.at_odd_tables for person in people]
    places = sum(size for size in sizes if size != USUAL_SIZE)
    if not 0 < places < sum(sizes):
        return [0] * len(people), [0] * len(people)
    last = sorted(times)[places - 1]
    return [max(number - last, 0) for number in times], [max(last - number, 0) for number in times]


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


def best_tables(costs: Costs, sizes: Sequence[int], can_sit_out: Iterable[int] = ()) -> Groups:
    """Return the cheapest tables; of equal ones, those found first.

    Those for whom there is no place sit out, from the end of `can_sit_out` if it makes no difference.
    """
    people = len(costs.pairs)
    search = _Search(costs, sizes)
    everybody = (1 << people) - 1
    absences = combinations(sorted(can_sit_out, reverse=True), people - sum(sizes))
    present = [everybody - sum(1 << person for person in absent) for absent in absences]
    best = min(present, key=lambda mask: search.least(mask, tuple(sizes)))
    return search.tables(best, tuple(sizes))


class _Search:
    """The best tables for each set of people, worked out on demand."""

    def __init__(self, costs: Costs, sizes: Sequence[int]) -> None:
        self.cost: dict[int, int] = {}
        self.by_first: dict[tuple[int, int], list[int]] = {}
        """The sets of each size by the first person in them."""
        for size in set(sizes):
            for group in combinations(range(len(costs.pairs)), size):
                mask = sum(1 << person for person in group)
                self.cost[mask] = costs.of_table(group)
                self.by_first.setdefault((size, group[0]), []).append(mask)
        self.found: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}
        """For the people and sizes that are left, the least cost and the first person's table."""

    def least(self, people: int, sizes: tuple[int, ...]) -> int:
        """Return the least cost of these people at tables of these sizes."""
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
                    yield self.cost[table] + self.least(people ^ table, left), table

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


def cheaper_tables(tables: Sequence[Sequence[int]], costs: Costs, lots: Random) -> Groups:
    """Return tables that cost less, found by swapping people.

    The pairs of mates must be as few as possible already; they stay so, and only what costs less is searched for.
    """
    search = _TabuSearch(tables, costs, lots)
    search.run(EFFORT // (len(costs.pairs) + OVERHEAD))
    return search.best


class _TabuSearch:
    def __init__(self, tables: Sequence[Sequence[int]], costs: Costs, lots: Random) -> None:
        self.people = range(len(costs.pairs))
        self.pairs = costs.pairs
        self.mates = costs.mates
        self.lots = lots
        self.tables = [list(table) for table in tables]
        self.table_of = [0] * len(costs.pairs)
        for number, table in enumerate(tables):
            for person in table:
                self.table_of[person] = number
        self.at_table = [
            list(map(sum, zip(costs.of_size(len(table)), *map(costs.pairs.__getitem__, table), strict=True)))
            for table in tables
        ]
        """For each table, what each person costs there, or would cost."""
        self.own = [self.at_table[table][person] for person, table in enumerate(self.table_of)]
        """What each person costs at their own table."""
        self.avoidable = [cost % self.mates for cost in self.own]
        """The same without mates."""
        self.bans: list[tuple[int, int, int]] = []
        """Until which step who may not go to which table."""
        self.cost = self.least_cost = costs.of_tables(tables)
        self.best = [list(table) for table in tables]

    def run(self, steps: int) -> None:
        """Swap people for a number of steps, or until nothing is left to be avoided."""
        for step in range(steps):
            unhappy = list(compress(self.people, self.avoidable))
            if not unhappy:
                break
            self.bans = [ban for ban in self.bans if ban[0] > step]
            self._move(self._one_of(unhappy), step)
            if self.cost < self.least_cost:
                self.least_cost = self.cost
                self.best = [list(table) for table in self.tables]

    def _move(self, person: int, step: int) -> None:
        """Let this person change places with the best one who is not banned, or with one who makes a new record."""
        changes = self._changes(person)
        least = min(changes)
        if self.cost + least >= self.least_cost:
            self._ban(changes, person)
            least = min(changes)
        if least >= NEVER:
            return
        other = self._one_of([place for place, change in enumerate(changes) if change == least])
        for leaving in (person, other):
            until = step + SHORTEST_BAN + int(self.lots.random() * (LONGEST_BAN - SHORTEST_BAN + 1))
            self.bans.append((until, leaving, self.table_of[leaving]))
        self._swap(person, other)
        self.cost += least

    def _changes(self, person: int) -> list[int]:
        """Return for everybody by how much the cost would change if this person changed places with them."""
        here, own = self.table_of[person], self.own[person]
        gains = [table[person] - own for table in self.at_table]
        everybody = zip(self.table_of, self.at_table[here], self.own, self.pairs[person], strict=True)
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
        change = list(map(sub, self.pairs[other], self.pairs[one]))
        self.at_table[here] = list(map(add, self.at_table[here], change))
        self.at_table[there] = list(map(sub, self.at_table[there], change))
        for person in chain(self.tables[here], self.tables[there]):
            self.own[person] = self.at_table[self.table_of[person]][person]
            self.avoidable[person] = self.own[person] % self.mates

    def _sit_down(self, person: int, table: int, *, instead_of: int) -> None:
        seats = self.tables[table]
        seats[seats.index(instead_of)] = person
        self.table_of[person] = table

    def _one_of(self, choices: Sequence[int]) -> int:
        return choices[int(self.lots.random() * len(choices))]
