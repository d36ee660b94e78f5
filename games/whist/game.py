"""Declaration of Whist for the registry."""

from __future__ import annotations

from games.families.whist.sides import SIDE_WORDS, Side
from games.game import AfterHand, Game
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import Table
from games.whist.form import WhistTableForm
from games.whist.marked_sheet import WhistTableMarkedSheet
from games.whist.marker import NO_GAMES, NONE, WhistState
from games.whist.rules import GAME as AMERICAN_GAME
from games.whist.rules import RUBBER, TRICKS, WhistRules
from games.whist.sheet import WhistSheet
from games.whist.shorthand import WhistTableShorthand


def after_hand(table: Table, state: WhistState) -> AfterHand:
    """Return the markers, first those of the first and third player, or who won what has just ended.

    >>> table = WhistRules().table(["A", "Y", "B", "Z"])
    >>> state = WhistState(dealer=0, marker={Side.AB: 2, Side.YZ: 0}, sheet={Side.AB: (3,), Side.YZ: ()})
    >>> str(after_hand(table, state).marker)
    'Marker 2 – 0, games 1 – 0'
    """
    if table.rules == "drive":
        return AfterHand()
    american = table.rules == "american"
    if won := state.settled(table):
        values = {"number": state.number if state.over else state.number - 1, "side": SIDE_WORDS[won.winner]}
        return AfterHand(
            settled=_("Game {number}: {side}", **values) if american else _("Rubber {number}: {side}", **values)
        )
    marker = _("Marker {ab} – {yz}", ab=state.marker[Side.AB], yz=state.marker[Side.YZ])
    return AfterHand(marker=marker if american else joined([marker, state.games_won]))


def unfinished(table: Table, state: WhistState) -> list[Text]:
    """Return that a rubber or game is under way, and that not all of them were played."""
    if table.rules == "drive" or state.over:
        return []
    played, under_way = state.number - 1, state.marker != NONE or state.sheet != NO_GAMES
    if table.rules == "american":
        planned = table.options["games"]
        last = _("The last game is not finished and doesn’t count.")
        count = _("Games played: {played} of {planned}.", played=played, planned=planned)
    else:
        planned = table.options["rubbers"]
        last = _("The last rubber is not finished and doesn’t count.")
        count = _("Rubbers played: {played} of {planned}.", played=played, planned=planned)
    sentences = [last] if under_way else []
    return [*sentences, count] if played or (under_way and planned != 1) else sentences


GAME = Game(
    rules=WhistRules(),
    name=_("Whist"),
    summary=_("Two pairs of partners; short, long or American whist, or a whist drive."),
    order=_("In clockwise order: 1 and 3 play against 2 and 4."),
    counter=_("points"),
    form=WhistTableForm,
    shorthand=WhistTableShorthand,
    sheet=WhistSheet,
    marked_sheet=WhistTableMarkedSheet,
    position_template="whist/_position.html",
    unfinished=unfinished,
    stylesheet="whist/whist.css",
    after_hand=after_hand,
    another=_("Another rubber or game"),
    best=_("Best rubber or game"),
    worst=_("Worst rubber or game"),
    call_names={TRICKS: _("More than six tricks"), RUBBER: _("Rubber"), AMERICAN_GAME: _("American game")},
    of_calls=_(
        "Hands in which the player’s own side had more than six tricks (made) or not, and rubbers and American games "
        "won (made) and lost."
    ),
    languages=("en",),
)
