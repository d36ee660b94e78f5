"""Printed figures of Boston, stored cell by cell; nothing is computed.

F is Foster, *Complete Hoyle* (1909); FT is the winning table of the same book; M are common modern tables. A star marks
a cell that is not in a printed source: it comes from memory, or is our own proposal. Amounts are in white counters; a
red counter is 10 white, a blue one 100*.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

TRICKS = 13
LOWEST_BID = 5
RED = 10
"""The white counters in a red one (F); other games differ."""
BLUE = 100
"""The white counters in a blue one; not in a printed source*."""


class Call(StrEnum):
    """The calls of a hand."""

    TRICKS = "tricks"
    LITTLE_MISERE = "little_misere"
    GRAND_MISERE = "grand_misere"
    LITTLE_SPREAD = "little_spread"
    GRAND_SPREAD = "grand_spread"
    MISERE_PARTOUT = "misere_partout"
    PASSED = "passed"


BIDS: tuple[int | Call, ...] = (
    5,
    6,
    7,
    Call.LITTLE_MISERE,
    8,
    9,
    Call.GRAND_MISERE,
    10,
    11,
    Call.LITTLE_SPREAD,
    12,
    Call.GRAND_SPREAD,
    13,
)
"""All possible bids, lowest first: a number of tricks, or a misère."""

MISERE: Mapping[str, int] = {
    Call.LITTLE_MISERE: 20,
    Call.GRAND_MISERE: 40,
    Call.LITTLE_SPREAD: 80,
    Call.GRAND_SPREAD: 160,
}
"""The value of each misère. F: "each of these is twice the amount of the next lower"."""

PARTOUT = RED
"""What each trick fewer than the loser's pays in misère partout (F: one red)."""

DEFAULT_ANTE = 10
HIGHEST_ANTE = 1000


class PrintedFigure(NamedTuple):
    """A printed figure; `ours` is whether it is not in a printed source."""

    worth: int
    ours: bool


Rows = Mapping[int, tuple[PrintedFigure, ...]]
"""The cells of each row from the left, by bid."""


def printed(text: str) -> Rows:
    """Parse a table with a bid and the cells of its row on each line; a star marks `ours`.

    >>> printed("11 | 65 70* 70*")[11][1]
    PrintedFigure(worth=70, ours=True)
    """
    rows = {}
    for line in text.strip().splitlines():
        bid, _bar, cells = line.partition("|")
        rows[int(bid)] = tuple(PrintedFigure(int(cell.rstrip("*")), cell.endswith("*")) for cell in cells.split())
    return rows


WINNING: Mapping[str, Rows] = {
    # FT; the starred cells from memory.
    "original": printed(
        """
         5 | 12  12  13  13  14  14  14  15  15
         6 |     15  16  16  17  18  19  20  20
         7 |         18  20  21  22  23  24  26
         8 |             23  24  26  28  29  31
         9 |                 32  34  36  39  41
        10 |                     42  45* 48* 52*
        11 |                         63* 68* 72*
        12 |                            106* 114*
        13 |                                 166*
        """
    ),
    # M for bids made exactly, on the diagonal. The starred cells are our proposal: the original cell rounded to the
    # nearest five, never below the exact bid.
    "decimal": printed(
        """
         5 | 10  10* 15* 15* 15* 15* 15* 15* 15*
         6 |     15  15* 15* 15* 20* 20* 20* 20*
         7 |         20  20* 20* 20* 25* 25* 25*
         8 |             25  25* 25* 30* 30* 30*
         9 |                 35  35* 35* 40* 40*
        10 |                     45  45* 50* 50*
        11 |                         65  70* 70*
        12 |                            105 115*
        13 |                                170
        """
    ),
}
"""What each adversary pays for a made bid, by tricks taken, starting with exactly the bid."""

FAILING: Mapping[str, Rows] = {
    # F. Eight short of eight is 110 in both printings.
    "original": printed(
        """
         5 |  11  21  31  41  50
         6 |  15  24  35  45  55  66
         7 |  19  29  40  50  60  72  82
         8 |  23  34  46  56  67  78  89 110
         9 |  33  44  57  68  82  92 103 115 127
        10 |  44  56  70  82  94 107 119 132 145 157
        11 |  67  80  95 109 123 138 151 165 180 194 208
        12 | 113 130 148 165 182 200 217 234 252 270 286 304
        13 | 177 198 222 241 262 284 305 326 348 369 390 412 433
        """
    ),
    # F: "the same table reduced to the American decimal system, in which form it is commonly found in the clubs".
    "decimal": printed(
        """
         5 |  10  20  30  40  50
         6 |  15  25  35  45  55  65
         7 |  20  30  40  50  60  70  80
         8 |  25  35  45  55  70  85 100 115
         9 |  35  45  55  65  80  95 110 125 140
        10 |  45  55  70  80  95 110 125 140 155 170
        11 |  70  80  95 110 125 140 155 170 185 200 220
        12 | 120 130 145 160 180 200 220 240 260 280 300 320
        13 | 180 200 220 240 260 280 300 320 340 360 390 420 450
        """
    ),
}
"""What the bidder pays each adversary for a failed bid, by the number of tricks short, starting with one."""


class Penalty(NamedTuple):
    """A penalty of the book: what to pay to each player, and to the pool."""

    to_each: int
    to_pool: int


MISDEAL = Penalty(to_each=0, to_pool=10)
REVOKE_IN_PARTOUT = Penalty(to_each=50, to_pool=40)
TOO_FEW_CARDS_IN_PARTOUT = Penalty(to_each=50, to_pool=0)
SPOILT_MISERE = Penalty(to_each=0, to_pool=40)
"""F gives the penalties in red counters: one, five and four, five, four."""
