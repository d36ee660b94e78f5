"""The units that standings count: evenings or rounds, never single sessions.

All results of a person at one evening are one unit, however many sessions they come from: a change of players, a
further session at the same table or another table on the same evening makes no second one. Where rounds are counted,
the same goes for those of a round, and what was played at an evening without rounds is one unit. A session outside any
evening is a unit of its own. A table on paper belongs to its round like a session.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Min, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scorekeeper.evenings.models import Round
from scorekeeper.play.models import Result, Session
from scorekeeper.standings.models import CountedBy
from scorekeeper.standings.paper_tables import PaperPenalty, PaperTable
from scorekeeper.web.dates import evening_date

Unit = tuple[str, int]
"""What it is, "round", "evening", "session" or "list", and its primary key."""


@dataclass(frozen=True, kw_only=True)
class PlayedUnit:
    """An evening, a round of one, or a session outside any evening.

    `order` is the order of play: the day, when its first session or, on paper, its round began, and a primary key.
    `public_id` is that of its page; a round has that of its evening.
    """

    unit: Unit
    order: tuple[date, datetime, int]
    name: str
    public_id: str

    @property
    def day(self) -> date:
        return self.order[0]

    @property
    def is_evening(self) -> bool:
        """Whether its page is that of an evening."""
        return self.unit[0] != "session"


class UnitResult(NamedTuple):
    """What one seat gained in a session, or one player at a table on paper, and the unit that this belongs to.

    `player` is a primary key, and `session` that of a session or what stands for a list on paper. `hands` are None if
    nobody knows how many were played.
    """

    player: int
    unit: Unit
    session: Hashable
    game: str
    hands: int | None
    amount: int


def unit_of(counted_by: str, session: int, round_: int | None, evening: int | None) -> Unit:
    """Return the unit of a session with this round and this evening."""
    if round_ is not None and counted_by == CountedBy.ROUNDS:
        return "round", round_
    return ("session", session) if evening is None else ("evening", evening)


def unit_of_round(counted_by: str, of_round: Round) -> Unit:
    """Return the unit of a table that was played on paper in a round."""
    return ("round", of_round.pk) if counted_by == CountedBy.ROUNDS else ("evening", of_round.evening_id)


def played_units(sessions: QuerySet[Session], tables: Iterable[PaperTable], counted_by: str) -> dict[Unit, PlayedUnit]:
    """Return the units of these sessions and tables on paper, in the order of play: by day, then by their beginning."""
    units: dict[Unit, PlayedUnit] = {}
    on_paper = (_unit_on_paper(table, counted_by) for table in tables)
    for result in sorted(chain(_units_on_phones(sessions, counted_by), on_paper), key=attrgetter("order")):
        units.setdefault(result.unit, result)
    return units


def _units_on_phones(sessions: QuerySet[Session], counted_by: str) -> Iterator[PlayedUnit]:
    of_round = ("round", "round__number") if counted_by == CountedBy.ROUNDS else ()
    name, page = Coalesce("evening__name", "title"), Coalesce("evening__public_id", "public_id")
    rows = sessions.order_by().values("evening", "evening__date", *of_round, name=name, page=page)
    for row in rows.annotate(began=Min("started_at"), first=Min("pk")):
        yield PlayedUnit(
            unit=unit_of(counted_by, row["first"], row.get("round"), row["evening"]),
            order=(row["evening__date"] or evening_date(row["began"]), row["began"], row["first"]),
            name=_name(row["name"], row.get("round__number")),
            public_id=row["page"],
        )


def _unit_on_paper(table: PaperTable, counted_by: str) -> PlayedUnit:
    evening = table.round.evening
    return PlayedUnit(
        unit=unit_of_round(counted_by, table.round),
        order=(table.day, table.started_at, table.key),
        name=_name(evening.name, table.round.number if counted_by == CountedBy.ROUNDS else None),
        public_id=evening.public_id,
    )


def _name(name: str, round_number: int | None) -> str:
    if round_number is None:
        return name
    return " · ".join(filter(None, [name, _("Round %(number)s") % {"number": round_number}]))


def unit_results(results: QuerySet[Result], amount: str, counted_by: str) -> Iterator[UnitResult]:
    """Yield these results, session by session; `amount` is the column that is added up."""
    columns = ("seat__player", "session", "session__round", "session__evening", "session__game", "hands", amount)
    units: dict[int, Unit] = {}
    for player, session, round_, evening, game, hands, gained in results.order_by("session_id").values_list(*columns):
        if session not in units:
            units[session] = unit_of(counted_by, session, round_, evening)
        yield UnitResult(player, units[session], session, game, hands, gained)


def paper_unit_results(table: PaperTable, counted_by: str, *, points: bool) -> Iterator[UnitResult]:
    """Yield what players gained at a table on paper; in tournament `points`, only if the list tells them."""
    unit = unit_of_round(counted_by, table.round)
    for result in table.results:
        amount = result.points if points else result.total
        if amount is not None:
            yield UnitResult(result.player.pk, unit, table.session, table.round.game, result.hands, amount)


def penalties_by_unit(penalties: Iterable[PaperPenalty], counted_by: str) -> dict[tuple[int, Unit], int]:
    """Return what tournaments have taken off, by player and unit: any one result there has to bear it."""
    taken: dict[tuple[int, Unit], int] = {}
    for penalty in penalties:
        key = penalty.player, unit_of_round(counted_by, penalty.round)
        taken[key] = taken.get(key, 0) + penalty.points
    return taken


def less_penalties(
    results: Iterable[UnitResult], penalties: Iterable[PaperPenalty], counted_by: str
) -> Iterable[UnitResult]:
    """Return the results without what tournaments have taken off."""
    taken = penalties_by_unit(penalties, counted_by)
    if not taken:
        return results
    return (result._replace(amount=result.amount - taken.pop((result.player, result.unit), 0)) for result in results)
