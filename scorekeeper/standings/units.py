"""The units that standings count: evenings or rounds, never single sessions.

All results of a person at one evening are one unit, however many sessions they come from: a change of players, a
further session at the same table or another table on the same evening makes no second one. Where rounds are counted,
the same goes for those of a round, and what was played at an evening without rounds is one unit. A session outside any
evening is a unit of its own, together with its other stretches. A table on paper belongs to its round like a session.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from scorekeeper.evenings.models import Round
from scorekeeper.play import stretches
from scorekeeper.play.models import Session
from scorekeeper.standings.models import CountedBy, Result
from scorekeeper.standings.paper_tables import PaperTable
from scorekeeper.web.evening_dates import evening_date

Unit = tuple[str, int]
"""What it is, "round", "evening", "session" or "list", and its primary key; a session has that of its first stretch."""

COLUMNS: Mapping[str, Sequence[str]] = {
    CountedBy.EVENINGS: ("evening",),
    CountedBy.ROUNDS: ("round", "evening"),
}
"""The columns of a session that name its unit, by what is counted; the first one that is not empty does."""


@dataclass(frozen=True)
class UnitFinder:
    """Finds the unit of a result; `sessions` are those in which further stretches are looked for, if need be."""

    counted_by: str
    sessions: QuerySet[Session]

    @property
    def paths(self) -> list[str]:
        """The lookup paths from a result to the columns that name its unit."""
        return [f"session__{column}" for column in COLUMNS[self.counted_by]]

    def unit(self, session: int, *keys: int | None) -> Unit:
        """Return the unit of a session with these keys in those columns."""
        for column, key in zip(COLUMNS[self.counted_by], keys, strict=True):
            if key is not None:
                return column, key
        return self.whole(session)

    def whole(self, session: int) -> Unit:
        """Return the session that this is a stretch of, by its first stretch."""
        return "session", self._first_stretches.get(session, session)

    def unit_of_round(self, of_round: Round) -> Unit:
        """Return the unit of a table that was played on paper in a round."""
        if self.counted_by == CountedBy.ROUNDS:
            return "round", of_round.pk
        return "evening", of_round.evening_id

    @cached_property
    def _first_stretches(self) -> dict[int, int]:
        return stretches.first_stretches(self.sessions)


class UnitResult(NamedTuple):
    """The result of one seat, with its unit and day; the player is a primary key.

    `session` is the whole session or the list, which counts as one whatever its stretches.
    `order` says what was played first on a day: when the session or, on paper, its round began, and the primary key.
    `hands` are None if nobody knows how many were played.
    """

    player: int
    game: str
    session: Unit
    unit: Unit
    day: date
    order: tuple[datetime, int]
    hands: int | None
    amount: int


def unit_results(results: QuerySet[Result], amount: str, finder: UnitFinder) -> Iterator[UnitResult]:
    """Yield these results with their units; `amount` is the column that is added up."""
    of_session = ("session__evening__date", "session__started_at", "session", "session__game")
    columns = (*of_session, "seat__player", "hands", amount, *finder.paths)
    units: dict[int, Unit] = {}
    rows = results.order_by().values_list(*columns)
    for of_evening, started, session, game, player, hands, gained, *keys in rows:
        if session not in units:
            units[session] = finder.unit(session, *keys)
        day = of_evening or evening_date(started)
        yield UnitResult(player, game, finder.whole(session), units[session], day, (started, session), hands, gained)


def paper_unit_results(
    table: PaperTable, finder: UnitFinder, *, points: bool, members_only: bool = False
) -> Iterator[UnitResult]:
    """Yield what players gained at a table on paper; in tournament `points`, only if the list tells them."""
    of_round = table.round
    unit, order = finder.unit_of_round(of_round), (table.started_at, table.key)
    for one in table.results:
        amount = one.points if points else one.total
        if amount is not None and not (members_only and one.player.guest):
            yield UnitResult(one.player.pk, of_round.game, table.session, unit, table.day, order, one.hands, amount)


def unit_sums(results: Iterable[UnitResult]) -> dict[Unit, int]:
    """Return what one person gained in each unit, in the order of play: by day, then by what began first."""
    sums: dict[Unit, int] = {}
    for one in sorted(results, key=lambda one: (one.day, one.order)):
        sums[one.unit] = sums.get(one.unit, 0) + one.amount
    return sums
