"""Marked sheet of Solo Whist: the caller and the call are ticked, the tricks are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.numbers import out_of_range
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import State
from games.solo_whist.club_tariff import CALL_NAMES, EACH, ODD
from games.solo_whist.rules import CALL_FIELDS
from games.solo_whist.shorthand import NOT_ON_THE_SHEET
from games.solo_whist.tariff import NEEDED, TRICKS, Call
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

CALLER, PARTNER, CALL, TAKEN, RESULT = "caller", "partner", "call", "tricks", "result"

HEADS: Mapping[str, Text | str] = {
    Call.PROPOSAL: _("Pr"),
    Call.SOLO: _("So"),
    Call.MISERE: _("Mi"),
    Call.ABUNDANCE: _("Ab"),
    Call.ABUNDANCE_IN_TRUMPS: _("AbT"),
    Call.SPREAD: _("Sp"),
    Call.SLAM: _("Sl"),
    Call.GRAND: _("Gr"),
    Call.PASSED: "–",
}
AIM: Mapping[str, int] = {Call.MISERE: 0, Call.SPREAD: 0, Call.SLAM: TRICKS}
"""The tricks with which a call is made that has no odd tricks."""
MISSED: Mapping[str, int] = {Call.MISERE: 1, Call.SPREAD: 1, Call.SLAM: TRICKS - 1}
"""The tricks that stand for such a call that was lost: how many there were makes no difference."""


class SoloWhistMarkedSheet(MarkedSheet):
    """The boxes of Solo Whist: three marks for an ordinary hand, four for a proposal.

    Where odd tricks are worth nothing, made or lost is ticked in place of the tricks.
    """

    landscape = True
    remarks = (NOT_ON_THE_SHEET,)

    @property
    def _counts_tricks(self) -> bool:
        return self.table.figures[ODD, EACH, EACH] > 0

    # The boxes

    def fields(self) -> Sequence[Field]:
        calls = self.rules.calls(self.table)
        boxes = [TickBox(key=call, head=head, means=CALL_NAMES[call]) for call, head in HEADS.items() if call in calls]
        return (
            players(self.table, CALLER, _("Caller")),
            players(self.table, PARTNER, _("Partner")),
            Ticks(name=CALL, head=_("Call"), boxes=tuple(boxes)),
            DigitBoxes(name=TAKEN, head=_("Tricks"), places=2) if self._counts_tricks else result(RESULT),
        )

    def left_open(self, raw: Mapping[str, Any]) -> Sequence[Text]:
        return (NOT_ON_THE_SHEET,) if "tricks" in raw and not self._counts_tricks else ()

    def explained(self) -> Sequence[Text]:
        sentences = []
        if self._counts_tricks:
            sentences.append(_("Write the tricks: 0 for a misère or a spread that was made, 13 for a slam."))
        if Call.GRAND in self.rules.calls(self.table):
            sentences.append(_("In a grand, tick who took the last trick as caller."))
        return sentences

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks)
        call = row.needed_box(CALL)
        raw: dict[str, Any] = {"call": call}
        takes = CALL_FIELDS[call].names
        if "last_trick" in takes:
            raw["last_trick"] = int(row.needed_box(CALLER))
        if "caller" in takes:
            raw["caller"] = int(row.needed_box(CALLER))
            raw |= {"partner": int(row.needed_box(PARTNER))} if "partner" in takes else {}
            raw |= self._counted(row, call) if self._counts_tricks else _made_or_lost(row, call)
        row.refuse_rest()
        return raw

    @staticmethod
    def _counted(row: MarkedRow, call: str) -> dict[str, Any]:
        tricks = row.needed_number(TAKEN)
        if tricks > TRICKS:
            raise RuleError(Code.OUT_OF_RANGE, TAKEN, out_of_range(0, TRICKS, tricks))
        return {"made": tricks == AIM[call]} if call in AIM else {"tricks": tricks}

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw):
            return None
        call = raw["call"]
        marks: dict[str, frozenset[str] | int] = {CALL: ticked(call)}
        for field, name in (("caller", CALLER), ("last_trick", CALLER), ("partner", PARTNER)):
            if field in raw:
                marks[name] = ticked(raw[field])
        if "caller" not in raw:
            return marks
        if self._counts_tricks:
            marks[TAKEN] = raw["tricks"] if "tricks" in raw else (AIM if raw["made"] else MISSED)[call]
        else:
            made = raw["tricks"] >= NEEDED[call] if "tricks" in raw else raw["made"]
            marks[RESULT] = ticked(MADE if made else LOST)
        return marks


def _made_or_lost(row: MarkedRow, call: str) -> dict[str, Any]:
    """Return the result, with any tricks that say so if the call has them."""
    made = row.needed_box(RESULT) == MADE
    return {"made": made} if call in AIM else {"tricks": NEEDED[call] if made else NEEDED[call] - 1}
