"""Sides of two: those of fixed partners, where the first and third player sit opposite, and any others."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Self, TypeVar

from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, SeatNumber


class OneOfTwo(StrEnum):
    """A side in a game of two, such as the one that undertakes a hand and the other."""

    @property
    def other(self) -> Self:
        first, other = type(self)
        return other if self is first else first


SideT = TypeVar("SideT", bound=OneOfTwo)
T = TypeVar("T")


class BySide(dict[SideT, T]):
    """A value for each side. In a state it never changes, so it has a hash."""

    def __hash__(self) -> int:  # type: ignore[override] # a dict has none
        return hash(tuple(self.items()))


Score = tuple[int, int]
"""The points of the first side and those of the other."""


def with_amounts(score: Score, amounts: Amounts) -> Score:
    """Return a score with the amounts of a hand or correction, which partners have in common."""
    return score[0] + amounts[0], score[1] + amounts[1]


def higher(sides: type[SideT], score: Score) -> SideT | None:
    """Return the side with the higher score, or None if they are level."""
    first, other = sides
    return None if score[0] == score[1] else first if score[0] > score[1] else other


class Side(OneOfTwo):
    """The sides of fixed partners, as the books on whist name them."""

    AB = "ab"
    YZ = "yz"


SEAT_LETTERS = ("A", "Y", "B", "Z")
SIDE_LETTERS: Mapping[str, str] = {Side.AB: "A – B", Side.YZ: "Y – Z"}


def partners(side: OneOfTwo) -> tuple[SeatNumber, SeatNumber]:
    """Return the seats of a side, whatever a game calls it: the first and third, or the second and fourth."""
    first, _other = type(side)
    return (SeatNumber(0), SeatNumber(2)) if side is first else (SeatNumber(1), SeatNumber(3))


PARTNERS = tuple(map(partners, Side))
"""The seats of both sides."""


def of_sides(part: str, winner: OneOfTwo) -> tuple[Contest, ...]:
    """Return a contest of each side in something that one of them won."""
    return tuple(Contest(part, partners(side), partners(side.other), side is winner) for side in type(winner))


def side_of(seat: SeatNumber) -> Side:
    """Return the side of a player.

    >>> [side_of(SeatNumber(seat)).value for seat in range(4)]
    ['ab', 'yz', 'ab', 'yz']
    """
    return Side.YZ if seat % 2 else Side.AB


def of_partners(first: int, other: int) -> Amounts:
    """Return the amounts if both players of a side have what it scored.

    >>> of_partners(62, 50)
    (62, 50, 62, 50)
    """
    return (first, other, first, other)


def amounts_for(side: Side, value: int) -> Amounts:
    """Return the amounts if each player of a side gains the value and each opponent loses it.

    >>> amounts_for(Side.YZ, 15)
    (-15, 15, -15, 15)
    """
    return tuple([value if seat in partners(side) else -value for seat in range(4)])


def _names(side: Side) -> Text:
    one, other = partners(side)
    return _("{one} and {other}", one=SeatName(one), other=SeatName(other))


def of_side(what: Text, side: Text) -> Text:
    """Return something with the words for the side that had it: "Match (Anne and Chloé)"."""
    return Text("{what} ({side})", {"what": what, "side": side})


SIDE_WORDS: Mapping[str, Text] = {side.value: _names(side) for side in Side}
"""Each side, by the names of its players."""
