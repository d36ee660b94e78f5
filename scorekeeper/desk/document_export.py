"""The document of a tournament in the database, for its download: the inverse of the import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from games.scoring.document_format import VERSION
from scorekeeper.desk.document.entries import EntryRecord
from scorekeeper.desk.document.reading import FORMAT
from scorekeeper.desk.models import TableList, Tournament, TournamentEntry
from scorekeeper.desk.round_seats import by_table
from scorekeeper.evenings.models import Round, RoundSeat


def document_of(tournament: Tournament) -> dict[str, Any]:
    """Return the tournament document; the number of queries doesn't grow with entries, rounds or tables."""
    entries = list(tournament.entries.all())
    rounds = tournament.evening.rounds.exclude(published_at=None).prefetch_related("seats", "lists")
    names = {entry.player_id: entry.name for entry in entries}
    return {
        "format": FORMAT.name,
        "version": VERSION,
        "game": tournament.game,
        "rules": tournament.rules,
        "options": tournament.options,
        "kind": "rounds",
        "entries": [_entry(entry) for entry in entries],
        "terms": tournament.terms,
        "rounds": [_round(round_, names) for round_ in rounds],
    }


def _entry(entry: TournamentEntry) -> dict[str, Any]:
    columns = {field.name: getattr(entry, field.name) for field in fields(EntryRecord)}
    return {name: value for name, value in columns.items() if value not in ("", None, [])}


def _round(round_: Round, names: Mapping[int, str]) -> dict[str, Any]:
    seats = list(round_.seats.all())
    confirmed = {written.table: written for written in round_.lists.all() if written.confirmed_at is not None}
    out = [names[seat.player_id] for seat in seats if seat.table is None]
    tables = [_table(number, at_table, names, confirmed.get(number)) for number, at_table in by_table(seats).items()]
    return {"tables": tables, **({"out": out} if out else {})}


def _table(
    number: int, seats: Sequence[RoundSeat], names: Mapping[int, str], confirmed: TableList | None
) -> dict[str, Any]:
    players = [names[seat.player_id] for seat in seats]
    table: dict[str, Any] = {"table": number, "seats": players}
    if confirmed is not None and confirmed.results is not None:
        table["results"] = dict(zip(players, confirmed.results, strict=True))
    return table
