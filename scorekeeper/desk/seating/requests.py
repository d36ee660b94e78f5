"""What the seating engine is asked and what it answers; the sizes of tables, and who has met whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, pairwise
from typing import TypeVar

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _

Tables = tuple[tuple[str, ...], ...]
"""The names at each table in seat order, table 1 first."""


class SeatingMethod(StrEnum):
    """How the order is made in which the entrants fill the tables."""

    DRAW = "draw"
    RANK = "rank"
    FEWEST_MEETINGS = "fewest_meetings"
    CYCLIC = "cyclic"


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """Somebody who can be seated in the next round: a tournament's entry, or a player who is free at an evening.

    `sat_out` is in how many rounds so far they sat out, and `at_odd_tables` in how many they sat at an odd table.
    """

    number: int
    name: str
    team: str | None = None
    sat_out: int = 0
    at_odd_tables: int = 0


@dataclass(frozen=True, kw_only=True)
class Seating:
    """Who sits where in a round, and who sits out."""

    tables: Tables
    out: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SeatingRequest:
    """The round to seat, with what the method needs to know about the rounds so far.

    * `sizes` are those of the tables, table 1 first, such as (4, 4, 3); entrants who find no place sit out. With
      teams kept apart, they differ by one at most.
    * `round` counts from 0.
    * `seed` is needed for `draw`; other methods settle what remains free by it.
    * `ranking` has start numbers in the order of the ranking so far, those who share a place by start number. Entrants
      who are not in it, such as late entries, come after it by start number.
    * `meetings` says how often two people have sat at one table, by their names.
    * `rotate` lets people take turns at odd tables with `fewest_meetings` even if more of them then meet again;
      otherwise they do so only as far as that makes no difference.
    * `first` are the tables of round 0, from which movements continue.
    """

    sizes: Sequence[int]
    entrants: Sequence[Entrant]
    method: SeatingMethod
    round: int = 0
    seed: int | None = None
    ranking: Sequence[int] = ()
    meetings: Mapping[frozenset[str], int] = field(default_factory=dict)
    first: Tables = ()
    keep_apart: bool = False
    rotate: bool = False


USUAL_SIZE = 4
"""The size of most tables; the others are odd ones."""

Person = TypeVar("Person")


def at_odd_tables(tables: Iterable[Sequence[Person]]) -> list[Person]:
    """Return those who sit at an odd table."""
    return [person for table in tables if len(table) != USUAL_SIZE for person in table]


def table_sizes(allowed: Collection[int], players: int, odd_tables: int = 5) -> tuple[int, ...]:
    """Return the sizes of the tables, tables of four first.

    `allowed` are the sizes that the game can be played at; `odd_tables` is preferred among those that are not four. No
    tables if the players are too few for one.

    >>> table_sizes((3, 4), 10), table_sizes((3, 4), 5), table_sizes((4,), 10)
    ((4, 3, 3), (4,), (4, 4))

    Tarot, with tables of five or of three; six cannot be seated with a five, and five not with threes:

    >>> table_sizes((3, 4, 5), 13), table_sizes((3, 4, 5), 13, odd_tables=3)
    ((4, 4, 5), (4, 3, 3, 3))
    >>> table_sizes((3, 4, 5), 6), table_sizes((3, 4, 5), 5, odd_tables=3)
    ((3, 3), (5,))
    """
    others = sorted(set(allowed) - {USUAL_SIZE}, key=lambda size: (size != odd_tables, size))
    usual = USUAL_SIZE in allowed
    for seated in range(players, 0, -1):
        for other in others or [USUAL_SIZE]:
            if sizes := _divided(seated, other, usual=usual):
                return sizes
    return ()


def _divided(players: int, other: int, *, usual: bool) -> tuple[int, ...]:
    """Return tables of four, then the fewest of another size that seat exactly these players; empty if impossible."""
    for odd in range(players // other + 1):
        rest = players - odd * other
        if rest % USUAL_SIZE == 0 and (usual or not rest):
            return (USUAL_SIZE,) * (rest // USUAL_SIZE) + (other,) * odd
    return ()


def even_sizes(people: int, allowed: Sequence[int], tables: int | None = None) -> tuple[int, ...]:
    """Return the sizes of the tables that seat most people, as even as possible; raise `RuleError` at `tables`.

    Without `tables`, any number of tables will do: first as few people left over as possible, then sizes as close to
    four as possible. Empty if there are too few people for one table.

    >>> even_sizes(9, (4, 5)), even_sizes(9, (4,)), even_sizes(10, (3, 4, 5)), even_sizes(10, (3, 4, 5), tables=2)
    ((5, 4), (4, 4), (4, 3, 3), (5, 5))
    """
    possible = numbers_of_tables(people, allowed)
    if tables is not None and possible:
        if tables not in possible:
            message = _("With {people} people there can be 1 to {most} tables.", people=people, most=possible[-1])
            raise RuleError(Code.OUT_OF_RANGE, "tables", message)
        possible = range(tables, tables + 1)
    divisions = [_divided_evenly(people, sorted(allowed), number) for number in possible]
    return min(divisions, key=lambda sizes: (people - sum(sizes), _unusual(sizes), len(sizes)), default=())


def numbers_of_tables(people: int, allowed: Sequence[int]) -> range:
    """Return how many tables there can be.

    >>> numbers_of_tables(10, (3, 4)), numbers_of_tables(3, (4,))
    (range(1, 4), range(1, 1))
    """
    return range(1, people // min(allowed) + 1)


def _unusual(sizes: Sequence[int]) -> float:
    """Return the mean squared difference of the sizes from four."""
    return sum((size - USUAL_SIZE) ** 2 for size in sizes) / len(sizes)


def _divided_evenly(people: int, allowed: Sequence[int], number: int) -> tuple[int, ...]:
    """Return `number` table sizes that seat as many people as possible, larger ones first.

    All tables begin with the smallest size, and each in turn gets the next larger one as long as there are people.
    """
    sizes = [allowed[0]] * number
    for smaller, larger in pairwise(allowed):
        for table in range(number):
            if sizes[table] == smaller and sum(sizes) - smaller + larger <= people:
                sizes[table] = larger
    return tuple(sizes)


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
