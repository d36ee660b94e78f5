"""Marked sheet of Mort: two ticks for an ordinary hand, and totals where a game ends."""

from __future__ import annotations

from collections.abc import Sequence

from games.families.whist.marked_sheet import AT_THE_END_OF_A_GAME, WhistMarkedSheet
from games.mort.marker import FOUR
from games.scoring.text import Text


class MortMarkedSheet(WhistMarkedSheet):
    """The boxes of Mort. Totals are written when a game ends, in its last row."""

    deals_in_turn = False  # the next game begins when somebody has won this one

    @property
    def landscape(self) -> bool:  # type: ignore[override] # by the number at the table
        return self.table.size == FOUR

    def explained(self) -> Sequence[Text]:
        return (AT_THE_END_OF_A_GAME,)
