"""The boxes of the whist games for the camera: the side with the odd trick, its numbers, revokes, misdeals.

At a revoke, the penalty is ticked below the side that revoked; left to words are two revokes with the same penalty by
one side, and tricks taken from both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.families.whist.hand import BOOK, BOXES, OddTrick, OfFirstSide, Penalty, Revokes, Tricks
from games.scoring.errors import Code, RuleError
from games.scoring.hand import Hand, Item
from games.scoring.rules import AnyRules
from games.scoring.text import message as _
from games.scoring.types import State, Table
from games.ui.marked_sheet import Field, MarkedRow, MarkedSheet, Marks, TickBox, Ticks, is_only_in_words, ticked

SIDE, CALL = "side", "call"
_TAKEN_FROM_BOTH = _("Where tricks are taken from both sides, the order matters: write this hand in words.")


def revokes_of(side: str) -> str:
    """Return the name of the field for the revokes of a side."""
    return f"revokes-{side}"


class WhistMarkedSheet(MarkedSheet):
    """The boxes of a hand between two sides; all numbers are those of the side with the odd trick."""

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        hand: Hand = rules.hand_at(table)
        self.items = hand.calls[0].items
        self.misdeals = [call for call in hand.calls if call.minor]
        self.sides = next(item.sides for item in self.items if isinstance(item, OddTrick))
        self.first, self.other = (side.value.value for side in self.sides)

    # The boxes

    def fields(self) -> Sequence[Field]:
        misdeals = tuple(TickBox(key=call.key, head=call.box, means=call.name) for call in self.misdeals)
        of_items = (field for item in self.items for field in self.fields_of(item))
        return (*of_items, *([Ticks(name=CALL, head="", boxes=misdeals)] if misdeals else []))

    def fields_of(self, item: Item) -> Iterator[Ticks]:
        """Yield the boxes of an item."""
        head = item.head or item.label
        match item:
            case OddTrick():
                boxes = [TickBox(key=side.value, head=side.box, means=side.label) for side in item.sides]
                yield Ticks(name=item.name, head=head, boxes=tuple(boxes))
            case OfFirstSide():
                lowest = BOOK + 1 if isinstance(item, Tricks) else 0
                numbers = range(lowest, item.high + 1)
                boxes = [TickBox(key=str(number), head=str(number)) for number in numbers]
                yield Ticks(name=item.name, head=head, boxes=tuple(boxes))
            case Revokes():
                boxes = [TickBox(key=key, head=BOXES[key], means=words) for key, words in item.penalties.items()]
                for side in item.sides:
                    yield Ticks(
                        name=revokes_of(side.value),
                        head=_("Rev. {side}", side=side.box),
                        boxes=tuple(boxes),
                        most=len(boxes),
                    )

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks)
        misdeal = row.box(CALL)
        raw: dict[str, Any] = {"call": misdeal} if misdeal else {}
        for item in () if misdeal else self.items:
            raw |= self.raw_of(item, row, raw)
        row.refuse_rest()
        return raw

    def raw_of(self, item: Item, row: MarkedRow, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Take the marks of an item and return its fields; `raw` has those of the items before it."""
        match item:
            case Tricks():
                won = int(row.needed_box(item.name))
                return {item.name: won if row.needed_box(SIDE) == self.first else item.high - won}
            case OfFirstSide():
                return {item.name: _turned(item, int(row.needed_box(item.name)), raw)}
            case Revokes():
                return self._raw_revokes(item, row)
        return {}

    def _raw_revokes(self, item: Revokes, row: MarkedRow) -> dict[str, Any]:
        chosen = {side: row.several(revokes_of(side)) for side in (self.first, self.other)}
        if all(Penalty.TRICKS in penalties for penalties in chosen.values()):
            raise RuleError(Code.INVALID, revokes_of(self.other), _TAKEN_FROM_BOTH)
        revokes = [
            {"by": side, **({"penalty": str(penalty)} if item.has_choice else {})}
            for side, penalties in chosen.items()
            for penalty in Penalty
            if penalty in penalties
        ]
        return {item.name: revokes} if revokes else {}

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw) or not self.has_boxes(raw):
            return None
        if "call" in raw:
            return {CALL: ticked(raw["call"])}
        return {name: mark for item in self.items for name, mark in self.marks_of(item, raw).items()}

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        """Return whether the boxes can say the revokes of a hand."""
        revokes = _revokes_in(raw)
        from_both = {(side, Penalty.TRICKS) for side in (self.first, self.other)}
        return len(set(revokes)) == len(revokes) and not from_both <= set(revokes)

    def marks_of(self, item: Item, raw: Mapping[str, Any]) -> dict[str, frozenset[str] | int]:
        """Return the marks of an item."""
        match item:
            case Tricks():
                side = self.first if raw[item.name] > BOOK else self.other
                return {SIDE: ticked(side), item.name: ticked(_turned(item, raw[item.name], raw))}
            case OfFirstSide() if item.name in raw:
                return {item.name: ticked(_turned(item, raw[item.name], raw))}
            case Revokes():
                penalties = _revokes_in(raw)
                return {
                    revokes_of(side): frozenset(penalty for by, penalty in penalties if by == side)
                    for side, _penalty in penalties
                }
        return {}


def _revokes_in(raw: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return each revoke of a hand as its side and its penalty."""
    return [(revoke["by"], revoke.get("penalty", Penalty.TRICKS)) for revoke in raw.get("revokes", ())]


def _turned(item: OfFirstSide, number: int, raw: Mapping[str, Any]) -> int:
    """Return the winner's number from that of the first side, or the other way round."""
    return number if raw["tricks"] > BOOK else item.high - number
