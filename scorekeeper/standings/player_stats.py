"""The figures on a member's page: sessions by game and rule set, calls, partners and opponents.

Read from the results and statistics that were written when a session was closed, and from lists on paper, which have
no single hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from itertools import groupby
from typing import Literal

from django.db.models import F, Sum
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import name_order
from scorekeeper.play.formatting import game_name, in_words
from scorekeeper.play.models import CallStats, PlayerPairStats
from scorekeeper.play.pages.charts import NARROW, WIDE, Chart, draw
from scorekeeper.standings.championship import counting
from scorekeeper.standings.paper_tables import PaperTable
from scorekeeper.standings.standings import Terms
from scorekeeper.standings.units import Unit, paper_unit_results, penalties_by_unit, unit_of
from scorekeeper.web.dates import evening_date

MOST_POINTS = 60
"""The most points of a chart's line; more can't be told apart."""


@dataclass(frozen=True, kw_only=True)
class PlayedSession:
    """One session of a player, or a table that was played `on_paper`.

    `session` is the session or the list.
    `amount` is the total, or the tournament points if the terms ask for them. A table on paper has no primary key and
    the public id of its evening; `hands` are None if nobody knows how many it had.
    """

    pk: int | None
    session: Hashable
    unit: Unit
    public_id: str
    game: str
    rules: str
    day: date
    started_at: datetime
    amount: int
    hands: int | None
    best: int | None = None
    best_amount: int = 0
    worst: int | None = None
    worst_amount: int = 0
    counts: bool = True
    on_paper: PaperTable | None = None


_COLUMNS = {
    "round": F("session__round"),
    "evening": F("session__evening"),
    "evening_day": F("session__evening__date"),
    "public_id": F("session__public_id"),
    "game": F("session__game"),
    "rules": F("session__rules"),
    "started_at": F("session__started_at"),
}
_OWN = ("session_id", "hands", "best", "best_amount", "worst", "worst_amount")


def played(terms: Terms, player: Player) -> list[PlayedSession]:
    """Return a player's sessions on these terms, oldest first; `counts` is False for those outside the best units."""
    record = terms.on_paper(player)
    sessions = [*_on_phones(terms, player), *_on_paper(terms, player, record.tables)]
    sessions.sort(key=lambda session: (session.day, session.started_at, session.pk or 0))
    penalties = penalties_by_unit(record.penalties, terms.counted_by)
    sessions = [
        replace(session, amount=session.amount - penalties.pop((player.pk, session.unit), 0)) for session in sessions
    ]
    if not terms.best:
        return sessions
    sums = Counter[Unit]()
    for session in sessions:
        sums[session.unit] += session.amount
    counts = counting(sums, list(sums), terms.best)
    return [replace(session, counts=session.unit in counts) for session in sessions]


def _on_phones(terms: Terms, player: Player) -> Iterator[PlayedSession]:
    rows = terms.results().filter(seat__player=player).annotate(**_COLUMNS)
    for row in rows.values(*_OWN, *_COLUMNS, amount=F(terms.amount)):
        session, day = row.pop("session_id"), row.pop("evening_day")
        yield PlayedSession(
            pk=session,
            session=session,
            unit=unit_of(terms.counted_by, session, row.pop("round"), row.pop("evening")),
            day=day or evening_date(row["started_at"]),
            **row,
        )


def _on_paper(terms: Terms, player: Player, tables: Iterable[PaperTable]) -> Iterator[PlayedSession]:
    for table in tables:
        for result in paper_unit_results(table, terms.counted_by, points=terms.points):
            if result.player == player.pk:
                yield PlayedSession(
                    pk=None,
                    session=result.session,
                    unit=result.unit,
                    public_id=table.round.evening.public_id,
                    game=result.game,
                    rules=table.round.rules,
                    day=table.day,
                    started_at=table.started_at,
                    amount=result.amount,
                    hands=result.hands,
                    on_paper=table,
                )


@dataclass(frozen=True, kw_only=True)
class GameStats:
    """The sums over the sessions of a game or rule set, and in how many units they were.

    `without_hands` is the part of the amount that is not in the average, as in a `Standing`.
    """

    game: str
    rules: str = ""
    units: int
    sessions: int
    hands: int
    amount: int
    without_hands: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.amount - self.without_hands, self.hands) if self.hands else Fraction(0)


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

    @property
    def slugs(self) -> list[str]:
        return [game.slug for game in self.games]


def career(terms: Terms, player: Player) -> PlayerStats:
    """Return a player's figures on these terms, in seven queries at most."""
    sessions = played(terms, player)
    calls = _calls(terms, player)
    by_game: dict[str, list[PlayedSession]] = {}
    for session in sessions:
        by_game.setdefault(session.game, []).append(session)
    return PlayerStats(
        units=len({session.unit for session in sessions}),
        sessions=len({session.session for session in sessions}),
        hands=sum(session.hands or 0 for session in sessions),
        games=[_game(slug, of_game, calls.get(slug, [])) for slug, of_game in sorted(by_game.items())],
        pairs=_pairs(terms, player),
        run=_run(sessions),
    )


def _game(slug: str, sessions: Sequence[PlayedSession], calls: list[CallRecord]) -> PlayerGame:
    by_rules: dict[str, list[PlayedSession]] = {}
    for session in sessions:
        by_rules.setdefault(session.rules, []).append(session)
    return PlayerGame(
        slug=slug,
        rule_sets=[_sum(slug, rules, sessions_of_rules) for rules, sessions_of_rules in sorted(by_rules.items())],
        all=_sum(slug, "", sessions),
        calls=calls,
        of_calls=_calls_heading(slug),
        best=_feat(
            _title(slug, "best"), ((session.best_amount, session.best, session.public_id) for session in sessions)
        ),
        worst=_feat(
            _title(slug, "worst"), ((session.worst_amount, session.worst, session.public_id) for session in sessions)
        ),
    )


def _sum(game: str, rules: str, sessions: Iterable[PlayedSession]) -> GameStats:
    played_sessions = list(sessions)
    return GameStats(
        game=game,
        rules=rules,
        units=len({session.unit for session in played_sessions}),
        sessions=len({session.session for session in played_sessions}),
        hands=sum(session.hands or 0 for session in played_sessions),
        amount=sum(session.amount for session in played_sessions),
        without_hands=sum(session.amount for session in played_sessions if session.hands is None),
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
    rows = terms.stats_of(player, CallStats)
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
    return {game: sorted(calls, key=lambda call: (-call.times, call.name)) for game, calls in records.items()}


def _calls_heading(slug: str) -> str:
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
    rows = terms.stats_of(player, PlayerPairStats)
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
    return sorted(records, key=lambda pair: (-pair.together - pair.against, name_order(pair.name), pair.player))


def _run(sessions: Sequence[PlayedSession]) -> TotalsChart | None:
    """Return the chart of the running totals; None for a single day, which makes nothing but straight lines."""
    games = sorted({session.game for session in sessions})
    rows = list(_running(sessions, games))
    if len(rows) < 2:
        return None
    step = -(-len(rows) // MOST_POINTS)
    sampled = rows[(len(rows) - 1) % step :: step]  # ends with the last day
    names = tuple(game_name(game) for game in games)
    totals = [amounts for _day, amounts in sampled]
    numbers = list(range(1, len(rows) + 1))[(len(rows) - 1) % step :: step]
    narrow, wide = (draw([(name,) for name in names], totals, numbers, sheet) for sheet in (NARROW, WIDE))
    return TotalsChart(narrow=narrow, wide=wide, names=names, rows=sampled)


def _running(sessions: Sequence[PlayedSession], games: Sequence[str]) -> Iterator[tuple[date, tuple[int, ...]]]:
    """Yield each day with the totals of every game after it."""
    totals = dict.fromkeys(games, 0)
    for day, of_day in groupby(sessions, key=lambda session: session.day):
        for session in of_day:
            totals[session.game] += session.amount
        yield day, tuple(totals.values())
