"""Declaration of Hearts for the registry."""

from __future__ import annotations

from games.game import Game
from games.hearts.form import HeartsForm
from games.hearts.marked_sheet import HeartsMarkedSheet
from games.hearts.rules import GAME as GAME_PART
from games.hearts.rules import MOON, HeartsRules, HeartsState
from games.hearts.sheet import HeartsSheet
from games.hearts.shorthand import HeartsShorthand
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table


def unfinished(_table: Table, state: HeartsState) -> list[Text]:
    """Return that the game isn't over, if it has begun."""
    return [_("The game is not finished.")] if state.played and not state.over else []


GAME = Game(
    rules=HeartsRules(),
    name=Text("{game}", {"game": "Hearts"}),  # not the suit, which is translated
    summary=_("Every heart and the queen of spades count against you: the lowest score wins; three to five players."),
    order=_("In clockwise order."),
    counter=_("points"),
    form=HeartsForm,
    shorthand=HeartsShorthand,
    sheet=HeartsSheet,
    marked_sheet=HeartsMarkedSheet,
    position_template="hearts/_position.html",
    stylesheet="hearts/hearts.css",
    unfinished=unfinished,
    call_names={MOON: _("Shot the moon"), GAME_PART: _("Whole game")},
    of_calls=_("Moons that were shot, and games won (made) and lost."),
    at_home={"en": 4, "en-US": 1},
)
