"""Declaration of Bridge for the registry."""

from __future__ import annotations

from games.bridge.form import BridgeForm
from games.bridge.marked_sheet import BridgeMarkedSheet
from games.bridge.rules import BridgeRules, BridgeState
from games.bridge.sheet import PAGE_TARIFFS, BridgeSheet
from games.bridge.shorthand import BridgeShorthand
from games.bridge.tariff import RUBBER
from games.families.whist.game import ORDER
from games.game import Game
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table


def unfinished(table: Table, state: BridgeState) -> list[Text]:
    """Return that a rubber or round is under way; all points scored in it count."""
    if state.over or not state.is_under_way:
        return []
    if table.rules == RUBBER:
        return [_("The rubber is not finished. To settle it as it stands, record that it was broken off.")]
    return [_("The round of four deals is not finished.")]


GAME = Game(
    rules=BridgeRules(),
    name=_("Bridge"),
    summary=_("Rubber bridge and Chicago, for four at one table; not duplicate."),
    order=ORDER,
    counter=_("points"),
    form=BridgeForm,
    position_template="bridge/_position.html",
    position_says_dealer=True,
    stylesheet="bridge/bridge.css",
    page_tariffs=PAGE_TARIFFS,
    sheet=BridgeSheet,
    shorthand=BridgeShorthand,
    marked_sheet=BridgeMarkedSheet,
    unfinished=unfinished,
    at_home={"en": 2, "en-US": 3},
)
