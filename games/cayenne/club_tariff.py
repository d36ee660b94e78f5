"""Schedules of Cayenne, whose figures a club can replace: multipliers, honours, slams, games and the rubber."""

from __future__ import annotations

from collections.abc import Mapping

from games.cayenne.tariff import (
    GAME_WORTH,
    HONOURS,
    NO_TRUMP_TIMES,
    RANKS,
    RUBBER,
    SLAMS,
    SUITS,
    TIMES,
    GameClass,
    Trump,
)
from games.scoring.tariffs import Figures, PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _

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

MULTIPLIERS, HELD, SLAMMED, GAMES, WON = "multiplier", "honours", "slams", "games", "rubber"
TIMES_ITS, POINTS = "times", "points"
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
        {POINTS: _("Points")},
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
    schedule(
        WON,
        _("The rubber"),
        {WON: _("Added to the side that wins it")},
        {POINTS: _("Points")},
        {WON: RUBBER},
        corner=_("The rubber"),
    ),
)

TARIFFS: Mapping[str, PrintedTariff] = {"foster": PrintedTariff(_SCHEDULES)}


def multiplier_of(figures: Figures, cayenne: Trump | None, trump: Trump) -> int:
    """Return the multiplier of a trump with a cayenne, which can be None at grand and nullo.

    >>> multiplier_of(TARIFFS["foster"].figures, Trump.HEARTS, Trump.CLUBS)
    2
    """
    return figures[MULTIPLIERS, NAMED[cayenne, trump], TIMES_ITS]
