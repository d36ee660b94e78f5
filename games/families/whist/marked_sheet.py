"""Base class of the whist games' marked sheets: the side with the odd trick, its tricks, revokes, misdeals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from games.families.whist.forms import ALL_TRICKS, BOOK
from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import State
from games.ui.marked_sheet import MarkedRow, MarkedSheet, Marks, TickBox, Ticks, ticked

SIDE, TRICKS, CALL = "side", "tricks", "call"
_PENALTIES: Mapping[str, Text | str] = {"deduct": "−3", "add": "+3", "tricks": _("3 tr")}
"""The heads of the penalties, by their name in an outcome."""
_TAKEN_FROM_BOTH = _("Where tricks are taken from both sides, the order matters: write this hand in words.")


def revokes_of(side: str) -> str:
    """Return the name of the field for the revokes of a side."""
    return f"revokes-{side}"


class WhistMarkedSheet(MarkedSheet):
    """A hand between two sides, whose outcome has the `tricks` of the first side and `revokes`.

    Ticked are the side with the odd trick and its tricks. At a revoke, the penalty is ticked below the side that
    revoked; left to words are two revokes with the same penalty by one side, and tricks taken from both.
    """

    sides: ClassVar[Mapping[str, Text | str]]
    """The heads of both sides; the outcome has the tricks of the first."""
    side_names: ClassVar[Mapping[str, Text]]
    penalties: ClassVar[Mapping[str, Text]]
    not_played: ClassVar[tuple[TickBox, ...]]
    """The boxes of a hand that was not played."""

    # The boxes

    def fields_of_tricks(self) -> Iterator[Ticks]:
        sides = [TickBox(key=side, head=head, means=self.side_names[side]) for side, head in self.sides.items()]
        yield Ticks(name=SIDE, head=_("Odd trick"), boxes=tuple(sides))
        won = [TickBox(key=str(tricks), head=str(tricks)) for tricks in range(BOOK + 1, ALL_TRICKS + 1)]
        yield Ticks(name=TRICKS, head=_("Tricks"), boxes=tuple(won))

    def fields_of_revokes(self) -> Iterator[Ticks]:
        boxes = tuple(TickBox(key=key, head=head, means=self.penalties[key]) for key, head in _PENALTIES.items())
        for side, head in self.sides.items():
            yield Ticks(name=revokes_of(side), head=_("Rev. {side}", side=head), boxes=boxes, most=len(boxes))

    def field_of_misdeals(self) -> Ticks:
        return Ticks(name=CALL, head="", boxes=self.not_played)

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks)
        misdeal = row.box(CALL)
        raw = {"call": misdeal} if misdeal else self.played(row)
        row.refuse_rest()
        return raw

    def played(self, row: MarkedRow) -> dict[str, Any]:
        """Take the marks of a hand that was played."""
        return self.tricks(row)

    def tricks(self, row: MarkedRow) -> dict[str, Any]:
        """Take the side, its tricks and the revokes; return the fields `tricks` and `revokes`."""
        first, other = self.sides
        won = int(row.needed_box(TRICKS))
        raw: dict[str, Any] = {"tricks": won if row.needed_box(SIDE) == first else ALL_TRICKS - won}
        chosen = {side: row.several(revokes_of(side)) for side in self.sides}
        if all("tricks" in penalties for penalties in chosen.values()):
            raise RuleError(Code.INVALID, revokes_of(other), _TAKEN_FROM_BOTH)
        revokes = [{"by": str(by), "penalty": one} for by in self.sides for one in _PENALTIES if one in chosen[by]]
        return raw | ({"revokes": revokes} if revokes else {})

    # From a hand to marks

    def marks_of_tricks(self, raw: Mapping[str, Any]) -> dict[str, frozenset[str] | int] | None:
        """Return the marks of a hand that was played, or None if the boxes can't say its revokes."""
        first, other = self.sides
        won = raw["tricks"]
        side, tricks = (first, won) if won > BOOK else (other, ALL_TRICKS - won)
        revokes = [(revoke["by"], revoke["penalty"]) for revoke in raw.get("revokes", ())]
        if len(set(revokes)) < len(revokes) or {(first, "tricks"), (other, "tricks")} <= set(revokes):
            return None
        marks: dict[str, frozenset[str] | int] = {SIDE: ticked(side), TRICKS: ticked(tricks)}
        for by in self.sides:
            if penalties := frozenset(penalty for offender, penalty in revokes if offender == by):
                marks[revokes_of(by)] = penalties
        return marks
