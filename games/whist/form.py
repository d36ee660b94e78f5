"""The form of a hand of Whist. An ordinary hand takes two taps, or three with honours: tricks, honours, save."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.families.whist.form import SidesForm
from games.families.whist.hand import ALL_TRICKS, BOOK, PLAYED, Tricks
from games.families.whist.marker import tricks_of
from games.families.whist.rubber import RubberState, between
from games.scoring.hand import Item
from games.scoring.sides import SIDE_WORDS, Side, partners
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.scoring.types import ScoredHand
from games.ui.forms import Choices, Offered, naming_players, whole_number
from games.ui.hand_form import Group, Groups
from games.whist.hand import HONOURS, Outcome
from games.whist.tariff import ALL_HONOURS, CLASS_WORDS
from games.whist.tariff import HONOURS as HONOUR_POINTS

NO_HONOURS = str(HONOURS.usual)


class WhistTableForm(SidesForm):
    """The form of Whist: one tap says the side with the odd trick and its tricks. Honours begin with none."""

    def group(self, item: Item) -> Group:
        if isinstance(item, Tricks):
            groups = tuple(self._tricks_of(side, item) for side in Side)
            return Groups(item.name, item.label, groups, self.error_at(item.name))
        if item is HONOURS:
            return self._honours(item)
        return super().group(item)

    def _tricks_of(self, side: Side, item: Tricks) -> Choices:
        is_drive = self.table.rules == "drive"
        offered = [
            (str(tricks_of(side, won)[Side.AB]), str(won), "" if is_drive else f"+{item.gain(won)}")
            for won in range(BOOK + 1, ALL_TRICKS + 1)
        ]
        return self.chips(item.name, SIDE_WORDS[side], offered, needed=True, look="tricks", silent=True)

    def _honours(self, item: Item) -> Choices:
        """Return the chips for the honours. Five in a row have no room for names, so they show the players’ marks."""
        offered: list[Offered] = [(NO_HONOURS, _("divided"))]
        seats = {}
        for side in Side:
            for held, points in HONOUR_POINTS.items():
                number = str(held if side is Side.AB else ALL_HONOURS - held)
                offered.append(
                    (number, _("{held}: {points}", held=held, points=Amount(points, signed=True)), SIDE_WORDS[side])
                )
                seats[number] = partners(side)
        return naming_players(self.chips(item.name, item.label, offered, default=NO_HONOURS, look="honours"), seats)

    @property
    def groups(self) -> tuple[str, ...]:
        """As for any form, without the side, which is chosen with its tricks."""
        hidden = {"side"} if self.minor_call.choices else {"side", "call"}
        return tuple(name for name in super().groups if name not in hidden)

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from ((name, words) for name, words in super().needed() if name != "side")

    @property
    def folded(self) -> tuple[str, ...]:
        """As for any form; a lost deal is folded away as well."""
        return ("call", *super().folded)

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if item is HONOURS:
            return {item.name: whole_number(self.data.get(item.name) or NO_HONOURS)}
        return super().raw_of_item(item)

    def result(self, scored: ScoredHand) -> Text:
        """Return what the hand makes of the markers, or the game or rubber that it ends."""
        after, outcome = scored.state, scored.hand.outcome
        assert isinstance(after, RubberState)
        if not isinstance(outcome, Outcome) or outcome.call != PLAYED:
            return super().result(scored)
        if after.ended:
            return after.ended.gain
        if game := after.last_game:
            words = _("{side}: game, {worth}", side=SIDE_WORDS[game.winner], worth=CLASS_WORDS[game.game_class])
            return joined([words, after.games_won])
        return between(*(scored.entry.amounts[:2] if self.table.rules == "drive" else after.marker.values()))
