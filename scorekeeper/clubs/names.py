"""How names are compared, and what a person is called at the table."""

import unicodedata

from scorekeeper.clubs.models import Player

UNSEEN = "Cf"
"""Characters that only say how others are to be shown: joiners, marks of direction, spaces without width."""


def tidy(name: str) -> str:
    """The name without white space that says nothing.

    >>> tidy("  Tante   Frieda ")
    'Tante Frieda'
    """
    return " ".join(name.split())


def folded(name: str) -> str:
    """A name as it is compared, without regard to case, white space and how its letters are put together.

    >>> folded("Tante  FRIEDA")
    'tante frieda'
    >>> folded("Chloe\N{COMBINING ACUTE ACCENT}\N{ZERO WIDTH SPACE}") == folded("Chloé")
    True
    """
    seen = "".join(letter for letter in name if unicodedata.category(letter) != UNSEEN)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", tidy(seen)).casefold())


def called(player: Player) -> str:
    """What the table calls a person: the nickname, where there is one."""
    return player.nickname or player.name
