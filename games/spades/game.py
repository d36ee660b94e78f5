"""Declaration of Spades for the registry."""

from __future__ import annotations

from games.game import Game
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table
from games.spades.form import SpadesForm
from games.spades.marked_sheet import SpadesMarkedSheet
from games.spades.rules import BID, BLIND, NIL, SpadesRules, SpadesState
from games.spades.rules import GAME as GAME_PART
from games.spades.sheet import SpadesSheet
from games.spades.shorthand import SpadesShorthand


def unfinished(table: Table, state: SpadesState) -> list[Text]:
    """Return that the game isn't over, if it has begun."""
    begun = state.winner(table) is None and state != SpadesState(state.dealer)
    return [_("The game is not finished.")] if begun else []


GAME = Game(
    rules=SpadesRules(),
    name=Text("{game}", {"game": "Spades"}),  # not the suit, which is translated
    summary=_("Two against two: bid your tricks, and take neither fewer nor many more."),
    order=_("In clockwise order: 1 and 3 play against 2 and 4."),
    counter=_("points"),
    form=SpadesForm,
    shorthand=SpadesShorthand,
    sheet=SpadesSheet,
    marked_sheet=SpadesMarkedSheet,
    position_template="spades/_position.html",
    stylesheet="spades/spades.css",
    unfinished=unfinished,
    call_names={BID: _("The bid"), NIL: _("Nil"), BLIND: _("Blind nil"), GAME_PART: _("Whole game")},
    of_calls=_("Bids of the player’s own team, nils, and games won (made) and lost."),
    at_home={"en": 5, "en-US": 2},
)
