"""What the page of entries shows: the list, the fees so far, and names that may be one person twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, islice
from typing import TYPE_CHECKING

from django.db.models import Count

from scorekeeper.clubs import duplicates
from scorekeeper.clubs.collation import name_order
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name
from scorekeeper.evenings import queries as evenings
from scorekeeper.tournaments.models import SignUp, Tournament, TournamentEntry

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_WARNINGS = 50
"""A bot may enter many similar names by the link, and each pair of them would be a warning."""


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
    """The first ones; the others follow once these are settled."""
    suggested: Sequence[str]
    sign_ups: Sequence[SignUp]
    """Those who wait for the desk."""
    absent: int
    """How many of those present at the evening have not entered."""


def fee_totals(tournament: Tournament) -> FeeTotals | None:
    """Return the fees so far, or None if there is no entry fee."""
    fee = tournament.terms.get("entry_fee")
    if fee is None:
        return None
    counts = tournament.entries.aggregate(entries=Count("pk"), paid=Count("fee_paid_at"))
    return FeeTotals(fee=Decimal(fee), paid=counts["paid"], entries=counts["entries"])


def entry_list(tournament: Tournament) -> EntryList:
    """Return the list for the desk; the number of queries doesn't grow with it."""
    entries = list(tournament.entries.select_related("player"))
    club = tournament.evening.club
    entered = {entry.player_id for entry in entries}
    members = [member for member in evenings.members(club) if member.pk not in entered]
    present = tournament.evening.presences.filter(left_at=None).values_list("player_id", flat=True)
    names = sorted(map(display_name, members), key=name_order)
    return EntryList(
        entries=entries,
        fees=fee_totals(tournament),
        warnings=list(islice(_warnings(entries, members), MOST_WARNINGS)),
        suggested=list(dict.fromkeys([*names, *evenings.guests(club)])),
        sign_ups=list(tournament.sign_ups.all()),
        absent=len(set(present) - entered),
    )


@dataclass(frozen=True, slots=True)
class _Name:
    """A name to compare: of an entry, or of a member who has not entered."""

    player: Player
    entry: TournamentEntry | None
    surname: str
    """The first letter of the last word, empty for a single word."""

    @classmethod
    def of(cls, words: list[str], player: Player, entry: TournamentEntry | None) -> _Name:
        return cls(player, entry, words[-1][0] if len(words) > 1 else "")

    def may_be(self, other: _Name) -> bool:
        return not self.surname or not other.surname or self.surname == other.surname


def _warnings(entries: Sequence[TournamentEntry], members: Sequence[Player]) -> Iterator[NameWarning]:
    """Yield look-alikes. Only names with the same initials are compared: of 400 entries, not each with each."""
    by_letter: dict[str, list[_Name]] = defaultdict(list)
    everybody = [(entry.name, entry.player, entry) for entry in entries]
    for name, player, entry in [*everybody, *((display_name(member), member, None) for member in members)]:
        words = duplicates.look(name).split()
        by_letter[words[0][0] if words else ""].append(_Name.of(words, player, entry))
    for names in by_letter.values():
        for one, other in combinations(names, 2):
            if one.entry is None or not (other.entry or one.player.guest) or not one.may_be(other):
                continue
            if reason := duplicates.reason(one.player, other.player):
                shown = str(other.entry or display_name(other.player))
                yield NameWarning(entry=one.entry, other=shown, reason=reason)
