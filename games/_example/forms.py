"""The form of a hand of Lone Hand: what can be tapped, and how taps become an outcome and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from games.scoring.text import Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Table
from games.ui.forms import RESULTS, Choices, OutcomeForm, is_made, result_posted, seat_name, whole_number

NO, YES = "0", "1"


class ExampleForm(OutcomeForm):
    """Lone Hand. The groups of chips are shown one below the other; a `template` can arrange them differently."""

    groups = ("declarer", "made", "doubled")

    # What is offered: one attribute for each group

    @cached_property
    def declarer(self) -> Choices:
        return self.players("declarer", _("Declarer"), self.position.playing, needed=True)

    @cached_property
    def doubled(self) -> Choices:
        return self.chips("doubled", _("Doubled"), [(NO, _("no")), (YES, _("yes"))], default=NO, look="two")

    def needed(self) -> Iterable[tuple[str, Text]]:
        return [("declarer", _("declarer")), ("made", _("result"))]

    # From the screen to the rules and back. Nothing is checked here: the rules refuse impossible hands.

    def raw_of_call(self, call: str) -> dict[str, Any]:
        raw: dict[str, Any] = {}
        if declarer := self.data.get("declarer"):
            raw["declarer"] = whole_number(declarer)
        if made := self.data.get("made"):
            raw["made"] = is_made(made)
        if doubled := self.data.get("doubled"):
            raw["doubled"] = {YES: True, NO: False}.get(doubled, doubled)
        return raw

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        values = {"declarer": str(raw["declarer"]), "made": result_posted(raw["made"])}
        if "doubled" in raw:
            values["doubled"] = YES if raw["doubled"] else NO
        return values

    @classmethod
    def describe_call(cls, table: Table, raw: Mapping[str, Any]) -> Text:
        call = _("{player} alone", player=seat_name(raw["declarer"]))
        return joined([call, RESULTS[result_posted(raw["made"])], *([_("doubled")] if raw.get("doubled") else [])])
