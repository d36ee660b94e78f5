"""What the engine is asked and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

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

    `sat_out` is in how many rounds so far they sat out.
    """

    number: int
    name: str
    team: str | None = None
    sat_out: int = 0


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
