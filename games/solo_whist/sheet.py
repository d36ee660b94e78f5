"""Score sheet of Solo Whist: the call, the tricks, what each adversary settles, then the players' columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.scoring.text import Amount, Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.solo_whist.hand import HAND, Outcome
from games.solo_whist.tariff import RED
from games.ui.sheet import (
    NUMBER,
    TICK,
    WHAT,
    ScoreSheet,
    SheetColumn,
    SheetHand,
    SheetRow,
    Value,
    in_red_and_white,
    mark,
)

TRICKS, ODD, EACH = "tricks", "odd", "each"


class SoloWhistSheet(ScoreSheet):
    """A sheet with a row for each hand. Ticks mark the caller and partner, or who took the last trick of a grand."""

    @property
    def hands(self) -> int:  # type: ignore[override] # whole rounds, with room to write
        return 16 if self.small else 24

    @property
    def in_counters(self) -> bool:
        """Whether white and red counters are paid and odd tricks count; the British rules have neither."""
        return self.table.rules == "foster"

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        odd = [SheetColumn(name=ODD, head=_("Odd"), share=1)] if self.in_counters else []
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=_("Call"), share=2.7, words=True),
            SheetColumn(name=TRICKS, head=_("Tricks"), share=1.05),
            *odd,
            SheetColumn(name=EACH, head=_("Each"), share=1.2),
            *self.seat_columns(totals=1.3, marks=0.7),
        ]

    def explained(self) -> Sequence[Text]:
        sentences = [_("○ deals; × calls, or accepts a proposal.")]
        if self.table.options["grand"]:
            sentences.append(_("In a grand × takes the last trick and pays everyone the stake of a solo."))
        if self.in_counters:
            sentences.append(_("Odd: the tricks over (+) or under (−)."))
        sentences.append(_("Each: what each adversary pays (+) or gets (−)."))
        if self.in_counters:
            sentences.append(_("All amounts are white counters; a red one is {red} white.", red=RED))
        return sentences

    # The rows

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        ticked = (outcome.caller, outcome.partner, outcome.last_trick)
        cells: dict[str, Value] = {WHAT: HAND.names[outcome.call]}
        cells |= {mark(seat): TICK for seat in ticked if seat is not None}
        if outcome.tricks is not None:
            cells[TRICKS] = outcome.tricks
            if self.in_counters:
                cells[ODD] = Amount(outcome.tricks - HAND.needs[outcome.call], signed=True)
        if outcome.caller is not None:
            cells[EACH] = Amount(_settled_by_each(hand, (outcome.caller, outcome.partner)), signed=True)
        return cells

    # Below the rows

    def foot(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetRow]:
        rows = list(super().foot(hands))
        if not self.in_counters:
            return rows
        totals = None if hands is None else self.totals_after(hands)
        return [*rows, *in_red_and_white(totals, red=RED)]

    # The rule card

    def on_card(self, slug: str) -> bool:
        return slug != "grand" or self.table.options["grand"] is True


def _settled_by_each(hand: SheetHand, side: tuple[SeatNumber | None, ...]) -> int:
    """Return what each adversary pays, or gets if negative; it is the same for all of them."""
    return -next(amount for seat, amount in enumerate(hand.scored.entry.amounts) if seat not in side)
