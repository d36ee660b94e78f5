"""Declaration of wiezen for the registry."""

from __future__ import annotations

from games.colour_whist.form import ColourWhistForm
from games.colour_whist.hand import hand_of
from games.colour_whist.marked_sheet import ColourWhistMarkedSheet
from games.colour_whist.rules import RULE_SETS, ColourWhistRules
from games.colour_whist.sheet import ColourWhistSheet
from games.colour_whist.shorthand import ColourWhistShorthand
from games.game import Game
from games.scoring.text import Text
from games.scoring.text import message as _

_COULEUR = hand_of("couleur").names

GAME = Game(
    rules=ColourWhistRules(),
    name=_("Wiezen (Colour Whist)"),
    summary=_("52 cards; two together or one alone, and misères that several can play at once; four or five players."),
    order=_("In clockwise order."),
    counter=_("points"),
    form=ColourWhistForm,
    shorthand=ColourWhistShorthand,
    sheet=ColourWhistSheet,
    marked_sheet=ColourWhistMarkedSheet,
    position_template="colour_whist/_position.html",
    stylesheet="colour_whist/form.css",
    call_names={
        word: Text("{call} ({rules})", {"call": _COULEUR[word], "rules": RULE_SETS["couleur"].name})
        for word in ("seul", "trou", "misere_etalee", "chelem")
    },
    at_home={"fr-BE": 1, "nl-BE": 1},
)
