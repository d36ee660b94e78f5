"""The boxes of a hand for the camera, made from what the game declares (`games.scoring.hand`).

Players, calls and words are ticked, numbers are written. Where a number makes no difference, made or lost is ticked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call, Count, CountOfEach, Flag, Hand, Item, Made, OneOf, Player, Points, Times
from games.scoring.numbers import out_of_range
from games.scoring.rules import AnyRules
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, State, Table
from games.ui.marked_sheet import (
    LOST,
    MADE,
    NOTHING,
    DigitBoxes,
    Field,
    Mark,
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
from games.ui.sheet import Value

CALL, RESULT = "call", "result"
YES = "yes"
UPRIGHT = 16
"""The most boxes that a row has on an upright page."""


class HandMarkedSheet(MarkedSheet):
    """The boxes of a declared hand: its players, its call, then how it went."""

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        self.hand: Hand = rules.hand_at(table)
        self.remarks = (*self.remarks, *self.hand.remarks)
        self.calls = rules.offered_calls(table)
        self.items = [item for item in self.hand.items if any(item in call.items for call in self.calls)]

    @property
    def landscape(self) -> bool:  # type: ignore[override] # by the number of boxes
        return sum(len(field.boxes) if isinstance(field, Ticks) else 1 for field in self.fields()) > UPRIGHT

    @property
    def count(self) -> Count | None:
        """The first number that is written at this table, if there is one."""
        item = self.hand.count
        return item if item and item.at(self.table) else None

    @property
    def call_without_box(self) -> str:
        """The call of a row in which none is ticked, if there is one."""
        return self.rules.ordinary_call or self.hand.starts_with

    # The boxes

    def fields(self) -> Sequence[Field]:
        who = [item for item in self.items if isinstance(item, Player)]
        others = [item for item in self.items if not isinstance(item, Player)]
        return (*self.fields_of(who), *self.boxes_of_calls(self.calls), *self.fields_of(others))

    def boxes_of_calls(self, calls: Sequence[Call]) -> Iterator[Field]:
        """Yield the boxes of those of these calls that are ticked."""
        boxes = [
            TickBox(key=call.key, head=call.box, means="" if call.box == call.key else call.name)
            for call in calls
            if call.key != self.call_without_box
        ]
        if boxes:
            yield Ticks(name=CALL, head=self.hand.legend, boxes=tuple(boxes))

    def fields_of(self, items: Sequence[Item]) -> Iterator[Field]:
        """Yield the boxes of these items; several items can share a field."""
        fields: dict[str, Field] = {}
        for field in (field for item in items for field in self.boxes(item)):
            fields.setdefault(field.name, field)
        yield from fields.values()

    def boxes(self, item: Item) -> Iterator[Field]:
        """Yield the boxes of an item."""
        match item:
            case Player() if not item.box:
                yield players(self.table, item.name, head_of(item))
            case Count() if item.at(self.table):
                yield DigitBoxes(name=item.name, head=head_of(item), places=len(str(item.high)))
            case Count() | Made() if self.count is None:
                yield result(RESULT)
            case CountOfEach():
                for seat in self.table.seats:
                    name, places = f"{item.name}-{seat}", len(str(item.together))
                    yield DigitBoxes(name=name, head=_named(item, seat), places=places)
            case Points():
                yield DigitBoxes(name=item.name, head=head_of(item), places=len(str(item.total)))
            case Times():
                yield DigitBoxes(name=item.field, head=head_of(item), places=len(str(max(item.numbers))))
            case OneOf():
                boxes = [
                    TickBox(key=answer.value, head=answer.box or answer.label, means=answer.said)
                    for answer in item.answers
                ]
                yield Ticks(name=item.name, head=head_of(item), boxes=tuple(boxes))
            case Flag():
                box = TickBox(key=YES, head=head_of(item), means=item.missing)
                yield Ticks(name=item.name, head="", boxes=(box,))

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
                    values = {"call": call.name, "label": item.label, "head": head_of(self.hand.item(item.box))}
                    sentences.append(Text(_SHARED.template, values))
        return sentences

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks, state)
        call = self.call_in(row)
        raw: dict[str, Any] = {} if call.key == self.rules.ordinary_call else {"call": call.word, **call.fixed}
        for item in call.items:
            raw |= dict(self.raw_of(item, call, row, raw))
        row.refuse_rest()
        return raw

    def call_in(self, row: MarkedRow) -> Call:
        """Take the marks of the call."""
        return self.hand.by_key[row.box(CALL) or self.call_without_box or row.needed_box(CALL)]

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Take the marks of an item and yield its fields; `raw` has those of the items before it."""
        match item:
            case Player():
                yield item.name, int(row.needed_box(item.box or item.name))
            case Count() | Made():
                yield item.name, self._counted(row, call, item)
            case CountOfEach():
                yield item.name, {str(int(seat)): row.needed_number(f"{item.name}-{seat}") for seat in self.table.seats}
            case Points() if item.are_counted(raw):
                yield item.name, _number_up_to(item.total, row, item.name)
            case OneOf():
                if word := row.needed_box(item.name) if item.needed else row.box(item.name):
                    yield item.name, word
            case Times():
                if number := row.number(item.field):
                    yield item.field, number
            case Flag():
                if row.box(item.name):
                    yield item.name, True

    def _counted(self, row: MarkedRow, call: Call, item: Count | Made) -> int | bool:
        count = self.count
        if count is None:
            made = row.needed_box(RESULT) == MADE
            return made if isinstance(item, Made) else (call.needs or 0) - (0 if made else 1)
        count = item if isinstance(item, Count) else count
        number = _number_up_to(count.high, row, count.name)
        return number == _as_numbers(call)[0] if isinstance(item, Made) else number

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw) or not self.has_boxes(raw):
            return None
        call = self.hand.call_of(raw)
        marks: dict[str, Mark] = {}
        for name, mark in chain(self.marks_of_call(call), *(self.marks_of(item, call, raw) for item in call.items)):
            before = marks.get(name)
            marks[name] = before | mark if isinstance(before, frozenset) and isinstance(mark, frozenset) else mark
        marks = {name: mark for name, mark in marks.items() if mark != NOTHING}
        fields = {field.name: field for field in self.fields()}
        return marks if all(_fits(mark, fields.get(name)) for name, mark in marks.items()) else None

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        """Return whether the boxes can say a hand: there are none for half a point."""
        item = self.hand.call_of(raw).points
        return item is None or not item.is_in(raw) or float(item.points_in(raw)).is_integer()

    def marks_of_call(self, call: Call) -> Iterator[tuple[str, Mark]]:
        """Yield the marks of a call."""
        if call.key != self.call_without_box:
            yield CALL, ticked(call.key)

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        """Yield the marks of an item; what several items tick in a field that they share is ticked together."""
        match item:
            case Player():
                yield item.box or item.name, ticked(raw[item.name])
            case Count() | Made() if self.count is None:
                made = raw[item.name] if isinstance(item, Made) else raw[item.name] >= (call.needs or 0)
                yield RESULT, ticked(MADE if made else LOST)
            case Count():
                yield item.name, raw[item.name]
            case Made() if self.count:
                yield self.count.name, _as_numbers(call)[0 if raw[item.name] else 1]
            case CountOfEach():
                yield from ((f"{item.name}-{seat}", number) for seat, number in raw[item.name].items())
            case Points() if item.is_in(raw):
                yield item.name, int(item.points_in(raw))
            case Times() if raw.get(item.field):
                yield item.field, raw[item.field]
            case OneOf() | Flag() if raw.get(item.name):
                yield item.name, ticked(YES if isinstance(item, Flag) else raw[item.name])


def head_of(item: Item) -> Text:
    return item.head or item.label


def _named(item: CountOfEach, seat: SeatNumber) -> Value:
    """Return the head of a player's boxes: the name, after that of the item if it has one."""
    return Text("{head} {player}", {"head": item.head, "player": SeatName(seat)}) if item.head else SeatName(seat)


def _fits(mark: Mark, field: Field | None) -> bool:
    """Return whether there are boxes for a mark."""
    if isinstance(mark, int):
        return isinstance(field, DigitBoxes) and mark < 10**field.places
    return isinstance(field, Ticks) and mark <= {box.key for box in field.boxes}


def _number_up_to(high: int, row: MarkedRow, name: str) -> int:
    number = row.needed_number(name)
    if number > high:
        raise RuleError(Code.OUT_OF_RANGE, name, out_of_range(0, high, number))
    return number


_SHARED = _("{call}: tick “{label}” under “{head}”.")


def _as_numbers(call: Call) -> tuple[int, int]:
    """Return the numbers that stand for made and for lost."""
    assert call.counted_as is not None
    return call.counted_as
