"""What carries over from hand to hand: the deal, the Bock rounds, and who has played his Pflichtsolo."""

from __future__ import annotations

from typing import NamedTuple

from games.scoring.types import SeatNumber

STACKED, QUEUED = "stacked", "queued"
"""The options by which Bock rounds run side by side, or each waits until the one before is over."""


class DoppelkopfState(NamedTuple):
    """The position before a hand.

    `bock` are the hands left of each Bock round, oldest first; `solos` are the players who have played their
    Pflichtsolo, in that order.
    """

    dealer: SeatNumber
    bock: tuple[int, ...] = ()
    solos: tuple[SeatNumber, ...] = ()


def factor(bock: tuple[int, ...], *, queued: bool) -> int:
    """Return by how much the next hand is multiplied.

    >>> factor((3, 4), queued=False), factor((3, 4), queued=True), factor((), queued=False)
    (4, 2, 1)
    """
    return 1 << (min(len(bock), 1) if queued else len(bock))


def after_hand(bock: tuple[int, ...], *, queued: bool, set_off: int, hands: int) -> tuple[int, ...]:
    """Return the Bock rounds after a hand that set off some, each of so many `hands`.

    >>> after_hand((1, 4), queued=False, set_off=1, hands=4), after_hand((1, 4), queued=True, set_off=0, hands=4)
    ((3, 4), (4,))
    """
    running = 1 if queued else len(bock)
    left = [hands - 1 for hands in bock[:running]]
    return (*(hands for hands in left if hands), *bock[running:], *(hands,) * set_off)
