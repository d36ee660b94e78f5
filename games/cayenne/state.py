"""The state between the hands of Cayenne, and who plays on which side. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from games.cayenne.tariff import AB, Side
from games.scoring.types import SeatNumber

T = TypeVar("T")


class Pair(NamedTuple, Generic[T]):
    """A value for each side."""

    ab: T
    yz: T

    def of(self, side: Side) -> T:
        return self.ab if side is AB else self.yz

    def having(self, side: Side, value: T) -> Pair[T]:
        """Return the pair with another value for one side."""
        return Pair(value, self.yz) if side is AB else Pair(self.ab, value)


Values = tuple[int, ...]
"""The values of the games that a side has won, in order."""
NONE: Pair[int] = Pair(0, 0)
NO_GAMES: Pair[Values] = Pair((), ())


@dataclass(frozen=True, kw_only=True, slots=True)
class LastRubber:
    """The result of a rubber that has just ended. `value` is negative if the winners pay."""

    winner: Side
    totals: Pair[int]
    value: int


class CayenneState(NamedTuple):
    """The state between hands: the current rubber, with its markers and its sheet.

    `rubber` is its number, and `slams` are each side's slam points in it. `last_rubber` is set only after a hand that
    ended a rubber.
    """

    dealer: SeatNumber
    rubber: int = 1
    marker: Pair[int] = NONE
    sheet: Pair[Values] = NO_GAMES
    slams: Pair[int] = NONE
    last_rubber: LastRubber | None = None
    over: bool = False

    @property
    def games(self) -> Pair[int]:
        """The number of games that each side has won in this rubber."""
        return Pair(len(self.sheet.ab), len(self.sheet.yz))


def partners(side: Side) -> tuple[SeatNumber, SeatNumber]:
    """Return the seats of a side."""
    return (SeatNumber(0), SeatNumber(2)) if side is Side.AB else (SeatNumber(1), SeatNumber(3))
