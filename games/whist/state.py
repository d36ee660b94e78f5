"""The state between the hands of Whist. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.families.whist.sides import Side
from games.scoring.types import SeatNumber


class Pair(NamedTuple):
    """A value for each side; `getattr` with a `Side` returns one of them."""

    ab: Any
    yz: Any


NONE, NO_GAMES = Pair(0, 0), Pair((), ())


class Won(NamedTuple):
    """A game or rubber that has just ended: who won it, its value and, of a rubber, the totals."""

    winner: Side
    value: int
    totals: Pair | None = None


class WhistState(NamedTuple):
    """The state between hands: the current rubber or American game, with its markers and the games won in it.

    `last_game` and `last_rubber` are set only after a hand that ended one. `trump` is the place of the next trumps of
    a drive in their round.
    """

    dealer: SeatNumber
    number: int = 1
    marker: Pair = NONE
    sheet: Pair = NO_GAMES
    last_game: Won | None = None
    last_rubber: Won | None = None
    over: bool = False
    trump: int = 0

    @property
    def games(self) -> Pair:
        """The number of games that each side has won in this rubber."""
        return Pair(len(self.sheet.ab), len(self.sheet.yz))
