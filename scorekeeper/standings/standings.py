"""Standings: the results of a club's closed sessions for each player.

*Terms* say which sessions count: of a season or of all time, of a game, of a rule set; by totals or by the game's
tournament points; how many evenings or rounds, the *units*, a player needs to be ranked; and, with *best*, how many of
each player's best ones count. A *standing* is one player's result on these terms.

Everything is read from the results that closing a session wrote, and from the lists of tables that a tournament played
on paper, each of which counts as a session: no hand is replayed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from games import registry
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import NameOrder, display_name, name_order
from scorekeeper.evenings.models import Round
from scorekeeper.play.models import CallStats, PlayerPairStats, Result, Session, SessionQuerySet
from scorekeeper.standings.championship import ScoreRow, Scoring, UnitScore, ranking, score_rows
from scorekeeper.standings.models import CountedBy, Season
from scorekeeper.standings.paper_tables import PaperPenalty, PaperRecord, counts_for_session, paper_record
from scorekeeper.standings.units import (
    PlayedUnit,
    Unit,
    UnitResult,
    less_penalties,
    paper_unit_results,
    played_units,
    unit_results,
)

StatsT = TypeVar("StatsT", CallStats, PlayerPairStats)
SORTS = ("total", "average", "units", "sessions", "hands", "name")
"""The sort orders. Ranked players are ranked by the same figure, or by the total when sorted by name."""


class Played(NamedTuple):
    """The units that were played, in the order of play, the results, and the penalties that tournaments took off."""

    units: Mapping[Unit, PlayedUnit]
    results: Iterable[UnitResult]
    penalties: Sequence[PaperPenalty]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Which sessions count, and how. A season's own terms are included unless the request overrides them.

    What counts for a sealed result counts here as soon as that is released.
    Without a club, the sessions are those of the home table that the browser `device` has access to.
    """

    club: Club | None
    device: str = ""
    season: Season | None = None
    game: str = ""
    rules: str = ""
    points: bool = False
    minimum: int = 0
    best: int | None = None
    counted_by: str = CountedBy.EVENINGS
    scoring: str = Scoring.SUM
    sort: str = "total"

    def sessions(self) -> SessionQuerySet:
        """Return the sessions of the club or of the home table, without those whose table counts by a list on paper."""
        if self.club is not None:
            sessions = self.club.sessions.exclude(counts_for_session())
        else:
            sessions = Session.objects.open_to(self.device).filter(club=None)
        if self.game:
            sessions = sessions.filter(game=self.game)
        if self.rules:
            sessions = sessions.filter(rules=self.rules)
        if self.season:
            sessions = sessions.within(self.season.starts, self.season.ends)
        if self.season and self.season.only_tournaments:
            sessions = sessions.filter(round__evening__tournament__isnull=False)
        return sessions.not_sealed()

    def results(self) -> QuerySet[Result]:
        results = Result.objects.filter(session__in=self.sessions())
        return results.filter(points__isnull=False) if self.points else results

    def stats_of(self, player: Player, model: type[StatsT]) -> QuerySet[StatsT]:
        """Return a player's statistics of these results: of calls, or with and against others."""
        stats = model._default_manager.filter(result__session__in=self.sessions(), result__seat__player=player)
        return stats.filter(result__points__isnull=False) if self.points else stats

    def on_paper(self, player: Player | None = None) -> PaperRecord:
        """Return the tables that were played on paper and the penalties in tournaments, all or those of a player."""
        return paper_record(self._rounds(), player) if self.club is not None else PaperRecord()

    def _rounds(self) -> QuerySet[Round]:
        """Return the rounds whose tables on paper count: published ones, of tournaments whose result isn't sealed."""
        tournaments = Q(evening__club=self.club, evening__tournament__isnull=False, evening__is_sealed=False)
        conditions = tournaments & Q(published_at__isnull=False)
        if self.game:
            conditions &= Q(game=self.game)
        if self.rules:
            conditions &= Q(rules=self.rules)
        if self.season:
            conditions &= Q(evening__date__gte=self.season.starts)
        if self.season and self.season.ends:
            conditions &= Q(evening__date__lte=self.season.ends)
        return Round.objects.filter(conditions)

    def played(self) -> Played:
        """Read what was played; the results are read last, when they are asked for."""
        record = self.on_paper()
        units = played_units(self.sessions(), record.tables, self.counted_by)
        on_phones = unit_results(self.results(), self.amount, self.counted_by)
        on_paper = (paper_unit_results(table, self.counted_by, points=self.points) for table in record.tables)
        return Played(units, chain(on_phones, *on_paper), record.penalties)

    @property
    def amount(self) -> str:
        """The column that is added up."""
        return "points" if self.points else "total"

    def for_game(self, game: str) -> Terms:
        """Return these terms for another game, or for all; without rule set and tournament points."""
        return replace(self, game=game, rules="", points=False)

    def in_season(self, season: Season | None) -> Terms:
        """Return these terms for another season, with its own terms, or for all time."""
        fixed = self.season.game if self.season else ""
        terms = self.for_game("") if fixed else self
        if season and season.game and season.game != terms.game:
            terms = terms.for_game(season.game)
        return replace(
            terms,
            season=season,
            rules=season.rules or terms.rules if season else terms.rules,
            minimum=season.minimum if season else 0,
            best=season.best if season else None,
            counted_by=season.counted_by if season else CountedBy.EVENINGS,
            scoring=scoring_of(season),
        )

    def query(self, **more: object) -> str:
        """Return the terms as query parameters, never none; leaves out what the season implies."""
        season = self.season
        params = {
            "season": season.pk if season else "",
            "game": "" if season and season.game else self.game,
            "rules": "" if season and season.rules else self.rules,
            "by": "points" if self.points else "",
            "minimum": "" if self.minimum == (season.minimum if season else 0) else self.minimum,
            "best": "" if self.best == (season.best if season else None) else self.best or "all",
            "scoring": "" if self.scoring == scoring_of(season) else self.scoring,
            "sort": "" if self.sort == SORTS[0] else self.sort,
            **more,
        }
        return urlencode({name: value for name, value in params.items() if value not in ("", None)}) or ALL_TIME


ALL_TIME = "season=all"
"""The query parameters of all time: without any, the page shows the season in progress."""


def scoring_of(season: Season | None) -> str:
    """Return what the championship of a season, or of all time, ranks by."""
    return season.scoring if season else Scoring.SUM


def has_points(game: str) -> bool:
    """Return whether a game has tournament points."""
    installed = registry.find(game)
    return installed is not None and installed.tournament is not None


@dataclass(frozen=True, kw_only=True)
class Standing(ScoreRow[Player, Unit]):
    """One player's result. Total, hands and average cover the units that count, and their sessions.

    `counted` of all `sessions` count. `without_hands` is the part of the total from sessions on paper of which nobody
    knows how many hands they had; it is not in the average.
    """

    sessions: int
    counted: int
    hands: int
    without_hands: int = 0
    by_game: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return display_name(self.player)

    @property
    def total(self) -> int:
        return sum(self.by_game.values())

    @property
    def average(self) -> Fraction:
        """The average per hand; 0 if no hand was played."""
        return Fraction(self.total - self.without_hands, self.hands) if self.hands else Fraction(0)


@dataclass(frozen=True, kw_only=True)
class Standings:
    """Ranked members, best first; members with too few units to be ranked; and guests.

    `units` are those that any of them has played, in the order of play.
    """

    terms: Terms
    units: Sequence[PlayedUnit]
    ranked: list[Standing]
    below: list[Standing]
    guests: list[Standing]

    @property
    def games(self) -> list[str]:
        """The games that were added up, by slug."""
        return sorted({game for row in (*self.ranked, *self.below, *self.guests) for game in row.by_game})

    @property
    def adds_games(self) -> bool:
        """Whether points of different games, which are different units, were added up."""
        return len(self.games) > 1

    @property
    def parts(self) -> list[str]:
        """The games to show beside the total; none with `best`, where those of a game alone would be other units."""
        return self.games if self.adds_games and not self.terms.best else []


RANKED_BY: Mapping[str, Callable[[Standing], Any]] = {
    "total": attrgetter("score"),
    "average": attrgetter("average"),
    "units": attrgetter("units"),
    "sessions": attrgetter("sessions"),
    "hands": attrgetter("hands"),
    "name": attrgetter("score"),
}


def standings(terms: Terms) -> Standings:
    """Return the standings of a club on these terms."""
    played = terms.played()
    cells = _cells(terms, played)
    return _standings(terms, played.units, cells, Player.objects.in_bulk(cells))


def standings_by_game(terms: Terms) -> dict[str, Standings]:
    """Return the standings of each game that was played on these terms, which are of one game or of all."""
    played = terms.played()
    by_game: defaultdict[str, list[UnitResult]] = defaultdict(list)
    for result in played.results:
        by_game[result.game].append(result)
    cells = {
        game: _cells(
            terms,
            Played(played.units, results, [penalty for penalty in played.penalties if penalty.round.game == game]),
        )
        for game, results in by_game.items()
    }
    players = Player.objects.in_bulk(set().union(*cells.values()))
    return {
        game: _standings(terms if terms.game else terms.for_game(game), played.units, of_game, players)
        for game, of_game in cells.items()
    }


def championship(terms: Terms) -> Standings:
    """Return the championship: members alone, as guests take no place from anybody, by what their results score."""
    played = terms.played()
    cells = _cells(terms, played)
    members = Player.objects.filter(guest=False).in_bulk(cells)
    return _standings(replace(terms, sort="total"), played.units, cells, members, Scoring(terms.scoring))


Cells = Mapping[int, Mapping[Unit, UnitScore]]
"""What each player has gained in each unit."""


def _cells(terms: Terms, played: Played) -> Cells:
    cells: defaultdict[int, defaultdict[Unit, UnitScore]] = defaultdict(lambda: defaultdict(UnitScore))
    results = less_penalties(played.results, played.penalties, terms.counted_by)
    for player, unit, session, game, hands, amount in results:
        if unit in played.units:  # or else it has come to count since the units were read
            cells[player][unit].add(session, game, hands, amount)
    return cells


def _standings(
    terms: Terms,
    units: Mapping[Unit, PlayedUnit],
    cells: Cells,
    players: Mapping[int, Player],
    scoring: Scoring = Scoring.SUM,
) -> Standings:
    by_name = sorted(players, key=lambda key: _name_order(players[key]))
    present = set().union(*(cells[key] for key in by_name))
    in_order = [unit for unit in units if unit in present]
    rows = score_rows({key: cells[key] for key in by_name}, in_order, scoring, terms.best)
    everybody = [_standing(players[row.player], row) for row in rows]
    guests = [row for row in everybody if row.player.guest]
    ranked, below = ranking((row for row in everybody if not row.player.guest), terms.minimum, RANKED_BY[terms.sort])
    return Standings(
        terms=terms,
        units=[units[unit] for unit in in_order],
        ranked=_sorted(ranked, terms.sort),
        below=_sorted(below, terms.sort),
        guests=_sorted(guests, terms.sort),
    )


def _name_order(player: Player) -> tuple[NameOrder, int]:
    return name_order(display_name(player)), player.pk


def _sorted(rows: Iterable[Standing], sort: str) -> list[Standing]:
    """Sort by name, or by the highest figure; those with equal figures stay in their order."""
    if sort == "name":
        return sorted(rows, key=lambda row: _name_order(row.player))
    return sorted(rows, key=RANKED_BY[sort], reverse=True)


def _standing(player: Player, row: ScoreRow[int, Unit]) -> Standing:
    counting = [cell for cell in row.scores.values() if not cell.struck]
    by_game: dict[str, int] = {}
    for cell in counting:
        for game, amount in cell.by_game.items():
            by_game[game] = by_game.get(game, 0) + amount
    return Standing(
        player=player,
        scores=row.scores,
        score=row.score,
        sessions=sum(cell.sessions for cell in row.scores.values()),
        counted=sum(cell.sessions for cell in counting),
        hands=sum(cell.hands for cell in counting),
        without_hands=sum(cell.without_hands for cell in counting),
        by_game=by_game,
    )


# Choices


def seasons(club: Club) -> list[Season]:
    """Return the seasons of a club, newest first."""
    return list(club.seasons.all())


def games_played(club: Club) -> dict[str, list[str]]:
    """Return the games that the club has played with their rule sets, by slug; in tournaments also those on paper."""
    rules_by_game: dict[str, list[str]] = {}
    of_sessions = club.sessions.not_deleted().order_by().values_list("game", "rules")
    in_rounds = Round.objects.filter(evening__club=club, evening__tournament__isnull=False, published_at__isnull=False)
    on_paper = in_rounds.order_by().values_list("game", "rules")
    for game, rules in of_sessions.union(on_paper).order_by("game", "rules"):
        rules_by_game.setdefault(game, []).append(rules)
    return rules_by_game


def current(candidates: Iterable[Season], today: date) -> Season | None:
    """Return the season in progress, or None; the first in `candidates` if there are several."""
    return next(
        (season for season in candidates if season.starts <= today and (season.ends is None or today <= season.ends)),
        None,
    )
