"""The form of a hand of Bridge: level, strain and declarer; it begins with a contract that was just made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from games.bridge.hand import ALL_TRICKS, BOOK, CONTRACT, DOUBLED, LEVELS, SIDES, STRAIN, TRICKS, Outcome, result_of
from games.bridge.rules import on_the_sheet
from games.bridge.tariff import RUBBER
from games.scoring.hand import Item
from games.scoring.text import Amount, SeatName, Text, joined, signed_words
from games.scoring.text import message as _
from games.scoring.types import ScoredHand
from games.ui.forms import Choices, signed_number
from games.ui.hand_form import Group, HandForm

JUST_MADE = "0"
USUAL = [str(result) for result in range(-3, 4)]
"""The results that have a chip beside the contract; the others are folded away."""
OTHERS = [str(result) for result in (4, 5, 6, *range(-4, -ALL_TRICKS - 1, -1))]


class BridgeForm(HandForm):
    """The form of Bridge, with results told from the contract."""

    @cached_property
    def call(self) -> Choices:
        return replace(super().call, look="seven")

    def group(self, item: Item) -> Group:
        if item is DOUBLED or item is STRAIN:
            return replace(self._chips(item), look="line three" if item is DOUBLED else "strain")
        return _only(self._results, USUAL) if item is TRICKS else super().group(item)

    @property
    def other_results(self) -> Choices:
        return replace(_only(self._results, OTHERS), legend=_("Other results"), silent=True)

    @property
    def _results(self) -> Choices:
        offered = [(value, "=" if value == JUST_MADE else signed_words(int(value))) for value in (*USUAL, *OTHERS)]
        never_with = {
            value: tuple(f"call={level}" for level in LEVELS if not 0 <= BOOK + level + int(value) <= ALL_TRICKS)
            for value, _words in offered
        }
        return self.chips(
            TRICKS.name, TRICKS.label, offered, default=JUST_MADE, look="seven tricks", never_with=never_with
        )

    def group_of(self, field: str) -> str:
        return TRICKS.name if field == "result" else super().group_of(field)

    @property
    def folded(self) -> tuple[str, ...]:
        """As for any form, with a rare result."""
        rare_result = ("result",) if self.data.get(TRICKS.name) in OTHERS else ()
        return (*rare_result, *super().folded)

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if item is TRICKS:
            return {"result": signed_number(self.data.get(item.name) or JUST_MADE)}
        return super().raw_of_item(item)

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        return {item.name: str(result_of(raw))} if item is TRICKS else super().values_of_item(item, raw)

    def result(self, scored: ScoredHand) -> Text:
        """Return what the hand puts below and above the line, and the game or rubber that it wins.

        That is the other side's if the contract went down, so it begins with the declarer: "David −1".
        """
        outcome = scored.hand.outcome
        if self.table.rules != RUBBER or not scored.entry.lines:
            return super().result(scored)
        words = []
        if isinstance(outcome, Outcome) and outcome.call == CONTRACT and outcome.over < 0:
            values = {"player": SeatName(outcome.declarer), "result": Amount(outcome.over, signed=True)}
            words.append(Text("{player} {result}", values))
        for place, side in enumerate(SIDES.values()):
            below, above = on_the_sheet(scored.entry.lines, place)
            points = [_("{points} below", points=below)] if below else []
            points += [_("{points} above", points=above)] if above else []
            words += [_("{side}: {points}", side=side, points=joined(points))] if points else []
        rules = {line.rule for line in scored.entry.lines}
        if "rubber" in rules:
            words.append(_("rubber over"))
        elif "game-won" in rules:
            words.append(_("game won"))
        return joined(words)


def _only(group: Choices, values: Collection[str]) -> Choices:
    """Return a group with only these of its chips."""
    return replace(group, choices=tuple(chip for chip in group if chip.value in values))
