"""What the ledger adds to a hand of Cayenne: the markers and games after it, or the rubber that it settled."""

from __future__ import annotations

from games.cayenne.lines import SIDE_WORDS
from games.cayenne.outcome import Position
from games.game import AfterHand
from games.scoring.text import Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Table


def after_hand(table: Table, state: Position) -> AfterHand:
    """Return the markers, first those of the first and third player, or who won the rubber that has just ended.

    >>> from games.cayenne.outcome import Pair
    >>> from games.cayenne.rules import CayenneRules
    >>> table = CayenneRules().table(["A", "Y", "B", "Z"])
    >>> str(after_hand(table, Position(dealer=0, marker=Pair(8, 0), sheet=Pair((4, 2), ()))).marker)
    'Marker 8 – 0, games 2 – 0'
    """
    if last := state.last_rubber:
        number = state.rubber if state.over else state.rubber - 1
        return AfterHand(settled=_("Rubber {number}: {side}", number=number, side=SIDE_WORDS[last.winner]))
    marker = _("Marker {ab} – {yz}", ab=state.marker.ab, yz=state.marker.yz)
    return AfterHand(marker=joined([marker, games_won(state)]))


def games_won(state: Position) -> Text:
    """Return how many games of the rubber each side has won."""
    return _("games {ab} – {yz}", ab=state.games.ab, yz=state.games.yz)
