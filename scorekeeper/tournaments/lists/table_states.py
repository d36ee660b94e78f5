"""How far the tables of a round are with their lists, and what looks mistyped there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2s

from games.registry import find_rules
from games.scoring.errors import RuleError
from games.scoring.types import Table
from scorekeeper.evenings.models import Round
from scorekeeper.evenings.rounds.seats import by_table
from scorekeeper.play.ledger import (
    RoundProgress,
    SessionLedger,
    progress_of_rounds,
    session_ledgers,
    with_installed_game,
)
from scorekeeper.play.models import Session
from scorekeeper.tournaments.document.reading import read_tournament_game
from scorekeeper.tournaments.document.results import results_of
from scorekeeper.tournaments.document.types import TournamentGame
from scorekeeper.tournaments.lists.plausibility import (
    OTHER_SESSION,
    Doubt,
    doubts_of_hands,
    doubts_of_list,
    doubts_of_progress,
)
from scorekeeper.tournaments.lists.table_sheet import Results, TableSheet, sheet_of
from scorekeeper.tournaments.models import TableList, Tournament


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
    progress: RoundProgress | None = None
    players_changed: bool = False
    results: Results | None = None
    sheet: TableSheet | None = None
    session_sheet: TableSheet | None = None
    doubts: Sequence[Doubt] = field(default=())


def game_of(tournament: Tournament) -> TournamentGame:
    """Return what is played in a tournament."""
    raw = {"game": tournament.game, "rules": tournament.rules, "options": tournament.options}
    return read_tournament_game(raw, find_rules)


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
    sessions: dict[int, list[Session]] = {}
    played = round_.sessions.not_deleted().filter(**({} if table is None else {"table_number": table}))
    for session in played.select_related("round").order_by("pk"):
        if session.table_number is not None:
            sessions.setdefault(session.table_number, []).append(session)
    latest = [at_table[-1] for at_table in sessions.values()]
    loaded = session_ledgers(with_installed_game(latest))
    reader = _StateReader(
        game=game_of(tournament),
        round=round_,
        sessions=sessions,
        loaded=loaded,
        progress=progress_of_rounds(latest, loaded),
        lists={one.table: one for one in round_.lists.filter(**only)},
    )
    return [
        reader.read(number, tuple(names[seat.player_id] for seat in at_table)) for number, at_table in seated.items()
    ]


@dataclass(frozen=True, kw_only=True)
class _StateReader:
    """What is known of all tables of a round, each by its number; ledgers and progress by the key of the session."""

    game: TournamentGame
    round: Round
    sessions: Mapping[int, Sequence[Session]]
    loaded: Mapping[int, SessionLedger]
    progress: Mapping[int, RoundProgress]
    lists: Mapping[int, TableList]

    def read(self, number: int, names: tuple[str, ...]) -> TableState:
        written = self.lists.get(number) or TableList(round=self.round, table=number)
        sessions = self.sessions.get(number, ())
        session = sessions[-1] if sessions else None
        ledger = self.loaded.get(session.pk) if session else None
        changed = ledger is not None and len(ledger.stretches) > 1
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
        doubts = []
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
    return sorted(states, key=lambda one: (order.index(one.state), not one.doubts, one.number))
