"""Declaration of Doppelkopf for the registry."""

from __future__ import annotations

from games.doppelkopf.form import DoppelkopfForm
from games.doppelkopf.marked_sheet import DoppelkopfMarkedSheet
from games.doppelkopf.rules import DoppelkopfRules
from games.doppelkopf.sheet import DoppelkopfSheet
from games.game import Game
from games.scoring.text import message as _

GAME = Game(
    rules=DoppelkopfRules(),
    name=_("Doppelkopf"),
    summary=_("48 cards, Re against Kontra; four players, or five with the dealer sitting out."),
    order=_("In clockwise order."),
    counter=_("points"),
    form=DoppelkopfForm,
    sheet=DoppelkopfSheet,
    marked_sheet=DoppelkopfMarkedSheet,
    position_template="doppelkopf/_position.html",
    stylesheet="doppelkopf/doppelkopf.css",
    at_home={"de": 2},
    tournament_terms={"rounds": 2, "hands": {"4": 24, "5": 30}},
)
