"""The parts of an evening that are its rounds and its tournament, and the rows that a line becomes.

The file *continues* an evening if it has everything that the evening has here: every round with its seats, and every
entry. Then the rounds, lists and entries that are missing here are added, and so is the tournament, unless the evening
is settled here. Otherwise nothing is added. Rows that exist here always stay as they are, such as the terms of a
tournament, or a list that is confirmed in the file only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from games import registry
from games.scoring.document_format import VERSION
from scorekeeper.clubs.models import Club, Player
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.bulk_insert import bulk_insert
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.report import Verdict
from scorekeeper.files.archive.rows import RowType
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.tournaments import document
from scorekeeper.tournaments.document.reading import FORMAT
from scorekeeper.tournaments.models import TableList, Tournament, TournamentEntry

SEATS = RowType(model=RoundSeat, parent="round", references={"player": "player__uid"})
LISTS = RowType(model=TableList, parent="round", order=["table"])
ROUNDS = RowType(model=Round, parent="evening", order=["number"], nested={"seats": SEATS, "lists": LISTS})
ENTRIES = RowType(
    model=TournamentEntry,
    parent="tournament",
    left_out=["sign_up_key"],
    references={"player": "player__uid"},
    order=["number"],
)
TOURNAMENTS = RowType(
    model=Tournament, parent="evening", left_out=["sign_up_token", "public_token"], nested={"entries": ENTRIES}
)


@dataclass
class RoundRows:
    """A round with its seats and its lists by table, of the file or stored here."""

    round: Round
    seats: list[RoundSeat] = field(default_factory=list)
    lists: dict[int, TableList] = field(default_factory=dict)

    def seated(self) -> set[tuple[Any, ...]]:
        return {(seat.player_id, seat.table, seat.place) for seat in self.seats}

    def compared(self) -> Any:
        lists = {table: _columns(LISTS, one) for table, one in self.lists.items()}
        return _columns(ROUNDS, self.round), self.seated(), lists


@dataclass
class ProgrammeRows:
    """The rounds of an evening by number, and its tournament with its entries, of the file or stored here."""

    rounds: dict[int, RoundRows] = field(default_factory=dict)
    tournament: Tournament | None = None
    entries: list[TournamentEntry] = field(default_factory=list)

    def entered(self) -> set[tuple[Any, ...]]:
        return {(one.number, one.name, one.player_id) for one in self.entries}

    def compared_tournament(self) -> Any:
        entries = {one.player_id: _columns(ENTRIES, one) for one in self.entries}
        return self.tournament and _columns(TOURNAMENTS, self.tournament), entries

    def continued_by(self, in_file: ProgrammeRows) -> bool:
        """Return whether everything here is in the file: the rounds with their seats, and the entries."""
        rounds = {number: rows.seated() for number, rows in in_file.rounds.items()}
        if any(rounds.get(number) != rows.seated() for number, rows in self.rounds.items()):
            return False
        return self.tournament is None or (in_file.tournament is not None and self.entered() <= in_file.entered())


def _columns(rows: RowType, row: Model) -> dict[str, Any]:
    return {name: getattr(row, name) for name in rows.columns.names}


def stored(club: Club) -> dict[int, ProgrammeRows]:
    """Return what the evenings of a club have here, by the key of the evening."""
    found: dict[int, ProgrammeRows] = {}
    for one in Round.objects.filter(evening__club=club).prefetch_related("seats", "lists"):
        rows = RoundRows(one, list(one.seats.all()), {each.table: each for each in one.lists.all()})
        found.setdefault(one.evening_id, ProgrammeRows()).rounds[one.number] = rows
    for tournament in Tournament.objects.filter(evening__club=club).prefetch_related("entries"):
        programme = found.setdefault(tournament.evening_id, ProgrammeRows())
        programme.tournament, programme.entries = tournament, list(tournament.entries.all())
    return found


# Reading


def read(part: LinePart, evening: Evening, id_map: IdMap) -> ProgrammeRows:
    """Return what the line of an evening has; raises `ArchiveError` with the place of invalid content."""
    programme = ProgrammeRows()
    for one in part["tournaments"].each():
        if programme.tournament is not None:
            raise one.error(_("this is in the file twice."))
        programme.tournament = _tournament(one, evening)
        programme.entries = _entries(one["entries"], programme.tournament, id_map)
    entered = None if programme.tournament is None else [one.player for one in programme.entries]
    for one in part["rounds"].each():
        rows = _round(one, evening, entered, id_map)
        _require_new(rows.round.number, programme.rounds, one["number"])
        programme.rounds[rows.round.number] = rows
    return programme


def _tournament(part: LinePart, evening: Evening) -> Tournament:
    """Return a tournament; its terms must be those of a document, unless its game is gone."""
    tournament = Tournament(evening=evening, **TOURNAMENTS.read(part))
    if registry.find_rules(tournament.game) is None:
        return tournament
    without_rounds = {"format": FORMAT.name, "version": VERSION, "kind": "rounds", "entries": [], "rounds": []}
    of_tournament = {name: getattr(tournament, name) for name in ("game", "rules", "options", "terms")}
    try:
        document.read({**without_rounds, **of_tournament}, registry.find_rules)
    except document.TournamentError as error:
        name = str(error.error.field)
        raise part.at(name, None).error(in_words(error.error.message)) from error
    return tournament


def _entries(parts: LinePart, tournament: Tournament, id_map: IdMap) -> list[TournamentEntry]:
    entries: list[TournamentEntry] = []
    for part in parts.each():
        row = ENTRIES.read(part)
        player = _player(part["player"], [one.player for one in entries], id_map)
        for name in ("number", "name"):
            _require_new(row[name], [getattr(one, name) for one in entries], part[name])
        _require_from_one(part["number"])
        entries.append(TournamentEntry(tournament=tournament, player=player, **row))
    return entries


def _round(part: LinePart, evening: Evening, entered: Collection[Player] | None, id_map: IdMap) -> RoundRows:
    row = ROUNDS.read(part)
    _require_from_one(part["number"])
    _require_object(part["options"])
    _require_object(part["hands"])
    for size in row["hands"]:
        part["hands"][size].number()
    if tariff := part["tariff"].or_none():
        _require_object(tariff)
    if row["stake"] is not None and row["stake"] <= 0:
        raise part["stake"].wrong_format()
    rows = RoundRows(Round(evening=evening, **row))
    _read_seats(part["seats"], rows, entered, id_map)
    for one in part["lists"].each():
        table_list = _list(one, rows)
        _require_new(table_list.table, rows.lists, one["table"])
        rows.lists[table_list.table] = table_list
    return rows


def _read_seats(parts: LinePart, rows: RoundRows, entered: Collection[Player] | None, id_map: IdMap) -> None:
    """Read the seats of a round; in a tournament, all who are seated in a published one are `entered`."""
    places: set[tuple[int, int]] = set()
    for part in parts.each():
        row = SEATS.read(part)
        player = _player(part["player"], [seat.player for seat in rows.seats], id_map)
        is_shown = rows.round.published_at is not None
        if is_shown and entered is not None and not any(one is player for one in entered):
            raise part["player"].error(_("%(name)s is not entered in this tournament.") % {"name": player})
        if (row["table"] is None) is not (row["place"] is None):
            raise part["place"].wrong_format()
        if row["table"] is not None:
            _require_from_one(part["table"])
            _require_new((row["table"], row["place"]), places, part["place"])
            places.add((row["table"], row["place"]))
        rows.seats.append(RoundSeat(round=rows.round, player=player, **row))


def _list(part: LinePart, rows: RoundRows) -> TableList:
    """Return a list; if it has results, they are those of everybody at the table."""
    table_list = TableList(round=rows.round, **LISTS.read(part))
    if table_list.confirmed_at is not None and table_list.disputed_at is not None:
        raise part["disputed_at"].wrong_format()
    results = part["results"].or_none()
    if results is None:
        if table_list.confirmed_at is not None:
            raise part["results"].error(_("this must not be empty."))
        return table_list
    for one in results.each():
        for name in one.only("points", "won", "lost").content:
            one[name].number()
        one["points"].number()
    if len(results.content) != sum(seat.table == table_list.table for seat in rows.seats):
        raise results.wrong_format()
    return table_list


def _player(part: LinePart, before: Iterable[Player], id_map: IdMap) -> Player:
    player = id_map.people.get(part.text())
    if player is None:
        raise part.error(_("the file has no person with this name."))
    if any(one is player for one in before):
        words = _("%(name)s appears twice: two people in the file are the same person here.")
        raise part.error(words % {"name": player})
    return player


def _require_new(value: Any, before: Collection[Any], part: LinePart) -> None:
    if value in before:
        raise part.error(_("this is in the file twice."))


def _require_from_one(part: LinePart) -> None:
    if part.number() < 1:
        raise part.wrong_format()


def _require_object(part: LinePart) -> None:
    if not isinstance(part.content, dict):
        raise part.wrong_format()


# Writing


@dataclass
class NewProgrammeRows:
    """The rows that are missing here, of many evenings, inserted together."""

    rounds: list[Round] = field(default_factory=list)
    tournaments: list[Tournament] = field(default_factory=list)
    leaves: dict[type[Model], list[Model]] = field(default_factory=dict)
    """Rows that nothing refers to, by model."""

    def add(self, here: ProgrammeRows, in_file: ProgrammeRows, evening: Evening, id_map: IdMap, *, may: bool) -> None:
        """Add what is missing here of an evening, if the file continues it and `may`; count everything."""
        adds = may and here.continued_by(in_file)
        for number, rows in in_file.rounds.items():
            existing = here.rounds.get(number)
            verdict = self._add_round(existing, rows, adds=adds)
            words = _("%(evening)s: round %(number)s") % {"evening": evening, "number": number}
            id_map.report.count("round", verdict, words)
            stands = rows if verdict is Verdict.NEW else existing
            id_map.rounds[evening.public_id, number] = stands.round if stands else None
        if in_file.tournament is not None:
            id_map.report.count("tournament", self._add_tournament(here, in_file, adds=adds), str(evening))

    def _add_round(self, existing: RoundRows | None, rows: RoundRows, *, adds: bool) -> Verdict:
        if existing is None:
            if adds:
                self.rounds.append(rows.round)
                self._add_leaves(rows.seats)
                self._add_leaves(rows.lists.values())
            return Verdict.NEW if adds else Verdict.DIFFERS
        lists = [one for table, one in rows.lists.items() if adds and table not in existing.lists]
        for one in lists:
            one.round = existing.round
        self._add_leaves(lists)
        return _verdict(continued=bool(lists), same=existing.compared() == rows.compared())

    def _add_tournament(self, here: ProgrammeRows, in_file: ProgrammeRows, *, adds: bool) -> Verdict:
        assert in_file.tournament is not None
        if here.tournament is None:
            if adds:
                self.tournaments.append(in_file.tournament)
                self._add_leaves(in_file.entries)
            return Verdict.NEW if adds else Verdict.DIFFERS
        numbers = {one.number for one in here.entries}
        entries = [one for one in in_file.entries if adds and one.number not in numbers]
        for one in entries:
            one.tournament = here.tournament
        self._add_leaves(entries)
        same = here.compared_tournament() == in_file.compared_tournament()
        return _verdict(continued=bool(entries), same=same)

    def _add_leaves(self, rows: Iterable[Model]) -> None:
        for row in rows:
            self.leaves.setdefault(type(row), []).append(row)

    def insert(self, id_map: IdMap) -> None:
        id_map.insert(self.rounds)
        id_map.insert(self.tournaments, timestamps=("created_at",))
        for rows in self.leaves.values() if id_map.writes else ():
            bulk_insert(rows)


def _verdict(*, continued: bool, same: bool) -> Verdict:
    if continued:
        return Verdict.LONGER
    return Verdict.SAME if same else Verdict.DIFFERS
