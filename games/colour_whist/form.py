"""The form of a hand of wiezen, with the players of a misère and how each of them did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.colour_whist.hand import DECLARERS, Outcome, PlayedBy
from games.scoring.hand import LOST, MADE, Item
from games.scoring.text import Amount, SeatName, Text, joined, named
from games.scoring.text import message as _
from games.scoring.types import ScoredHand
from games.ui.hand_form import NO, NONE, YES, Group, Groups, HandForm


class ColourWhistForm(HandForm):
    """The form of wiezen; one tap says of a player that a misère was made or lost."""

    def group(self, item: Item) -> Group:
        if not isinstance(item, PlayedBy):
            return super().group(item)
        groups = [
            self.chips(
                f"{item.name}-{seat}",
                named(seat),
                [(NONE, _("no")), (YES, MADE), (NO, LOST)],
                look="line three",
                silent=True,
            )
            for seat in self.position.playing
        ]
        return Groups(item.name, item.label, tuple(groups), self.error_at(item.name))

    def given(self, name: str) -> bool:
        if name != DECLARERS:
            return super().given(name)
        return any(self._results(name))

    def _results(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield each seat with what was posted for it; one that sits out now is kept, for the rules to refuse."""
        posted = {str(int(seat)): self.data.get(f"{name}-{seat}", NONE) for seat in self.table.seats}
        yield from ((seat, result) for seat, result in posted.items() if result)

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if not isinstance(item, PlayedBy):
            return super().raw_of_item(item)
        results = {seat: {YES: True, NO: False}.get(result, result) for seat, result in self._results(item.name)}
        return {item.name: results} if results else {}

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if not isinstance(item, PlayedBy):
            return super().values_of_item(item, raw)
        return {f"{item.name}-{seat}": YES if made else NO for seat, made in raw[item.name].items()}

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return the score of a hand; of a misère, that of everybody who played it: "Anke +28, Bart −28"."""
        outcome = scored.hand.outcome
        if not isinstance(outcome, Outcome) or not outcome.declarers:
            return super().result(scored)
        amounts = scored.entry.amounts
        return joined(
            [
                Text("{player} {amount}", {"player": SeatName(seat), "amount": Amount(amounts[seat], signed=True)})
                for seat, _made in outcome.declarers
            ]
        )
