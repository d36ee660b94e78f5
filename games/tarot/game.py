"""Declaration of French Tarot for the registry."""

from __future__ import annotations

from games.game import Game
from games.scoring.text import message as _
from games.tarot.marked_sheet import TarotMarkedSheet
from games.tarot.page import PAGE_TARIFFS
from games.tarot.rules import TarotRules
from games.tarot.sheet import TarotSheet

GAME = Game(
    rules=TarotRules(),
    name=_("French Tarot"),
    summary=_("78 cards, a taker against the defence; three, four or five players."),
    order=_("In anticlockwise order."),
    clockwise=False,
    counter=_("points"),
    page_tariffs=PAGE_TARIFFS,
    sheet=TarotSheet,
    marked_sheet=TarotMarkedSheet,
    at_home={"fr": 1},
    usual_rules={"fr": "fft"},
    tournament_terms={"rounds": 5, "hands": {"3": 4, "4": 4, "5": 4}, "seating": "fewest_meetings"},
    seat_names={4: (_("North"), _("East"), _("South"), _("West"))},
)
