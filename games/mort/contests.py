"""Contests of Mort: who played a hand against whom, and who won the game if the hand ended it. Pure."""

from __future__ import annotations

from games.mort.outcome import Roles
from games.mort.tariff import Side
from games.scoring.types import Contest

VIVANT, ADVERSARY = "vivant", "adversary"
PARTS = frozenset({VIVANT, ADVERSARY})
"""The parts in which a player wins or loses a game; Mort has no calls."""


def contests(seating: Roles, winner: Side | None) -> tuple[Contest, ...]:
    """Return Vivant against the two adversaries; Mort is not a player.

    The hand that ends a game pays for all of it: it has a contest for each side, which won or lost the game in its
    part.

    >>> from games.scoring.types import SeatNumber
    >>> seating = Roles(vivant=SeatNumber(0), right=SeatNumber(1), left=SeatNumber(2), out=None)
    >>> [(one.call, one.side, one.made) for one in contests(seating, Side.ADVERSARIES)]
    [('vivant', (0,), False), ('adversary', (1, 2), True)]
    """
    vivant, adversaries = seating.side(Side.VIVANT), seating.side(Side.ADVERSARIES)
    if winner is None:
        return (Contest("", vivant, adversaries, None),)
    return (
        Contest(VIVANT, vivant, adversaries, winner is Side.VIVANT),
        Contest(ADVERSARY, adversaries, vivant, winner is Side.ADVERSARIES),
    )
