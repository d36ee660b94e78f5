"""Figures of Spades that a club can change. A bag is always one point."""

from __future__ import annotations

from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import message as _

FIGURES, POINTS = "figures", "points"
BID, NIL, BLIND, TEN_BAGS = "bid", "nil", "blind", "ten_bags"

TARIFF = PrintedTariff(
    schedule(
        FIGURES,
        _("Bids, nils and bags"),
        {
            BID: _("Each trick of the bid"),
            NIL: _("Nil"),
            BLIND: _("Blind nil"),
            TEN_BAGS: _("Ten bags, taken off"),
        },
        {POINTS: _("points")},
        {BID: 10, NIL: 100, BLIND: 200, TEN_BAGS: 100},
        corner=_("For"),
    ),
)
