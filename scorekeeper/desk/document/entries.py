"""The entries of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import PlainValidator, TypeAdapter

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.desk.document.terms import TournamentTerms
from scorekeeper.desk.document.values import FROM_ONE, NAME, NOTHING_ELSE, TEXT, read_as, read_whole


def _round_from(low: int) -> PlainValidator:
    """Return what reads the number of a round; the context are the terms, which say how many there are."""
    return PlainValidator(lambda raw, reading: read_whole(raw, low, reading.context.rounds))


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalty:
    """Points that are taken off an entry in a round at one of whose tables it sits.

    They are added if the lowest total wins.
    """

    __pydantic_config__ = NOTHING_ELSE
    round: Annotated[int, _round_from(1)]
    points: Annotated[int, FROM_ONE]
    reason: Annotated[str, TEXT]


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryRecord:
    """A player with a start number; `withdrawn_after` is the last round that they took part in, 0 for none."""

    __pydantic_config__ = NOTHING_ELSE
    number: Annotated[int, FROM_ONE]
    name: Annotated[str, NAME]
    team: Annotated[str | None, NAME] = None
    tandem: Annotated[str | None, NAME] = None
    category: Annotated[str | None, NAME] = None
    withdrawn_after: Annotated[int | None, _round_from(0)] = None
    penalties: tuple[Penalty, ...] = ()

    def penalty_in(self, number: int) -> int:
        """Return the points of the penalties in the round of this number."""
        return sum(penalty.points for penalty in self.penalties if penalty.round == number)

    def plays(self, number: int) -> bool:
        """Return whether the entry had not yet withdrawn in the round of this number, counted from 1."""
        return self.withdrawn_after is None or number <= self.withdrawn_after


ENTRIES = TypeAdapter(tuple[EntryRecord, ...])


def read_entries(raw: object, terms: TournamentTerms) -> tuple[EntryRecord, ...]:
    """Return the entries of a document; no two have the same start number or name."""
    entries = read_as(ENTRIES, raw, "entries", terms)
    by_name: dict[str, EntryRecord] = {}
    by_number: dict[int, EntryRecord] = {}
    for place, entry in enumerate(entries):
        if other := by_name.get(entry.name):
            message = _("Start number {number} has the same name.", number=other.number)
            raise RuleError(Code.SAME_PLAYER, f"entries.{place}.name", message)
        if other := by_number.get(entry.number):
            message = _("{name} has the same start number.", name=other.name)
            raise RuleError(Code.SAME_PLAYER, f"entries.{place}.number", message)
        by_name[entry.name] = by_number[entry.number] = entry
    return entries
