"""Declaration of Whist for the registry."""

from __future__ import annotations

from games.game import Game
from games.scoring.text import message as _
from games.whist.after_hand import after_hand, unfinished
from games.whist.form import WhistTableForm
from games.whist.marked_sheet import WhistTableMarkedSheet
from games.whist.rules import GAME as AMERICAN_GAME
from games.whist.rules import RUBBER, TRICKS, WhistRules
from games.whist.sheet import WhistSheet
from games.whist.shorthand import WhistTableShorthand

GAME = Game(
    rules=WhistRules(),
    name=_("Whist"),
    summary=_("Two pairs of partners; short, long or American whist, or a whist drive."),
    order=_("In clockwise order: 1 and 3 play against 2 and 4."),
    counter=_("points"),
    form=WhistTableForm,
    shorthand=WhistTableShorthand,
    sheet=WhistSheet,
    marked_sheet=WhistTableMarkedSheet,
    position_template="whist/_position.html",
    unfinished=unfinished,
    stylesheet="whist/whist.css",
    after_hand=after_hand,
    another=_("Another rubber or game"),
    best=_("Best rubber or game"),
    worst=_("Worst rubber or game"),
    call_names={TRICKS: _("More than six tricks"), RUBBER: _("Rubber"), AMERICAN_GAME: _("American game")},
    of_calls=_(
        "Hands in which the player’s own side had more than six tricks (made) or not, and rubbers and American games "
        "won (made) and lost."
    ),
    languages=("en",),
)
