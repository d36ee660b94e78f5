"""Declaration of Belote for the registry."""

from __future__ import annotations

from games.belote.form import BeloteForm
from games.belote.marked_sheet import BeloteMarkedSheet
from games.belote.rules import BeloteRules, BeloteState
from games.belote.sheet import BeloteSheet, announcements, contracts
from games.belote.shorthand import BeloteShorthand
from games.game import Game
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table


def unfinished(table: Table, state: BeloteState) -> list[Text]:
    """Return that the game isn't over, and what is lost with it."""
    if state.winner(table) or not state.deals:
        return []
    held = [_("{points} points held from a litige are lost.", points=state.held)] if state.held else []
    return [_("The game is not finished."), *held]


GAME = Game(
    rules=BeloteRules(),
    name=_("Belote"),
    summary=_("Two against two with 32 cards: the classic game, or by auction as coinche or contrée."),
    order=_("In anticlockwise order: 1 and 3 play against 2 and 4."),
    clockwise=False,
    counter=_("points"),
    form=BeloteForm,
    position_template="belote/_position.html",
    shorthand=BeloteShorthand,
    sheet=BeloteSheet,
    marked_sheet=BeloteMarkedSheet,
    page_tariffs={"announcements": announcements, "contracts": contracts},
    stylesheet="belote/belote.css",
    unfinished=unfinished,
    at_home={"fr": 2},
)
