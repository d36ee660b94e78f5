"""Cayenne, as the registry finds it."""

from __future__ import annotations

from games.cayenne.forms import CayenneForm
from games.cayenne.page import page
from games.cayenne.rules import CayenneRules
from games.cayenne.sheet import CayenneSheet
from games.cayenne.shorthand import CayenneShorthand
from games.game import Game
from games.scoring.text import gettext_lazy as _

GAME = Game(
    rules=CayenneRules(),
    name=_("Cayenne"),
    summary=_("Cayenne whist: partners, a turned suit that ranks the trumps, and rubbers of four games."),
    order=_("Name the players clockwise: the first and the third are partners against the second and the fourth."),
    counter=_("points"),
    form=CayenneForm,
    rules_template="cayenne/rules.html",
    page=page,
    shorthand=CayenneShorthand,
    sheet=CayenneSheet,
    position_template="cayenne/_position.html",
    stylesheet="cayenne/cayenne.css",
)
