"""What the ledger adds to a hand of Mort: the markers after it, or the game that it settled."""

from __future__ import annotations

from games.game import AfterHand
from games.mort.lines import side_words
from games.mort.outcome import Position, roles
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Table


def after_hand(table: Table, state: Position) -> AfterHand:
    """Return the markers, Vivant's first, or who won the game that has just ended."""
    if last := state.last_game:
        ended = state if state.over else Position(dealer=state.dealer, game=state.game - 1)
        side = side_words(roles(table, ended), last.winner)
        return AfterHand(settled=_("Game {number}: {side}", number=ended.game, side=side))
    return AfterHand(
        marker=_("Marker {vivant} – {others}", vivant=state.marker.vivant, others=state.marker.adversaries)
    )
