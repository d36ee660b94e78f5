"""Marked sheet of Hearts: everybody's points are written below the names."""

from __future__ import annotations

from collections.abc import Sequence

from games.hearts.hand import JACK, MOON, POINTS
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.marked_sheet import Field

UPRIGHT = 4
"""The most fields that a row has on an upright page."""


class HeartsMarkedSheet(HandMarkedSheet):
    """The boxes of Hearts: two digits for every player and, where they count, the jack and the choice at a moon."""

    @property
    def landscape(self) -> bool:  # type: ignore[override] # by the number of fields
        return len(self.fields()) > UPRIGHT

    def fields(self) -> Sequence[Field]:
        return tuple(self.fields_of([item for item in (POINTS, JACK, MOON) if item in self.items]))

    def explained(self) -> Sequence[Text]:
        return [_("Write every player’s points, 26 together: 0 for none, and 26 for a moon.")]
