"""The form of a hand of Schafkopf: four taps for a Rufspiel or a Solo."""

from __future__ import annotations

from dataclasses import replace

from games.schafkopf.hand import DOUBLING, Game, Outcome
from games.schafkopf.lines import price_each
from games.schafkopf.rules import SchafkopfState
from games.scoring.hand import Flag, Item, Made, OneOf
from games.scoring.text import Amount, Text
from games.scoring.text import message as _
from games.scoring.types import ScoredHand
from games.ui.forms import Choices
from games.ui.hand_form import HandForm


class SchafkopfForm(HandForm):
    """The form of Schafkopf. Klopfer and Spritzen are folded away until somebody at the table has used them."""

    @property
    def doubling_is_open(self) -> bool:
        state = self.position.state
        assert isinstance(state, SchafkopfState)
        return state.doubled or any(self.raw_of_item(item) for item in DOUBLING)

    def _chips(self, item: Item) -> Choices:
        group = super()._chips(item)
        return replace(group, look=f"line {group.look}") if isinstance(item, Made | Flag | OneOf) else group

    def result(self, scored: ScoredHand) -> Text:
        """Return the score of a hand: "Anne +10", with what each of three pays: "3 × 50: Anne +150"."""
        result, outcome = super().result(scored), scored.hand.outcome
        if not isinstance(outcome, Outcome) or not scored.entry.lines:
            return result
        if outcome.call == Game.PASSED:
            return scored.entry.lines[0].label
        price = price_each(scored.entry, outcome)
        if price is None or outcome.partner is not None:
            return result
        return _("3 × {price}: {result}", price=Amount(abs(price)), result=result)
