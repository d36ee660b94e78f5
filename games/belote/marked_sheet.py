"""Marked sheet of Belote: who takes and the points; in the coinchée also the contract, and what was doubled.

The points of the attack are digits, the rest is ticked. Left to words are announcements, sans atout and tout atout and,
in the coinchée, where there is little room, contracts above 160 and a capot that wasn't bid. Which suit was trumps
isn't on the sheet: it never matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.belote.hand import CAPOT
from games.belote.tariff import WITHOUT_SUIT
from games.scoring.hand import Call, Item, Times
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.marked_sheet import Mark

HIGHEST_IN_BOXES = 160
TRUMP = "trump"


class BeloteMarkedSheet(HandMarkedSheet):
    landscape = True

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        is_classic = bool(self.hand.starts_with)
        self.items = [
            item
            for item in self.items
            if (item is not CAPOT or is_classic) and item.name != TRUMP and not isinstance(item, Times)
        ]
        self.calls = [call for call in self.calls if int(call.fixed.get("contract", 0)) <= HIGHEST_IN_BOXES]

    def explained(self) -> Sequence[Text]:
        if self.hand.starts_with:
            return (_("Write the card points of the attack; with a capot, tick whose it is instead."),)
        return (_("Write the card points of the attack. Tick + or − only for capot and générale."),)

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        return not raw.get("announcements") and raw.get(TRUMP) not in WITHOUT_SUIT

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        if item.name != TRUMP:
            yield from super().marks_of(item, call, raw)
