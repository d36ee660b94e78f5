"""Rounds in the API: who sits where, and how far the lists of a tournament are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import cast

from games.scoring.errors import RuleError
from scorekeeper.api import schemas
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.round_seats import SeatedPlayer, SeatedTable, seated_round
from scorekeeper.desk.settlement import decimal_text
from scorekeeper.desk.table_states import TableState, table_states
from scorekeeper.evenings.models import Evening, Round

Entries = Mapping[int, TournamentEntry]
"""The entries of the tournament by the player's key; none at an ordinary evening."""


def rounds_of(evening: Evening, shown: Collection[int]) -> list[schemas.Round]:
    """Return the published rounds of an evening; `shown` are the keys of the sessions that are not hidden."""
    tournament: Tournament | None = getattr(evening, "tournament", None)
    entries = {entry.player_id: entry for entry in tournament.entries.all()} if tournament else {}
    return [
        _round(round_, entries, _states(tournament, round_), shown)
        for round_ in evening.rounds.exclude(published_at=None)
    ]


def _states(tournament: Tournament | None, round_: Round) -> Mapping[int, TableState]:
    """Return how far each table is; nothing if the game has no such rules any more."""
    try:
        return {state.number: state for state in table_states(tournament, round_)} if tournament else {}
    except RuleError:
        return {}


def _round(round_: Round, entries: Entries, states: Mapping[int, TableState], shown: Collection[int]) -> schemas.Round:
    seated = seated_round(round_, {player: entry.name for player, entry in entries.items()})
    return schemas.Round(
        number=round_.number,
        published_at=cast(datetime, round_.published_at),
        game=round_.game,
        rules=round_.rules,
        seating=round_.seating,
        seed=round_.seed,
        hands=round_.hands,
        stake=None if round_.stake is None else decimal_text(round_.stake),
        minutes=round_.minutes,
        clock_started_at=round_.clock_started_at,
        tables=[_table(round_, table, entries, states.get(table.number), shown) for table in seated.tables],
        out=_seats(seated.out, entries),
    )


def _table(
    round_: Round, table: SeatedTable, entries: Entries, state: TableState | None, shown: Collection[int]
) -> schemas.RoundTable:
    game, rules = round_.played_at(table.number)
    session = table.session
    return schemas.RoundTable(
        number=table.number,
        game=game,
        rules=rules,
        session=session.public_id if session and session.pk in shown else None,
        seats=_seats(table.players, entries),
        table_list=_list(state, is_sealed=round_.evening.is_sealed) if state else None,
    )


def _seats(players: Sequence[SeatedPlayer], entries: Entries) -> list[schemas.RoundSeat]:
    return [
        schemas.RoundSeat(
            member=player.key,
            name=player.name,
            number=entries[player.key].number if player.key in entries else None,
            seat=player.seat,
        )
        for player in players
    ]


def _list(state: TableState, *, is_sealed: bool) -> schemas.TableList:
    written, results = state.table_list, None if is_sealed else state.results
    return schemas.TableList(
        state=state.state.value,
        typed=written.typed,
        confirmed_by=written.confirmed_by,
        confirmed_at=written.confirmed_at,
        by_signature=written.by_signature,
        disputed_by=written.disputed_by,
        disputed_at=written.disputed_at,
        dispute=written.dispute,
        results=None if results is None else [_result(row) for row in results],
    )


def _result(row: Mapping[str, int]) -> schemas.ListResult:
    return schemas.ListResult(points=row["points"], won=row.get("won"), lost=row.get("lost"))
