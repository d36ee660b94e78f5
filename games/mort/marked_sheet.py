"""Marked sheet of Mort: two ticks for an ordinary hand, and totals where a game ends."""

from __future__ import annotations

from collections.abc import Sequence

from games.families.whist.marked_sheet import WhistMarkedSheet
from games.mort.marker import FOUR, MortState
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Correction, ScoredHand, SeatNumber


class MortMarkedSheet(WhistMarkedSheet):
    """The boxes of Mort. Totals are written when a game ends, in its last row."""

    total_places = 3
    deals_in_turn = False  # the next game begins when somebody has won this one

    @property
    def landscape(self) -> bool:  # type: ignore[override] # by the number at the table
        return self.table.size == FOUR

    def explained(self) -> Sequence[Text]:
        return (_("Write the totals when a game ends."),)

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        correction = isinstance(scored.hand.outcome, Correction)
        return correction or (isinstance(scored.state, MortState) and scored.state.last_game is not None)
