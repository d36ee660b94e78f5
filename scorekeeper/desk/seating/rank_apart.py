"""Tables by rank with teams kept apart: the least sum of how many tables everybody is moved.

This is a flow of least cost. Each team has a line of places, one for each table; moving someone to the next table costs
1. From a place of the line one can sit down at its table, which costs a lot for each mate who sits there already, so
that the fewest pairs of mates come first. People without a team share a line on which sitting together is free.

The flow is found by successive shortest paths (Dijkstra with potentials; Ahuja, Magnanti, Orlin, *Network Flows*,
section 9.7). It begins with everybody at the table by rank, apart from the second and further mates at a table, and
then seats one of these after the other, which moves others on along the path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice, pairwise

from scorekeeper.desk.seating.search import Groups


def rank_apart(by_rank: Sequence[Sequence[int]], teams: Sequence[str | None]) -> Groups:
    """Return the tables nearest to those by rank with the fewest pairs of mates, each in order of rank.

    People are their places in the ranking; `teams` has everybody's team.

    >>> rank_apart([[0, 1], [2, 3], [4, 5]], ["A", "A", None, None, None, None])
    [[0, 2], [1, 3], [4, 5]]
    """
    lines: dict[str | None, list[list[int]]] = {}
    for table, people in enumerate(by_rank):
        for person in people:
            lines.setdefault(teams[person], [[] for _ in by_rank])[table].append(person)
    heavy = 1 + len(teams) * len(by_rank)
    flow = _Flow(
        homes=[[len(people) for people in line] for line in lines.values()],
        mate_costs=[0 if team is None else heavy for team in lines],
        sizes=[len(people) for people in by_rank],
    )
    flow.seat_everybody()
    tables: Groups = [[] for _ in by_rank]
    for number, line in enumerate(lines.values()):
        members = (person for people in line for person in people)
        for group, seated in zip(tables, flow.seated, strict=True):
            group.extend(islice(members, seated.get(number, 0)))
    return [sorted(table) for table in tables]


class _Flow:
    """A flow of least cost for those who are seated so far.

    Nodes are numbers: place `t` of line `l` is `l * tables + t`, and the tables come after all lines.
    """

    def __init__(self, *, homes: Sequence[Sequence[int]], mate_costs: Sequence[int], sizes: Sequence[int]) -> None:
        self.tables, self.lines = len(sizes), len(homes)
        self.mate_costs = mate_costs
        self.moved = [[0] * self.tables for _ in homes]
        """For each line, how many people move from each table to the next one; negative if they move back."""
        self.seated: list[dict[int, int]] = [{} for _ in sizes]
        """How many of each line sit at each table."""
        self.spare = list(sizes)
        self.unseated: list[int] = []
        self.potentials = [0] * (self.tables * (self.lines + 1))
        for line, people_at in enumerate(homes):
            for table, people in enumerate(people_at):
                at_once = min(people, 1) if mate_costs[line] else people
                if at_once:
                    self.seated[table][line] = at_once
                    self.spare[table] -= at_once
                self.unseated += [line * self.tables + table] * (people - at_once)

    def seat_everybody(self) -> None:
        for start in self.unseated:
            path = self._shortest_path(start)
            for node, following in pairwise(path):
                self._send(node, following)
            self.spare[path[-1] % self.tables] -= 1

    def _arcs(self, node: int) -> Iterator[tuple[int, int]]:
        """Yield where one more person can go from here, or take a person's place, and what that costs."""
        line, table = divmod(node, self.tables)
        if line == self.lines:
            for at_table, people in self.seated[table].items():
                yield at_table * self.tables + table, -self.mate_costs[at_table] * (people - 1)
            return
        yield self.lines * self.tables + table, self.mate_costs[line] * self.seated[table].get(line, 0)
        if table + 1 < self.tables:
            yield node + 1, 1 if self.moved[line][table] >= 0 else -1
        if table:
            yield node - 1, 1 if self.moved[line][table - 1] <= 0 else -1

    def _shortest_path(self, start: int) -> list[int]:
        """Return the cheapest way from a place to a table with a free seat, and adjust the potentials to it."""
        came_from: dict[int, int] = {}
        costs = {start: 0}
        done: dict[int, int] = {}
        queue = [(0, start)]
        while True:
            cost, node = heappop(queue)
            if node in done:
                continue
            done[node] = cost
            if node >= self.lines * self.tables and self.spare[node % self.tables]:
                break
            base = cost + self.potentials[node]
            for following, price in self._arcs(node):
                total = base + price - self.potentials[following]
                if following not in costs or total < costs[following]:
                    costs[following] = total
                    came_from[following] = node
                    heappush(queue, (total, following))
        for visited, distance in done.items():
            self.potentials[visited] += distance - cost
        path = [node]
        while path[-1] != start:
            path.append(came_from[path[-1]])
        return path[::-1]

    def _send(self, node: int, following: int) -> None:
        """Let one more person take this step."""
        line, table = divmod(node, self.tables)
        next_line, next_table = divmod(following, self.tables)
        if line == next_line:
            self.moved[line][min(table, next_table)] += next_table - table
        elif next_line == self.lines:
            self.seated[table][line] = self.seated[table].get(line, 0) + 1
        else:
            self.seated[table][next_line] -= 1
            if not self.seated[table][next_line]:
                del self.seated[table][next_line]
