"""Marked sheet of wiezen: the players and the call are ticked, the level and the tricks are digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.colour_whist.hand import CHANGED, DECLARERS, LEVEL, TRICKS
from games.colour_whist.rules import FIVE
from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING
from games.scoring.hand import Call
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import State
from games.ui.hand_sheet import CALL, HandMarkedSheet
from games.ui.marked_sheet import (
    DigitBoxes,
    Field,
    Mark,
    MarkedRow,
    Marks,
    TickBox,
    Ticks,
    is_only_in_words,
    players,
    ticked,
)

CALLER, PARTNER, TAKEN = "caller", "partner", "tricks"


class ColourWhistMarkedSheet(HandMarkedSheet):
    """The boxes of wiezen.

    Of a misère, those who made it are ticked as callers, and those who lost it as partners. All calls are made with a
    number of tricks, so nothing has a box for its result.
    """

    landscape = True

    @property
    def total_places(self) -> int:  # type: ignore[override] # a fourth digit has no room beside five
        return 3 if self.table.size == FIVE else 4

    @property
    def _words(self) -> Mapping[str, Call]:
        """The first call of each word, which has its box."""
        words = self.rules.calls(self.table)
        return {word: next(call for call in self.calls if call.word == word) for word in words}

    def fields(self) -> Sequence[Field]:
        size, changed = self.table.size, [item for item in self.items if item.name == CHANGED]
        boxes = [TickBox(key=word, head=call.box, means=self.hand.names[word]) for word, call in self._words.items()]
        boxes += [TickBox(key=CHANGED, head="x", means=item.label) for item in changed]
        return (
            *(players(self.table, name, self.hand.item(name).label, most=size) for name in (CALLER, PARTNER)),
            Ticks(name=CALL, head=self.hand.legend, boxes=tuple(boxes), most=1 + len(changed)),
            DigitBoxes(name=LEVEL, head=_("Level"), places=2),
            DigitBoxes(name=TAKEN, head=_("Tricks made"), places=2),
        )

    def explained(self) -> Sequence[Text]:
        return (
            _("In a misère or a piccolo, tick those who made it under “Caller” and those who lost it under “Partner”."),
            _("In every other call, write the tricks made; in one with levels, also its level."),
        )

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks, state)
        changed = row.tick(CALL, CHANGED)
        call = self._words[row.needed_box(CALL)]
        raw: dict[str, Any] = {"call": call.word}
        raw |= _declarers(row) if DECLARERS in call.names else {}
        raw |= {item.name: int(row.needed_box(item.name)) for item in call.players}
        if LEVEL in call.names:
            level = row.number(LEVEL) if call.word == call.key else row.needed_number(LEVEL)
            raw |= {} if level is None else {LEVEL: level}
        if call.counted:
            tricks = row.needed_number(TAKEN)
            raw |= {TAKEN: tricks} if TAKEN in call.names else {"made": tricks >= raw.get(LEVEL, TRICKS)}
        if changed:
            raw[CHANGED] = True
        row.refuse_rest()
        return raw

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw):
            return None
        call = frozenset((raw["call"], CHANGED) if raw.get(CHANGED) else (raw["call"],))
        marks: dict[str, Mark] = {CALL: call}
        marks |= {name: ticked(raw[name]) for name in (CALLER, PARTNER) if name in raw}
        marks |= {name: raw[name] for name in (LEVEL, TAKEN) if name in raw}
        if "made" in raw:
            marks[TAKEN] = raw.get(LEVEL, TRICKS) - (0 if raw["made"] else 1)
        for name, made in ((CALLER, True), (PARTNER, False)):
            seats = frozenset(seat for seat, result in raw.get(DECLARERS, {}).items() if result is made)
            marks |= {name: seats} if seats else {}
        return marks


def _declarers(row: MarkedRow) -> dict[str, dict[str, bool]]:
    """Take everyone who is ticked as a player of a misère."""
    made, lost = row.several(CALLER), row.several(PARTNER)
    if made & lost:
        raise RuleError(Code.INVALID, PARTNER, _("A player is ticked both as having made it and as having lost it."))
    if not made | lost:
        raise RuleError(Code.REQUIRED, CALLER, STILL_MISSING)
    return {DECLARERS: {seat: seat in made for seat in sorted(made | lost)}}
