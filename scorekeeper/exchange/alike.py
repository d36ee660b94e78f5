"""Who is likely one person with somebody of a file, as `scorekeeper.clubs.doubles` knows it, for thousands of names.

Looking at every pair of names takes minutes where there are thousands of each. Names that are spelt almost alike have
almost the same letters: whoever has not is passed over, which leaves a few to be looked at, and never one too few.
Where even that is too many pairs, only those are found whose names are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorekeeper.clubs.doubles import ALIKE, plain, reason
from scorekeeper.clubs.models import Player
from scorekeeper.exchange.columns import Entry

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

BITS = 64
MOST_PAIRS = 400_000
"""About half a second."""


class Alike:
    """The people of a club, to be compared with so many names that come in."""

    def __init__(self, people: Sequence[Player], names: int) -> None:
        self.thorough = len(people) * names <= MOST_PAIRS
        self._called: dict[str, list[Player]] = {}
        self._first_words: dict[str, list[Player]] = {}
        self._spelt: dict[int, list[tuple[int, Player]]] = {}
        for player in people:
            name = plain(player.name)
            for one in {name, plain(player.nickname)} - {""}:
                self._called.setdefault(one, []).append(player)
            self._first_words.setdefault(name.partition(" ")[0], []).append(player)
            self._spelt.setdefault(len(name), []).append((_letters(name), player))

    def to(self, one: Entry) -> tuple[Player, StrPromise] | None:
        """Somebody who is likely the same person, and why; the surest, where there are several."""
        incoming = Player(name=one.name, nickname=one.nickname, guest=one.guest)
        for player in self._candidates(incoming):
            if why := reason(incoming, player):
                return player, why
        return None

    def _candidates(self, who: Player) -> Iterator[Player]:
        name = plain(who.name)
        for one in (name, plain(who.nickname)):
            yield from self._called.get(one, ())
        if not self.thorough:
            return
        yield from self._first_words.get(name.partition(" ")[0], ())
        yield from self._spelt_alike(name)

    def _spelt_alike(self, name: str) -> Iterator[Player]:
        """Of so many letters of both, so many can stand in one name only."""
        mine, length = _letters(name), len(name)
        for other, people in self._spelt.items():
            shared = ALIKE * (length + other) / 2
            if min(length, other) < shared:
                continue
            here, there = int(length - shared), int(other - shared)
            for letters, player in people:
                if (mine & ~letters).bit_count() <= here and (letters & ~mine).bit_count() <= there:
                    yield player


def _letters(name: str) -> int:
    """Which letters a name has; several can share a bit, so that two names look no less alike than they are."""
    found = 0
    for letter in name:
        found |= 1 << ord(letter) % BITS
    return found
