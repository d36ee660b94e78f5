"""Declaration of Mort for the registry."""

from __future__ import annotations

from games.families.whist.shorthand import WhistShorthand
from games.game import AfterHand, Game
from games.mort.form import MortForm
from games.mort.lines import side_words
from games.mort.marked_sheet import MortMarkedSheet
from games.mort.marker import MortState, games_to_play, roles
from games.mort.rules import ADVERSARY, VIVANT, MortRules
from games.mort.sheet import MortSheet
from games.mort.tariff import Side
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table


def after_hand(table: Table, state: MortState) -> AfterHand:
    """Return the markers, Vivant's first, or who won the game that has just ended."""
    if last := state.ended:
        ended = state if state.over else MortState(dealer=state.dealer, game=state.game - 1)
        side = side_words(roles(table, ended), last.winner)
        return AfterHand(settled=_("Game {number}: {side}", number=ended.game, side=side))
    return AfterHand(
        marker=_("Marker {vivant} – {others}", vivant=state.marker[Side.VIVANT], others=state.marker[Side.ADVERSARIES])
    )


def unfinished(table: Table, state: MortState) -> list[Text]:
    """Return that a game is under way, and that not everybody was Vivant."""
    sentences, under_way = [], any((*state.marker.values(), *state.slams.values()))
    if under_way:
        sentences.append(_("The last game is not finished and doesn’t count."))
    played, planned = state.game - 1, games_to_play(table)
    if not state.over and (played or under_way):
        words = _("The tournée is not finished. Games played: {played} of {planned}.", played=played, planned=planned)
        sentences.append(words)
    return sentences


GAME = Game(
    rules=MortRules(),
    name=_("Mort"),
    summary=_("French dummy whist: one player and the dead hand against two; three or four players."),
    order=_("In the order of the cut, lowest first."),
    counter=_("points"),
    form=MortForm,
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
    at_home={"fr": 3},
)
