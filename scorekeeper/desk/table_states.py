"""The lists of tables as the desk sees them: as on paper, what looks mistyped, and how far each is.

A list has a row for each player and the *check line* below, which computes the round points of the table from the sums
of the columns alone, so that people who add up by hand can find mistakes.

Results that look mistyped make the desk check the paper again; nothing is refused for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2s
from itertools import chain
from typing import NamedTuple

from games.scoring.errors import RuleError
from games.scoring.replay import Ledger
from games.scoring.rules import AnyRules
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Correction, Table
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.results import results_of, table_list
from scorekeeper.desk.models import TableList, Tournament
from scorekeeper.desk.round_seats import by_table, started, was_played_by
from scorekeeper.desk.stored_result import game_of
from scorekeeper.evenings.models import Round, RoundSeat
from scorekeeper.play.ledger import (
    Progress,
    SessionLedger,
    progress_of_tables,
    session_ledgers,
    with_installed_game,
)
from scorekeeper.play.models import Session

Results = Sequence[Mapping[str, int]]
"""The result of each place, in seat order: `points` and, where the game counts games, `won` and `lost`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSheetRow:
    """What a player has: `own` and `others` are what the own games and those that others lost bring beside points."""

    name: str
    points: int
    won: int
    lost: int
    others_lost: int
    own: int
    others: int

    @property
    def round_points(self) -> int:
        return self.points + self.own + self.others


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckLine:
    """The sums of the columns. `each_own` and `each_others` are what a game brings: 50 and, at a table of four, 90."""

    points: int
    won: int
    lost: int
    each_own: int
    each_others: int

    @property
    def games(self) -> int:
        """The games won without those lost."""
        return self.won - self.lost

    @property
    def round_points(self) -> int:
        return self.points + self.each_own * self.games + self.each_others * self.lost


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSheet:
    """The rows in seat order and the check line."""

    rows: tuple[TableSheetRow, ...]
    check: CheckLine
    counts_games: bool

    @property
    def has_premiums(self) -> bool:
        """Whether games bring something beside their points."""
        return bool(self.check.each_own or self.check.each_others)

    @property
    def has_round_points(self) -> bool:
        """Whether a round counts other than its points: with premiums, or a share of a pool."""
        return self.has_premiums or any(row.round_points != row.points for row in self.rows)

    @property
    def total(self) -> int:
        return sum(row.round_points for row in self.rows)


def sheet_of(rules: AnyRules, table: Table, results: Results) -> TableSheet:
    """Return the list of a table with these results.

    The worked example of the federation's points, at a table of four:

    >>> from games.registry import find_rules
    >>> rules = find_rules("skat")
    >>> options = {"payment": "sheet", "contra": False, "ramsch": False, "seeger": True}
    >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"], rules="isko", options=options)
    >>> figures = [(912, 9, 1), (131, 4, 3), (540, 8, 2), (-45, 3, 2)]
    >>> results = [dict(zip(("points", "won", "lost"), row)) for row in figures]
    >>> sheet = sheet_of(rules, table, results)
    >>> [row.round_points for row in sheet.rows], sheet.total, sheet.check.round_points
    ([1522, 331, 1020, 185], 3058, 3058)
    """
    points, won, lost = table_list(results)
    totals = rules.round_totals(table, points, won, lost)
    each_own, each_others = _premiums_of_one(rules, table)
    rows = tuple(
        TableSheetRow(
            name=name,
            points=points[seat],
            won=won[seat],
            lost=lost[seat],
            others_lost=sum(lost) - lost[seat],
            own=each_own * (won[seat] - lost[seat]),
            others=totals[seat] - points[seat] - each_own * (won[seat] - lost[seat]),
        )
        for seat, name in enumerate(table.players)
    )
    check = CheckLine(
        points=sum(points),
        won=sum(won),
        lost=sum(lost),
        each_own=each_own,
        each_others=each_others,
    )
    return TableSheet(rows=rows, check=check, counts_games=rules.counts_games)


def _premiums_of_one(rules: AnyRules, table: Table) -> tuple[int, int]:
    """Return what a won game brings its player, and what a lost one brings all others together."""
    none = (0,) * table.size
    one = (1, *none[1:])
    return rules.round_totals(table, none, one, none)[0], sum(rules.round_totals(table, none, none, one)[1:])


OTHER_SESSION = _("The session of this table has a different result.")


class Doubt(NamedTuple):
    """Something that looks mistyped, in a hand of the session if it has a number."""

    message: Text
    hand: int | None = None


def doubts_of_list(rules: AnyRules, table: Table, results: Results, hands: int | None) -> Iterator[Doubt]:
    """Yield what looks mistyped in the list of a table; `hands` are the planned ones."""
    sheet = sheet_of(rules, table, results)
    games = sheet.check.won + sheet.check.lost
    if hands is not None and games > hands:
        yield Doubt(_("{games} games were won or lost, in {hands} hands.", games=games, hands=hands))
    for seat, row in enumerate(sheet.rows):
        if _is_outside(rules, table, row, hands):
            yield Doubt(_points_outside(rules, seat, row.points, won=row.won, lost=row.lost))


def _is_outside(rules: AnyRules, table: Table, row: TableSheetRow, hands: int | None) -> bool:
    possible = rules.round_range(table, hands=hands, won=row.won, lost=row.lost)
    return possible is not None and not possible[0] <= row.points <= possible[1]


def most_doubtful(rules: AnyRules, table: Table, results: Results, hands: int | None) -> tuple[str, int]:
    """Return the column and seat of the figure that most likely makes the sum of a list wrong.

    Of too many games it is the largest number. Of points that don't sum to zero it is the one without its minus sign,
    or else one that the hands don't allow.

    >>> from games.registry import find_rules
    >>> rules = find_rules("tarot")
    >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"])
    >>> most_doubtful(rules, table, [{"points": points} for points in (198, -66, 66, -66)], 4)
    ('points', 2)
    """
    if rules.counts_games:
        return max(
            ((column, seat) for column in ("won", "lost") for seat in range(table.size)),
            key=lambda at: results[at[1]][at[0]],
        )
    rows = sheet_of(rules, table, results).rows
    total = sum(row.points for row in rows)
    unsigned = (seat for seat, row in enumerate(rows) if 2 * row.points == total)
    outside = (seat for seat, row in enumerate(rows) if _is_outside(rules, table, row, hands))
    return "points", next(chain(unsigned, outside), 0)


def _points_outside(rules: AnyRules, seat: int, points: int, *, won: int, lost: int) -> Text:
    name = SeatName(seat)
    if not rules.counts_games:
        return _("{player}: {points} points are more than the hands allow.", player=name, points=points)
    return _(
        "{player}: {points} points don’t fit {won} won and {lost} lost games.",
        player=name,
        points=points,
        won=won,
        lost=lost,
    )


def doubts_of_hands(ledger: Ledger, numbers: Sequence[int]) -> list[Doubt]:
    """Return the hands of a session that look mistyped; `numbers` are those of the hands on its pages."""
    return [
        Doubt(message, number)
        for number, scored in zip(numbers, ledger.hands, strict=False)
        if not isinstance(scored.hand.outcome, Correction)
        and (message := ledger.rules.looks_mistyped(ledger.table, scored.hand.outcome))
    ]


def doubts_of_progress(progress: Progress) -> list[Doubt]:
    """Return what is in doubt about a session that was closed after so many hands."""
    if progress.planned is None or progress.hands >= progress.planned:
        return []
    message = _(
        "The session was closed after {played} of {planned} hands.", played=progress.hands, planned=progress.planned
    )
    return [Doubt(message)]


class ListState(StrEnum):
    """How far the list of a table is, in the order in which the desk wants to see them."""

    DISPUTED = "disputed"
    FINISHED = "finished"
    PROPOSED = "proposed"
    PLAYING = "playing"
    NOT_BEGUN = "not_begun"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, kw_only=True)
class TableState:
    """A table of a round. `session` is the one that it plays now, or played last.

    `results` are those that count or wait to be confirmed, None if there are none yet. If its players have changed,
    those of its session can't be. `session_sheet` is the list of the session if another was typed over it.
    """

    number: int
    names: tuple[str, ...]
    state: ListState
    table_list: TableList
    session: Session | None = None
    progress: Progress | None = None
    players_changed: bool = False
    results: Results | None = None
    sheet: TableSheet | None = None
    session_sheet: TableSheet | None = None
    doubts: Sequence[Doubt] = field(default=())


def version(round_: Round) -> str:
    """Return a short hash that changes when anything changes at a table of the round; costs three small queries."""
    content = (
        *round_.seats.order_by("pk").values_list("player", "table", "place"),
        *round_.sessions.order_by("pk").values_list("pk", "revision", "deleted_at"),
        *round_.lists.order_by("pk").values_list("table", "results", "proposed_at", "confirmed_at", "disputed_at"),
    )
    return blake2s(repr(content).encode(), digest_size=8).hexdigest()


def table_states(tournament: Tournament, round_: Round, table: int | None = None) -> list[TableState]:
    """Return the tables of a round in their order, or one of them; the number of queries doesn't grow with them."""
    names = dict(tournament.entries.values_list("player", "name"))
    only = {} if table is None else {"table": table}
    seated = by_table(round_.seats.filter(**only))
    sessions = started(round_)
    played = [session for number, session in sessions.items() if number in seated]
    loaded = session_ledgers(with_installed_game(played))
    reader = _StateReader(
        game=game_of(tournament),
        round=round_,
        sessions=sessions,
        loaded=loaded,
        progress=progress_of_tables(played, loaded),
        lists={written.table: written for written in round_.lists.filter(**only)},
    )
    return [
        reader.read(number, at_table, tuple(names[seat.player_id] for seat in at_table))
        for number, at_table in seated.items()
    ]


@dataclass(frozen=True, kw_only=True)
class _StateReader:
    """What is known of all tables of a round, each by its number; ledgers and progress by the key of the session."""

    game: TournamentGame
    round: Round
    sessions: Mapping[int, Session]
    loaded: Mapping[int, SessionLedger]
    progress: Mapping[int, Progress]
    lists: Mapping[int, TableList]

    def read(self, number: int, seats: Sequence[RoundSeat], names: tuple[str, ...]) -> TableState:
        written = self.lists.get(number) or TableList(round=self.round, table=number)
        session = self.sessions.get(number)
        ledger = self.loaded.get(session.pk) if session else None
        changed = ledger is not None and not was_played_by(ledger, seats)
        of_session = None
        if session and ledger and session.closed_at is not None and not changed and ledger.played:
            of_session = results_of(ledger.last.ledger)
        results = written.results if written.results is not None else of_session
        table = self._table(names)
        progress = self.progress.get(session.pk) if session else None
        doubts = self._doubts(table, results, of_session, ledger)
        if of_session is not None and progress:
            doubts += doubts_of_progress(progress)
        return TableState(
            number=number,
            names=names,
            state=_state(written, session, ledger),
            table_list=written,
            session=session,
            progress=progress,
            players_changed=changed,
            results=results,
            sheet=sheet_of(self.game.rules, table, results) if table and results else None,
            session_sheet=sheet_of(self.game.rules, table, of_session)
            if table and of_session and of_session != results
            else None,
            doubts=doubts,
        )

    def _table(self, names: tuple[str, ...]) -> Table | None:
        try:
            return self.game.table(names)
        except RuleError:  # the terms were changed after the draw
            return None

    def _doubts(
        self, table: Table | None, results: Results | None, of_session: Results | None, ledger: SessionLedger | None
    ) -> list[Doubt]:
        doubts: list[Doubt] = []
        if table and results and results != of_session:
            doubts += doubts_of_list(self.game.rules, table, results, self.round.hands.get(str(table.size)))
        if of_session is not None and results != of_session:
            doubts.append(Doubt(OTHER_SESSION))
        if ledger:
            for stretch in ledger.stretches:
                doubts += doubts_of_hands(stretch.ledger, [hand.number for hand in stretch.counting])
        return doubts


def _state(written: TableList, session: Session | None, ledger: SessionLedger | None) -> ListState:
    if written.confirmed_at is not None:
        return ListState.CONFIRMED
    if written.disputed_at is not None:
        return ListState.DISPUTED
    if written.results is not None:
        return ListState.PROPOSED
    if session is None:
        return ListState.NOT_BEGUN
    if session.closed_at is not None:
        return ListState.FINISHED
    return ListState.PLAYING if ledger and ledger.hands else ListState.NOT_BEGUN


def most_urgent_first(states: Sequence[TableState]) -> list[TableState]:
    """Return the tables in the order in which the desk wants to see them: disputed and finished ones first."""
    order = list(ListState)
    return sorted(states, key=lambda state: (order.index(state.state), not state.doubts, state.number))
