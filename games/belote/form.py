"""The form of a hand of Belote: two taps and a number in the classic game, one more for a contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from games.belote.hand import ANNOUNCEMENTS, BELOTE_SHOWN, CAMPS
from games.belote.tariff import ANNOUNCED, CARRES, HIGHEST_BID, MOST_BELOTES, SEQUENCES, Camp, Kind
from games.scoring.hand import Item
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.forms import Choice, Choices, Digits, whole_number
from games.ui.hand_form import NO, Group, Groups, HandForm, Shown

MOST_OF_KIND = {Kind.TIERCE: 4, Kind.CINQUANTE: 4, Kind.CENT: 2}
"""How many of each sequence two hands can hold."""
OF_WHOM, OF_KIND = "announcements-by", "announcements-{}"


class BeloteForm(HandForm):
    """The form of Belote. That of the classic game starts with somebody who takes."""

    @property
    def is_classic(self) -> bool:
        return self.table.rules == "classic"

    @cached_property
    def call(self) -> Choices:
        """The contracts up to 180, capot and générale."""
        return self._with_bids(super().call, above=False)

    @cached_property
    def higher(self) -> Choices:
        """The contracts above 180, which only announcements and tout atout make possible."""
        return replace(self._with_bids(self._calls(minor=False), above=True), needed=False, silent=True)

    @staticmethod
    def _with_bids(group: Choices, *, above: bool) -> Choices:
        chips = [chip for chip in group if (chip.value.isdigit() and int(chip.value) > HIGHEST_BID) is above]
        return replace(group, choices=tuple(chips))

    @property
    def how_it_went(self) -> list[Shown]:
        """The points, and whether a bid of all tricks was made."""
        return [shown for shown in self.played if shown.result or isinstance(shown.group, Digits)]

    def group(self, item: Item) -> Group:
        if item is BELOTE_SHOWN and self.is_classic:
            return replace(self._chips(item), look="line three")
        if item is ANNOUNCEMENTS:
            return Groups(item.name, item.label, tuple(self._announcements()), self.error_at(item.name))
        return super().group(item)

    def _announcements(self) -> Iterator[Choices]:
        sides = [("", _("no")), *((camp.value, CAMPS[camp]) for camp in Camp)]
        yield self.chips(OF_WHOM, _("Whose"), sides, look="line three", silent=True)
        for kind in SEQUENCES:
            numbers = [(str(number), str(number)) for number in range(MOST_OF_KIND[kind] + 1)]
            yield self.chips(
                OF_KIND.format(kind), ANNOUNCED[kind].name, numbers, default=NO, look="line numbers", silent=True
            )
        carres = [(OF_KIND.format(kind), ANNOUNCED[kind].name) for kind in CARRES]
        chips = tuple(Choice(name, words, bool(self.data.get(name))) for name, words in carres)
        yield Choices("announcements-carres", Text("Carrés"), chips, many=True, look="line three", silent=True)

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if item is ANNOUNCEMENTS:
            announced = list(self._announced())
            return {item.name: announced} if announced else {}
        return super().raw_of_item(item)

    def _announced(self) -> Iterator[dict[str, str]]:
        """Yield what was tapped; without a side, the rules ask for it."""
        by = {"by": side} if (side := self.data.get(OF_WHOM)) else {}
        for kind in Kind:
            number = whole_number(self.data.get(OF_KIND.format(kind)) or NO)
            yield from [{**by, "kind": kind.value}] * min(number if isinstance(number, int) else 0, MOST_BELOTES)

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if item is not ANNOUNCEMENTS:
            return super().values_of_item(item, raw)
        announced = raw.get(item.name, ())
        kinds = [one["kind"] for one in announced]
        values = {OF_KIND.format(kind): str(kinds.count(kind)) for kind in kinds}
        return values | ({OF_WHOM: announced[0]["by"]} if announced else {})
