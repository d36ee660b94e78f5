"""The form of a hand of Solo Whist: four taps for an ordinary hand, five with a partner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from games.scoring.text import Text, joined, ngettext_lazy
from games.scoring.text import gettext_lazy as _
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.solo_whist.club_tariff import CALL_NAMES
from games.solo_whist.rules import CALL_FIELDS, Outcome
from games.solo_whist.tariff import NEEDED, STAKE, TRICKS, Call
from games.ui.forms import RESULTS, Choices, OutcomeForm, is_made, result_posted, seat_name, whole_number

UNDERTAKEN = tuple(STAKE["foster"])
"""The calls that a player makes, lowest first; the other calls are for when nobody does."""

AIMS: Mapping[str, Text] = {
    **{call: ngettext_lazy("{number} trick", "{number} tricks", needed) for call, needed in NEEDED.items()},
    Call.MISERE: _("no trick"),
    Call.SPREAD: _("none, open"),
    Call.SLAM: _("all 13"),
}
PLAYERS = ("caller", "partner", "last_trick")


class SoloWhistForm(OutcomeForm):
    """The form of Solo Whist. Calls are listed lowest first; only the fields of the chosen call are shown."""

    template = "solo_whist/_form.html"

    # Groups of chips

    @property
    def takes(self) -> frozenset[str]:
        """The names of the fields of the chosen call; while none is chosen, those that most calls have."""
        fields = CALL_FIELDS.get(self.data.get("call", ""))
        return frozenset({"caller", "tricks"}) if fields is None else fields.names

    @cached_property
    def call(self) -> Choices:
        offered: list[tuple[str, Text | str, Text | str]] = [
            (call, CALL_NAMES[call], AIMS[call]) for call in UNDERTAKEN
        ]
        return self.chips("call", _("Call"), offered, needed=True, look="calls")

    @cached_property
    def nobody_called(self) -> Choices:
        offered = [
            (call, CALL_NAMES[call], _("no trumps, each alone") if call == Call.GRAND else "")
            for call in self.position.rules.calls(self.table)
            if call not in UNDERTAKEN
        ]
        return self.chips("call", _("Nobody called"), offered, look="minor", silent=True)

    @cached_property
    def caller(self) -> Choices:
        return self.players("caller", _("Caller"), self.table.seats, needed=True)

    @cached_property
    def partner(self) -> Choices:
        return self.players("partner", _("Accepted by"), self.table.seats, needed=True, other_than="caller")

    @cached_property
    def tricks(self) -> Choices:
        offered = [(str(tricks), str(tricks)) for tricks in range(TRICKS + 1)]
        return self.chips("tricks", _("Tricks taken"), offered, needed=True, look="tricks")

    @cached_property
    def last_trick(self) -> Choices:
        return self.players("last_trick", _("Last trick to"), self.table.seats, needed=True)

    @property
    def called(self) -> tuple[str, ...]:
        return ("call", "caller", *(["partner"] if "partner" in self.takes else []))

    def called_in_words(self) -> Text:
        raw = self.raw()
        return _undertaken(raw) if {"call", "caller"} <= raw.keys() else super().called_in_words()

    # Conversion between posted data and outcomes

    @property
    def groups(self) -> tuple[str, ...]:
        return ("call", "caller", "partner", "tricks", "made", "last_trick")

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield "call", _("call")
        words = {
            "caller": _("caller"),
            "partner": _("who accepts"),
            "tricks": _("tricks"),
            "made": _("made or lost"),
            "last_trick": _("last trick"),
        }
        for name, word in words.items():
            if name in self.takes:
                yield name, word

    def raw_of_call(self, call: str) -> dict[str, Any]:
        raw: dict[str, Any] = {
            name: whole_number(self.data[name])
            for name in (*PLAYERS, "tricks")
            if name in self.takes and self.data.get(name)
        }
        if "made" in self.takes and self.data.get("made"):
            raw["made"] = is_made(self.data["made"])
        return raw

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        values = {name: str(raw[name]) for name in (*PLAYERS, "tricks") if name in raw}
        if "made" in raw:
            values["made"] = result_posted(raw["made"])
        return values

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        outcome = scored.hand.outcome
        if isinstance(outcome, Outcome) and outcome.caller is not None:
            return outcome.caller
        return super().headline(scored)

    @classmethod
    def describe_call(cls, table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw["call"]
        values = {"call": CALL_NAMES[call], "player": seat_name(raw.get("caller", raw.get("last_trick", "")))}
        if "last_trick" in raw:
            return _("{call}, the last trick to {player}", **values)
        if "caller" not in raw:
            return CALL_NAMES[call]
        undertaken = _undertaken(raw)
        if "tricks" in raw:
            return joined([undertaken, ngettext_lazy("{number} trick", "{number} tricks", raw["tricks"])])
        return joined([undertaken, RESULTS[result_posted(raw["made"])]])


def _undertaken(raw: Mapping[str, Any]) -> Text:
    """Return the call with its caller, and the partner if there is one: "Solo by Anne"."""
    values = {"call": CALL_NAMES[raw["call"]], "player": seat_name(raw["caller"])}
    if "partner" in raw:
        return _("{call} by {player} with {partner}", partner=seat_name(raw["partner"]), **values)
    return _("{call} by {player}", **values)
