"""The evenings of a seeded club: who is present and what is played, chosen at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import product
from random import Random

from scorekeeper.clubs.models import Player
from scorekeeper.devtools.demo_data.prepared_sessions import PreparedSession

FIRST = (
    *("Anne", "Bruno", "Chloé", "David", "Elsa", "Frieda", "Gaston", "Hanna", "Inès", "Jonas"),
    *("Karl", "Louise", "Marion", "Nora", "Oskar", "Paula", "Quentin", "Rosa", "Solène", "Théo"),
)
LAST = ("Arnaud", "Berger", "Clair", "Dahl", "Engel", "Fabre", "Gruber", "Hofer", "Isnard", "Jung")
ROUNDS = 2
"""Sessions that a player plays in an evening, at most."""


def names(count: int, random: Random) -> list[str]:
    """Return `count` different names in random order."""
    full_names = [f"{first} {last}" for first, last in product(FIRST, LAST)]
    random.shuffle(full_names)
    full_names += [
        f"{first} {last} {number}"
        for number in range(2, 2 + count // len(full_names))
        for first, last in product(FIRST, LAST)
    ]
    return full_names[:count]


@dataclass(frozen=True, kw_only=True)
class PlannedSession:
    """A session to be inserted: what was played, the players in seat order, the round and the table."""

    prepared: PreparedSession
    players: Sequence[Player]
    round: int
    table_number: int = 0


@dataclass(frozen=True, kw_only=True)
class PlannedEvening:
    """An evening to be inserted: its date, who was present, and its sessions."""

    day: date
    present: Sequence[Player]
    sessions: Sequence[PlannedSession]


def evenings(
    players: Sequence[Player], prepared: Sequence[PreparedSession], *, hands: int, until: date, random: Random
) -> list[PlannedEvening]:
    """Return weekly evenings with at least `hands` hands in all, oldest first; the last is a week before `until`."""
    planned_evenings: list[PlannedEvening] = []
    remaining, day = hands, until
    while remaining > 0:
        day -= timedelta(weeks=1)
        present = random.sample(players, max(min(4, len(players)), len(players) * random.randint(55, 80) // 100))
        sessions: list[PlannedSession] = []
        for round_ in range(ROUNDS):
            for planned in _round(present, prepared, round_, random):
                if remaining > 0:
                    sessions.append(replace(planned, table_number=len(sessions) + 1))
                    remaining -= len(planned.prepared.outcomes)
        planned_evenings.append(PlannedEvening(day=day, present=present, sessions=sessions))
    return planned_evenings[::-1]


def _round(
    present: Sequence[Player], prepared: Sequence[PreparedSession], round_: int, random: Random
) -> Iterator[PlannedSession]:
    """Yield tables for everyone present, seated at random; those who are too few for any table are left over."""
    waiting = random.sample(present, len(present))
    while True:
        fitting = [session for session in prepared if session.table.size <= len(waiting)]
        if not fitting:
            return
        table = random.choice(fitting)
        yield PlannedSession(prepared=table, players=waiting[: table.table.size], round=round_)
        waiting = waiting[table.table.size :]
