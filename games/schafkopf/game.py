"""Declaration of Schafkopf for the registry."""

from __future__ import annotations

from games.game import Game
from games.schafkopf.form import SchafkopfForm
from games.schafkopf.marked_sheet import SchafkopfMarkedSheet
from games.schafkopf.rules import SchafkopfRules
from games.schafkopf.sheet import SchafkopfSheet
from games.scoring.text import Text
from games.scoring.text import message as _

GAME = Game(
    rules=SchafkopfRules(),
    name=Text("Schafkopf"),
    summary=_(
        "32 cards, a declarer alone or with the holder of the called sow; four players, or five with the dealer "
        "sitting out."
    ),
    order=_("In clockwise order."),
    counter=_("points"),
    form=SchafkopfForm,
    sheet=SchafkopfSheet,
    marked_sheet=SchafkopfMarkedSheet,
    position_template="schafkopf/_position.html",
    stylesheet="schafkopf/schafkopf.css",
    at_home={"de": 3},
)
