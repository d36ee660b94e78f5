"""Weights: what it costs that two people sit at one table. People are indices in the order to be seated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

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
