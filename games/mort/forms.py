"""The form of a hand of Mort: three taps for an ordinary one: who had the odd trick, how many, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from games.forms import Choices
from games.forms import NextHand as FormPosition
from games.mort.lines import side_words
from games.mort.outcome import MISDEAL, MISDEAL_LOST, Outcome, Position, Roles, roles
from games.mort.schedules import CLASS_WORDS
from games.mort.tariff import ALL_TRICKS, BOOK, Penalty, Side
from games.scoring.errors import RuleError
from games.scoring.replay import ScoredHand
from games.scoring.text import Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, Seat, Table
from games.whist import WhistForm

NOT_PLAYED = {
    MISDEAL: _("Misdeal, the same dealer"),
    MISDEAL_LOST: _("Misdeal, the deal passes"),
}
PENALTY_WORDS: Mapping[str, Text] = {
    Penalty.DEDUCT: _("3 points off"),
    Penalty.ADD: _("3 to the others"),
    Penalty.TRICKS: _("3 tricks taken"),
}
SIDE_WORDS: Mapping[str, Text] = {Side.VIVANT: _("Vivant and Mort"), Side.ADVERSARIES: _("Adversaries")}
SIDES_SAID: Mapping[str, Text] = {**SIDE_WORDS, Side.ADVERSARIES: _("adversaries")}
"""The same within a sentence."""


class MortForm(WhistForm):
    """Mort. The sides are named by their players; revokes and misdeals are folded."""

    template = "mort/_form.html"
    side_names = SIDE_WORDS
    penalties = PENALTY_WORDS
    not_played = NOT_PLAYED
    side_look = "two calls"

    def __init__(
        self, position: FormPosition, data: Mapping[str, str] | None = None, *, error: RuleError | None = None
    ) -> None:
        """A side that was tapped for another Vivant, whose game has ended since, is asked for again."""
        super().__init__(position, data, error=error)
        vivant = str(int(self.roles.vivant))
        self.vivant_changed = self.data.get("vivant", vivant) != vivant
        if self.vivant_changed:
            kept = (name for name in self.data if name != "side" and not name.endswith("-by"))
            self.data = {name: self.data[name] for name in kept}

    # What is offered

    @cached_property
    def roles(self) -> Roles:
        state = self.expected.state
        assert isinstance(state, Position)
        return roles(self.expected.table, state)

    @property
    def sides(self) -> list[tuple[str, Text]]:
        return [(side, side_words(self.roles, side)) for side in Side]

    def gain(self, won: int) -> int:
        """A slam puts nothing on the marker."""
        return won - BOOK if won < ALL_TRICKS else 0

    @property
    def called(self) -> tuple[str, ...]:
        """Nothing: the last card turns the trump, and that moves no counters."""
        return ()

    @cached_property
    def dealers(self) -> Choices:
        """Who may deal: not the one who sits out."""
        return self.players("dealer", _("Dealer"), self.expected.playing, default=str(int(self.expected.dealer)))

    # From the screen to the rules and back

    @property
    def groups(self) -> tuple[str, ...]:
        return ("call", "side", "tricks", "revokes")

    def needed(self) -> Iterable[tuple[str, Text]]:
        if self.played:
            yield "side", self._odd_trick()
            yield "tricks", _("tricks")
            yield from self.needed_of_revokes()

    def _odd_trick(self) -> Text:
        if self.vivant_changed:
            return _("odd trick, now that {player} is Vivant", player=self.table.players[self.roles.vivant])
        return _("odd trick")

    def raw_of_call(self, call: str) -> dict[str, Any]:
        return self.raw_of_tricks() if self.played else {}

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        return self.values_of_tricks(raw) if "tricks" in raw else {}

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
        call = raw.get("call")
        if call in NOT_PLAYED:
            return NOT_PLAYED[call]
        parts = [_("Vivant {tricks} – {others}", tricks=raw["tricks"], others=ALL_TRICKS - raw["tricks"])]
        return joined([*parts, *cls.describe_revokes(raw, SIDES_SAID)])
