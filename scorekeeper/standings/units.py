"""The units that standings count: evenings or rounds, never single sessions.

All results of a person at one evening are one unit, however many sessions they come from: a change of players, a
further session at the same table or another table on the same evening makes no second one. Where rounds are counted,
the same goes for those of a round, and what was played at an evening without rounds is one unit. A session outside any
evening is a unit of its own. A table on paper belongs to its round like a session.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from typing import NamedTuple

from django.db.models import QuerySet

from scorekeeper.evenings.models import Round
from scorekeeper.play.models import Result, Session
from scorekeeper.standings.models import CountedBy
from scorekeeper.standings.paper_tables import PaperPenalty, PaperTable
from scorekeeper.web.dates import evening_date

Unit = tuple[str, int]
"""What it is, "round", "evening", "session" or "list", and its primary key."""

COLUMNS: Mapping[str, Sequence[str]] = {
    CountedBy.EVENINGS: ("evening",),
    CountedBy.ROUNDS: ("round", "evening"),
}
"""The columns of a session that name its unit, by what is counted; the first one that is not empty does."""


class CountedSession(NamedTuple):
    """A session, or a table on paper, as standings count it.

    `whole` is the session or the list.
    `order` is the order of play: the day, when the session or, on paper, its round began, and the primary key.
    `evening` is the name and the public id of its evening, if it has one.
    """

    game: str
    whole: Unit
    unit: Unit
    order: tuple[date, datetime, int]
    evening: tuple[str, str]


class UnitResult(NamedTuple):
    """The result of one seat; the player is a primary key. `hands` are None if nobody knows how many were played."""

    player: int
    session: CountedSession
    hands: int | None
    amount: int


@dataclass(frozen=True)
class UnitFinder:
    """Finds the unit of a session."""

    counted_by: str

    @property
    def paths(self) -> list[str]:
        """The lookup paths from a result to the columns that name its unit."""
        return [f"session__{column}" for column in COLUMNS[self.counted_by]]

    def counted(self, sessions: QuerySet[Session]) -> dict[int, CountedSession]:
        """Return these sessions by primary key."""
        of_evening = ("evening__date", "evening__name", "evening__public_id")
        columns = ("pk", "game", "started_at", *of_evening, *COLUMNS[self.counted_by])
        rows = sessions.order_by().values_list(*columns)
        return {
            key: CountedSession(
                game=game,
                whole=("session", key),
                unit=self.unit(key, *keys),
                order=(day or evening_date(started), started, key),
                evening=(name, public_id),
            )
            for key, game, started, day, name, public_id, *keys in rows
        }

    def unit(self, session: int, *keys: int | None) -> Unit:
        """Return the unit of a session with these keys in the columns that name it."""
        for column, key in zip(COLUMNS[self.counted_by], keys, strict=True):
            if key is not None:
                return column, key
        return "session", session

    def unit_of_round(self, of_round: Round) -> Unit:
        """Return the unit of a table that was played on paper in a round."""
        if self.counted_by == CountedBy.ROUNDS:
            return "round", of_round.pk
        return "evening", of_round.evening_id


def unit_results(
    results: QuerySet[Result], amount: str, sessions: Mapping[int, CountedSession]
) -> Iterator[UnitResult]:
    """Yield these results of these sessions; `amount` is the column that is added up.

    Sessions are read apart from results: what a session is would otherwise be read and converted for each seat. What
    has come to count in between is left out.
    """
    rows = results.order_by().values_list("session", "seat__player", "hands", amount)
    for session, player, hands, gained in rows:
        if session in sessions:
            yield UnitResult(player, sessions[session], hands, gained)


def paper_unit_results(
    table: PaperTable, finder: UnitFinder, *, points: bool, members_only: bool = False
) -> Iterator[UnitResult]:
    """Yield what players gained at a table on paper; in tournament `points`, only if the list tells them."""
    played, evening = table.round, table.round.evening
    session = CountedSession(
        game=played.game,
        whole=table.session,
        unit=finder.unit_of_round(played),
        order=(table.day, table.started_at, table.key),
        evening=(evening.name, evening.public_id),
    )
    for one in table.results:
        amount = one.points if points else one.total
        if amount is not None and not (members_only and one.player.guest):
            yield UnitResult(one.player.pk, session, one.hands, amount)


def penalties_by_unit(penalties: Iterable[PaperPenalty], finder: UnitFinder) -> dict[tuple[int, Unit], int]:
    """Return what tournaments have taken off, by player and unit: any one result there has to bear it."""
    taken: dict[tuple[int, Unit], int] = {}
    for one in penalties:
        key = one.player, finder.unit_of_round(one.round)
        taken[key] = taken.get(key, 0) + one.points
    return taken


def less_penalties(
    results: Iterable[UnitResult], penalties: Iterable[PaperPenalty], finder: UnitFinder
) -> Iterable[UnitResult]:
    """Return the results without what tournaments have taken off."""
    taken = penalties_by_unit(penalties, finder)
    if not taken:
        return results
    return (one._replace(amount=one.amount - taken.pop((one.player, one.session.unit), 0)) for one in results)


def unit_sums(results: Iterable[UnitResult]) -> dict[Unit, int]:
    """Return what one person gained in each unit, in the order of play: by day, then by what began first."""
    sums: dict[Unit, int] = {}
    for one in sorted(results, key=attrgetter("session.order")):
        unit = one.session.unit
        sums[unit] = sums.get(unit, 0) + one.amount
    return sums
