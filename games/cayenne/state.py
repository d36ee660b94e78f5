"""The state between the hands of Cayenne. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.families.whist.sides import Side
from games.scoring.types import SeatNumber

Values = tuple[int, ...]
"""The values of the games that a side has won, in order."""
NONE: Mapping[Side, int] = dict.fromkeys(Side, 0)
NO_GAMES: Mapping[Side, Values] = dict.fromkeys(Side, ())


@dataclass(frozen=True, kw_only=True, slots=True)
class LastRubber:
    """The result of a rubber that has just ended. `value` is negative if the winners pay."""

    winner: Side
    totals: Mapping[Side, int]
    value: int


class CayenneState(NamedTuple):
    """The state between hands: the current rubber, with its markers and its sheet.

    `rubber` is its number, and `slams` are each side's slam points in it. `last_rubber` is set only after a hand that
    ended a rubber.
    """

    dealer: SeatNumber
    rubber: int = 1
    marker: Mapping[Side, int] = NONE
    sheet: Mapping[Side, Values] = NO_GAMES
    slams: Mapping[Side, int] = NONE
    last_rubber: LastRubber | None = None
    over: bool = False

    @property
    def games(self) -> Mapping[Side, int]:
        """The number of games that each side has won in this rubber."""
        return {side: len(values) for side, values in self.sheet.items()}
