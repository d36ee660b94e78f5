"""Reading the rounds of a tournament document: who sat where, and the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from games.scoring.text import quoted
from scorekeeper.desk.document.errors import TournamentError
from scorekeeper.desk.document.results import read_results
from scorekeeper.desk.document.types import (
    DocumentEntry,
    DocumentRound,
    RoundResult,
    RoundTable,
    TournamentGame,
    TournamentTerms,
)
from scorekeeper.desk.document.values import DocumentValue

REQUIRED = ("table", "seats")
OPTIONAL = ("results", "session")


def read_rounds(
    value: DocumentValue, game: TournamentGame, terms: TournamentTerms, entries: tuple[DocumentEntry, ...]
) -> tuple[DocumentRound, ...]:
    """Return the rounds so far; raise `RuleError`, or `TournamentError` inside a round."""
    by_name = {entry.name: entry for entry in entries}
    rounds = value.items()
    if len(rounds) > terms.rounds:
        value.refuse(Code.OVER, _("There are more rounds than the terms allow: {rounds}.", rounds=terms.rounds))
    return tuple(
        _RoundReader(number=number, game=game, hands=terms.hands, entries=by_name).read(item)
        for number, item in enumerate(rounds, 1)
    )


@dataclass(frozen=True, kw_only=True)
class _RoundReader:
    """Reads one round. `taken` are the names that it has mentioned so far: nobody has two places in it."""

    number: int
    game: TournamentGame
    hands: Mapping[int, int]
    entries: Mapping[str, DocumentEntry]
    taken: set[str] = field(default_factory=set)

    def read(self, value: DocumentValue) -> DocumentRound:
        members = value.members(("tables",), ("out",))
        tables = [self._read_at(table, item) for table, item in enumerate(members["tables"].items(), 1)]
        try:
            out = self._names(DocumentValue(members["out"].raw, "out")) if "out" in members else ()
        except RuleError as error:
            raise TournamentError(error, round_=self.number) from error
        return DocumentRound(tables=tuple(tables), out=out)

    def _read_at(self, table: int, item: DocumentValue) -> RoundTable:
        """Return a table; add its number and the round's to an error."""
        try:
            return self._read_table(table, DocumentValue(item.raw, ""))
        except RuleError as error:
            raise TournamentError(error, round_=self.number, table=table) from error
        except TournamentError as error:
            raise TournamentError(error.error, round_=self.number, table=table, session=error.session) from error

    def _read_table(self, number: int, value: DocumentValue) -> RoundTable:
        members = value.members(REQUIRED, OPTIONAL)
        if members["table"].whole() != number:
            message = _("Tables are numbered in order: this is table {number}.", number=number)
            members["table"].refuse(Code.OUT_OF_RANGE, message)
        seats = self._names(members["seats"])
        results = read_results(members, self.game, self.game.table(seats), self.hands.get(len(seats)))
        penalties = [self.entries[name].penalty_in(self.number) for name in seats]
        return RoundTable(seats=seats, results=results and tuple(map(RoundResult.less, results, penalties)))

    def _names(self, value: DocumentValue) -> tuple[str, ...]:
        """Return the names in a list of entries who play in this round."""
        return tuple(self._name(item) for item in value.items())

    def _name(self, value: DocumentValue) -> str:
        name = value.raw
        if type(name) is not str:
            value.refuse(Code.INVALID, _("This must be a player."))
        if name not in self.entries:
            value.refuse(Code.UNKNOWN_PLAYER, _("There is no entry “{name}”.", name=quoted(name)))
        return take_place(self.entries[name], self.number, self.taken, value.field)


def take_place(entry: DocumentEntry, number: int, taken: set[str], field: str) -> str:
    """Return the name of an entry, which is then `taken` in a round; raise `RuleError` if it can't sit there."""
    if entry.name in taken:
        raise RuleError(Code.SAME_PLAYER, field, _("{name} already has a place in this round.", name=entry.name))
    if not entry.plays(number):
        raise RuleError(Code.NOT_PLAYING, field, _("{name} had withdrawn before this round.", name=entry.name))
    taken.add(entry.name)
    return entry.name
