"""Cayenne's figures, as they are printed: Foster, Complete Hoyle (1914 edition), the chapter on Cayenne."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

ALL_TRICKS = 13
BOOK = 6
"""The first six tricks of a side do not count."""
GAME = 10
"""Points on the marker that win a game; what is above counts towards the next."""
GAMES_OF_RUBBER = 4
RUBBER = 8
"""Added to the side that first has four games."""
PENALTY = 3
"""A revoke: the value of three tricks off or on, or three tricks."""


class Side(StrEnum):
    """The partners: first and third player against second and fourth."""

    AB = "ab"
    YZ = "yz"

    @property
    def other(self) -> Side:
        return Side.YZ if self is Side.AB else Side.AB


class Trump(StrEnum):
    """What may be named for trump: a suit, or no trump."""

    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SPADES = "spades"
    GRAND = "grand"
    NULLO = "nullo"


SUITS = (Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS, Trump.SPADES)
NO_TRUMP = (Trump.GRAND, Trump.NULLO)


class Penalty(StrEnum):
    """What the other side may choose for a revoke, in the order in which the penalties are worked."""

    DEDUCT = "deduct"
    ADD = "add"
    TRICKS = "tricks"


RANKS: Mapping[Trump, tuple[Trump, ...]] = {
    Trump.HEARTS: (Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS, Trump.SPADES),
    Trump.DIAMONDS: (Trump.DIAMONDS, Trump.HEARTS, Trump.CLUBS, Trump.SPADES),
    Trump.CLUBS: (Trump.CLUBS, Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS),
    Trump.SPADES: (Trump.SPADES, Trump.CLUBS, Trump.HEARTS, Trump.DIAMONDS),
}
"""By the cayenne: cayenne itself, second, third and fourth colour."""

TIMES = (4, 3, 2, 1)
"""What each of these ranks multiplies, when it is trumps."""

NO_TRUMP_TIMES: Mapping[Trump, int] = {Trump.GRAND: 8, Trump.NULLO: 8}
"""Whatever the cayenne."""

MULTIPLIER: Mapping[tuple[Trump | None, Trump], int] = {
    **{(cayenne, trump): TIMES[rank] for cayenne, ranks in RANKS.items() for rank, trump in enumerate(ranks)},
    **{(cayenne, trump): times for cayenne in (None, *SUITS) for trump, times in NO_TRUMP_TIMES.items()},
}
"""By cayenne and trump."""

ALL_HONOURS = 5
HONOURS: Mapping[int, int] = {3: 2, 4: 4, 5: 6}
"""Each in excess of the adversaries', and 1 in addition, by how many of the five a side holds."""

SLAMS: Mapping[int, int] = {13: 6, 12: 4}
"""Slam and little slam, by the tricks that were really won; never multiplied."""


class GameClass(StrEnum):
    """What kind of game was won, by what the losers have on their marker."""

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
    *[GameClass.SINGLE] * 3,  # 7, which no source names, 8 and 9
)
"""By the losers' marker."""
OUR_CLASS = 7
"""The marker whose class no source names: single is printed for 8 or 9, double for less than 7."""
