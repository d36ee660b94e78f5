"""Printed figures of Cayenne, from Foster, Complete Hoyle (1914 edition), the chapter on Cayenne.

A club can replace the multipliers, honours, slams, games and the rubber.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.families.whist.rubber import POINTS, rubber_schedule
from games.scoring.tariffs import Figures, PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

GAME = 10
"""The points on the marker that win a game; points above that count towards the next game."""
GAMES_OF_RUBBER = 4
RUBBER = 8
"""The points for winning the rubber, that is, for being the first side with four games."""


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


# What a club can replace

TRUMP_NAMES: Mapping[str, Text] = {
    "cayenne": _("Cayenne"),
    "second": _("Second colour"),
    "third": _("Third colour"),
    "fourth": _("Fourth colour"),
    Trump.GRAND: _("Grand"),
    Trump.NULLO: _("Nullo"),
}
"""The trumps: suits by their rank, as in `RANKS`, then grand and nullo."""
OF_RANK = tuple(TRUMP_NAMES)[: len(TIMES)]
NAMED: Mapping[tuple[Trump | None, Trump], str] = {
    **{(cayenne, trump): OF_RANK[rank] for cayenne, ranks in RANKS.items() for rank, trump in enumerate(ranks)},
    **{(cayenne, trump): str(trump) for cayenne in (None, *SUITS) for trump in NO_TRUMP_TIMES},
}
"""The key in `TRUMP_NAMES` for a cayenne and a trump; the cayenne decides the rank of a suit."""

CLASS_WORDS: Mapping[str, Text] = {
    GameClass.QUADRUPLE: _("a quadruple"),
    GameClass.TRIPLE: _("a triple"),
    GameClass.DOUBLE: _("a double"),
    GameClass.SINGLE: _("a single"),
}
SLAM_WORDS: Mapping[int, Text] = dict(zip(SLAMS, (_("slam"), _("little slam")), strict=True))

MULTIPLIERS, HELD, SLAMMED, GAMES = "multiplier", "honours", "slams", "games"
TIMES_ITS = "times"
MOST_TIMES = 99

_SCHEDULES = (
    schedule(
        MULTIPLIERS,
        _("The multiplier of each trump"),
        TRUMP_NAMES,
        {TIMES_ITS: _("multiply by")},
        {**dict(zip(OF_RANK, TIMES, strict=True)), **NO_TRUMP_TIMES},
        corner=_("Trump"),
        low=1,
        high=MOST_TIMES,
    ),
    schedule(
        HELD,
        _("What the honours count"),
        {str(held): str(held) for held in HONOURS},
        {POINTS: _("count")},
        HONOURS,
        corner=_("Held of five"),
    ),
    schedule(
        SLAMMED,
        _("Slams, never multiplied"),
        {str(tricks): words for tricks, words in SLAM_WORDS.items()},
        {POINTS: _("points")},
        SLAMS,
        corner=_("Slam"),
    ),
    schedule(
        GAMES,
        _("What a game is worth"),
        CLASS_WORDS,
        {POINTS: _("on the sheet")},
        GAME_WORTH,
        corner=_("The game is"),
    ),
    rubber_schedule(RUBBER),
)

TARIFFS: Mapping[str, PrintedTariff] = {"foster": PrintedTariff(*_SCHEDULES)}


def multiplier_of(figures: Figures, cayenne: Trump | None, trump: Trump) -> int:
    """Return the multiplier of a trump with a cayenne, which can be None at grand and nullo.

    >>> multiplier_of(TARIFFS["foster"].figures, Trump.HEARTS, Trump.CLUBS)
    2
    """
    return figures[MULTIPLIERS, NAMED[cayenne, trump], TIMES_ITS]
