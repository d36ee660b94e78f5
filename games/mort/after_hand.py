"""What the ledger adds to a hand of Mort: the markers after it, or the game that it settled.

And what is unfinished when a session ends.
"""

from __future__ import annotations

from games.game import AfterHand
from games.mort.lines import side_words
from games.mort.state import MortState, games_to_play, roles
from games.mort.tariff import Side
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table


def after_hand(table: Table, state: MortState) -> AfterHand:
    """Return the markers, Vivant's first, or who won the game that has just ended."""
    if last := state.last_game:
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
