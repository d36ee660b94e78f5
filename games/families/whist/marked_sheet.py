"""The boxes of the whist games for the camera: the side with the odd trick, its numbers, revokes, misdeals.

At a revoke, the penalty is ticked below the side that revoked; left to words are two revokes with the same penalty by
one side, and tricks taken from both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.families.whist.hand import BOOK, BOXES, Honours, OddTrick, OfFirstSide, Penalty, Revokes, Tricks
from games.families.whist.rubber import RUBBERS
from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call, Item
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Correction, ScoredHand, SeatNumber, Table
from games.ui.hand_sheet import HandMarkedSheet, head_of
from games.ui.marked_sheet import Field, Mark, MarkedRow, TickBox, Ticks, ticked

SIDE = "side"
AT_THE_END_OF_A_GAME = _("Write the totals when a game ends.")
_TAKEN_FROM_BOTH = _("Where tricks are taken from both sides, the order matters: write this hand in words.")


def revokes_of(side: str) -> str:
    """Return the name of the field for the revokes of a side."""
    return f"revokes-{side}"


class WhistMarkedSheet(HandMarkedSheet):
    """All numbers are those of the side with the odd trick. Totals are written where a rubber or a game ends."""

    landscape = True
    total_places = 3

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        self.sides = next(item.sides for item in self.items if isinstance(item, OddTrick))
        self.first, self.other = (side.value.value for side in self.sides)

    # The boxes

    def fields(self) -> Sequence[Field]:
        misdeals = [replace(field, head="") for field in self.boxes_of_calls(self.calls)]
        return (*self.fields_of(self.items), *misdeals)

    def boxes(self, item: Item) -> Iterator[Field]:
        match item:
            case OddTrick():
                boxes = [TickBox(key=side.value, head=side.box, means=side.label) for side in item.sides]
                yield Ticks(name=item.name, head=head_of(item), boxes=tuple(boxes))
            case OfFirstSide():
                lowest = BOOK + 1 if isinstance(item, Tricks) else 0
                numbers = range(lowest, item.high + 1)
                boxes = [TickBox(key=str(number), head=str(number)) for number in numbers]
                yield Ticks(name=item.name, head=head_of(item), boxes=tuple(boxes))
            case Revokes():
                boxes = [TickBox(key=key, head=BOXES[key], means=words) for key, words in item.penalties.items()]
                for side in item.sides:
                    yield Ticks(
                        name=revokes_of(side.value),
                        head=_("Rev. {side}", side=side.box),
                        boxes=tuple(boxes),
                        most=len(boxes),
                    )

    def explained(self) -> Sequence[Text]:
        if any(isinstance(item, Honours) for item in self.items):
            ticks = _("Tick the tricks and the honours of the side that won the odd trick.")
        else:
            ticks = _("Tick the tricks of the side that won the odd trick.")
        is_rubber = RUBBERS in self.table.options
        return (ticks, _("Write the totals when a rubber ends.") if is_rubber else AT_THE_END_OF_A_GAME)

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        state: Any = scored.state
        return isinstance(scored.hand.outcome, Correction) or state.ended is not None

    # From marks to a hand

    def raw_of(self, item: Item, call: Call, row: MarkedRow, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        match item:
            case Tricks():
                won = int(row.needed_box(item.name))
                yield item.name, won if row.needed_box(SIDE) == self.first else item.high - won
            case OfFirstSide():
                yield item.name, _turned(item, int(row.needed_box(item.name)), raw)
            case Revokes():
                if revokes := self._revokes(item, row):
                    yield item.name, revokes
            case _:
                yield from super().raw_of(item, call, row, raw)

    def _revokes(self, item: Revokes, row: MarkedRow) -> list[dict[str, str]]:
        chosen = {side: row.several(revokes_of(side)) for side in (self.first, self.other)}
        if all(Penalty.TRICKS in penalties for penalties in chosen.values()):
            raise RuleError(Code.INVALID, revokes_of(self.other), _TAKEN_FROM_BOTH)
        return [
            {"by": side, **({"penalty": str(penalty)} if item.has_choice else {})}
            for side, penalties in chosen.items()
            for penalty in Penalty
            if penalty in penalties
        ]

    # From a hand to marks

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        revokes = _revokes_in(raw)
        from_both = {(side, Penalty.TRICKS) for side in (self.first, self.other)}
        return len(set(revokes)) == len(revokes) and not from_both <= set(revokes)

    def marks_of(self, item: Item, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        match item:
            case Tricks():
                yield SIDE, ticked(self.first if raw[item.name] > BOOK else self.other)
                yield item.name, ticked(_turned(item, raw[item.name], raw))
            case OfFirstSide():
                if item.name in raw:
                    yield item.name, ticked(_turned(item, raw[item.name], raw))
            case Revokes():
                yield from ((revokes_of(side), ticked(penalty)) for side, penalty in _revokes_in(raw))
            case _:
                yield from super().marks_of(item, call, raw)


def _revokes_in(raw: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return each revoke of a hand as its side and its penalty."""
    return [(revoke["by"], revoke.get("penalty", Penalty.TRICKS)) for revoke in raw.get("revokes", ())]


def _turned(item: OfFirstSide, number: int, raw: Mapping[str, Any]) -> int:
    """Return the winner's number from that of the first side, or the other way round."""
    return number if raw["tricks"] > BOOK else item.high - number
