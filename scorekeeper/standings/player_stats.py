"""The figures on a member's page: sessions by game and rule set, calls, partners and opponents.

Read from the results and statistics that were written when a session was closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from itertools import groupby
from typing import Literal

from django.db.models import F, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from scorekeeper.clubs.collation import name_order
from scorekeeper.clubs.models import Player
from scorekeeper.play.ledger.formatting import game_name, in_words
from scorekeeper.play.screens.charts import NARROW, WIDE, Chart, draw
from scorekeeper.standings.models import CallStats, PlayerPairStats
from scorekeeper.standings.standings import Terms, best_units
from scorekeeper.standings.units import Unit

MOST_POINTS = 60
"""The most points of a chart's line; more can't be told apart."""


@dataclass(frozen=True, kw_only=True)
class PlayedSession:
    """One session of a player, or a stretch of it.

    `amount` is the total, or the tournament points if the terms ask for them.
    """

    pk: int
    unit: Unit
    public_id: str
    game: str
    rules: str
    day: date
    started_at: datetime
    amount: int
    hands: int
    best: int | None
    best_amount: int
    worst: int | None
    worst_amount: int
    counts: bool = True


_COLUMNS = {
    "public_id": F("session__public_id"),
    "game": F("session__game"),
    "rules": F("session__rules"),
    "evening": F("session__evening__date"),
    "started_at": F("session__started_at"),
}
_OWN = ("session_id", "hands", "best", "best_amount", "worst", "worst_amount")


def played(terms: Terms, player: Player) -> list[PlayedSession]:
    """Return a player's sessions on these terms, oldest first; `counts` is False for those outside the best units."""
    rows, finder = terms.results().filter(seat__player=player).annotate(**_COLUMNS), terms.unit_finder()
    results = list(rows.values(*_OWN, *_COLUMNS, *finder.paths, amount=F(terms.amount)))
    counting = _counting(terms, player) if terms.best else {row["session_id"] for row in results}
    sessions = [
        PlayedSession(
            pk=row["session_id"],
            unit=finder.unit(row["session_id"], *[row.pop(path) for path in finder.paths]),
            day=row.pop("evening") or timezone.localdate(row["started_at"]),
            counts=row.pop("session_id") in counting,
            **row,
        )
        for row in results
    ]
    return sorted(sessions, key=lambda one: (one.day, one.started_at, one.pk))


def _counting(terms: Terms, player: Player) -> set[int]:
    """Return the sessions of a player's best units, by primary key."""
    results = list(terms.unit_results(seat__player=player))
    counted = best_units(results, terms.best)
    return {one.session for one in results if one.unit in counted}


@dataclass(frozen=True, kw_only=True)
class GameStats:
    """The sums over the sessions of a game or rule set, and in how many units they were."""

    game: str
    rules: str = ""
    units: int
    sessions: int
    hands: int
    amount: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.amount, self.hands) if self.hands else Fraction(0)


@dataclass(frozen=True, kw_only=True)
class PlayersBestHand:
    """The best or worst hand of a game, and its session. `title` is the game's word for it."""

    title: str
    public_id: str
    number: int
    amount: int


@dataclass(frozen=True, kw_only=True)
class CallRecord:
    """How often a call was undertaken, and the result; the average is per time.

    If `paid` is False, the call has no amount of its own.
    """

    call: str
    name: str
    made: int
    failed: int
    amount: int
    paid: bool = True

    @property
    def times(self) -> int:
        return self.made + self.failed

    @property
    def average(self) -> Fraction:
        return Fraction(self.amount, self.times) if self.times else Fraction(0)


@dataclass(frozen=True, kw_only=True)
class PairRecord:
    """The hands that the player played with and against someone, and what the player gained in them."""

    player: int
    name: str
    together: int
    together_amount: int
    against: int
    against_amount: int


@dataclass(frozen=True, kw_only=True)
class TotalsChart:
    """The chart of the totals after each day of play, by game: for a phone and for a wide screen."""

    narrow: Chart
    wide: Chart
    names: tuple[str, ...]
    rows: list[tuple[date, tuple[int, ...]]]


@dataclass(frozen=True, kw_only=True)
class PlayerGame:
    """One game of a player: rule sets, calls with their caption, the best and the worst hand."""

    slug: str
    rule_sets: list[GameStats]
    all: GameStats
    calls: list[CallRecord]
    of_calls: str
    best: PlayersBestHand | None
    worst: PlayersBestHand | None


@dataclass(frozen=True, kw_only=True)
class PlayerStats:
    """Everything that a member's page prints; `units` is in how many units the sessions were."""

    units: int
    sessions: int
    hands: int
    games: list[PlayerGame]
    pairs: list[PairRecord]
    run: TotalsChart | None


def career(terms: Terms, player: Player) -> PlayerStats:
    """Return a player's figures on these terms, in four queries."""
    sessions = played(terms, player)
    calls = _calls(terms, player)
    by_game: dict[str, list[PlayedSession]] = {}
    for one in sessions:
        by_game.setdefault(one.game, []).append(one)
    return PlayerStats(
        units=len({one.unit for one in sessions}),
        sessions=len(sessions),
        hands=sum(one.hands for one in sessions),
        games=[_game(slug, of_game, calls.get(slug, [])) for slug, of_game in sorted(by_game.items())],
        pairs=_pairs(terms, player),
        run=_run(sessions),
    )


def _game(slug: str, sessions: Sequence[PlayedSession], calls: list[CallRecord]) -> PlayerGame:
    by_rules: dict[str, list[PlayedSession]] = {}
    for one in sessions:
        by_rules.setdefault(one.rules, []).append(one)
    return PlayerGame(
        slug=slug,
        rule_sets=[_sum(slug, rules, sessions_of_rules) for rules, sessions_of_rules in sorted(by_rules.items())],
        all=_sum(slug, "", sessions),
        calls=calls,
        of_calls=_of_calls(slug),
        best=_feat(_title(slug, "best"), ((one.best_amount, one.best, one.public_id) for one in sessions)),
        worst=_feat(_title(slug, "worst"), ((one.worst_amount, one.worst, one.public_id) for one in sessions)),
    )


def _sum(game: str, rules: str, sessions: Iterable[PlayedSession]) -> GameStats:
    played_sessions = list(sessions)
    return GameStats(
        game=game,
        rules=rules,
        units=len({one.unit for one in played_sessions}),
        sessions=len(played_sessions),
        hands=sum(one.hands for one in played_sessions),
        amount=sum(one.amount for one in played_sessions),
    )


def _title(slug: str, which: Literal["best", "worst"]) -> str:
    """Return the game's word for its best or worst hand; that of most games if it is not installed."""
    return in_words(getattr(registry.find(slug) or Game, which))


def _feat(title: str, hands: Iterable[tuple[int, int | None, str]]) -> PlayersBestHand | None:
    """Return the hand with the largest amount either way; the earlier of equals."""
    scored = [hand for hand in hands if hand[1] is not None and hand[0]]
    if not scored:
        return None
    amount, number, public_id = max(scored, key=lambda hand: abs(hand[0]))
    assert number is not None
    return PlayersBestHand(title=title, public_id=public_id, number=number, amount=amount)


def _calls(terms: Terms, player: Player) -> dict[str, list[CallRecord]]:
    """Return the calls by game, the most frequent first."""
    rows = CallStats.objects.filter(terms.where("result__"), result__seat__player=player)
    sums = rows.values(game=F("result__session__game"), word=F("call")).annotate(
        times_made=Sum("made"), times_failed=Sum("failed"), gained=Sum("amount")
    )
    records: dict[str, list[CallRecord]] = {}
    for row in sums.order_by():
        undertaken = CallRecord(
            call=row["word"],
            name=call_words(row["game"], row["word"]),
            made=row["times_made"],
            failed=row["times_failed"],
            amount=row["gained"],
            paid=is_paid(row["game"], row["word"]),
        )
        records.setdefault(row["game"], []).append(undertaken)
    return {game: sorted(calls, key=lambda one: (-one.times, one.name)) for game, calls in records.items()}


def _of_calls(slug: str) -> str:
    game = registry.find(slug)
    if game is not None and game.of_calls is not None:
        return in_words(game.of_calls)
    return _("Calls, alone or with a partner, and their results")


def call_words(game: str, call: str) -> str:
    """Return the name of a call; the stored word if the game is not installed."""
    installed = registry.find(game)
    return in_words(installed.call_name(call)) if installed else call


def is_paid(game: str, call: str) -> bool:
    """Return whether a call has an amount of its own."""
    installed = registry.find(game)
    return installed is None or call not in installed.rules.paid_later


def _pairs(terms: Terms, player: Player) -> list[PairRecord]:
    """Return partners and opponents, the most frequent first."""
    other = "other__player"
    rows = PlayerPairStats.objects.filter(terms.where("result__"), result__seat__player=player)
    sums = rows.values(other, f"{other}__name", f"{other}__nickname").annotate(
        hands=Sum("together"),
        gained=Sum("together_amount"),
        hands_against=Sum("against"),
        gained_against=Sum("against_amount"),
    )
    records = [
        PairRecord(
            player=row[other],
            name=row[f"{other}__nickname"] or row[f"{other}__name"],
            together=row["hands"],
            together_amount=row["gained"],
            against=row["hands_against"],
            against_amount=row["gained_against"],
        )
        for row in sums.order_by()
    ]
    return sorted(records, key=lambda one: (-one.together - one.against, name_order(one.name), one.player))


def _run(sessions: Sequence[PlayedSession]) -> TotalsChart | None:
    """Return the chart of the running totals; None for a single day, which makes nothing but straight lines."""
    games = sorted({one.game for one in sessions})
    rows = list(_running(sessions, games))
    if len(rows) < 2:
        return None
    step = -(-len(rows) // MOST_POINTS)
    sampled = rows[(len(rows) - 1) % step :: step]  # ends with the last day
    names = tuple(game_name(game) for game in games)
    totals = [amounts for _day, amounts in sampled]
    numbers = list(range(1, len(rows) + 1))[(len(rows) - 1) % step :: step]
    return TotalsChart(
        narrow=draw(names, totals, numbers, NARROW), wide=draw(names, totals, numbers, WIDE), names=names, rows=sampled
    )


def _running(sessions: Sequence[PlayedSession], games: Sequence[str]) -> Iterator[tuple[date, tuple[int, ...]]]:
    """Yield each day with the totals of every game after it."""
    totals = dict.fromkeys(games, 0)
    for day, of_day in groupby(sessions, key=lambda one: one.day):
        for one in of_day:
            totals[one.game] += one.amount
        yield day, tuple(totals.values())
