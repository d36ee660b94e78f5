"""The tournament document of a tournament in the database: the only way from its rows to a ranking.

Only published rounds are in it, and only results that are confirmed: those of an open table, of a list that nobody has
confirmed yet, and of a disputed one don't count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.registry import find_rules
from games.scoring.document_format import VERSION
from scorekeeper.evenings.models import Round, RoundSeat
from scorekeeper.evenings.rounds.seats import by_table
from scorekeeper.tournaments.document import TournamentDocument, read
from scorekeeper.tournaments.document.reading import FORMAT
from scorekeeper.tournaments.models import TableList, Tournament, TournamentEntry

OPTIONAL = ("team", "tandem", "category")


def read_stored(tournament: Tournament) -> TournamentDocument:
    """Return a tournament as `rank` and `settle` take it; raise `TournamentError` if its rows don't fit together."""
    return read(document_of(tournament), find_rules)


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
        "rounds": [_round(one, names) for one in rounds],
    }


def _entry(entry: TournamentEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"number": entry.number, "name": entry.name}
    written.update({field: value for field in OPTIONAL if (value := getattr(entry, field))})
    if entry.withdrawn_after is not None:
        written["withdrawn_after"] = entry.withdrawn_after
    if entry.penalties:
        written["penalties"] = entry.penalties
    return written


def _round(round_: Round, names: Mapping[int, str]) -> dict[str, Any]:
    seats = list(round_.seats.all())
    confirmed = {one.table: one for one in round_.lists.all() if one.confirmed_at is not None}
    out = [names[seat.player_id] for seat in seats if seat.table is None]
    tables = [_table(number, at_table, names, confirmed.get(number)) for number, at_table in by_table(seats).items()]
    return {"tables": tables, **({"out": out} if out else {})}


def _table(
    number: int, seats: Iterable[RoundSeat], names: Mapping[int, str], confirmed: TableList | None
) -> dict[str, Any]:
    players = [names[seat.player_id] for seat in seats]
    table: dict[str, Any] = {"table": number, "seats": players}
    if confirmed is not None and confirmed.results is not None:
        table["results"] = dict(zip(players, confirmed.results, strict=True))
    return table
