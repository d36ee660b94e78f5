"""Marked sheet of Whist: the side with the odd trick, its tricks and its honours."""

from __future__ import annotations

from collections.abc import Sequence

from games.families.whist.marked_sheet import WhistMarkedSheet
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Correction, ScoredHand, SeatNumber
from games.whist.hand import HONOURS
from games.whist.marker import WhistState


class WhistTableMarkedSheet(WhistMarkedSheet):
    """The boxes of Whist; all numbers are those of the side with the odd trick."""

    landscape = True
    total_places = 3

    def explained(self) -> Sequence[Text]:
        if HONOURS in self.items:
            ticks = _("Tick the tricks and the honours of the side that won the odd trick.")
        else:
            ticks = _("Tick the tricks of the side that won the odd trick.")
        if self.table.rules == "drive":
            return (ticks,)
        if self.table.rules == "american":
            return (ticks, _("Write the totals when a game ends."))
        return (ticks, _("Write the totals when a rubber ends."))

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        if self.table.rules == "drive" or isinstance(scored.hand.outcome, Correction):
            return True
        assert isinstance(scored.state, WhistState)
        return bool(scored.state.settled(self.table))
