"""Marked sheet of Cayenne: five ticks for an ordinary hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.cayenne.hand import CAYENNE, HONOURS
from games.cayenne.sheet import SIGNS
from games.cayenne.tariff import NO_TRUMP, Trump
from games.families.whist.hand import Revokes
from games.families.whist.marked_sheet import WhistMarkedSheet
from games.scoring.hand import Call, Item, OneOf
from games.ui.hand_sheet import head_of
from games.ui.marked_sheet import Field, MarkedRow, TickBox, Ticks

FEW_RUBBERS = 2
"""So many rubbers hardly ever come to a total of three digits."""
_HEADS = {**SIGNS, Trump.GRAND: "G", Trump.NULLO: "N"}


class CayenneMarkedSheet(WhistMarkedSheet):
    """The boxes of Cayenne. Honours are those of the side with the odd trick; totals are written when a rubber ends.

    With more than two rubbers, or a tariff of the club's own, the totals take the room of the revokes, which are then
    left to words.
    """

    @property
    def total_places(self) -> int:  # type: ignore[override] # by the number of rubbers
        return 2 if self._small_totals else 3

    @property
    def _small_totals(self) -> bool:
        return int(self.table.options["rubbers"]) <= FEW_RUBBERS and self.table.tariff is None

    def boxes(self, item: Item) -> Iterator[Field]:
        if isinstance(item, OneOf):
            boxes = [
                TickBox(
                    key=answer.value,
                    head=_HEADS[Trump(answer.value)],
                    means=answer.label if answer.value in NO_TRUMP else "",
                )
                for answer in item.answers
            ]
            yield Ticks(name=item.name, head=head_of(item), boxes=tuple(boxes))
        elif self._small_totals or not isinstance(item, Revokes):
            yield from super().boxes(item)

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if item is CAYENNE:  # which grand and nullo don't need
            if suit := row.box(item.name):
                yield item.name, suit
        elif item is not HONOURS or raw["trump"] not in NO_TRUMP:
            yield from super().raw_of(item, call, row, raw)

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        return super().has_boxes(raw) and (self._small_totals or not raw.get("revokes"))
