"""Keeping teams apart by swaps.

There are fewest pairs of mates at one table if every team is spread evenly: at each table as many as at any other, or
one more. The sizes of the tables differ by one at most, so all teams can be spread evenly at the same time; and as long
as one is not, a swap of two people reduces the pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.desk.seating.weights import Groups

Team = str | int
"""A team's name or, for somebody without a team, a number that nobody else has."""


def spread(tables: Sequence[Sequence[int]], teams: Sequence[str | None]) -> Groups:
    """Return the tables with people swapped until every team is spread evenly.

    Each person who has to move changes places with the first person for whom that saves the most pairs.

    >>> spread([[0, 1], [2, 3]], ["A", "A", "B", None])
    [[2, 1], [0, 3]]
    """
    swaps = _Swaps(tables, [person if team is None else team for person, team in enumerate(teams)])
    while any(swaps.move_mates(table) for table in range(len(tables))):
        pass
    return swaps.tables


class _Swaps:
    def __init__(self, tables: Sequence[Sequence[int]], teams: Sequence[Team]) -> None:
        self.tables = [list(table) for table in tables]
        self.teams = teams
        self.mates = [Counter(teams[person] for person in table) for table in tables]
        """How many of each team are at each table."""

    def move_mates(self, table: int) -> bool:
        """Move those whose team has too many at this table; return whether anybody had to."""
        moved = False
        for seat in range(len(self.tables[table])):
            savings = [(self._saved(table, seat, *other), *other) for other in self._others(table, seat)]
            saved, other, place = max(savings, key=lambda saving: saving[0], default=(0, 0, 0))
            if saved > 0:
                self._swap(table, seat, other, place)
                moved = True
        return moved

    def _others(self, table: int, seat: int) -> list[tuple[int, int]]:
        """Return the places at the tables where this person's team has fewer by two or more."""
        team = self.teams[self.tables[table][seat]]
        few = self.mates[table][team] - 2
        return [
            (other, place)
            for other, people in enumerate(self.tables)
            if self.mates[other][team] <= few
            for place in range(len(people))
        ]

    def _saved(self, table: int, seat: int, other: int, place: int) -> int:
        """Return how many pairs fewer there are after two people have changed places."""
        here, there = self.mates[table], self.mates[other]
        leaves, comes = self.teams[self.tables[table][seat]], self.teams[self.tables[other][place]]
        return here[leaves] - 1 - there[leaves] + there[comes] - 1 - here[comes]

    def _swap(self, table: int, seat: int, other: int, place: int) -> None:
        leaves, comes = self.tables[table][seat], self.tables[other][place]
        self.tables[table][seat], self.tables[other][place] = comes, leaves
        for at, gone, new in ((table, leaves, comes), (other, comes, leaves)):
            self.mates[at][self.teams[gone]] -= 1
            self.mates[at][self.teams[new]] += 1
