"""What the engine is asked and what it answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
    """An entry that can be seated in the next round.

    `sat_out` is in how many rounds so far a seating named it as sitting out.
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
    """What is to be seated, with what the method needs to know of the rounds so far.

    * `sizes` are the numbers of players at a table that the game allows, such as (3, 4) for Skat.
    * `odd_tables` is the size of tables that are not of four, if the game allows several.
    * `round` counts from 0.
    * `seed` is needed for `draw`; other methods settle what remains free by it.
    * `ranking` has start numbers in the order of the ranking so far, who shares a place by start number. Entrants who
      are not in it, such as late entries, come after it by start number.
    * `meetings` says how often two people have sat at one table, by their names.
    * `first` are the tables of round 0, from which movements continue.
    """

    sizes: Collection[int]
    entrants: Sequence[Entrant]
    method: SeatingMethod
    round: int = 0
    seed: int | None = None
    ranking: Sequence[int] = ()
    meetings: Mapping[frozenset[str], int] = field(default_factory=dict)
    first: Tables = ()
    odd_tables: int = 5
    keep_apart: bool = False
