"""Standings: the results of a club's closed sessions for each player.

*Terms* say which sessions count: of a season or of all time, of a game, of a rule set; by totals or by the game's
tournament points; how many evenings or rounds, the *units*, a player needs to be ranked; and, with *best*, how many of
each player's best ones count. A *standing* is one player's result on these terms.

Everything is read from the results that closing a session wrote, and from the lists of tables that a tournament played
on paper, each of which counts as a session: no hand is replayed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from games import registry
from games.scoring.places import placed
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, name_order
from scorekeeper.evenings.models import Round
from scorekeeper.play.models import CallStats, PlayerPairStats, Result, Session, SessionQuerySet
from scorekeeper.standings import championship, units
from scorekeeper.standings.championship import Scoring
from scorekeeper.standings.models import CountedBy, Season
from scorekeeper.standings.paper_tables import PaperPenalty, PaperRecord, counts_for_session, paper_record
from scorekeeper.standings.units import Unit, UnitFinder, UnitResult, unit_sums

StatsT = TypeVar("StatsT", CallStats, PlayerPairStats)
SORTS = ("total", "average", "units", "sessions", "hands", "name")
"""The sort orders. Ranked players are ranked by the same figure, or by the total when sorted by name."""


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

    def unit_results(self, *, members_only: bool = False) -> Iterable[UnitResult]:
        """Return the results, all or those of members, each with the evening or round that it belongs to."""
        results, penalties = self._recorded(members_only=members_only)
        return units.less_penalties(results, penalties, self.unit_finder())

    def unit_results_by_game(self) -> dict[str, Iterable[UnitResult]]:
        """Return the results as these terms have them for each game, read at once."""
        results, penalties = self._recorded()
        by_game: defaultdict[str, list[UnitResult]] = defaultdict(list)
        for one in results:
            by_game[one.session.game].append(one)
        return {
            game: units.less_penalties(
                of_game, [one for one in penalties if one.round.game == game], self.unit_finder()
            )
            for game, of_game in by_game.items()
        }

    def _recorded(self, *, members_only: bool = False) -> tuple[Iterable[UnitResult], Sequence[PaperPenalty]]:
        """Return the results, and the penalties that tournaments have taken off."""
        results, finder, record = self.results(), self.unit_finder(), self.on_paper()
        if members_only:
            results = results.filter(seat__player__guest=False)
        on_phones = units.unit_results(results, self.amount, finder.counted(self.sessions()))
        on_paper = (
            units.paper_unit_results(table, finder, points=self.points, members_only=members_only)
            for table in record.tables
        )
        return chain(on_phones, chain.from_iterable(on_paper)), record.penalties

    def unit_finder(self) -> UnitFinder:
        return UnitFinder(self.counted_by)

    @property
    def amount(self) -> str:
        """The column that is added up."""
        return "points" if self.points else "total"

    def of_game(self, game: str) -> Terms:
        """Return these terms for another game, or for all; without rule set and tournament points."""
        return replace(self, game=game, rules="", points=False)

    def in_season(self, season: Season | None) -> Terms:
        """Return these terms for another season, with its own terms, or for all time."""
        fixed = self.season.game if self.season else ""
        terms = self.of_game("") if fixed else self
        if season and season.game and season.game != terms.game:
            terms = terms.of_game(season.game)
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
        """Return the terms as query parameters; leaves out what the season implies."""
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
        return urlencode({name: value for name, value in params.items() if value not in ("", None)})


def scoring_of(season: Season | None) -> str:
    """Return what the championship of a season, or of all time, ranks by."""
    return season.scoring if season else Scoring.SUM


def has_points(game: str) -> bool:
    """Return whether a game has tournament points."""
    installed = registry.find(game)
    return installed is not None and installed.tournament is not None


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One player's result. Total, hands and average cover the units that count, and their sessions.

    `counted` of all `sessions` count, in `counted_units` of all `units`. `without_hands` is the part of the total from
    sessions on paper of which nobody knows how many hands they had; it is not in the average.
    """

    player: Player
    sessions: int
    counted: int
    units: int
    counted_units: int
    hands: int
    total: int
    without_hands: int = 0
    by_game: Mapping[str, int] = field(default_factory=dict)
    place: int | None = None

    @property
    def name(self) -> str:
        return display_name(self.player)

    @property
    def average(self) -> Fraction:
        """The average per hand; 0 if no hand was played."""
        return Fraction(self.total - self.without_hands, self.hands) if self.hands else Fraction(0)


@dataclass(frozen=True, kw_only=True)
class Standings:
    """Ranked members, best first; members with too few units to be ranked; and guests.

    `units` is how many have been played by anybody.
    """

    terms: Terms
    units: int
    ranked: list[Standing]
    below: list[Standing]
    guests: list[Standing]

    @property
    def games(self) -> list[str]:
        """The games that were added up, by slug."""
        return sorted({game for one in (*self.ranked, *self.below, *self.guests) for game in one.by_game})

    @property
    def adds_games(self) -> bool:
        """Whether points of different games, which are different units, were added up."""
        return len(self.games) > 1


def standings(terms: Terms) -> Standings:
    """Return the standings of a club on these terms."""
    results = _by_player(terms.unit_results())
    return _standings(terms, results, Player.objects.in_bulk(results.keys()))


def standings_by_game(terms: Terms) -> dict[str, Standings]:
    """Return the standings of each game that was played on these terms, which are of one game or of all."""
    by_game = {game: _by_player(results) for game, results in terms.unit_results_by_game().items()}
    players = Player.objects.in_bulk(set().union(*by_game.values()))
    return {
        game: _standings(terms if terms.game else terms.of_game(game), results, players)
        for game, results in by_game.items()
    }


def _by_player(results: Iterable[UnitResult]) -> dict[int, list[UnitResult]]:
    by_player: defaultdict[int, list[UnitResult]] = defaultdict(list)
    for one in results:
        by_player[one.player].append(one)
    return by_player


def _standings(terms: Terms, by_player: Mapping[int, Sequence[UnitResult]], players: Mapping[int, Player]) -> Standings:
    units_of = {key: {one.session.unit for one in results} for key, results in by_player.items()}
    everybody = [_standing(players[key], results, units_of[key], terms.best) for key, results in by_player.items()]
    members = [one for one in everybody if not one.player.guest]
    ranked = [one for one in members if one.units >= max(terms.minimum, 1)]
    below = [one for one in members if one.units < max(terms.minimum, 1)]
    guests = [one for one in everybody if one.player.guest]
    return Standings(
        terms=terms,
        units=len(set().union(*units_of.values())),
        ranked=_ranked(ranked, terms.sort),
        below=in_order(below, terms.sort),
        guests=in_order(guests, terms.sort),
    )


def _standing(player: Player, results: Sequence[UnitResult], played: Set[Unit], best: int | None) -> Standing:
    sessions = len({one.session.whole for one in results})
    counted_units, counted, counting = played, sessions, results
    if best and best < len(played):
        counted_units = best_units(results, best)
        counting = [one for one in results if one.session.unit in counted_units]
        counted = len({one.session.whole for one in counting})
    by_game: dict[str, int] = {}
    hands = without_hands = 0
    for one in counting:
        game = one.session.game
        by_game[game] = by_game.get(game, 0) + one.amount
        if one.hands is None:
            without_hands += one.amount
        else:
            hands += one.hands
    return Standing(
        player=player,
        sessions=sessions,
        counted=counted,
        units=len(played),
        counted_units=len(counted_units),
        hands=hands,
        total=sum(by_game.values()),
        without_hands=without_hands,
        by_game=by_game,
    )


def best_units(results: Iterable[UnitResult], best: int | None) -> set[Unit]:
    """Return the units of one player that count: the best ones, or all."""
    sums = unit_sums(results)
    return championship.counting(sums, list(sums), best)


RANKED_BY: Mapping[str, Callable[[Standing], Any]] = {
    "total": lambda one: one.total,
    "average": lambda one: one.average,
    "units": lambda one: one.units,
    "sessions": lambda one: one.sessions,
    "hands": lambda one: one.hands,
    "name": lambda one: one.total,
}


def _ranked(rows: Iterable[Standing], sort: str) -> list[Standing]:
    """Return the standings with their places, in order; equal results share a place."""
    return in_order((replace(row, place=place) for place, row in placed(rows, key=RANKED_BY[sort])), sort)


def in_order(rows: Iterable[Standing], sort: str) -> list[Standing]:
    """Sort by name, or by the highest figure and then by name."""
    by_name = sorted(rows, key=lambda one: (name_order(one.name), one.player.pk))
    return by_name if sort == "name" else sorted(by_name, key=RANKED_BY[sort], reverse=True)


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
    return next((one for one in candidates if one.starts <= today and (one.ends is None or today <= one.ends)), None)
