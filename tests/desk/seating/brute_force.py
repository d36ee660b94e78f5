"""All possible tables, to compare the engine's with: written without it, and slow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

Names = frozenset[str]
Meetings = Mapping[frozenset[str], int]


def all_seatings(people: Names, sizes: Sequence[int]) -> Iterator[tuple[Names, ...]]:
    """Yield all ways to seat some of these people at tables of these sizes; the others sit out."""
    if not sizes:
        yield ()
        return
    for table in combinations(sorted(people), sizes[0]):
        for others in all_seatings(people - set(table), sizes[1:]):
            yield (frozenset(table), *others)


def all_partitions(people: Names, sizes: Sequence[int]) -> Iterator[tuple[Names, ...]]:
    """Yield the ways to seat all of these people, each only once if tables of one size are taken for the same."""
    if not people:
        yield ()
        return
    first = min(people)
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for company in combinations(sorted(people - {first}), size - 1):
            table = frozenset({first, *company})
            for others in all_partitions(people - table, rest):
                yield (table, *others)


def repeats(tables: Sequence[Sequence[str] | Names], meetings: Meetings) -> int:
    """Return the sum over all pairs that sit together of how often they have sat together."""
    return sum(meetings.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


def mates(tables: Sequence[Sequence[str] | Names], teams: Mapping[str, str | None]) -> int:
    """Return how many pairs of one team sit together."""
    return sum(
        teams[one] is not None and teams[one] == teams[other]
        for table in tables
        for one, other in combinations(table, 2)
    )
