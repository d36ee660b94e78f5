"""Marked sheet of Boston: the bid is ticked, and the bidder's tricks are written below his name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.boston.hand import TRICKS
from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call
from games.scoring.numbers import out_of_range
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import State
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.marked_sheet import DigitBoxes, Field, MarkedRow, Marks, TickBox, Ticks, is_only_in_words, ticked

BID = "bid"
MISERE_MADE, MISERE_LOST = 0, 1
"""The tricks that stand for a misère; if it was lost, it makes no difference how many there were."""


def tricks_of(seat: int | str) -> str:
    """Return the name of the field for a player's tricks."""
    return f"tricks-{seat}"


class BostonMarkedSheet(HandMarkedSheet):
    """The boxes of Boston: two marks for a bid and its tricks, five for a misère partout.

    Only the bidder's tricks are written, so they say who bid. In a misère partout, everybody's are. Penalties are left
    to words.
    """

    def fields(self) -> Sequence[Field]:
        bids = [TickBox(key=call.key, head=call.box) for call in self.calls if call.fixed]
        bids += [TickBox(key=call.key, head=call.box, means=call.name) for call in self.calls if not call.fixed]
        tricks = [DigitBoxes(name=tricks_of(seat), head=SeatName(seat), places=2) for seat in self.table.seats]
        return (Ticks(name=BID, head=self.hand.legend, boxes=tuple(bids)), *tricks)

    def explained(self) -> Sequence[Text]:
        return (
            _("Write the tricks of the bidder below his name: in a misère, 0 if it was made."),
            _("In a misère partout, write the tricks of all four."),
        )

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks, state)
        call = self.hand.by_key[row.needed_box(BID)]
        numbers = {int(seat): row.number(tricks_of(seat)) for seat in self.table.seats}
        taken = {seat: tricks for seat, tricks in numbers.items() if tricks is not None}
        row.refuse_rest()
        _refuse_number_of_players(call, len(taken))
        raw = {"call": call.word, **call.fixed}
        if call.players:
            ((bidder, tricks),) = taken.items()
            if tricks > TRICKS:
                raise RuleError(Code.OUT_OF_RANGE, tricks_of(bidder), out_of_range(0, TRICKS, tricks))
            return {**raw, "bidder": bidder, **({"tricks": tricks} if call.fixed else {"made": tricks == MISERE_MADE})}
        return {**raw, "tricks_taken": {str(seat): tricks for seat, tricks in taken.items()}} if taken else raw

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw) or raw.get("penalties"):
            return None
        taken = raw.get("tricks_taken", {})
        if "bidder" in raw:
            taken = {raw["bidder"]: raw["tricks"] if "tricks" in raw else MISERE_MADE if raw["made"] else MISERE_LOST}
        tricks = {tricks_of(seat): number for seat, number in taken.items()}
        return {BID: ticked(self.hand.call_of(raw).key), **tricks}


def _refuse_number_of_players(call: Call, given: int) -> None:
    """Refuse a row that doesn't have the tricks of as many players as the call asks for."""
    if call.players:
        needed, words = 1, _("Write the tricks of the bidder alone.")
    elif call.counted:
        needed, words = 4, _("Write the tricks of all four.")
    else:
        needed, words = 0, _("A hand that was passed has no tricks.")
    if given != needed:
        raise RuleError(Code.INVALID, BID, words)
