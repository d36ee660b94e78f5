"""Tables of little weight for many people: tabu search over swaps of two people.

This is how the field searches for rounds in which golfers don't meet again (Dotú and Van Hentenryck, *Scheduling Social
Golfers Locally*, 2005): someone who has met others at the table changes places with the person for whom that is best,
even if it is worse than before, and for some steps neither goes back. The best tables on the way are the result. The
search ends after a number of steps, not after a time, so that it has the same result on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random

from scorekeeper.tournaments.seating.weights import Groups, Weights, total_weight

EFFORT = 2_000_000
"""How many swaps are weighed up: about half a second."""


def fewer_meetings(tables: Sequence[Sequence[int]], weights: Weights, heavy: int, lots: Random) -> Groups:
    """Return tables of less weight, found by swapping people.

    Only what is lighter than `heavy` is searched for: pairs of mates must already be as few as possible, and they stay
    so.
    """
    search = _TabuSearch(tables, weights, heavy, lots)
    search.run(EFFORT // len(weights))
    return search.best


class _TabuSearch:
    def __init__(self, tables: Sequence[Sequence[int]], weights: Weights, heavy: int, lots: Random) -> None:
        self.weights = weights
        self.heavy = heavy
        self.lots = lots
        self.tables = [list(table) for table in tables]
        people = range(len(weights))
        self.table_of = [0] * len(people)
        for number, table in enumerate(self.tables):
            for person in table:
                self.table_of[person] = number
        self.at_table = [[sum(weights[one][other] for other in table) for one in people] for table in tables]
        """For each table, what each person's weight is or would be there."""
        self.own = [self.at_table[table][person] for person, table in enumerate(self.table_of)]
        self.known = [[other for other in people if weights[person][other]] for person in people]
        """Whom each person has met, or is a mate of."""
        self.closed_until = [[0] * len(people) for _ in tables]
        """For each table, until which step each person may not return to it."""
        self.weight = total_weight(self.tables, weights)
        self.best_weight, self.best = self.weight, self._copy()

    def run(self, steps: int) -> None:
        for step in range(steps):
            repeating = [person for person, weight in enumerate(self.own) if weight % self.heavy]
            if not repeating:
                break
            self._move(self._one_of(repeating), step)
            if self.weight < self.best_weight:
                self.best_weight, self.best = self.weight, self._copy()

    def _move(self, person: int, step: int) -> None:
        here = self.table_of[person]
        gains = self._changes(person)
        closed = self.closed_until
        free = [
            change if closed[there][person] <= step and until <= step else 1 << 60
            for change, there, until in zip(gains, self.table_of, closed[here], strict=True)
        ]
        least = min(gains)
        if self.weight + least >= self.best_weight:
            gains, least = free, min(free)
        if least >= 1 << 59:
            return
        other = self._one_of([one for one, change in enumerate(gains) if change == least])
        there = self.table_of[other]
        self._swap(person, other)
        self.weight += least
        tenure = step + 4 + int(self.lots.random() * 8)
        closed[here][person] = tenure
        closed[there][other] = tenure

    def _changes(self, person: int) -> list[int]:
        here = self.table_of[person]
        own = self.own[person]
        elsewhere = [table[person] - own for table in self.at_table]
        changes = [
            elsewhere[there] + joining - leaving - 2 * between
            for there, joining, leaving, between in zip(
                self.table_of, self.at_table[here], self.own, self.weights[person], strict=True
            )
        ]
        for mate in self.tables[here]:
            changes[mate] = 1 << 60
        return changes

    def _swap(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        for leaving, joining, left, joined in ((one, other, here, there), (other, one, there, here)):
            self.tables[left][self.tables[left].index(leaving)] = joining
            self.table_of[leaving] = joined
            before, after = self.at_table[left], self.at_table[joined]
            row = self.weights[leaving]
            for person in self.known[leaving]:
                before[person] -= row[person]
                after[person] += row[person]
        for person in chain(self.tables[here], self.tables[there]):
            self.own[person] = self.at_table[self.table_of[person]][person]

    def _one_of(self, choices: Sequence[int]) -> int:
        return choices[int(self.lots.random() * len(choices))]

    def _copy(self) -> Groups:
        return [list(table) for table in self.tables]
