"""The tournament document of a tournament in the database, and the result that is computed from it.

Only published rounds are in it, and only results that are confirmed: those of an open table, of a list that nobody has
confirmed yet, and of a disputed one don't count.

Each process keeps the latest result of some tournaments with the *version* of the rows that it was computed from. A
version changes with everything that a page of the result shows; it is looked up in every request.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2s
from threading import Lock
from typing import Any, TypeVar

from django.db.models import Aggregate, Q, TextField
from django.db.models.functions import Coalesce
from django.utils.translation import get_language

from games.registry import find_rules
from games.scoring.document_format import VERSION
from scorekeeper.desk.document import TournamentDocument, read
from scorekeeper.desk.document.reading import FORMAT
from scorekeeper.desk.models import TableList, Tournament, TournamentEntry
from scorekeeper.desk.result.day_list import DayList, day_list
from scorekeeper.desk.round_seats import by_table
from scorekeeper.evenings.models import Round, RoundSeat

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


Made = TypeVar("Made")

MOST_KEPT = 32
"""The number of tournaments whose results a process keeps."""


@dataclass(frozen=True, kw_only=True)
class StoredResult:
    """The list of the day at a version, with what pages have rendered of it."""

    version: str
    day: DayList
    _kept: dict[tuple[str, str], Any] = field(default_factory=dict)

    def kept(self, name: str, make: Callable[[], Made]) -> Made:
        """Return what `make` makes of the result in the language of the page; it is called once for each name."""
        key = (name, get_language() or "")
        if key not in self._kept:
            self._kept[key] = make()
        made: Made = self._kept[key]
        return made


class Joined(Aggregate):
    """A column as one text, in the order in which the database finds its rows; a thousand rows take as long as ten."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        """Return the SQL of PostgreSQL, which joins only text."""
        joined = "%(function)s((%(expressions)s)::text, ',')"
        return self.as_sql(compiler, connection, function="STRING_AGG", template=joined)


def version(tournament: Tournament) -> str:
    """Return a short hash that changes when a result page does.

    It costs five small queries, as each of hundreds of open pages asks for it every few seconds.
    """
    evening = tournament.evening
    published = evening.rounds.exclude(published_at=None)
    state = Tournament.objects.values_list(
        *("game", "rules", "options", "terms", "is_public", "public_token", "evening__is_sealed", "evening__final_at")
    ).get(pk=tournament.pk)
    entries = tournament.entries.values_list(
        "player", "number", "name", "team", "tandem", "category", "withdrawn_after", "penalties"
    )
    rounds = published.values_list("number", "published_at")
    of_published = Q(round__evening=evening, round__published_at__isnull=False)
    seats = RoundSeat.objects.filter(of_published).aggregate(
        players=Joined("player"), tables=Joined(Coalesce("table", 0)), places=Joined("place")
    )
    lists = TableList.objects.filter(of_published, confirmed_at__isnull=False).aggregate(
        keys=Joined("pk"), times=Joined("confirmed_at")
    )
    content = (evening.title(), evening.currency, state, *entries, *rounds, seats, lists)
    return blake2s(repr(content).encode(), digest_size=8).hexdigest()


_kept: OrderedDict[int, StoredResult] = OrderedDict()
_lock = Lock()


def result_of(tournament: Tournament, at_version: str | None = None) -> StoredResult:
    """Return the result at the `version` that was just looked up, or at the present one.

    Raise `TournamentError` if the rows don't fit together. The lock makes simultaneous requests wait for one
    computation.
    """
    wanted = at_version or version(tournament)
    with _lock:
        kept = _kept.get(tournament.pk)
        if kept is None or kept.version != wanted:
            kept = _kept[tournament.pk] = StoredResult(version=wanted, day=day_list(read_stored(tournament)))
        _kept.move_to_end(tournament.pk)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return kept
