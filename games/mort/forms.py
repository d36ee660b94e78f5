"""The form of a hand of Mort: three taps for an ordinary one: who had the odd trick, how many, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from games.forms import Choices, OutcomeForm, whole_number
from games.mort.lines import CLASS_WORDS, side_words
from games.mort.outcome import MISDEAL, MISDEAL_LOST, Outcome, Position, Roles, roles
from games.mort.tariff import ALL_TRICKS, BOOK, Penalty, Side
from games.scoring.replay import ScoredHand
from games.scoring.text import Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, Seat, Table

PLAYED = ""
NOT_PLAYED = {
    MISDEAL: _("Misdeal, the same dealer"),
    MISDEAL_LOST: _("Misdeal, the deal passes"),
}
PENALTY_WORDS = {
    Penalty.DEDUCT: _("3 points off"),
    Penalty.ADD: _("3 to the others"),
    Penalty.TRICKS: _("3 tricks taken"),
}
SIDE_WORDS = {Side.VIVANT: _("Vivant and Mort"), Side.ADVERSARIES: _("Adversaries")}
REVOKES_SHOWN = 2


class MortForm(OutcomeForm):
    """Mort. The sides are named by their players; revokes and misdeals are folded."""

    template = "mort/_form.html"

    # What is offered

    @cached_property
    def roles(self) -> Roles:
        state = self.expected.state
        assert isinstance(state, Position)
        return roles(self.expected.table, state)

    @property
    def played(self) -> bool:
        return self.data.get("call", PLAYED) not in NOT_PLAYED

    @cached_property
    def side(self) -> Choices:
        return self.chips("side", _("The odd trick was won by"), self._sides(), needed=True, look="two calls")

    def _sides(self) -> list[tuple[str, Text]]:
        return [(side.value, side_words(self.roles, side)) for side in Side]

    @cached_property
    def tricks(self) -> Choices:
        """The tricks of the side that has more than six, with what they put on the marker: nothing for a slam."""
        gains = {won: won - BOOK for won in range(BOOK + 1, ALL_TRICKS)} | {ALL_TRICKS: 0}
        offered = [(str(won), str(won), f"+{gain}") for won, gain in gains.items()]
        return self.chips("tricks", _("Tricks of that side"), offered, needed=True, look="seven")

    @cached_property
    def call(self) -> Choices:
        offered = [(PLAYED, _("Played")), *NOT_PLAYED.items()]
        return self.chips("call", _("The deal"), offered, look="minor", silent=True)

    @cached_property
    def dealers(self) -> Choices:
        """Who may deal: not the one who sits out."""
        return self.players("dealer", _("Dealer"), self.expected.playing, default=str(int(self.expected.dealer)))

    @cached_property
    def revokes(self) -> list[tuple[Choices, Choices]]:
        """For each revoke the side that made it and the penalty; always one more than are used."""
        shown = max(REVOKES_SHOWN, len(self._revokes()) + 1)
        penalties = [(penalty.value, words) for penalty, words in PENALTY_WORDS.items()]
        return [
            (
                self.chips(
                    f"revokes-{number}-by",
                    _("Revoke {number} by", number=number + 1),
                    [("", _("no revoke")), *self._sides()],
                    look="line three",
                    silent=True,
                ),
                self.chips(f"revokes-{number}-penalty", _("Penalty"), penalties, look="line three", silent=True),
            )
            for number in range(shown)
        ]

    @property
    def revokes_error(self) -> Text | None:
        return self.error_at("revokes")

    @property
    def rare_count(self) -> int:
        """How many of the folded things are used."""
        raw = self.raw()
        return len(raw.get("revokes", ())) + sum(name in raw for name in ("call", "note", "dealer"))

    # From the screen to the rules and back

    @property
    def groups(self) -> tuple[str, ...]:
        return ("call", "side", "tricks", "revokes")

    def needed(self) -> Iterable[tuple[str, Text]]:
        if self.played:
            yield "side", _("odd trick")
            yield "tricks", _("tricks")

    def raw_of_call(self, call: str) -> dict[str, Any]:
        if not self.played:
            return {}
        raw: dict[str, Any] = {}
        if self.data.get("tricks") and self.data.get("side"):
            won = whole_number(self.data["tricks"])
            lost = isinstance(won, int) and self.data["side"] == Side.ADVERSARIES
            raw["tricks"] = ALL_TRICKS - int(won) if lost else won
        if revokes := self._revokes():
            raw["revokes"] = revokes
        return raw

    def _revokes(self) -> list[dict[str, str]]:
        """The revokes that were tapped; a penalty without a side is none yet."""
        found = []
        places = [key.split("-")[1] for key in self.data if key.startswith("revokes-") and key.endswith("-by")]
        for place in sorted(places, key=lambda place: (len(place), place)):
            if by := self.data[f"revokes-{place}-by"]:
                penalty = self.data.get(f"revokes-{place}-penalty")
                found.append({"by": by, **({"penalty": penalty} if penalty else {})})
        return found

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        if "tricks" not in raw:
            return {}
        tricks = raw["tricks"]
        side, won = (Side.VIVANT, tricks) if tricks > BOOK else (Side.ADVERSARIES, ALL_TRICKS - tricks)
        values = {"side": side.value, "tricks": str(int(won))}
        for number, revoke in enumerate(raw.get("revokes", ())):
            values |= {f"revokes-{number}-{name}": revoke[name] for name in ("by", "penalty")}
        return values

    # In words

    def headline(self, scored: ScoredHand) -> Seat | None:
        """Vivant, who settles with everybody."""
        if isinstance(scored.hand.outcome, Outcome):
            return self.roles.vivant if any(scored.entry.amounts) else None
        return super().headline(scored)

    def result(self, scored: ScoredHand) -> Text:
        """Who gains what; where no counters move, what the markers say or how the game ended."""
        outcome, after = scored.hand.outcome, scored.state
        assert isinstance(after, Position)
        if isinstance(outcome, Correction) or any(scored.entry.amounts) or outcome == Outcome(call=MISDEAL):
            return super().result(scored)
        if outcome == Outcome(call=MISDEAL_LOST):
            return _("the deal passes")
        if after.last_game:
            words = CLASS_WORDS[after.last_game.game_class]
            return _("{game_class}, nothing moves", game_class=words)
        values = {"vivant": after.marker.vivant, "adversaries": after.marker.adversaries}
        sides = {f"{side}_side": side_words(self.roles, side) for side in Side}
        return _("{vivant_side} {vivant} – {adversaries} {adversaries_side}", **values, **sides)

    @classmethod
    def describe_call(cls, table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw.get("call", PLAYED)
        if call in NOT_PLAYED:
            return NOT_PLAYED[call]
        parts = [_("Vivant {tricks} – {others}", tricks=raw["tricks"], others=ALL_TRICKS - raw["tricks"])]
        for revoke in raw.get("revokes", ()):
            side, penalty = SIDE_WORDS[Side(revoke["by"])], PENALTY_WORDS[Penalty(revoke["penalty"])]
            parts.append(_("revoke: {side}, {penalty}", side=side, penalty=penalty))
        return joined(parts)
