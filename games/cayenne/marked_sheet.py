"""Marked sheet of Cayenne: five ticks for an ordinary hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.cayenne.hand import HONOURS, TRUMP
from games.cayenne.marker import CayenneState
from games.cayenne.sheet import SIGNS
from games.cayenne.tariff import NO_TRUMP, Trump
from games.families.whist.hand import Revokes
from games.families.whist.marked_sheet import WhistMarkedSheet
from games.scoring.hand import Item, OneOf
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Correction, ScoredHand, SeatNumber
from games.ui.marked_sheet import MarkedRow, TickBox, Ticks, ticked

FEW_RUBBERS = 2
"""So many rubbers hardly ever come to a total of three digits."""
_HEADS = {**SIGNS, Trump.GRAND: "G", Trump.NULLO: "N"}


class CayenneMarkedSheet(WhistMarkedSheet):
    """The boxes of Cayenne. Honours are those of the side with the odd trick; totals are written when a rubber ends.

    With more than two rubbers, or a tariff of the club's own, the totals take the room of the revokes, which are then
    left to words.
    """

    landscape = True

    @property
    def total_places(self) -> int:  # type: ignore[override] # by the number of rubbers
        return 2 if self._small_totals else 3

    @property
    def _small_totals(self) -> bool:
        return int(self.table.options["rubbers"]) <= FEW_RUBBERS and self.table.tariff is None

    def fields_of(self, item: Item) -> Iterator[Ticks]:
        if isinstance(item, OneOf):
            boxes = [
                TickBox(
                    key=answer.value,
                    head=_HEADS[Trump(answer.value)],
                    means=answer.label if answer.value in NO_TRUMP else "",
                )
                for answer in item.answers
            ]
            yield Ticks(name=item.name, head=item.head or item.label, boxes=tuple(boxes))
        elif self._small_totals or not isinstance(item, Revokes):
            yield from super().fields_of(item)

    def explained(self) -> Sequence[Text]:
        return (
            _("Tick the tricks and the honours of the side that won the odd trick."),
            _("Write the totals when a rubber ends."),
        )

    def raw_of(self, item: Item, row: MarkedRow, raw: Mapping[str, Any]) -> dict[str, Any]:
        if isinstance(item, OneOf):
            word = row.needed_box(item.name) if item is TRUMP else row.box(item.name)
            return {item.name: word} if word else {}
        return {} if item is HONOURS and raw["trump"] in NO_TRUMP else super().raw_of(item, row, raw)

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        return super().has_boxes(raw) and (self._small_totals or not raw.get("revokes"))

    def marks_of(self, item: Item, raw: Mapping[str, Any]) -> dict[str, frozenset[str] | int]:
        if isinstance(item, OneOf):
            return {item.name: ticked(raw[item.name])} if raw.get(item.name) else {}
        return super().marks_of(item, raw)

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        correction = isinstance(scored.hand.outcome, Correction)
        return correction or (isinstance(scored.state, CayenneState) and scored.state.last_rubber is not None)
