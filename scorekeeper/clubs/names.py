"""How names are compared, and what a person is called at the table."""

from scorekeeper.clubs.models import Player


def tidy(name: str) -> str:
    """The name without white space that says nothing.

    >>> tidy("  Tante   Frieda ")
    'Tante Frieda'
    """
    return " ".join(name.split())


def folded(name: str) -> str:
    """A name as it is compared, without regard to case and white space.

    >>> folded("Tante  FRIEDA")
    'tante frieda'
    """
    return tidy(name).casefold()


def called(player: Player) -> str:
    """What the table calls a person: the nickname, where there is one."""
    return player.nickname or player.name
