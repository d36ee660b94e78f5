"""Marked sheet of Spades: both bids, the tricks, and ticks for the nils."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.scoring.hand import Call, Item
from games.scoring.text import Text
from games.scoring.text import message as _
from games.spades.hand import BLIND, Nils
from games.ui.hand_sheet import HandMarkedSheet, head_of
from games.ui.marked_sheet import DigitBoxes, Field, Mark, MarkedRow, players

BLINDS, OF_NIL = "blind", "nil_tricks"


class SpadesMarkedSheet(HandMarkedSheet):
    """The boxes of Spades. One digit is for a failed nil; a hand with another nil beside it is written in words."""

    landscape = True

    def fields(self) -> Sequence[Field]:
        return tuple(self.fields_of(self.items))

    def boxes(self, item: Item) -> Iterator[Field]:
        if not isinstance(item, Nils):
            yield from super().boxes(item)
            return
        seats = self.table.size
        yield players(self.table, item.name, head_of(item), most=seats)
        if item.with_blind:
            yield players(self.table, BLINDS, BLIND, most=seats)
        yield DigitBoxes(name=OF_NIL, head=_("Nil tricks"), places=1)

    def explained(self) -> Sequence[Text]:
        return [
            _(
                "Players 1 + 3 are the first and third. Nil tricks: what a nil bidder took. Tick a blind nil under nil "
                "as well."
            )
        ]

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if not isinstance(item, Nils):
            yield from super().raw_of(item, call, row, raw)
            return
        bidders, blind = sorted(row.several(item.name)), row.several(BLINDS)
        nils = [{"player": int(seat), **({"blind": True} if seat in blind else {})} for seat in bidders]
        if len(nils) == 1 and (tricks := row.number(OF_NIL)):
            nils[0]["tricks"] = tricks
        if nils:
            yield item.name, nils

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        nils = raw.get("nils", ())
        return len(nils) < 2 or not any(nil.get("tricks") for nil in nils)

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        if not isinstance(item, Nils):
            yield from super().marks_of(item, call, raw)
            return
        nils = raw.get(item.name, ())
        yield item.name, frozenset(str(nil["player"]) for nil in nils)
        yield BLINDS, frozenset(str(nil["player"]) for nil in nils if nil.get("blind"))
        if tricks := sum(nil.get("tricks", 0) for nil in nils):
            yield OF_NIL, tricks
