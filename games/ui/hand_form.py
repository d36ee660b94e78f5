"""The form of a hand, made from what the game declares (`games.scoring.hand`).

Which items show follows from the chosen call: its chip names their numbers, and the styles need no rule of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from games.scoring.hand import Call, Count, Flag, Hand, Item, Made, Player
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, ScoredHand, SeatNumber, Table
from games.ui.forms import Choices, OutcomeForm, Shown, is_made, result_posted, whole_number

NO, YES = "0", "1"
"""What is posted for a flag."""


class HandForm(OutcomeForm):
    """The form of a declared hand: the calls, the items of the chosen one, and what happened if nobody called."""

    template = "play/_hand_form.html"

    # The calls

    @property
    def hand(self) -> Hand:
        return self.position.rules.hand

    @cached_property
    def offered_calls(self) -> list[Call]:
        """The calls that there are at this table."""
        return [self.hand.by_key[key] for key in self.position.rules.calls(self.table)]

    @cached_property
    def chosen(self) -> Call | None:
        """The chosen call; that of an ordinary hand if it needs no choice."""
        key = self.data.get("call", "") or self.position.rules.ordinary_call
        return self.hand.by_key.get(key or "")

    @property
    def taken(self) -> tuple[Item, ...]:
        """The items of the chosen call or, while none is chosen, those that most calls have."""
        return self.chosen.items if self.chosen else self.hand.at_first

    @cached_property
    def call(self) -> Choices:
        """The calls that somebody undertakes."""
        return self._calls(minor=False)

    @cached_property
    def minor_call(self) -> Choices:
        """The calls of a hand that nobody undertook."""
        return self._calls(minor=True)

    def _calls(self, *, minor: bool) -> Choices:
        hand, ordinary = self.hand, self.position.rules.ordinary_call
        calls = [call for call in self.offered_calls if call.minor is minor and call.key != ordinary]
        legend, look = (hand.minor_legend, "minor") if minor else (hand.legend, "calls")
        offered = [(call.key, call.name, call.aim) for call in calls]
        group = self.chips("call", legend, offered, needed=not minor, look=look, silent=minor)
        chips = zip(calls, group, strict=True)
        return replace(
            group, choices=tuple(replace(chip, takes=self._shown_with(call), needs=call.needs) for call, chip in chips)
        )

    def _shown_with(self, call: Call) -> tuple[int, ...]:
        """Return the numbers of the items that show while a call is chosen.

        A hand that nobody undertook has none of those that are there at first; they fade, so that nothing moves.
        """
        shown = (*self.hand.at_first, *call.items) if call.minor else call.items
        return tuple(number for number, item in enumerate(self.hand.items, 1) if item in shown)

    # The items

    @cached_property
    def played(self) -> list[Shown]:
        """The items of the calls that somebody undertakes."""
        return self._shown(minor=False)

    @cached_property
    def not_played(self) -> list[Shown]:
        """The items of the other calls."""
        return self._shown(minor=True)

    def _shown(self, *, minor: bool) -> list[Shown]:
        undertaken = {item for call in self.offered_calls if not call.minor for item in call.items}
        return [
            Shown(
                self.group(item),
                number,
                at_first=item in self.hand.at_first,
                result=isinstance(item, Count | Made),
            )
            for number, item in enumerate(self.hand.items, 1)
            if (item not in undertaken) is minor and any(item in call.items for call in self.offered_calls)
        ]

    def group(self, item: Item) -> Choices:
        """Return the chips of an item."""
        if isinstance(item, Player):
            seats = self.position.playing
            return self.players(item.name, item.label, seats, needed=True, other_than=item.other_than)
        if isinstance(item, Count):
            numbers = [(str(number), str(number)) for number in range(item.high + 1)]
            return self.chips(item.name, item.label, numbers, needed=True, look="tricks")
        if isinstance(item, Flag):
            return self.chips(item.name, item.label, [(NO, _("no")), (YES, _("yes"))], default=NO, look="two")
        assert isinstance(item, Made)
        return self.made

    @property
    def groups(self) -> tuple[str, ...]:
        return ("call", *(item.name for item in self.hand.items))

    @property
    def called(self) -> tuple[str, ...]:
        return ("call", *(item.name for item in self.taken if item.called))

    @property
    def called_groups(self) -> list[Choices]:
        return [self.call, *(self.group(item) for item in self.taken if item.called)]

    def called_in_words(self) -> Text:
        raw, call = self.raw(), self.chosen
        return call.undertaken(raw) if call and self.hand.by in raw else super().called_in_words()

    def needed(self) -> Iterable[tuple[str, Text]]:
        if self.call.choices:
            yield "call", self.hand.missing
        for item in self.taken:
            if not isinstance(item, Flag):
                yield item.name, item.missing

    # From the screen to an outcome and back

    def raw_of_call(self, call: str) -> dict[str, Any]:
        return {item.name: self._value(item) for item in self.taken if self.data.get(item.name)}

    def _value(self, item: Item) -> Any:
        posted = self.data[item.name]
        if isinstance(item, Made):
            return is_made(posted)
        if isinstance(item, Flag):
            return {YES: True, NO: False}.get(posted, posted)
        return whole_number(posted)

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        return {item.name: _posted(item, raw[item.name]) for item in self.hand.items if item.name in raw}

    # In words

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        outcome = scored.hand.outcome
        seat = None if isinstance(outcome, Correction) else getattr(outcome, self.hand.by)
        return super().headline(scored) if seat is None else SeatNumber(seat)

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        return rules.hand.words(raw)


def _posted(item: Item, value: Any) -> str:
    """Return what would have been posted for a value."""
    if isinstance(item, Made):
        return result_posted(value)
    return (YES if value else NO) if isinstance(item, Flag) else str(value)
