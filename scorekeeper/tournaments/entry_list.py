"""What the page of entries shows: the list, the fees so far, and names that may be one person twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from scorekeeper.clubs import duplicates
from scorekeeper.clubs.collation import name_order
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name
from scorekeeper.evenings import queries as evenings
from scorekeeper.tournaments.models import Tournament, TournamentEntry

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, kw_only=True)
class FeeTotals:
    """The entry fees: how many have paid, and what that comes to."""

    fee: Decimal
    paid: int
    entries: int

    @property
    def received(self) -> Decimal:
        return self.fee * self.paid

    @property
    def due(self) -> Decimal:
        return self.fee * self.entries


@dataclass(frozen=True, kw_only=True)
class NameWarning:
    """An entry that may be the same person as another entry, or as a member who has not entered."""

    entry: TournamentEntry
    other: str
    reason: StrPromise


@dataclass(frozen=True, kw_only=True)
class EntryList:
    """The entries of a tournament, by start number, and what the desk should know of them."""

    entries: Sequence[TournamentEntry]
    fees: FeeTotals | None
    warnings: Sequence[NameWarning]
    suggested: Sequence[str]
    absent: int
    """How many of those present at the evening have not entered."""


def entry_list(tournament: Tournament) -> EntryList:
    """Return the list for the desk; the number of queries doesn't grow with it."""
    entries = list(tournament.entries.select_related("player"))
    club = tournament.evening.club
    entered = {entry.player_id for entry in entries}
    members = [member for member in evenings.members(club) if member.pk not in entered]
    present = tournament.evening.presences.filter(left_at=None).values_list("player_id", flat=True)
    fee = tournament.terms.get("entry_fee")
    paid = sum(entry.fee_paid_at is not None for entry in entries)
    names = sorted(map(display_name, members), key=name_order)
    return EntryList(
        entries=entries,
        fees=None if fee is None else FeeTotals(fee=Decimal(fee), paid=paid, entries=len(entries)),
        warnings=list(_warnings(entries, members)),
        suggested=list(dict.fromkeys([*names, *evenings.guests(club)])),
        absent=len(set(present) - entered),
    )


def _warnings(entries: Sequence[TournamentEntry], members: Sequence[Player]) -> Iterator[NameWarning]:
    """Yield look-alikes among names that look alike in their first letter: of 400 entries, not each with each."""
    by_letter: dict[str, list[tuple[Player, TournamentEntry | None]]] = defaultdict(list)
    for entry in entries:
        by_letter[duplicates.look(entry.name)[:1]].append((entry.player, entry))
    for member in members:
        by_letter[duplicates.look(display_name(member))[:1]].append((member, None))
    for people in by_letter.values():
        for (one, of_one), (other, of_other) in combinations(people, 2):
            if of_one is None or not (of_other or one.guest):
                continue
            if reason := duplicates.reason(one, other):
                yield NameWarning(entry=of_one, other=str(of_other or display_name(other)), reason=reason)
