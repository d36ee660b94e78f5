"""Likely duplicates in a file of members, by the rules of `scorekeeper.clubs.duplicates`.

A row can duplicate a player of the club or a row above. Two rows with a member number are two people, whatever their
names. Comparing every pair of thousands of names would take minutes, so in a file that long only equal names are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.clubs.duplicates import keys, reason, words
from scorekeeper.clubs.models import Player
from scorekeeper.files.spreadsheets.columns import MemberEntry

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_PAIRS = 100_000
"""About a second."""


@dataclass(frozen=True)
class NamedPerson:
    """A player of the club, or the person in a row of the file."""

    player: Player
    entry: MemberEntry | None = None


class DuplicateFinder:
    """The people of a club and of the rows so far, to compare with `names` new names."""

    def __init__(self, people: Sequence[Player], names: int) -> None:
        self.thorough = (len(people) + names // 2) * names <= MOST_PAIRS
        self._people: list[NamedPerson] = []
        self._called: dict[str, list[NamedPerson]] = {}
        for player in people:
            self._add(NamedPerson(player))

    def _add(self, person: NamedPerson) -> None:
        self._people.append(person)
        for key in _names(person.player):
            self._called.setdefault(key, []).append(person)

    def to(self, one: MemberEntry) -> tuple[NamedPerson, StrPromise] | None:
        """Return the likeliest duplicate of an entry and the reason, or None.

        Later entries are compared with this one too.
        """
        incoming = Player(name=one.name, nickname=one.nickname, guest=one.guest)
        duplicate = next(self._likely(incoming, one), None)
        self._add(NamedPerson(incoming, one))
        return duplicate

    def _likely(self, incoming: Player, one: MemberEntry) -> Iterator[tuple[NamedPerson, StrPromise]]:
        for person in self._candidates(incoming):
            if one.member_number and person.entry and person.entry.member_number:
                continue
            if found_reason := reason(incoming, person.player):
                yield person, found_reason

    def _candidates(self, player: Player) -> Iterator[NamedPerson]:
        for key in _names(player):
            yield from self._called.get(key, ())
        if self.thorough:
            yield from self._people


def _names(player: Player) -> dict[str, None]:
    """Return the names by which equal people are found, each once."""
    return dict.fromkeys((*keys(player), " ".join(words(player.name))))
