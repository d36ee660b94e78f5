"""The form of a hand of Whist. An ordinary hand takes two taps, or three with honours: tricks, honours, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.families.whist.form import WhistForm
from games.families.whist.hand import ALL_TRICKS, BOOK, PLAYED, Tricks
from games.families.whist.marker import tricks_of
from games.families.whist.sides import SIDE_WORDS, Side, partners
from games.scoring.hand import Item
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.scoring.types import ScoredHand
from games.ui.forms import Choices, Offered, naming_players, whole_number
from games.ui.hand_form import Group, Groups, HandForm
from games.whist.hand import HONOURS, Outcome
from games.whist.marker import WhistState
from games.whist.tariff import ALL_HONOURS, CLASS_WORDS
from games.whist.tariff import HONOURS as HONOUR_POINTS

NO_HONOURS = str(ALL_HONOURS // 2)


class WhistTableForm(WhistForm):
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

    def group_of(self, field: str) -> str:
        """As for any form: the side has no group of its own."""
        return HandForm.group_of(self, field)

    @property
    def groups(self) -> tuple[str, ...]:
        hidden = {"side"} if self.minor_call.choices else {"side", "call"}
        return tuple(name for name in super().groups if name not in hidden)

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from ((name, words) for name, words in super().needed() if name not in ("side", HONOURS.name))

    @property
    def folded(self) -> tuple[str, ...]:
        """As for any form; a lost deal is folded away as well."""
        return ("call", *super().folded)

    # From the screen to an outcome and back

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if item is HONOURS:
            return {item.name: whole_number(self.data.get(item.name) or NO_HONOURS)}
        if isinstance(item, Tricks):
            return HandForm.raw_of_item(self, item)
        return super().raw_of_item(item)

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if isinstance(item, Tricks):
            return HandForm.values_of_item(self, item, raw)
        return super().values_of_item(item, raw)

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return what the hand makes of the markers, or the game or rubber that it ends."""
        after, outcome = scored.state, scored.hand.outcome
        assert isinstance(after, WhistState)
        if not isinstance(outcome, Outcome) or outcome.call != PLAYED:
            return super().result(scored)
        if won := after.settled(self.table):
            amount = Amount(won.value, signed=True)
            return Text("{side} {amount}", {"side": SIDE_WORDS[won.winner], "amount": amount})
        if game := after.last_game:
            words = _("{side}: game, {worth}", side=SIDE_WORDS[game.winner], worth=CLASS_WORDS[game.game_class])
            return joined([words, after.games_won])
        figures = scored.entry.amounts[:2] if self.table.rules == "drive" else after.marker.values()
        values = dict(zip(("ab", "yz"), figures, strict=True))
        return Text("{one} {ab} – {yz} {other}", {"one": SIDE_WORDS["ab"], "other": SIDE_WORDS["yz"], **values})
