"""Figures of Hearts that a club can change: what a moon and the jack of diamonds are worth.

The points of the cards are not among them: they are in the outcome, and together always 26.
"""

from __future__ import annotations

from games.hearts.hand import ALL_POINTS, Moon
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import message as _

SPECIAL, JACK, POINTS = "special", "jack", "points"
OF_JACK = (SPECIAL, JACK, POINTS)

TARIFF = PrintedTariff(
    schedule(
        SPECIAL,
        _("The moon and the jack"),
        {
            Moon.OTHERS: _("A moon, added to every other player"),
            Moon.SELF: _("A moon, taken off the shooter"),
            JACK: _("The jack of diamonds, taken off"),
        },
        {POINTS: _("points")},
        {Moon.OTHERS: ALL_POINTS, Moon.SELF: ALL_POINTS, JACK: 10},
        corner=_("For"),
    ),
)
