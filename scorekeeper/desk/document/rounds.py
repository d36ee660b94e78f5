"""Reading the rounds of a tournament document: who sat where, and the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import PlainValidator, TypeAdapter

from games.scoring.errors import Code, RuleError
from games.scoring.fields import MISSING
from games.scoring.numbers import MOST
from games.scoring.text import message as _
from games.scoring.text import quoted
from scorekeeper.desk.document.entries import EntryRecord
from scorekeeper.desk.document.errors import TournamentError
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.results import read_results
from scorekeeper.desk.document.terms import TournamentTerms
from scorekeeper.desk.document.types import RoundRecord, RoundResult, RoundTable
from scorekeeper.desk.document.values import NOTHING_ELSE, read_as, refused, whole_from


def _read_player(raw: Any) -> str:
    if type(raw) is not str:
        raise refused(Code.INVALID, _("This must be a player."))
    return raw


Players = tuple[Annotated[str, PlainValidator(_read_player)], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _WrittenRound:
    """A round of a document. Its tables are read one by one, as their errors name them."""

    __pydantic_config__ = NOTHING_ELSE
    tables: tuple[Any, ...]
    out: Any = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class _WrittenTable:
    """A table of a document, before its results are read."""

    __pydantic_config__ = NOTHING_ELSE
    table: Annotated[int, whole_from(-MOST)]
    seats: Players
    results: Any = MISSING
    session: Any = MISSING


PLAYERS, ROUND, TABLE = TypeAdapter(Players), TypeAdapter(_WrittenRound), TypeAdapter(_WrittenTable)


def read_rounds(
    raw: Sequence[Any], game: TournamentGame, terms: TournamentTerms, entries: tuple[EntryRecord, ...]
) -> tuple[RoundRecord, ...]:
    """Return the rounds so far; raise `RuleError`, or `TournamentError` inside a round."""
    by_name = {entry.name: entry for entry in entries}
    if len(raw) > terms.rounds:
        message = _("There are more rounds than the terms allow: {rounds}.", rounds=terms.rounds)
        raise RuleError(Code.OVER, "rounds", message)
    return tuple(
        _RoundReader(number=number, game=game, hands=terms.hands, entries=by_name).read(item)
        for number, item in enumerate(raw, 1)
    )


@dataclass(frozen=True, kw_only=True)
class _RoundReader:
    """Reads one round. `taken` are the names that it has mentioned so far: nobody has two places in it."""

    number: int
    game: TournamentGame
    hands: Mapping[int, int]
    entries: Mapping[str, EntryRecord]
    taken: set[str] = field(default_factory=set)

    def read(self, raw: Any) -> RoundRecord:
        written = read_as(ROUND, raw, f"rounds.{self.number - 1}")
        tables = [self._read_at(table, item) for table, item in enumerate(written.tables, 1)]
        try:
            out = self._seated(read_as(PLAYERS, written.out, "out"), "out")
        except RuleError as error:
            raise TournamentError(error, round_=self.number) from error
        return RoundRecord(tables=tuple(tables), out=out)

    def _read_at(self, table: int, raw: Any) -> RoundTable:
        """Return a table; add its number and the round's to an error."""
        try:
            return self._read_table(table, read_as(TABLE, raw, ""))
        except RuleError as error:
            raise TournamentError(error, round_=self.number, table=table) from error
        except TournamentError as error:
            raise TournamentError(error.error, round_=self.number, table=table, session=error.session) from error

    def _read_table(self, number: int, written: _WrittenTable) -> RoundTable:
        if written.table != number:
            message = _("Tables are numbered in order: this is table {number}.", number=number)
            raise RuleError(Code.OUT_OF_RANGE, "table", message)
        seats = self._seated(written.seats, "seats")
        table = self.game.table(seats)
        results = read_results(written.results, written.session, self.game, table, self.hands.get(len(seats)))
        penalties = [self.game.merit(self.entries[name].penalty_in(self.number)) for name in seats]
        return RoundTable(seats=seats, results=results and tuple(map(RoundResult.less, results, penalties)))

    def _seated(self, names: tuple[str, ...], field: str) -> tuple[str, ...]:
        """Return the names after checking that they are of entries who play in this round."""
        for place, name in enumerate(names):
            if name not in self.entries:
                message = _("There is no entry “{name}”.", name=quoted(name))
                raise RuleError(Code.UNKNOWN_PLAYER, f"{field}.{place}", message)
            take_place(self.entries[name], self.number, self.taken, f"{field}.{place}")
        return names


def take_place(entry: EntryRecord, number: int, taken: set[str], field: str) -> str:
    """Return the name of an entry, which is then `taken` in a round; raise `RuleError` if it can't sit there."""
    if entry.name in taken:
        raise RuleError(Code.SAME_PLAYER, field, _("{name} already has a place in this round.", name=entry.name))
    if not entry.plays(number):
        raise RuleError(Code.NOT_PLAYING, field, _("{name} had withdrawn before this round.", name=entry.name))
    taken.add(entry.name)
    return entry.name
