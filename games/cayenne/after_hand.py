"""What the ledger adds to a hand of Cayenne: the markers and games after it, or the rubber that it settled.

And what is unfinished when a session ends.
"""

from __future__ import annotations

from games.cayenne.state import CayenneState
from games.families.whist.sides import SIDE_WORDS, Side
from games.game import AfterHand
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import Table


def after_hand(table: Table, state: CayenneState) -> AfterHand:
    """Return the markers, first those of the first and third player, or who won the rubber that has just ended.

    >>> from games.cayenne.rules import CayenneRules
    >>> table = CayenneRules().table(["A", "Y", "B", "Z"])
    >>> state = CayenneState(dealer=0, marker={Side.AB: 8, Side.YZ: 0}, sheet={Side.AB: (4, 2), Side.YZ: ()})
    >>> str(after_hand(table, state).marker)
    'Marker 8 – 0, games 2 – 0'
    """
    if last := state.last_rubber:
        number = state.rubber if state.over else state.rubber - 1
        return AfterHand(settled=_("Rubber {number}: {side}", number=number, side=SIDE_WORDS[last.winner]))
    marker = _("Marker {ab} – {yz}", ab=state.marker[Side.AB], yz=state.marker[Side.YZ])
    return AfterHand(marker=joined([marker, games_won(state)]))


def unfinished(table: Table, state: CayenneState) -> list[Text]:
    """Return that a rubber is under way, and that not all rubbers were played."""
    sentences, under_way = [], any((*state.marker.values(), *state.games.values(), *state.slams.values()))
    if under_way:
        sentences.append(_("The last rubber is not finished and doesn’t count."))
    played = state.rubber - 1
    if not state.over and (played or (under_way and table.options["rubbers"] != 1)):
        sentences.append(_("Rubbers played: {played} of {planned}.", played=played, planned=table.options["rubbers"]))
    return sentences


def games_won(state: CayenneState) -> Text:
    """Return how many games of the rubber each side has won."""
    return _("games {ab} – {yz}", ab=state.games[Side.AB], yz=state.games[Side.YZ])
