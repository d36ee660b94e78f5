"""Shorthand of Whist: a side with its tricks and, where they count, its honours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.families.whist.shorthand import WhistShorthand
from games.scoring.hand import Count
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.shorthand import Pieces
from games.ui.tokens import NUMBER
from games.whist.hand import HONOURS
from games.whist.tariff import ALL_HONOURS


class WhistTableShorthand(WhistShorthand):
    """The shorthand of Whist: two words for an ordinary hand, three with honours."""

    def order(self) -> Sequence[Text]:
        if HONOURS not in self.items:
            return super().order()
        honours = _("After the tricks, type that side’s honours of four. Left out, each side has two.")
        return (*super().order(), honours)

    def number(self, pieces: Pieces, needs: int | None, item: Count) -> Any:
        if item is HONOURS and not any(piece.slot == NUMBER for piece in pieces.left):
            return ALL_HONOURS // 2
        return super().number(pieces, needs, item)
