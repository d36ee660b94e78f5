"""Meetings: how often two people have sat at one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, kw_only=True)
class MeetingSummary:
    """The most often that any two have met, and how many pairs have met more than once."""

    most: int
    repeated: int


def count_meetings(rounds: Iterable[Iterable[Sequence[str]]]) -> Counter[frozenset[str]]:
    """Return how often each pair has met, from the tables of the rounds.

    >>> count_meetings([[["Anne", "Bruno"]], [["Bruno", "Anne"]]])[frozenset({"Anne", "Bruno"})]
    2
    """
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


def summary(meetings: Mapping[frozenset[str], int]) -> MeetingSummary:
    """Return what the desk shows of repeats that could not be avoided."""
    return MeetingSummary(
        most=max(meetings.values(), default=0), repeated=sum(times > 1 for times in meetings.values())
    )
