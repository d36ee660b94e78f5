"""The form of Spades. An ordinary hand takes four taps: both bids, which are known before the play, tricks, save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.scoring.hand import Item
from games.scoring.text import Amount, SeatName, Text, joined, named
from games.scoring.text import message as _
from games.scoring.types import ScoredHand, SeatNumber
from games.spades.hand import ALL_TRICKS, BIDS, TEAM_NAMES, TRICKS, Nils, Outcome
from games.spades.rules import SpadesState
from games.ui.forms import Choices, Offered, whole_number
from games.ui.hand_form import NO, NONE, YES, Group, HandForm

NILS_OF, TRICKS_OF = "nils-{}", "nils-{}-tricks"
BLIND = "2"
"""What is posted for a blind nil, where `YES` is one that is not."""


@dataclass(frozen=True, slots=True)
class NilsGroup:
    """For each player whether he bid nil, and the tricks that he took all the same."""

    template: ClassVar[str] = "spades/_nils.html"
    name: str
    legend: Text
    rows: Sequence[tuple[Choices, Choices]]
    error: Text | None


class SpadesForm(HandForm):
    """The form of Spades."""

    def group(self, item: Item) -> Group:
        if isinstance(item, Nils):
            rows = [(self._nil_of(seat, item), self._tricks_of(seat)) for seat in self.table.seats]
            return NilsGroup(item.name, item.label, rows, self.error_at(item.name))
        if item is TRICKS:
            numbers = [(str(number), f"{number}–{ALL_TRICKS - number}") for number in range(ALL_TRICKS + 1)]
            return self.chips(item.name, item.label, numbers, needed=True, look="tricks both")
        return super().group(item)

    def _nil_of(self, seat: SeatNumber, item: Nils) -> Choices:
        offered: list[Offered] = [(NONE, _("no")), (YES, _("nil"))]
        offered += [(BLIND, _("blind nil"))] if item.with_blind else []
        name = named(seat)
        return self.chips(NILS_OF.format(seat), name, offered, look="line three", silent=True)

    def _tricks_of(self, seat: SeatNumber) -> Choices:
        legend = _("Tricks of {player}", player=SeatName(seat))
        numbers = [(str(number), str(number)) for number in range(ALL_TRICKS + 1)]
        return self.chips(TRICKS_OF.format(seat), legend, numbers, default=NO, look="tricks", silent=True)

    # The bids

    @property
    def _nils(self) -> NilsGroup:
        group = next(self.group(item) for item in self.hand.items if isinstance(item, Nils))
        assert isinstance(group, NilsGroup)
        return group

    @property
    def called_groups(self) -> list[Choices]:
        """The bids, and who bid nil."""
        return [*super().called_groups, *(nil for nil, _tricks in self._nils.rows)]

    def called_in_words(self) -> Text:
        bids = [
            Text("{team} {bid}", {"team": team, "bid": self.data[item.name]})
            for team, item in zip(TEAM_NAMES, BIDS, strict=True)
            if self.data.get(item.name)
        ]
        nils = [
            Text("{player} {nil}", {"player": nil.legend, "nil": chip.label})
            for nil, _tricks in self._nils.rows
            for chip in nil
            if chip.checked and chip.value
        ]
        return joined([*bids, *nils])

    # From the screen to an outcome and back

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if not isinstance(item, Nils):
            return super().raw_of_item(item)
        nils = []
        for seat in self.table.seats:
            if bid := self.data.get(NILS_OF.format(seat)):
                blind = {"blind": True} if bid == BLIND else {}
                tricks = whole_number(self.data.get(TRICKS_OF.format(seat)) or NO)
                nils.append({"player": int(seat), **blind, **({"tricks": tricks} if tricks else {})})
        return {item.name: nils} if nils else {}

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if not isinstance(item, Nils):
            return super().values_of_item(item, raw)
        values = {}
        for nil in raw.get(item.name, ()):
            values[NILS_OF.format(nil["player"])] = BLIND if nil.get("blind") else YES
            values[TRICKS_OF.format(nil["player"])] = str(nil.get("tricks", 0))
        return values

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return what both teams score and the bags that they then have: "+62 / +50, bags 2 / 0"."""
        state = scored.state
        if not isinstance(scored.hand.outcome, Outcome):
            return super().result(scored)
        assert isinstance(state, SpadesState)
        first, second = (Amount(amount, signed=True) for amount in scored.entry.amounts[:2])
        values = {"first": first, "second": second, "bags": state.bags[0], "others": state.bags[1]}
        return _("{first} / {second}, bags {bags} / {others}", **values)
