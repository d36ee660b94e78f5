"""The form of a hand of Cayenne. An ordinary hand takes six taps: cayenne, trump, odd trick, tricks, honours, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from games.cayenne.hand import CAYENNE, HONOURS, MISDEAL, TRUMP, TRUMP_WORDS, Outcome
from games.cayenne.tariff import NO_TRUMP, SUITS, Trump, multiplier_of
from games.families.whist.form import WhistForm
from games.families.whist.rubber import RubberState, between
from games.scoring.hand import Item
from games.scoring.rules import AnyRules
from games.scoring.text import Text, joined
from games.scoring.types import ScoredHand, Table
from games.ui.forms import Choice, Choices


class CayenneForm(WhistForm):
    """The form of Cayenne. Trumps show their multiplier with the chosen cayenne; grand and nullo have no honours."""

    @property
    def no_trump(self) -> bool:
        return self.data.get("trump") in NO_TRUMP

    @property
    def taken(self) -> tuple[Item, ...]:
        return tuple(item for item in super().taken if item is not HONOURS or not self.no_trump)

    @cached_property
    def trump(self) -> Choices:
        group = self.group(TRUMP)
        assert isinstance(group, Choices)
        return group

    @property
    def suits(self) -> list[tuple[Choice, list[tuple[str, int]]]]:
        """The suits as trumps, each with its multiplier for every cayenne."""
        figures = self.table.figures
        return [
            (chip, [(cayenne.value, multiplier_of(figures, cayenne, Trump(chip.value))) for cayenne in SUITS])
            for chip in self.trump
            if chip.value in SUITS
        ]

    @property
    def no_trumps(self) -> list[tuple[Choice, int]]:
        """Grand and nullo, each with its multiplier, which doesn't depend on the cayenne."""
        figures = self.table.figures
        return [
            (chip, multiplier_of(figures, None, Trump(chip.value))) for chip in self.trump if chip.value in NO_TRUMP
        ]

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from ((name, words) for name, words in super().needed() if name != CAYENNE.name or not self.no_trump)

    # In words

    def called_in_words(self) -> Text:
        return joined([words for item in (TRUMP, CAYENNE) for words in item.said(self.call_so_far)])

    def result(self, scored: ScoredHand) -> Text:
        """Return which side gains what when a rubber ends; otherwise the markers, and the games if one was won."""
        after, before, outcome = scored.state, self.expected.state, scored.hand.outcome
        assert isinstance(after, RubberState)
        assert isinstance(before, RubberState)
        if not isinstance(outcome, Outcome) or outcome.call == MISDEAL:
            return super().result(scored)
        if after.ended:
            return after.ended.gain
        markers = between(*after.marker.values())
        return markers if after.games == before.games else joined([markers, after.games_won])

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        words = super().describe_call(rules, table, raw)
        if "trump" not in raw:
            return words
        trump, cayenne = Trump(raw["trump"]), Trump(raw["cayenne"]) if "cayenne" in raw else None
        multiplier = multiplier_of(table.figures, cayenne, trump)
        named = Text("{trump} × {multiplier}", {"trump": TRUMP_WORDS[trump], "multiplier": multiplier})
        return joined([named, words])
