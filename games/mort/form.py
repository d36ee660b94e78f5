"""The form of a hand of Mort, in which the sides are other players from game to game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from games.families.whist.form import WhistForm
from games.families.whist.hand import SideWords
from games.mort.hand import MISDEAL, MISDEAL_LOST, Outcome
from games.mort.lines import side_words
from games.mort.marker import MortState, Roles, roles
from games.mort.tariff import Side
from games.scoring.errors import RuleError
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Correction, ScoredHand, SeatNumber
from games.ui.forms import Choices, Position


class MortForm(WhistForm):
    """The form of Mort. The sides are labelled with their players."""

    side_look = "two sides"

    def __init__(
        self, position: Position, data: Mapping[str, str] | None = None, *, error: RuleError | None = None
    ) -> None:
        """Drop the chosen sides if they were chosen while another player was Vivant, whose game has ended since."""
        super().__init__(position, data, error=error)
        vivant = str(int(self.roles.vivant))
        self.vivant_changed = self.data.get("vivant", vivant) != vivant
        if self.vivant_changed:
            names = (name for name in self.data if name != "side" and not name.endswith("-by"))
            self.data = {name: self.data[name] for name in names}

    @cached_property
    def roles(self) -> Roles:
        state = self.expected.state
        assert isinstance(state, MortState)
        return roles(self.expected.table, state)

    def label_of(self, side: SideWords) -> Text:
        return side_words(self.roles, Side(side.value))

    @property
    def seats_of_sides(self) -> Mapping[str, tuple[SeatNumber, ...]]:
        return {side: self.roles.side(side) for side in Side}

    @cached_property
    def dealers(self) -> Choices:
        """The group for the dealer, without the player who sits out."""
        return self.players("dealer", _("Dealer"), self.expected.playing, default=str(int(self.expected.dealer)))

    def needed(self) -> Iterable[tuple[str, Text]]:
        vivant = self.table.players[self.roles.vivant]
        for name, words in super().needed():
            asked_again = name == "side" and self.vivant_changed
            yield name, _("odd trick, now that {player} is Vivant", player=vivant) if asked_again else words

    # In words

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        """Return Vivant, who settles with everyone, if counters move."""
        if isinstance(scored.hand.outcome, Outcome):
            return self.roles.vivant if any(scored.entry.amounts) else None
        return super().headline(scored)

    def result(self, scored: ScoredHand) -> Text:
        """Return who wins the game that ends, and who gains what; if none does, the markers or a slam."""
        outcome, after = scored.hand.outcome, scored.state
        assert isinstance(after, MortState)
        if isinstance(outcome, Correction) or outcome == Outcome(call=MISDEAL):
            return super().result(scored)
        if outcome == Outcome(call=MISDEAL_LOST):
            return _("the deal passes")
        if after.ended:
            winner = side_words(self.roles, after.ended.winner)
            return _("{side}: game, {worth}", side=winner, worth=super().result(scored))
        values = {side.value: after.marker[side] for side in Side}
        before = self.expected.state
        assert isinstance(before, MortState)
        for side in Side:
            if after.slams[side] > before.slams[side]:
                by = side_words(self.roles, side)
                return _("slam by {side}, marker {vivant} – {adversaries}", side=by, **values)
        sides = {f"{side}_side": side_words(self.roles, side) for side in Side}
        return _("{vivant_side} {vivant} – {adversaries} {adversaries_side}", **values, **sides)
