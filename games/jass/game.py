"""Declaration of Jass for the registry."""

from __future__ import annotations

from games.game import Game
from games.jass.form import JassForm
from games.jass.marked_sheet import JassMarkedSheet
from games.jass.rules import EXACT, MORE_CARDS, JassRules, JassState
from games.jass.rules import GAME as WON_GAME
from games.jass.sheet import JassSheet, weise
from games.jass.shorthand import JassShorthand
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table


def unfinished(table: Table, state: JassState) -> list[Text]:
    """Return that the game of the Schieber, or the Differenzler, isn't over."""
    rules = JassRules()
    if rules.over(table, state) or state == rules.opening(table)._replace(dealer=state.dealer):
        return []
    if table.rules == "differenzler":
        return [_("Hands played: {played} of {planned}.", played=state.hands, planned=table.options["rounds"])]
    return [_("The game is not finished.")]


GAME = Game(
    rules=JassRules(),
    name=_("Jass"),
    summary=_("The Swiss national game: Schieber between two sides, or Differenzler, in which announcements count."),
    order=_("In anticlockwise order; in the Schieber, 1 and 3 play against 2 and 4."),
    clockwise=False,
    counter=_("points"),
    form=JassForm,
    page_tariffs={"weise": weise},
    sheet=JassSheet,
    marked_sheet=JassMarkedSheet,
    unfinished=unfinished,
    shorthand=JassShorthand,
    position_template="jass/_position.html",
    stylesheet="jass/jass.css",
    call_names={
        MORE_CARDS: _("More than half of the card points"),
        WON_GAME: _("Game of Schieber"),
        EXACT: _("Exact announcement"),
    },
    of_calls=_(
        "In the Schieber, hands with more than half of the card points (made) or not, and games won and lost; in the "
        "Differenzler, announcements that were exact (made) or not."
    ),
    at_home={"de-CH": 1, "fr-CH": 1, "it-CH": 1},
)
