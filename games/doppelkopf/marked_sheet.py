"""Marked sheet of Doppelkopf: two ticks and three digits for an ordinary hand.

Two players ticked are Re, one alone is a soloist. The Augen of Re are digits; all else is ticked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.doppelkopf import hand
from games.doppelkopf.tariff import SPECIAL_NAMES
from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING
from games.scoring.hand import Call, Item, Player, Players, Times
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table
from games.ui.hand_sheet import HandMarkedSheet, head_of
from games.ui.marked_sheet import Field, Mark, MarkedRow, TickBox, Ticks, players, ticked

FEW = 3
"""How many of the things that a party can say have boxes at a table of five, which has little room."""


class DoppelkopfMarkedSheet(HandMarkedSheet):
    """The boxes of Doppelkopf, on an oblong page.

    Left to words are two of a kind by one party, several Bock rounds, a caught Karlchen and other points of the house;
    at a table of five, also the two highest Absagen and a hand in which one party took no trick.
    """

    landscape = True
    total_places = 3

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        self._is_roomy = table.size < hand.FIVE
        said = (hand.PFLICHT, hand.RE_ANNOUNCED, hand.KONTRA_ANNOUNCED, *([hand.NO_TRICK] if self._is_roomy else []))
        items = (hand.AUGEN_OF_RE, *said, *hand.FUECHSE, *hand.DOPPELKOEPFE, hand.KARLCHEN, hand.BOCK)
        self.items = [item for item in items if item in self.hand.items]

    def fields(self) -> Sequence[Field]:
        armut = [call for call in self.calls if call.key == hand.ARMUT]
        return [
            players(self.table, hand.WHO, hand.RE.label, most=2),
            *(replace(boxes, name=hand.ARMUT, head="") for boxes in self.boxes_of_calls(armut)),
            *self.fields_of(self.items),
        ]

    def boxes(self, item: Item) -> Iterator[Field]:
        if isinstance(item, Times):
            parts = [part for part in self.items if part.box == item.box] if item.box else [item]
            boxes = tuple(TickBox(key=part.name, head=head_of(part), means=part.missing) for part in parts)
            yield Ticks(name=item.box or item.name, head=SPECIAL_NAMES.get(item.box, ""), boxes=boxes, most=len(boxes))
            return
        for field in super().boxes(item):
            is_cut = isinstance(field, Ticks) and not self._is_roomy
            yield replace(field, boxes=field.boxes[:FEW]) if isinstance(field, Ticks) and is_cut else field

    def explained(self) -> Sequence[Text]:
        return (_("Tick both Re players, or the soloist alone. The Augen are those of Re, or of the soloist."),)

    def call_in(self, row: MarkedRow) -> Call:
        seats = row.ticked(hand.WHO)
        if not seats:
            raise RuleError(Code.REQUIRED, hand.WHO, STILL_MISSING)
        return self.hand.by_key[hand.SOLO if len(seats) == 1 else row.box(hand.ARMUT) or hand.NORMAL]

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        match item:
            case Players():
                yield item.name, sorted(map(int, row.several(hand.WHO)))
            case Times():
                if row.tick(item.box or item.name, item.name):
                    yield item.name, 1
            case _ if isinstance(item, Player) or item in self.items:
                yield from super().raw_of(item, call, row, raw)

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        return all(raw.get(item.name, 0) <= 1 for item in self.hand.items if isinstance(item, Times))

    def marks_of_call(self, call: Call) -> Iterator[tuple[str, Mark]]:
        if call.key == hand.ARMUT:
            yield hand.ARMUT, ticked(hand.ARMUT)

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        match item:
            case Players():
                yield hand.WHO, frozenset(map(str, raw[item.name]))
            case Times():
                if raw.get(item.name):
                    yield item.box or item.name, ticked(item.name)
            case _:
                yield from super().marks_of(item, call, raw)
