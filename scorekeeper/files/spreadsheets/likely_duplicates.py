"""Likely duplicates in a file of members, by the rules of `scorekeeper.clubs.duplicates`, fast enough for thousands.

A row can duplicate a player of the club or a row above. Two rows with a number are two people, whatever their names.

Comparing every pair takes minutes for thousands of names. Names that are spelt almost alike share almost all letters,
so pairs that don't are skipped; this misses none. If there are still too many pairs, only equal names are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.clubs.duplicates import ALIKE, keys, look, reason
from scorekeeper.clubs.models import Player
from scorekeeper.files.spreadsheets.columns import MemberEntry

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

BITS = 64
MOST_PAIRS = 400_000
"""About half a second."""


@dataclass(frozen=True)
class NamedPerson:
    """A player of the club, or the person in a row of the file."""

    player: Player
    entry: MemberEntry | None = None


class DuplicateFinder:
    """The people of a club and of the rows so far, to compare with `names` new names."""

    def __init__(self, people: Sequence[Player], names: int) -> None:
        self.thorough = (len(people) + names // 2) * names <= MOST_PAIRS
        self._called: dict[str, list[NamedPerson]] = {}
        self._first_words: dict[str, list[NamedPerson]] = {}
        self._spelt: dict[int, list[tuple[int, NamedPerson]]] = {}
        for player in people:
            self._add(NamedPerson(player))

    def _add(self, person: NamedPerson) -> None:
        name = look(person.player.name)
        for key in dict.fromkeys(keys(person.player)):
            self._called.setdefault(key, []).append(person)
        self._first_words.setdefault(name.partition(" ")[0], []).append(person)
        self._spelt.setdefault(len(name), []).append((_letters(name), person))

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
            if one.number and person.entry and person.entry.number:
                continue
            if found_reason := reason(incoming, person.player):
                yield person, found_reason

    def _candidates(self, player: Player) -> Iterator[NamedPerson]:
        name = look(player.name)
        for key in dict.fromkeys(keys(player)):
            yield from self._called.get(key, ())
        if not self.thorough:
            return
        yield from self._first_words.get(name.partition(" ")[0], ())
        yield from self._spelt_alike(name)

    def _spelt_alike(self, name: str) -> Iterator[NamedPerson]:
        """Yield people whose names share enough letters; what two lengths must share limits how many may differ."""
        own_letters, length = _letters(name), len(name)
        for other, people in self._spelt.items():
            shared = ALIKE * (length + other) / 2
            if min(length, other) < shared:
                continue
            mine_only, theirs_only = int(length - shared), int(other - shared)
            for letters, person in people:
                if (own_letters & ~letters).bit_count() <= mine_only and (
                    letters & ~own_letters
                ).bit_count() <= theirs_only:
                    yield person


def _letters(name: str) -> int:
    """Return a name's letters as bits; letters can share a bit, so names never look less alike than they are."""
    bits = 0
    for letter in name:
        bits |= 1 << ord(letter) % BITS
    return bits
