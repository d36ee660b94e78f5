"""A tournament so far, as it was read from its rows or its document, after all checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorekeeper.desk.document.entries import EntryRecord
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.terms import TournamentTerms
from scorekeeper.desk.seating.requests import at_odd_tables, count_meetings


class RoundResult(NamedTuple):
    """What a round at a table brought the player of a seat.

    `points` are the game points; `round_points` count in the ranking, less the `penalty`, which is below zero where
    the lowest total wins. Games won and lost are 0 where a game doesn't count them.
    """

    points: int
    round_points: int
    won: int
    lost: int
    penalty: int = 0

    def less(self, penalty: int) -> RoundResult:
        """Return the result with a penalty."""
        return self._replace(round_points=self.round_points - penalty, penalty=penalty)


@dataclass(frozen=True, kw_only=True)
class RoundTable:
    """A table of a round: the names in seat order and, once it has been played, their results."""

    seats: tuple[str, ...]
    results: tuple[RoundResult, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class RoundRecord:
    """The tables of a round, table 1 first, and the names of those who sit out."""

    tables: tuple[RoundTable, ...]
    out: tuple[str, ...] = ()

    @cached_property
    def seated(self) -> frozenset[str]:
        """The names at all tables."""
        return frozenset(name for table in self.tables for name in table.seats)

    @cached_property
    def at_odd_tables(self) -> frozenset[str]:
        """The names at odd tables."""
        return frozenset(at_odd_tables(table.seats for table in self.tables))

    @cached_property
    def results(self) -> dict[str, RoundResult]:
        """The results by name, of the tables that have been played; empty if there are none."""
        return {
            name: result
            for table in self.tables
            if table.results is not None
            for name, result in zip(table.seats, table.results, strict=True)
        }


@dataclass(frozen=True, kw_only=True)
class TournamentRecord:
    """A tournament of the kind `rounds`: the game, the entries, the terms, and the rounds so far."""

    game: TournamentGame
    entries: tuple[EntryRecord, ...]
    terms: TournamentTerms
    rounds: tuple[RoundRecord, ...]

    @property
    def meetings(self) -> Mapping[frozenset[str], int]:
        """How often any two have sat at one table so far."""
        return count_meetings([table.seats for table in round_.tables] for round_ in self.rounds)
