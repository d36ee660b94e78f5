"""Declaration of Cayenne for the registry."""

from __future__ import annotations

from games.cayenne.form import CayenneForm
from games.cayenne.marked_sheet import CayenneMarkedSheet
from games.cayenne.rules import RUBBER, CayenneRules
from games.cayenne.sheet import CayenneSheet
from games.cayenne.shorthand import CayenneShorthand
from games.cayenne.tariff import TRUMP_NAMES
from games.families.whist.game import ORDER, after_hand, unfinished
from games.game import Game
from games.scoring.text import message as _

GAME = Game(
    rules=CayenneRules(),
    name=_("Cayenne"),
    summary=_(
        "Cayenne whist: two pairs of partners, a turned-up suit that ranks the trumps, and rubbers of four games."
    ),
    order=ORDER,
    counter=_("points"),
    form=CayenneForm,
    shorthand=CayenneShorthand,
    sheet=CayenneSheet,
    marked_sheet=CayenneMarkedSheet,
    position_template="families/whist/_position.html",
    unfinished=unfinished,
    stylesheet="cayenne/cayenne.css",
    after_hand=after_hand,
    another=_("Another rubber"),
    best=_("Best rubber"),
    worst=_("Worst rubber"),
    call_names={**TRUMP_NAMES, RUBBER: _("Rubber")},
    of_calls=_(
        "Hands by the trump that the player’s own side named, made with the odd trick (nullo without it); and rubbers "
        "won (made) and lost. Counters move when a rubber ends."
    ),
)
