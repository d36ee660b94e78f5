"""Score sheet of wiezen: the call, the tricks, the price of the hand, then the players' columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.colour_whist.hand import CHANGED, TROEL, Outcome
from games.colour_whist.rules import FIVE, call_of
from games.scoring.hand import CALL
from games.scoring.text import MINUS, Text, joined
from games.scoring.text import message as _
from games.ui.sheet import NUMBER, TICK, WHAT, CardPart, ScoreSheet, SheetColumn, SheetHand, Value, mark

TRICKS = "tricks"


class ColourWhistSheet(ScoreSheet):
    """A sheet with a row for each hand. Marks are for the caller and the partner or, in a misère, for made and lost."""

    @property
    def landscape(self) -> bool:  # type: ignore[override] # by the number of players
        return self.table.size == FIVE

    def columns(self) -> Sequence[SheetColumn]:
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=CALL, share=2.7, words=True),
            SheetColumn(name=TRICKS, head=_("Tricks made"), share=1.05),
            *self.seat_columns(totals=1.3, marks=0.7),
        ]

    def explained(self) -> Sequence[Text]:
        sentences = [_("○ deals; × calls or plays along; in a misère, + made it and − lost it.")]
        if self.table.options["pass_doubles"]:
            sentences.append(self.rules.paragraphs["doubled"].sentence)
        return sentences

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        cells: dict[str, Value] = {WHAT: call_of(self.rules.hand_at(self.table), outcome).name}
        cells |= {mark(seat): TICK for seat in outcome.side}
        cells |= {mark(seat): "+" if made else MINUS for seat, made in outcome.declarers}
        return cells if outcome.tricks is None else {**cells, TRICKS: outcome.tricks}

    def card(self) -> Sequence[CardPart]:
        calls = [call for call in self.rules.hand_at(self.table).calls if call.needs and not call.said_by_call]
        needed = [Text("{call} {tricks}", {"call": call.name, "tricks": call.needs}) for call in calls]
        sentences = [joined(needed, by=" · "), _("A call with a level needs that many tricks.")]
        if any(CHANGED in call.names for call in calls):
            sentences.append(_("After a change of trumps, {call} needs 9 tricks.", call=TROEL))
        return [CardPart(title=_("Tricks needed"), sentences=tuple(sentences)), *super().card()]

    def on_card(self, slug: str) -> bool:
        return slug != "doubled" or self.table.options["pass_doubles"] is True
