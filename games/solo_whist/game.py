"""Declaration of Solo Whist for the registry."""

from __future__ import annotations

from games.game import Game
from games.scoring.counters import red_and_white
from games.scoring.text import message as _
from games.solo_whist.page import PAGE_TARIFFS
from games.solo_whist.rules import SoloWhistRules
from games.solo_whist.sheet import SoloWhistSheet
from games.solo_whist.tariff import RED

GAME = Game(
    rules=SoloWhistRules(),
    name=_("Solo Whist"),
    summary=_("52 cards; a proposal for two or a call against the three others; four players."),
    order=_("In clockwise order."),
    counter=_("counters"),
    page_tariffs=PAGE_TARIFFS,
    sheet=SoloWhistSheet,
    counters={"foster": red_and_white(red=RED)},
    at_home={"en": 3},
)
