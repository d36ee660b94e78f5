"""The form of a hand of Doppelkopf. An ordinary hand takes six taps: the two of Re, three digits, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.doppelkopf.hand import (
    AUGEN_OF_RE,
    KARLCHEN,
    KONTRA_ANNOUNCED,
    NO_TRICK,
    PFLICHT,
    RE_ANNOUNCED,
    SOLOIST,
    Outcome,
)
from games.doppelkopf.rules import DoppelkopfState
from games.doppelkopf.tariff import AUGEN, PARTY_NAMES, Party
from games.scoring.hand import Flag, Item
from games.scoring.text import Amount, Text
from games.scoring.text import message as _
from games.scoring.types import ScoredHand, SeatNumber
from games.ui.forms import Choices, Digits
from games.ui.hand_form import NO, YES, Group, HandForm

OF_ALL_OR_NONE = (0, AUGEN)
"""The Augen with which a party may have no trick at all, or one of nines."""


class DoppelkopfForm(HandForm):
    """The form of Doppelkopf. Beside the Augen of Re it says those of Kontra, and who wins with them."""

    @property
    def done(self) -> tuple[SeatNumber, ...]:
        """The players who have played their Pflichtsolo."""
        state = self.position.state
        assert isinstance(state, DoppelkopfState)
        return state.solos

    def group(self, item: Item) -> Group:
        """Return what an item is tapped in; the digits have the tens and units beside the hundreds on one keypad."""
        group = super().group(item)
        if not isinstance(group, Digits):
            return group
        parts = {part: replace(getattr(group, part), look=f"digits {part}") for part in ("hundreds", "tens", "units")}
        return replace(group, **parts)

    def _chips(self, item: Item) -> Choices:
        if item in (PFLICHT, NO_TRICK):
            default = YES if item is PFLICHT else ""
            offered = [(YES, _("yes")), (NO, _("no"))]
            return self.chips(item.name, item.label, offered, needed=True, default=default, look="line two")
        group = super()._chips(item)
        looks: Mapping[Item, str] = {
            RE_ANNOUNCED: "line announced",
            KONTRA_ANNOUNCED: "line announced",
            KARLCHEN: "line three",
        }
        return replace(group, look=looks.get(item, group.look))

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from super().needed()
        if self.number_of_digits(AUGEN_OF_RE.name, AUGEN) in OF_ALL_OR_NONE:
            yield NO_TRICK.name, NO_TRICK.missing

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if isinstance(item, Flag) and (not self._asks(item) or self.data.get(item.name) == NO):
            return {}
        return super().raw_of_item(item)

    def _asks(self, item: Flag) -> bool:
        """Return whether the form asks for this with what else is chosen; otherwise an answer doesn't count."""
        if item is PFLICHT:
            return self.data.get(SOLOIST.name) not in [str(int(seat)) for seat in self.done]
        return self.number_of_digits(AUGEN_OF_RE.name, AUGEN) in OF_ALL_OR_NONE

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if item is PFLICHT or (item is NO_TRICK and raw[AUGEN_OF_RE.name] in OF_ALL_OR_NONE):
            return {item.name: YES if raw.get(item.name) else NO}
        return super().values_of_item(item, raw)

    def result(self, scored: ScoredHand) -> Text:
        """Return what the hand gives to each player of a party: "Re +4"; of a solo, to the soloist."""
        outcome = scored.hand.outcome
        value = scored.entry.amounts[outcome.re[0]] if isinstance(outcome, Outcome) and outcome.re else 0
        if not value:
            return super().result(scored)
        party = Party.RE if value > 0 else Party.KONTRA
        return Text("{party} {amount}", {"party": PARTY_NAMES[party], "amount": Amount(abs(value), signed=True)})
