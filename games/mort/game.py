"""Declaration of Mort for the registry."""

from __future__ import annotations

from games.families.whist.shorthand import WhistShorthand
from games.game import Game
from games.mort.after_hand import after_hand, unfinished
from games.mort.form import MortForm
from games.mort.marked_sheet import MortMarkedSheet
from games.mort.page import PAGE_TARIFFS
from games.mort.rules import ADVERSARY, VIVANT, MortRules
from games.mort.sheet import MortSheet
from games.scoring.text import message as _

GAME = Game(
    rules=MortRules(),
    name=_("Mort"),
    summary=_("French dummy whist: one player and the dead hand against two; three or four players."),
    order=_("In the order of the cut, lowest first."),
    counter=_("points"),
    form=MortForm,
    page_tariffs=PAGE_TARIFFS,
    shorthand=WhistShorthand,
    sheet=MortSheet,
    marked_sheet=MortMarkedSheet,
    position_template="mort/_position.html",
    unfinished=unfinished,
    position_says_dealer=True,
    after_hand=after_hand,
    another=_("Another tournée"),
    best=_("Best game"),
    worst=_("Worst game"),
    call_names={VIVANT: _("Vivant"), ADVERSARY: _("Adversary")},
    of_calls=_("Games as Vivant and as an adversary, won (made) and lost"),
    stylesheet="mort/mort.css",
    languages=("fr",),
)
