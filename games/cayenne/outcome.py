"""What came of a hand of Cayenne, and what is carried from hand to hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from games.cayenne.tariff import ALL_HONOURS, ALL_TRICKS, SUITS, Penalty, Side, Trump
from games.scoring.fields import Fields, RecordsField, WholeField, WordField
from games.scoring.types import Seat, State

HAND = "hand"
"""A hand that was played; no document says this word."""
MISDEAL = "misdeal"
CALLS = (HAND, MISDEAL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Revoke:
    """One revoke: the side that made it, and what the other side chose for it."""

    by: Side
    penalty: Penalty


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of one deal: tricks really won by A and B, and the honours dealt to them. A misdeal says nothing."""

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
DECIDING = Fields((TRUMP,))
TRUMP_FIELDS = Fields((WordField(name="cayenne", words=SUITS), TRUMP, _TRICKS, _HONOURS, _REVOKES))
NO_TRUMP_FIELDS = Fields((WordField(name="cayenne", words=SUITS, default=None), TRUMP, _TRICKS, _REVOKES))
NO_FIELDS = Fields()

T = TypeVar("T")


class Pair(NamedTuple, Generic[T]):
    """Something for each side."""

    ab: T
    yz: T

    def of(self, side: Side) -> T:
        return self.ab if side is Side.AB else self.yz

    def having(self, side: Side, value: T) -> Pair[T]:
        """The same with something else for one side."""
        return Pair(value, self.yz) if side is Side.AB else Pair(self.ab, value)


Values = tuple[int, ...]
"""The values of the games that a side has won, in order."""
NONE: Pair[int] = Pair(0, 0)
NO_GAMES: Pair[Values] = Pair((), ())


@dataclass(frozen=True, kw_only=True, slots=True)
class LastRubber:
    """How the rubber ended that this hand ended; the value is negative when the winners pay."""

    winner: Side
    totals: Pair[int]
    value: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Position(State):
    """The rubber that is being played, and what stands on its markers and its sheet.

    `last_rubber` is there only after a hand that ended a rubber.
    """

    rubber: int = 1
    marker: Pair[int] = NONE
    sheet: Pair[Values] = NO_GAMES
    slams: Pair[int] = NONE
    last_rubber: LastRubber | None = None
    over: bool = False

    @property
    def games(self) -> Pair[int]:
        """How many games each side has won in this rubber."""
        return Pair(len(self.sheet.ab), len(self.sheet.yz))


def partners(side: Side) -> tuple[Seat, Seat]:
    """The seats of a side."""
    return (Seat(0), Seat(2)) if side is Side.AB else (Seat(1), Seat(3))
