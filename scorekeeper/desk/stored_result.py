"""A tournament as `rank` and `settle` take it, from its rows, and the result that is computed from it.

Only published rounds are in it, and only results that are confirmed: those of an open table, of a list that nobody has
confirmed yet, and of a disputed one don't count.

Each process keeps the latest result of some tournaments with the *version* of the rows that it was computed from. A
version changes with everything that a page of the result shows; it is looked up in every request.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2s
from threading import Lock
from typing import Any, TypeVar

from django.db.models import Aggregate, Q, TextField
from django.db.models.functions import Coalesce
from django.utils.translation import get_language

from games.registry import find_rules
from scorekeeper.desk.document import TournamentRecord, read_tournament_game
from scorekeeper.desk.document.entries import EntryRecord, Penalty
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.results import round_results, table_list
from scorekeeper.desk.document.rounds import take_place
from scorekeeper.desk.document.terms import TournamentTerms, read_terms
from scorekeeper.desk.document.types import RoundRecord, RoundResult, RoundTable
from scorekeeper.desk.models import TableList, Tournament, TournamentEntry
from scorekeeper.desk.result.day_list import DayList, day_list
from scorekeeper.desk.round_seats import by_table
from scorekeeper.evenings.models import Round, RoundSeat


def game_of(tournament: Tournament) -> TournamentGame:
    """Return what is played in a tournament; raise `RuleError` if the game has no such rules or options any more."""
    raw = {"game": tournament.game, "rules": tournament.rules, "options": tournament.options}
    return read_tournament_game(raw, find_rules)


def terms_of(tournament: Tournament) -> TournamentTerms:
    """Return the terms of a tournament or of a plan for one; raise `RuleError` at the first field that is wrong."""
    return read_terms(tournament.terms, game_of(tournament))


def read_stored(tournament: Tournament) -> TournamentRecord:
    """Return a tournament as `rank` and `settle` take it; raise `RuleError` if its rows don't fit together.

    The number of queries doesn't grow with entries, rounds or tables.
    """
    game = game_of(tournament)
    terms = read_terms(tournament.terms, game)
    entries = {entry.player_id: _entry(entry) for entry in tournament.entries.all()}
    rounds = tournament.evening.rounds.exclude(published_at=None).prefetch_related("seats", "lists")
    return TournamentRecord(
        game=game,
        entries=tuple(entries.values()),
        terms=terms,
        rounds=tuple(_round(round_, entries, game, terms) for round_ in rounds),
    )


def _entry(entry: TournamentEntry) -> EntryRecord:
    return EntryRecord(
        number=entry.number,
        name=entry.name,
        team=entry.team or None,
        tandem=entry.tandem or None,
        category=entry.category or None,
        withdrawn_after=entry.withdrawn_after,
        penalties=tuple(Penalty(**penalty) for penalty in entry.penalties),
    )


def _round(
    round_: Round, entries: Mapping[int, EntryRecord], game: TournamentGame, terms: TournamentTerms
) -> RoundRecord:
    seats = list(round_.seats.all())
    confirmed = {written.table: written for written in round_.lists.all() if written.confirmed_at is not None}
    taken: set[str] = set()

    def table(number: int, at_table: Sequence[RoundSeat]) -> RoundTable:
        seated = [entries[seat.player_id] for seat in at_table]
        names = tuple(take_place(entry, round_.number, taken, f"seats.{place}") for place, entry in enumerate(seated))
        written = confirmed.get(number)
        if written is None or written.results is None:
            return RoundTable(seats=names)
        results = round_results(game.rules, game.table(names), table_list(written.results), terms.hands.get(len(names)))
        penalties = [game.merit(entry.penalty_in(round_.number)) for entry in seated]
        return RoundTable(seats=names, results=tuple(map(RoundResult.less, results, penalties)))

    return RoundRecord(
        tables=tuple(table(number, at_table) for number, at_table in by_table(seats).items()),
        out=tuple(entries[seat.player_id].name for seat in seats if seat.table is None),
    )


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

    Raise `RuleError` if the rows don't fit together. The lock makes simultaneous requests wait for one
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
