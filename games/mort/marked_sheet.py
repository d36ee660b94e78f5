"""Marked sheet of Mort: two ticks for an ordinary hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.families.whist.marked_sheet import CALL, WhistMarkedSheet
from games.mort.forms import NOT_PLAYED, PENALTY_WORDS, SIDE_WORDS
from games.mort.outcome import FOUR, MISDEAL, MISDEAL_LOST, Position
from games.mort.tariff import Side
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, ScoredHand, SeatNumber
from games.ui.marked_sheet import Field, Marks, TickBox, is_only_in_words, ticked


class MortMarkedSheet(WhistMarkedSheet):
    """The boxes of Mort. Totals are written when a game ends, in its last row."""

    total_places = 3
    deals_in_turn = False  # the next game begins when somebody has won this one
    sides = {Side.VIVANT: "V", Side.ADVERSARIES: _("Adv.")}
    side_names = SIDE_WORDS
    penalties = PENALTY_WORDS
    not_played = (
        TickBox(key=MISDEAL, head=_("MD"), means=NOT_PLAYED[MISDEAL]),
        TickBox(key=MISDEAL_LOST, head=_("MDL"), means=NOT_PLAYED[MISDEAL_LOST]),
    )

    @property
    def landscape(self) -> bool:  # type: ignore[override] # by the number at the table
        return self.table.size == FOUR

    def fields(self) -> Sequence[Field]:
        return (*self.fields_of_tricks(), *self.fields_of_revokes(), self.field_of_misdeals())

    def explained(self) -> Sequence[Text]:
        return (_("Write the totals when a game ends."),)

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw):
            return None
        return {CALL: ticked(raw["call"])} if "call" in raw else self.marks_of_tricks(raw)

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        correction = isinstance(scored.hand.outcome, Correction)
        return correction or (isinstance(scored.state, Position) and scored.state.last_game is not None)
