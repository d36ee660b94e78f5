"""Figures of Belote: what cards, belotes and announcements are worth, and what a club pays for a bid.

F and C are the sources that `rules.py` names.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from games.scoring.sides import OneOfTwo
from games.scoring.tariffs import FigurePlace, PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _


class Call(StrEnum):
    """The calls: the first of the classic game, the next three of the coinchée."""

    PRISE = "prise"
    CONTRAT = "contrat"
    CAPOT = "capot"
    GENERALE = "generale"
    PASSED = "passed"


class Camp(OneOfTwo):
    """The sides of a hand: the taker's and the other."""

    ATTACK = "attack"
    DEFENCE = "defence"


class Trump(StrEnum):
    """The trumps, of which a suit has no effect on the score."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    SANS_ATOUT = "sans_atout"
    TOUT_ATOUT = "tout_atout"


WITHOUT_SUIT = (Trump.SANS_ATOUT, Trump.TOUT_ATOUT)


class Kind(StrEnum):
    """The announcements: sequences of three, four and five cards, and four of a kind."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE_AS = "carre_as"
    CARRE_DIX = "carre_dix"
    CARRE_ROI = "carre_roi"
    CARRE_DAME = "carre_dame"
    CARRE_VALET = "carre_valet"
    CARRE_NEUF = "carre_neuf"


class Doubled(StrEnum):
    """How often a contract was doubled."""

    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


SEQUENCES = (Kind.TIERCE, Kind.CINQUANTE, Kind.CENT)
CARRES = tuple(kind for kind in Kind if kind not in SEQUENCES)

# Figures that are the same everywhere

CARD_POINTS, ALL_CARD_POINTS = 162, 252
"""The card points of a hand with the last trick, and those of a side that takes every trick (F)."""
NO_CARDS_MAKE = (1, 161)
"""The card points that no tricks make: an odd number takes the nine of trumps, a jack or a king with an ace."""
BELOTE = 20
MOST_BELOTES = 4


class Announced(NamedTuple):
    """An announcement: its name, its spellings in shorthand, which are French in every language, and its worth.

    That is with a suit as trumps and at tout atout, and at sans atout (C).
    """

    name: Text
    short: str
    worth: int
    sans_atout: int


ANNOUNCED: Mapping[str, Announced] = {
    Kind.TIERCE: Announced(Text("Tierce"), "ti tierce", 20, 20),
    Kind.CINQUANTE: Announced(Text("Cinquante"), "ci cinquante", 50, 50),
    Kind.CENT: Announced(Text("Cent"), "ce cent", 100, 100),
    Kind.CARRE_AS: Announced(_("Four aces"), "cas carre-as", 100, 200),
    Kind.CARRE_DIX: Announced(_("Four tens"), "cdix carre-dix", 100, 150),
    Kind.CARRE_ROI: Announced(_("Four kings"), "cr carre-roi", 100, 100),
    Kind.CARRE_DAME: Announced(_("Four queens"), "cd carre-dame", 100, 100),
    Kind.CARRE_VALET: Announced(_("Four jacks"), "cv carre-valet", 200, 100),
    Kind.CARRE_NEUF: Announced(_("Four nines"), "cn carre-neuf", 150, 100),
}

LOWEST_BID, HIGHEST_BID, HIGHEST_AT_TOUT_ATOUT, HIGHEST_WITH_ANNOUNCEMENTS = 80, 180, 240, 650

# What a club can replace

EACH = "each"
BIDS, TIMES = "bids", "times"
OF_BID = {str(call): FigurePlace(BIDS, call, EACH) for call in (Call.CAPOT, Call.GENERALE)}
OF_DOUBLED = {str(doubled): FigurePlace(TIMES, doubled, EACH) for doubled in Doubled}
"""The places of the figures that the rules look up."""
HIGHEST_TIMES = 99

CALL_NAMES: Mapping[str, str] = {Call.CAPOT: "Capot", Call.GENERALE: "Générale"}
DOUBLED_NAMES: Mapping[str, str] = {Doubled.COINCHE: "Coinche", Doubled.SURCOINCHE: "Surcoinche"}

TARIFFS: Mapping[str, PrintedTariff] = {
    "coinche": PrintedTariff(
        schedule(
            BIDS,
            Text("Capot, générale"),
            CALL_NAMES,
            {EACH: _("worth")},
            {Call.CAPOT: 250, Call.GENERALE: 500},
            corner=_("Contract"),
            ours=[Call.GENERALE],
        ),
        schedule(
            TIMES,
            Text("Coinche, surcoinche"),
            DOUBLED_NAMES,
            {EACH: _("times")},
            {Doubled.COINCHE: 2, Doubled.SURCOINCHE: 4},
            corner=_("Contract"),
            low=1,
            high=HIGHEST_TIMES,
        ),
    )
}
