"""The boxes of Bridge for the camera: hands with honours are written in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.bridge.hand import BOOK, HONOURS, TRICKS, result_of
from games.scoring.hand import Call, Item
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.marked_sheet import Field, Mark


class BridgeMarkedSheet(HandMarkedSheet):
    """The level, strain and declarer are ticked, the tricks of declarer and dummy written."""

    def boxes(self, item: Item) -> Iterator[Field]:
        if item not in HONOURS:
            yield from super().boxes(item)

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        if item is TRICKS:
            yield item.name, BOOK + raw["level"] + result_of(raw)
        else:
            yield from super().marks_of(item, call, raw)
