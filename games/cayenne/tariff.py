"""Printed figures of Cayenne, from Foster, Complete Hoyle (1914 edition), the chapter on Cayenne."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

ALL_TRICKS = 13
BOOK = 6
"""The first six tricks of a side, which don't count."""
GAME = 10
"""The points on the marker that win a game; points above that count towards the next game."""
GAMES_OF_RUBBER = 4
RUBBER = 8
"""The points for winning the rubber, that is, for being the first side with four games."""
PENALTY = 3
"""The tricks that a revoke costs: their value is deducted or added, or the tricks change sides."""


class Side(StrEnum):
    """The two sides: the first and third player against the second and fourth."""

    AB = "ab"
    YZ = "yz"

    @property
    def other(self) -> Side:
        return _OTHER[self]


AB, YZ = SIDES = tuple(Side)
"""The sides by name, for what every hand goes through: an enum takes long to look up its members or to iterate."""
_OTHER = {AB: YZ, YZ: AB}


class Trump(StrEnum):
    """What can be named as trumps: a suit, or grand or nullo, which have none."""

    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SPADES = "spades"
    GRAND = "grand"
    NULLO = "nullo"


SUITS = (Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS, Trump.SPADES)
NO_TRUMP = (Trump.GRAND, Trump.NULLO)


class Penalty(StrEnum):
    """The penalties for a revoke, of which the other side chooses one, in the order in which they are applied."""

    DEDUCT = "deduct"
    ADD = "add"
    TRICKS = "tricks"


RANKS: Mapping[Trump, tuple[Trump, ...]] = {
    Trump.HEARTS: (Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS, Trump.SPADES),
    Trump.DIAMONDS: (Trump.DIAMONDS, Trump.HEARTS, Trump.CLUBS, Trump.SPADES),
    Trump.CLUBS: (Trump.CLUBS, Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS),
    Trump.SPADES: (Trump.SPADES, Trump.CLUBS, Trump.HEARTS, Trump.DIAMONDS),
}
"""The ranking of the suits for each cayenne: cayenne itself, then the second, third and fourth colour."""

TIMES = (4, 3, 2, 1)
"""The multiplier of each of these ranks."""

NO_TRUMP_TIMES: Mapping[Trump, int] = {Trump.GRAND: 8, Trump.NULLO: 8}
"""The multipliers of grand and nullo, which don't depend on the cayenne."""

MULTIPLIER: Mapping[tuple[Trump | None, Trump], int] = {
    **{(cayenne, trump): TIMES[rank] for cayenne, ranks in RANKS.items() for rank, trump in enumerate(ranks)},
    **{(cayenne, trump): times for cayenne in (None, *SUITS) for trump, times in NO_TRUMP_TIMES.items()},
}
"""Multipliers by cayenne and trump."""

ALL_HONOURS = 5
HONOURS: Mapping[int, int] = {3: 2, 4: 4, 5: 6}
"""The points for honours, by how many of the five a side holds: its lead over the other side, plus 1."""

SLAMS: Mapping[int, int] = {13: 6, 12: 4}
"""The worth of slam and little slam, by the tricks actually won; never multiplied."""


class GameClass(StrEnum):
    """The classes of a game, which depend on the losers' marker."""

    QUADRUPLE = "quadruple"
    TRIPLE = "triple"
    DOUBLE = "double"
    SINGLE = "single"


GAME_WORTH: Mapping[GameClass, int] = {
    GameClass.QUADRUPLE: 4,
    GameClass.TRIPLE: 3,
    GameClass.DOUBLE: 2,
    GameClass.SINGLE: 1,
}

GAME_CLASS: tuple[GameClass, ...] = (
    GameClass.QUADRUPLE,  # 0: they have not scored
    *[GameClass.TRIPLE] * 3,  # 1 to 3: they have not reached 4
    *[GameClass.DOUBLE] * 3,  # 4 to 6: they have not reached 7
    *[GameClass.SINGLE] * 3,  # 7, which is not in the source, 8 and 9
)
"""The class of a game by the losers' marker."""
OUR_CLASS = 7
"""The marker whose class is not in the source, which prints single for 8 or 9 and double for less than 7."""
