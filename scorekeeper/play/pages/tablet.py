"""Seats around a tablet that lies between the players, and the side that its page faces.

A *side* is one of the four sides of the tablet, named as seen while its page is not turned. The player who holds the
tablet sits at the bottom. The others follow in seat order: clockwise, or counterclockwise if the game is dealt that
way.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import registry
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Access, TabletSide

_CLOCKWISE = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
}
_MIRRORED = {"left": "right", "right": "left", "top-left": "top-right", "top-right": "top-left"}


def places(size: int, *, clockwise: bool, bottom: int) -> list[str]:
    """Return the place of each seat around the tablet, in seat order. With five players, two share a side.

    `bottom` is the seat at the bottom. For sizes other than 2 to 5 the result is empty: the page looks as on a phone.

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
    """Return the side of the tablet that a place is at."""
    return TabletSide(place.partition("-")[0])


def sides(names: Sequence[str], tablet_seats: Sequence[str]) -> list[tuple[TabletSide, str]]:
    """Return the sides at which somebody sits, with their names; empty if nobody has a place.

    >>> sides(["Anne", "Bruno", "Chloé"], ["bottom", "top-left", "top-right"])
    [(<TabletSide.BOTTOM: 'bottom'>, 'Anne'), (<TabletSide.TOP: 'top'>, 'Bruno, Chloé')]
    """
    at = {
        side: [name for name, place in zip(names, tablet_seats, strict=False) if side_of(place) == side]
        for side in TabletSide
    }
    return [(side, ", ".join(names_there)) for side, names_there in at.items() if names_there]


def tablet_places(access: Access, ledger: SessionLedger, *, turns: int = 0) -> list[str]:
    """Return where each seat is around the tablet.

    At the bottom is the player whose name this browser writes under or, if there is none, the first seat; or the one
    that many `turns` after it.
    """
    names = ledger.table.players
    bottom = names.index(access.label) if access.label in names else 0
    clockwise = registry.get(ledger.rules.slug).clockwise
    return places(len(names), clockwise=clockwise, bottom=(bottom + turns) % len(names))
