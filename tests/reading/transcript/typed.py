"""A Skat list of 48 hands as somebody types it, with every total worked out by hand.

Four at the table, ISkO on a sheet: the dealer sits out, David first. A game is worth its base value times the sum of
the matadors, one for the game and one for each step; if lost, it counts double. The comment beside a line shows how its
value was worked out.
"""

from __future__ import annotations

from typing import NamedTuple

FOUR = ("Anne", "Bruno", "Chloé", "David")


class Typed(NamedTuple):
    """A hand: how it is typed, who played it, and that player's total afterwards."""

    line: str
    place: int
    total: int


LIST = (
    # David deals
    Typed("1 c 1 +", 0, 24),  # 12 × 2
    # Anne deals
    Typed("2 h 2 +", 1, 30),  # 10 × 3
    # Bruno deals
    Typed("4 g 1 +", 3, 48),  # 24 × 2
    # Chloé deals
    Typed("1 d 1 -", 0, -12),  # 24 − 2 × 9 × 2
    Typed("3 s 1 +", 2, 22),  # 11 × 2
    Typed("3 n +", 2, 45),  # 22 + 23
    Typed("1 c 2 ha +", 0, 36),  # −12 + 12 × 4
    Typed("2 g 2 s +", 1, 126),  # 30 + 24 × 4
    Typed("2 h 1 +", 1, 146),  # 126 + 10 × 2
    Typed("4 d 3 +", 3, 84),  # 48 + 9 × 4
    Typed("3 c 1 -", 2, -3),  # 45 − 2 × 12 × 2
    Typed("1 s 4 +", 0, 91),  # 36 + 11 × 5
    Typed("3 h 1 s +", 2, 27),  # −3 + 10 × 3
    Typed("4 n o +", 3, 130),  # 84 + 46
    Typed("1 g 1 -", 0, -5),  # 91 − 2 × 24 × 2
    Typed("2 d 1 +", 1, 164),  # 146 + 9 × 2
    Typed("2 c 1 z +", 1, 212),  # 164 + 12 × 4
    Typed("2 s 2 +", 1, 245),  # 212 + 11 × 3
    Typed("3 h 3 +", 2, 67),  # 27 + 10 × 4
    Typed("4 c 1 -", 3, 82),  # 130 − 2 × 12 × 2
    Typed("1 h 1 ha +", 0, 25),  # −5 + 10 × 3
    Typed("3 g 2 +", 2, 139),  # 67 + 24 × 3
    Typed("4 s 1 +", 3, 104),  # 82 + 11 × 2
    Typed("2 n -", 1, 199),  # 245 − 2 × 23
    Typed("1 d 2 +", 0, 52),  # 25 + 9 × 3
    Typed("4 h 1 +", 3, 124),  # 104 + 10 × 2
    Typed("3 c 4 +", 2, 199),  # 139 + 12 × 5
    Typed("2 g 4 ha +", 1, 343),  # 199 + 24 × 6
    Typed("1 s 1 s -", 0, -14),  # 52 − 2 × 11 × 3
    Typed("3 d 1 ha s +", 2, 235),  # 199 + 9 × 4
    Typed("4 c 2 +", 3, 160),  # 124 + 12 × 3
    Typed("2 h 2 -", 1, 283),  # 343 − 2 × 10 × 3
    Typed("1 n ha +", 0, 21),  # −14 + 35
    Typed("4 g 1 s +", 3, 232),  # 160 + 24 × 3
    Typed("3 s 2 +", 2, 268),  # 235 + 11 × 3
    Typed("2 d 1 -", 1, 247),  # 283 − 2 × 9 × 2
    Typed("1 c 1 sa +", 0, 81),  # 21 + 12 × 5: matador, game, hand, schneider, announced
    Typed("3 h 1 -", 2, 228),  # 268 − 2 × 10 × 2
    Typed("4 s 3 +", 3, 276),  # 232 + 11 × 4
    Typed("2 c 1 +", 1, 271),  # 247 + 12 × 2
    Typed("3 g 1 -", 2, 132),  # 228 − 2 × 24 × 2
    Typed("4 d 1 +", 3, 294),  # 276 + 9 × 2
    Typed("1 h 2 +", 0, 111),  # 81 + 10 × 3
    Typed("2 s 1 +", 1, 293),  # 271 + 11 × 2
    Typed("3 n o -", 2, 40),  # 132 − 2 × 46
    Typed("4 c 1 ha -", 3, 222),  # 294 − 2 × 12 × 3
    Typed("1 g 2 +", 0, 183),  # 111 + 24 × 3
    Typed("2 h 4 s +", 1, 353),  # 293 + 10 × 6
)
TOTALS = (183, 353, 40, 222)
"""At the end, in seat order."""


def as_typed(number: int, wrong: int = 0) -> str:
    """Return the line of a hand, counted from 1, with the total on the sheet, or one that is off by this much."""
    hand = LIST[number - 1]
    return f"{hand.line} = {hand.total + wrong}"
