"""The form of a hand of Mort. An ordinary hand takes three taps: who won the odd trick, how many tricks, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from games.families.whist.forms import WhistForm
from games.mort.club_tariff import CLASS_WORDS
from games.mort.lines import side_words
from games.mort.outcome import MISDEAL, MISDEAL_LOST, Outcome, Position, Roles, roles
from games.mort.tariff import ALL_TRICKS, BOOK, LEFT_TO_OFFENDERS, Penalty, Side
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from games.scoring.text import Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, ScoredHand, SeatNumber, Table
from games.ui.forms import Choices
from games.ui.forms import NextHand as FormPosition

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
"""The sides as part of a sentence."""


class MortForm(WhistForm):
    """The form of Mort. The sides are labelled with their players; revokes and misdeals are in the folded part."""

    template = "mort/_form.html"
    side_names = SIDE_WORDS
    penalties = PENALTY_WORDS
    tricks_penalty = Penalty.TRICKS
    kept_tricks = LEFT_TO_OFFENDERS
    not_played = NOT_PLAYED
    side_look = "two calls"

    def __init__(
        self, position: FormPosition, data: Mapping[str, str] | None = None, *, error: RuleError | None = None
    ) -> None:
        """Drop the chosen sides if they were chosen while another player was Vivant, whose game has ended since."""
        super().__init__(position, data, error=error)
        vivant = str(int(self.roles.vivant))
        self.vivant_changed = self.data.get("vivant", vivant) != vivant
        if self.vivant_changed:
            names = (name for name in self.data if name != "side" and not name.endswith("-by"))
            self.data = {name: self.data[name] for name in names}

    # Groups of chips

    @cached_property
    def roles(self) -> Roles:
        state = self.expected.state
        assert isinstance(state, Position)
        return roles(self.expected.table, state)

    @property
    def sides(self) -> list[tuple[str, Text]]:
        return [(side, side_words(self.roles, side)) for side in Side]

    @property
    def seats_of_sides(self) -> Mapping[str, tuple[SeatNumber, ...]]:
        return {side: self.roles.side(side) for side in Side}

    def gain(self, won: int) -> int:
        """Return the gain on the marker; a slam puts nothing there."""
        return won - BOOK if won < ALL_TRICKS else 0

    @property
    def called(self) -> tuple[str, ...]:
        """Nothing is called: the last card decides the trumps, which don't affect the score."""
        return ()

    @cached_property
    def dealers(self) -> Choices:
        """The group for the dealer, without the player who sits out."""
        return self.players("dealer", _("Dealer"), self.expected.playing, default=str(int(self.expected.dealer)))

    # Conversion between posted data and outcomes

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

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        """Return Vivant, who settles with everyone, if counters move."""
        if isinstance(scored.hand.outcome, Outcome):
            return self.roles.vivant if any(scored.entry.amounts) else None
        return super().headline(scored)

    def result(self, scored: ScoredHand) -> Text:
        """Return who gains what; if no counters move, the markers, a slam, or the class of the game that ended."""
        outcome, after = scored.hand.outcome, scored.state
        assert isinstance(after, Position)
        if isinstance(outcome, Correction) or any(scored.entry.amounts) or outcome == Outcome(call=MISDEAL):
            return super().result(scored)
        if outcome == Outcome(call=MISDEAL_LOST):
            return _("the deal passes")
        if after.last_game:
            words = CLASS_WORDS[after.last_game.game_class]
            return _("{game_class}, no change", game_class=words)
        values = {"vivant": after.marker.vivant, "adversaries": after.marker.adversaries}
        before = self.expected.state
        assert isinstance(before, Position)
        for side in Side:
            if after.slams.of(side) > before.slams.of(side):
                by = side_words(self.roles, side)
                return _("slam by {side}, marker {vivant} – {adversaries}", side=by, **values)
        sides = {f"{side}_side": side_words(self.roles, side) for side in Side}
        return _("{vivant_side} {vivant} – {adversaries} {adversaries_side}", **values, **sides)

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw.get("call")
        if call in NOT_PLAYED:
            return NOT_PLAYED[call]
        parts = [
            _("Tricks: Vivant {tricks}, adversaries {others}", tricks=raw["tricks"], others=ALL_TRICKS - raw["tricks"])
        ]
        return joined([*parts, *cls.describe_revokes(raw, SIDES_SAID)])
