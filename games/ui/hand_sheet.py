"""The boxes of a hand for the camera, made from what the game declares (`games.scoring.hand`).

Players and calls are ticked, numbers are written. Where a number makes no difference, made or lost is ticked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call, Count, Flag, Hand, Item, Made, Player
from games.scoring.numbers import out_of_range
from games.scoring.rules import AnyRules
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import State, Table
from games.ui.marked_sheet import (
    LOST,
    MADE,
    DigitBoxes,
    Field,
    MarkedRow,
    MarkedSheet,
    Marks,
    TickBox,
    Ticks,
    is_only_in_words,
    players,
    result,
    ticked,
)

CALL, RESULT = "call", "result"
YES = "yes"
UPRIGHT = 16
"""The most boxes that a row has on an upright page."""


class HandMarkedSheet(MarkedSheet):
    """The boxes of a declared hand: its players, its call, then how it went."""

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        self.hand: Hand = rules.hand_at(table)
        self.remarks = self.hand.remarks
        self.calls = rules.offered_calls(table)
        self.landscape = sum(len(field.boxes) if isinstance(field, Ticks) else 1 for field in self.fields()) > UPRIGHT

    @property
    def count(self) -> Count | None:
        """The number that is written at this table, if there is one."""
        item = self.hand.count
        return item if item and item.at(self.table) else None

    # The boxes

    def fields(self) -> Sequence[Field]:
        who = [item for item in self.hand.items if isinstance(item, Player) and not item.box]
        named = [call for call in self.calls if call.key != self.rules.ordinary_call]
        fields: list[Field] = [players(self.table, item.name, _head(item)) for item in who]
        if named:
            boxes = [TickBox(key=call.key, head=call.box, means=call.name) for call in named]
            fields.append(Ticks(name=CALL, head=self.hand.legend, boxes=tuple(boxes)))
        if item := self.count:
            fields.append(DigitBoxes(name=item.name, head=_head(item), places=len(str(item.high))))
        elif any(call.counted for call in self.calls):
            fields.append(result(RESULT))
        flags = dict.fromkeys(flag for call in self.calls for flag in call.flags)
        return [*fields, *(_box_of(flag) for flag in flags)]

    def left_open(self, raw: Mapping[str, Any]) -> Sequence[Text]:
        item = self.hand.count
        if item is None or item.uncounted is None or item.name not in raw or item.at(self.table):
            return ()
        return (item.uncounted,)

    def explained(self) -> Sequence[Text]:
        sentences = []
        for numbers in dict.fromkeys(call.counted_as for call in self.calls if call.counted_as and self.count):
            names = joined([call.name for call in self.calls if call.counted_as == numbers])
            sentences.append(_("{calls}: write {number} if it was made.", calls=names, number=numbers[0]))
        for call in self.calls:
            for item in call.players:
                if item.box:
                    values = {"call": call.name, "label": item.label, "head": _head(self.hand.item(item.box))}
                    sentences.append(Text(_SHARED.template, values))
        return sentences

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks)
        ordinary = self.rules.ordinary_call
        call = self.hand.by_key[row.box(CALL) or ordinary or row.needed_box(CALL)]
        raw: dict[str, Any] = {} if call.key == ordinary else {"call": call.key}
        raw |= {item.name: int(row.needed_box(item.box or item.name)) for item in call.players}
        raw |= {item.name: self._counted(row, call, item) for item in call.counted}
        raw |= {flag.name: True for flag in call.flags if row.box(flag.name)}
        row.refuse_rest()
        return raw

    def _counted(self, row: MarkedRow, call: Call, item: Item) -> int | bool:
        count = self.count
        if count is None:
            made = row.needed_box(RESULT) == MADE
            return made if isinstance(item, Made) else (call.needs or 0) - (0 if made else 1)
        number = row.needed_number(count.name)
        if number > count.high:
            raise RuleError(Code.OUT_OF_RANGE, count.name, out_of_range(0, count.high, number))
        return number == _as_numbers(call)[0] if isinstance(item, Made) else number

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw):
            return None
        call = self.hand.call_of(raw)
        marks: dict[str, frozenset[str] | int] = {}
        if call.key != self.rules.ordinary_call:
            marks[CALL] = ticked(call.key)
        marks |= {item.box or item.name: ticked(raw[item.name]) for item in call.players}
        for item in call.counted:
            value = raw[item.name]
            if self.count is None:
                made = value if isinstance(item, Made) else value >= (call.needs or 0)
                marks[RESULT] = ticked(MADE if made else LOST)
            else:
                marks[self.count.name] = _as_numbers(call)[0 if value else 1] if isinstance(item, Made) else value
        marks |= {flag.name: ticked(YES) for flag in call.flags if raw.get(flag.name)}
        return marks


def _head(item: Item) -> Text:
    return item.head or item.label


def _box_of(flag: Flag) -> Ticks:
    return Ticks(name=flag.name, head="", boxes=(TickBox(key=YES, head=_head(flag), means=flag.label),))


_SHARED = _("{call}: tick “{label}” under “{head}”.")


def _as_numbers(call: Call) -> tuple[int, int]:
    """Return the numbers that stand for made and for lost."""
    assert call.counted_as is not None
    return call.counted_as
