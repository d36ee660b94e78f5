"""The outcome of a hand of Cayenne, its fields, and the state between hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from games.cayenne.tariff import AB, ALL_HONOURS, ALL_TRICKS, SUITS, Penalty, Side, Trump
from games.scoring.fields import Fields, RecordsField, WholeField, WordField
from games.scoring.types import SeatNumber

HAND = "hand"
"""The call of a hand that was played; documents leave it out."""
MISDEAL = "misdeal"
CALLS = (HAND, MISDEAL)


class Revoke(NamedTuple):
    """A revoke: the side that made it, and the penalty that the other side chose."""

    by: Side
    penalty: Penalty


class Outcome(NamedTuple):
    """The outcome of one deal: the tricks actually won by A and B, and their honours. A misdeal has only its `call`."""

    call: str
    cayenne: Trump | None = None
    trump: Trump = Trump.GRAND
    tricks: int = 0
    honours: int | None = None
    revokes: tuple[Revoke, ...] = ()


TRUMP = WordField(name="trump", words=tuple(Trump))
_TRICKS = WholeField(name="tricks", low=0, high=ALL_TRICKS)
_HONOURS = WholeField(name="honours", low=0, high=ALL_HONOURS)
_REVOKES = RecordsField(
    name="revokes",
    fields=Fields((WordField(name="by", words=tuple(Side)), WordField(name="penalty", words=tuple(Penalty)))),
    make=Revoke,
)
DECIDING = {HAND: Fields((TRUMP,))}
TRUMP_FIELDS = Fields((WordField(name="cayenne", words=SUITS), TRUMP, _TRICKS, _HONOURS, _REVOKES))
NO_TRUMP_FIELDS = Fields((WordField(name="cayenne", words=SUITS, default=None), TRUMP, _TRICKS, _REVOKES))
NO_FIELDS = Fields()

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


class Position(NamedTuple):
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
