"""What the ledger and the result say of rubbers, and of games that are settled one by one."""

from __future__ import annotations

from games.families.whist.rubber import GAMES, RUBBERS, RubberState
from games.game import AfterHand
from games.scoring.sides import SIDE_WORDS, Side
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import Table

ORDER = _("In clockwise order: 1 and 3 play against 2 and 4.")


def after_hand(table: Table, state: RubberState) -> AfterHand:
    """Return the markers, first those of the first and third player, or who won what has just ended."""
    if won := state.ended:
        values = {"number": state.number if state.over else state.number - 1, "side": SIDE_WORDS[won.winner]}
        is_game = GAMES in table.options
        return AfterHand(
            settled=_("Game {number}: {side}", **values) if is_game else _("Rubber {number}: {side}", **values)
        )
    marker = _("Marker {ab} – {yz}", ab=state.marker[Side.AB], yz=state.marker[Side.YZ])
    if RUBBERS in table.options:
        return AfterHand(marker=joined([marker, state.games_won]))
    return AfterHand(marker=marker if GAMES in table.options else None)


def unfinished(table: Table, state: RubberState) -> list[Text]:
    """Return that a rubber or game is under way, and that not all of them were played."""
    played = state.number - 1
    if RUBBERS in table.options:
        planned = table.options[RUBBERS]
        last = _("The last rubber is not finished and doesn’t count.")
        count = _("Rubbers played: {played} of {planned}.", played=played, planned=planned)
    elif GAMES in table.options:
        planned = table.options[GAMES]
        last = _("The last game is not finished and doesn’t count.")
        count = _("Games played: {played} of {planned}.", played=played, planned=planned)
    else:
        return []
    sentences = [last] if state.is_under_way else []
    return [*sentences, count] if not state.over and (played or (sentences and planned != 1)) else sentences
