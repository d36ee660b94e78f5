"""Declaration of Boston for the registry."""

from __future__ import annotations

from games.boston.form import BostonForm
from games.boston.marked_sheet import BostonMarkedSheet
from games.boston.rules import RULE_SETS, BostonRules
from games.boston.sheet import BostonSheet
from games.boston.shorthand import BostonShorthand
from games.boston.tariff import RED
from games.game import Game
from games.scoring.counters import red_and_white
from games.scoring.text import message as _

GAME = Game(
    rules=BostonRules(),
    name=_("Boston"),
    summary=_("52 cards, one bidder against the three others, paid by printed tables; four players."),
    order=_("In clockwise order."),
    counter=_("white counters"),
    form=BostonForm,
    shorthand=BostonShorthand,
    sheet=BostonSheet,
    marked_sheet=BostonMarkedSheet,
    position_template="boston/_position.html",
    stylesheet="boston/form.css",
    counters=dict.fromkeys(RULE_SETS, red_and_white(red=RED)),
)
