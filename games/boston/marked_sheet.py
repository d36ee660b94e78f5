"""Marked sheet of Boston: the bid is ticked, and the bidder's tricks are written below his name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.boston.tariff import BIDS, CALL_NAMES, MISERE, TRICKS, Call
from games.scoring.errors import Code, RuleError
from games.scoring.numbers import out_of_range
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import State
from games.ui.marked_sheet import (
    DigitBoxes,
    Field,
    MarkedRow,
    MarkedSheet,
    Marks,
    TickBox,
    Ticks,
    is_only_in_words,
    ticked,
)

BID = "bid"
ONE = 1
"""The tricks that stand for a misère that was lost: how many there were makes no difference."""

HEADS: Mapping[Call, Text | str] = {
    Call.LITTLE_MISERE: _("LM"),
    Call.GRAND_MISERE: _("GM"),
    Call.LITTLE_SPREAD: _("LS"),
    Call.GRAND_SPREAD: _("GS"),
    Call.MISERE_PARTOUT: _("MP"),
    Call.PASSED: "–",
}


def tricks_of(seat: int) -> str:
    """Return the name of the field for a player's tricks."""
    return f"tricks-{seat}"


class BostonMarkedSheet(MarkedSheet):
    """The boxes of Boston: two marks for a bid and its tricks, five for a misère partout.

    Only the bidder's tricks are written, so they say who bid; a misère is made without one. In a misère partout,
    everybody's are. Penalties are left to words.
    """

    landscape = True

    # The boxes

    def fields(self) -> Sequence[Field]:
        calls = [TickBox(key=str(call), head=str(bid)) for bid in BIDS if not isinstance(bid, Call) for call in [bid]]
        calls += [TickBox(key=call, head=head, means=CALL_NAMES[call]) for call, head in HEADS.items()]
        tricks = [DigitBoxes(name=tricks_of(seat), head=SeatName(seat), places=2) for seat in self.table.seats]
        return (Ticks(name=BID, head=_("Bid"), boxes=tuple(calls)), *tricks)

    def explained(self) -> Sequence[Text]:
        return (
            _("Write the tricks of the bidder below his name: in a misère, 0 if it was made."),
            _("In a misère partout, write the tricks of all four."),
        )

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks)
        bid = row.needed_box(BID)
        numbers = [(int(seat), row.number(tricks_of(seat))) for seat in self.table.seats]
        taken = {seat: tricks for seat, tricks in numbers if tricks is not None}
        row.refuse_rest()
        _refuse_number_of_players(bid, len(taken))
        if bid == Call.PASSED:
            return {"call": bid}
        if bid == Call.MISERE_PARTOUT:
            return {"call": bid, "tricks_taken": {str(seat): tricks for seat, tricks in taken.items()}}
        ((bidder, tricks),) = taken.items()
        if bid not in MISERE:
            return {"call": str(Call.TRICKS), "bidder": bidder, "bid": int(bid), "tricks": tricks}
        if tricks > TRICKS:
            raise RuleError(Code.OUT_OF_RANGE, tricks_of(bidder), out_of_range(0, TRICKS, tricks))
        return {"call": bid, "bidder": bidder, "made": tricks == 0}

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw) or raw.get("penalties"):
            return None
        call = raw["call"]
        if call == Call.TRICKS:
            return {BID: ticked(raw["bid"]), tricks_of(raw["bidder"]): raw["tricks"]}
        taken = {tricks_of(seat): tricks for seat, tricks in raw.get("tricks_taken", {}).items()}
        if call in MISERE:
            taken = {tricks_of(raw["bidder"]): 0 if raw["made"] else ONE}
        return {BID: ticked(call), **taken}


def _refuse_number_of_players(bid: str, given: int) -> None:
    """Refuse a row that doesn't have the tricks of as many players as the bid asks for."""
    needed = {Call.PASSED.value: 0, Call.MISERE_PARTOUT.value: 4}.get(bid, 1)
    if given != needed:
        words = {0: _("A hand that was passed has no tricks."), 1: _("Write the tricks of the bidder alone.")}
        raise RuleError(Code.INVALID, BID, words.get(needed, _("Write the tricks of all four.")))
