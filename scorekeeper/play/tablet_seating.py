"""Where everybody sits around a tablet that lies between them, and to which side its page is turned.

A *side* is one of the four of the tablet, named as it lies while its page is not turned. Who holds it sits at the
bottom; the others follow as they are named: clockwise, or the other way round where a game is dealt so.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

_CLOCKWISE = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
}
_MIRRORED = {"left": "right", "right": "left", "top-left": "top-right", "top-right": "top-left"}


class TabletSide(StrEnum):
    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


def places(size: int, *, clockwise: bool, bottom: int) -> list[str]:
    """The place at the tablet of each seat, in seat order; two share a side where there are five.

    Nobody has a place at a table of another size: it is shown as on a phone.

    >>> places(4, clockwise=True, bottom=1)
    ['right', 'bottom', 'left', 'top']
    >>> places(5, clockwise=False, bottom=0)
    ['bottom', 'right', 'top-right', 'top-left', 'left']
    """
    row = _CLOCKWISE.get(size, ())
    if not clockwise:
        row = tuple(_MIRRORED.get(place, place) for place in row)
    return [row[(seat - bottom) % size] for seat in range(len(row))]


def side_of(place: str) -> TabletSide:
    """The side of the tablet that a place is at."""
    return TabletSide(place.partition("-")[0])


def sides(names: Sequence[str], around: Sequence[str]) -> list[tuple[TabletSide, str]]:
    """The sides at which somebody sits, with their names; none where nobody has a place.

    >>> sides(["Anne", "Bruno", "Chloé"], ["bottom", "top-left", "top-right"])
    [(<TabletSide.BOTTOM: 'bottom'>, 'Anne'), (<TabletSide.TOP: 'top'>, 'Bruno, Chloé')]
    """
    at = {
        side: [name for name, place in zip(names, around, strict=False) if side_of(place) == side]
        for side in TabletSide
    }
    return [(side, ", ".join(found)) for side, found in at.items() if found]
