"""Marked sheet of Whist: the side with the odd trick, its tricks and its honours."""

from __future__ import annotations

from collections.abc import Sequence

from games.families.whist.marked_sheet import WhistMarkedSheet
from games.scoring.text import Text
from games.scoring.types import ScoredHand, SeatNumber


class WhistTableMarkedSheet(WhistMarkedSheet):
    """The boxes of Whist; in a drive, totals are written after each hand."""

    def explained(self) -> Sequence[Text]:
        return super().explained()[: 1 if self.table.rules == "drive" else 2]

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        return self.table.rules == "drive" or super().writes_total(scored, seat)
