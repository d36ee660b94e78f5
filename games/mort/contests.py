"""Who played a hand of Mort against whom, and who won the game that ended with it. Pure."""

from __future__ import annotations

from games.mort.outcome import Roles
from games.mort.tariff import Side
from games.scoring.types import Contest

VIVANT, ADVERSARY = "vivant", "adversary"
PARTS = frozenset({VIVANT, ADVERSARY})
"""The parts in which a game is won or lost; nothing is undertaken."""


def contests(here: Roles, winner: Side | None) -> tuple[Contest, ...]:
    """Vivant against the two adversaries; Mort is nobody.

    With the hand that ends a game, and pays for all of it, each has won or lost that game in the part that was his.

    >>> from games.scoring.types import Seat
    >>> here = Roles(vivant=Seat(0), right=Seat(1), left=Seat(2), out=None)
    >>> [(one.call, one.side, one.made) for one in contests(here, Side.ADVERSARIES)]
    [('vivant', (0,), False), ('adversary', (1, 2), True)]
    """
    vivant, adversaries = here.side(Side.VIVANT), here.side(Side.ADVERSARIES)
    if winner is None:
        return (Contest("", vivant, adversaries, None),)
    return (
        Contest(VIVANT, vivant, adversaries, winner is Side.VIVANT),
        Contest(ADVERSARY, adversaries, vivant, winner is Side.ADVERSARIES),
    )
