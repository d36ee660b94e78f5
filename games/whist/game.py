"""Declaration of Whist for the registry."""

from __future__ import annotations

from games.families.whist.game import ORDER, after_hand, unfinished
from games.families.whist.shorthand import WhistShorthand
from games.game import Game
from games.scoring.text import message as _
from games.whist.form import WhistTableForm
from games.whist.marked_sheet import WhistTableMarkedSheet
from games.whist.rules import GAME as AMERICAN_GAME
from games.whist.rules import RUBBER, TRICKS, WhistRules
from games.whist.sheet import WhistSheet

GAME = Game(
    rules=WhistRules(),
    name=_("Whist"),
    summary=_("Two pairs of partners; short, long or American whist, or a whist drive."),
    order=ORDER,
    counter=_("points"),
    form=WhistTableForm,
    shorthand=WhistShorthand,
    sheet=WhistSheet,
    marked_sheet=WhistTableMarkedSheet,
    position_template="whist/_position.html",
    unfinished=unfinished,
    stylesheet="whist/whist.css",
    after_hand=after_hand,
    best=_("Best result"),
    worst=_("Worst result"),
    call_names={TRICKS: _("More than six tricks"), RUBBER: _("Rubber"), AMERICAN_GAME: _("American game")},
    of_calls=_(
        "Hands in which the player’s own side had more than six tricks (made) or not, and rubbers and American games "
        "won (made) and lost."
    ),
    at_home={"en": 1},
)
