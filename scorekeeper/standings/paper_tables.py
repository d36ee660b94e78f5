"""Tables that a tournament played on paper: their lists count like sessions, and in place of one at the table.

Tournaments can't be imported here; they register what reads their lists when the server starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple, Protocol

from django.db.models import Exists, QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.evenings.models import Round
from scorekeeper.play.recording.ports import Port


class PaperResult(NamedTuple):
    """What a player scored, in the units of a session's `Result`.

    `points` are None if the game has no tournament points, and `hands` if the round has no planned number of hands.
    """

    player: Player
    total: int
    points: int | None
    hands: int | None


class PaperPenalty(NamedTuple):
    """Points that a tournament has taken off a player, by primary key, in a round."""

    player: int
    round: Round
    points: int


@dataclass(frozen=True, kw_only=True)
class PaperTable:
    """A table of a round, with its results in seat order. It counts as begun when its round was published."""

    key: int
    round: Round
    number: int
    results: Sequence[PaperResult]

    @property
    def session(self) -> tuple[str, int]:
        """What it counts as beside the sessions."""
        return "list", self.key

    @property
    def day(self) -> date:
        return self.round.evening.date

    @property
    def started_at(self) -> datetime:
        assert self.round.published_at is not None
        return self.round.published_at


@dataclass(frozen=True, kw_only=True)
class PaperRecord:
    """What was written on paper in some rounds: tables whose list was typed and is confirmed, and penalties."""

    tables: Sequence[PaperTable] = ()
    penalties: Sequence[PaperPenalty] = ()


class PaperTables(Protocol):
    """What tournaments played on paper."""

    def read(self, rounds: QuerySet[Round], player: Player | None) -> PaperRecord:
        """Return what was written in these rounds, or only the tables at which a player sat, and own penalties."""
        ...

    def counts_for_session(self) -> Exists:
        """Return the condition of a session in place of which a list counts."""
        ...


paper_tables: Port[PaperTables] = Port("paper tables")
