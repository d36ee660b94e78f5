"""Who comes to a seeded club's evenings and what is played there, drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import product
from random import Random

from scorekeeper.clubs.models import Player
from scorekeeper.devtools.demo_data.stock import Prepared

FIRST = (
    *("Anne", "Bruno", "Chloé", "David", "Elsa", "Frieda", "Gaston", "Hanna", "Inès", "Jonas"),
    *("Karl", "Louise", "Marion", "Nora", "Oskar", "Paula", "Quentin", "Rosa", "Solène", "Théo"),
)
LAST = ("Arnaud", "Berger", "Clair", "Dahl", "Engel", "Fabre", "Gruber", "Hofer", "Isnard", "Jung")
ROUNDS = 2
"""Sessions that one plays in an evening."""


def names(count: int, random: Random) -> list[str]:
    """So many different names."""
    found = [f"{first} {last}" for first, last in product(FIRST, LAST)]
    random.shuffle(found)
    found += [
        f"{first} {last} {number}"
        for number in range(2, 2 + count // len(found))
        for first, last in product(FIRST, LAST)
    ]
    return found[:count]


@dataclass(frozen=True, kw_only=True)
class Planned:
    """A session that will have been played: of whom, in the order of the seats, in which round and at which table."""

    prepared: Prepared
    players: Sequence[Player]
    round: int
    table_number: int = 0


@dataclass(frozen=True, kw_only=True)
class PlannedEvening:
    """The sessions of one date."""

    day: date
    present: Sequence[Player]
    sessions: Sequence[Planned]


def evenings(
    players: Sequence[Player], stock: Sequence[Prepared], *, hands: int, until: date, random: Random
) -> list[PlannedEvening]:
    """An evening each week, the last before that day, until so many hands were played; the first first."""
    found: list[PlannedEvening] = []
    left, day = hands, until
    while left > 0:
        day -= timedelta(weeks=1)
        present = random.sample(players, max(min(4, len(players)), len(players) * random.randint(55, 80) // 100))
        sessions: list[Planned] = []
        for round_ in range(ROUNDS):
            for planned in _round(present, stock, round_, random):
                if left > 0:
                    sessions.append(replace(planned, table_number=len(sessions) + 1))
                    left -= len(planned.prepared.outcomes)
        found.append(PlannedEvening(day=day, present=present, sessions=sessions))
    return found[::-1]


def _round(present: Sequence[Player], stock: Sequence[Prepared], round_: int, random: Random) -> Iterator[Planned]:
    """Tables for all who are there, but for one or two who may be left over; no two as last time."""
    waiting = random.sample(present, len(present))
    while True:
        fitting = [one for one in stock if one.table.size <= len(waiting)]
        if not fitting:
            return
        found = random.choice(fitting)
        yield Planned(prepared=found, players=waiting[: found.table.size], round=round_)
        waiting = waiting[found.table.size :]
