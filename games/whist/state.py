"""The state between the hands of Whist. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.families.whist.marker import BySide
from games.families.whist.sides import Side
from games.scoring.types import SeatNumber

Values = tuple[int, ...]
"""The values of the games that a side has won, in order."""
NONE: Mapping[Side, int] = BySide.fromkeys(Side, 0)
NO_GAMES: Mapping[Side, Values] = BySide.fromkeys(Side, ())


class Won(NamedTuple):
    """A game or rubber that has just ended: who won it, its value and, of a rubber, the totals."""

    winner: Side
    value: int
    totals: Mapping[Side, int] = NONE


class WhistState(NamedTuple):
    """The state between hands: the current rubber or American game, with its markers and the games won in it.

    `last_game` and `last_rubber` are set only after a hand that ended one. `trump` is the place of the next trumps of
    a drive in their round.
    """

    dealer: SeatNumber
    number: int = 1
    marker: Mapping[Side, int] = NONE
    sheet: Mapping[Side, Values] = NO_GAMES
    last_game: Won | None = None
    last_rubber: Won | None = None
    over: bool = False
    trump: int = 0

    @property
    def games(self) -> Mapping[Side, int]:
        """The number of games that each side has won in this rubber."""
        return {side: len(values) for side, values in self.sheet.items()}
