"""The sides of whist with fixed partners: the first and third player against the second and fourth."""

from __future__ import annotations

from collections.abc import Mapping

from games.families.whist.hand import SideWords, WhistSide
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, SeatNumber


class Side(WhistSide):
    """The two sides, as the books on whist name them."""

    AB = "ab"
    YZ = "yz"


SEAT_LETTERS = ("A", "Y", "B", "Z")
SIDE_LETTERS: Mapping[str, str] = {Side.AB: "A – B", Side.YZ: "Y – Z"}


def partners(side: Side) -> tuple[SeatNumber, SeatNumber]:
    """Return the seats of a side."""
    return (SeatNumber(0), SeatNumber(2)) if side is Side.AB else (SeatNumber(1), SeatNumber(3))


def amounts_for(side: Side, value: int) -> Amounts:
    """Return the amounts if each player of a side gains the value and each opponent loses it.

    >>> amounts_for(Side.YZ, 15)
    (-15, 15, -15, 15)
    """
    return tuple([value if seat in partners(side) else -value for seat in range(4)])


def _words(side: Side, short: Text, revoked: Text, box: str) -> SideWords:
    one, other = partners(side)
    names = _("{one} and {other}", one=SeatName(one), other=SeatName(other))
    return SideWords(side, names, names, short, revoked=revoked, box=box)


BOTH_SIDES = (
    _words(Side.AB, _("ab a-b"), _("rab revoke-of-a-b"), "A–B"),
    _words(Side.YZ, _("yz y-z"), _("ryz revoke-of-y-z"), "Y–Z"),
)
SIDE_WORDS: Mapping[str, Text] = {side.value: side.label for side in BOTH_SIDES}
"""Each side, by the names of its players."""
