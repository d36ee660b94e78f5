"""Figures of Jass: the cards, Stöck and Weis, and what a club can replace: the multipliers, match and Stöck.

SL is Swisslos on Schieber and Differenzler, P Pagat, R the rules of a Jass school and of the Jassonkel, U an Uri site.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.scoring.tariffs import FigurePlace, PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _


class Call(StrEnum):
    """The calls: three of the Schieber, and the one of the Differenzler."""

    TRUMPF = "trumpf"
    OBENABE = "obenabe"
    UNDENUFE = "undenufe"
    DIFFERENZLER = "differenzler"


class Suit(StrEnum):
    """The suits of the German pack, then those of the French one."""

    EICHEL = "eichel"
    ROSEN = "rosen"
    SCHELLEN = "schellen"
    SCHILTEN = "schilten"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


PACKS: Mapping[str, tuple[Suit, ...]] = {
    "german": (Suit.EICHEL, Suit.ROSEN, Suit.SCHELLEN, Suit.SCHILTEN),
    "french": (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS),
}
"""The suits of each pack, first those that count single with multipliers."""

# Figures that are the same everywhere

ALL_POINTS = 157
"""The card points of a hand: 152, and 5 for the last trick."""
NO_CARDS_MAKE = (1, ALL_POINTS - 1)
"""The card points that no tricks make, as no card counts one."""
LARGEST_WEIS = 600
WEISE = frozenset({0, 20, *range(40, LARGEST_WEIS + 10, 10)})
"""The sums of Weise: the smallest is 20, the next one 50."""

_ROWS: Mapping[int, int] = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
WEIS_FIGURES: tuple[tuple[Text, int], ...] = (
    *((_("{number} in a row", number=number), worth) for number, worth in _ROWS.items()),
    (_("Four of a kind"), 100),
    (_("Four nines"), 150),
    (_("Four Unter or jacks"), 200),
)
"""The Weise (R). The players add them up."""

# What a club can replace

EACH = "each"
TIMES, BONUSES, EXACT = "times", "bonuses", "exact"
LIGHT, HEAVY, NO_TRUMPS = "light", "heavy", "no_trumps"
MATCH, STOECK = FigurePlace(BONUSES, "match", EACH), FigurePlace(BONUSES, "stoeck", EACH)
EXACT_BONUS = FigurePlace(EXACT, EXACT, EACH)
_HIGHEST_TIMES = 99

_SINGLE = {suit for pack in PACKS.values() for suit in pack[:2]}


def times_place(multipliers: str, call: str, suit: str | None) -> FigurePlace:
    """Return the place of what multiplies a hand.

    >>> figures = TARIFFS["schieber"].figures
    >>> figures[times_place("1_2_3", "obenabe", None)], figures[times_place("1_2_2", "trumpf", Suit.CLUBS)]
    (3, 2)
    """
    row = NO_TRUMPS if call != Call.TRUMPF else LIGHT if suit in _SINGLE else HEAVY
    return FigurePlace(TIMES, row, multipliers)


TARIFFS: Mapping[str, PrintedTariff] = {
    "schieber": PrintedTariff(
        schedule(
            TIMES,
            _("Multipliers"),
            {
                LIGHT: _("Eicheln, Rosen; hearts, diamonds"),
                HEAVY: _("Schellen, Schilten; spades, clubs"),
                NO_TRUMPS: Text("Obenabe, Undenufe"),
            },
            {"1_2_3": "1, 2, 3", "1_2_2": "1, 2, 2"},
            {
                (LIGHT, "1_2_3"): 1,
                (LIGHT, "1_2_2"): 1,
                (HEAVY, "1_2_3"): 2,
                (HEAVY, "1_2_2"): 2,
                (NO_TRUMPS, "1_2_3"): 3,
                (NO_TRUMPS, "1_2_2"): 2,
            },
            corner=_("Trumps"),
            low=1,
            high=_HIGHEST_TIMES,
        ),
        schedule(
            BONUSES,
            _("Match and Stöck"),
            {"match": Text("Match"), "stoeck": Text("Stöck")},
            {EACH: _("points")},
            {"match": 100, "stoeck": 20},
            corner=_("For"),
        ),
    ),
    "differenzler": PrintedTariff(
        schedule(
            EXACT,
            _("Exact announcement"),
            {EXACT: _("Exact, and more than nothing")},
            {EACH: _("points off")},
            {EXACT: 10},
            corner=_("Announcement"),
        ),
    ),
}
