"""Tables of little weight for many people: tabu search over swaps of two people.

This is how the field searches for rounds in which golfers don't meet again (Dotú and Van Hentenryck, *Scheduling Social
Golfers Locally*, 2005): someone who meets others again at the table changes places with the person for whom that is
best, even if it is worse than before, and for some steps neither may go back. The best tables on the way are the
result. The search ends after a number of steps, not after a time, so that it has the same result on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress
from operator import add, sub
from random import Random

from scorekeeper.desk.seating.weights import Groups, Weights, total_weight

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
        other = self._one_of([one for one, change in enumerate(changes) if change == least])
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
