"""The form of a hand of Whist. An ordinary hand takes two taps, or three with honours: tricks, honours, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.families.whist.form import WhistForm
from games.families.whist.hand import ALL_TRICKS, BOOK, OddTrick, Tricks
from games.families.whist.sides import BOTH_SIDES, SIDE_WORDS, Side, partners
from games.scoring.hand import Item
from games.scoring.text import Amount, SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import ScoredHand
from games.ui.forms import whole_number
from games.ui.hand_form import Group, Groups, HandForm
from games.whist.hand import HONOURS, Outcome
from games.whist.marker import WhistState, games_won
from games.whist.tariff import ALL_HONOURS
from games.whist.tariff import HONOURS as HONOUR_POINTS

NO_HONOURS = str(ALL_HONOURS // 2)


class WhistTableForm(WhistForm):
    """The form of Whist: one tap says the side with the odd trick and its tricks. Honours begin with none."""

    def group(self, item: Item) -> Group:
        if isinstance(item, Tricks):
            groups = []
            for side in BOTH_SIDES:
                first = side is BOTH_SIDES[0]
                offered = [
                    (str(won if first else ALL_TRICKS - won), str(won), self._hint(won))
                    for won in range(BOOK + 1, ALL_TRICKS + 1)
                ]
                groups.append(self.chips(item.name, side.label, offered, needed=True, look="tricks", silent=True))
            return Groups(item.name, item.label, tuple(groups), self.error_at(item.name))
        if item is HONOURS:
            return self.chips(item.name, item.label, self._honours(), default=NO_HONOURS, look="honours")
        return super().group(item)

    def _hint(self, won: int) -> str:
        return "" if self.table.rules == "drive" else f"+{won - BOOK}"

    def _honours(self) -> list[tuple[str, Text | str, Text | str]]:
        offered: list[tuple[str, Text | str, Text | str]] = [(NO_HONOURS, _("divided"), "")]
        for side in Side:
            one, other = map(SeatName, partners(side))
            for held, points in HONOUR_POINTS.items():
                number = held if side is Side.AB else ALL_HONOURS - held
                hint = Text("{one} {other}", {"one": one, "other": other})
                offered.append((str(number), _("{held}: +{points}", held=held, points=points), hint))
        return offered

    def group_of(self, field: str) -> str:
        return HandForm.group_of(self, field)

    @property
    def groups(self) -> tuple[str, ...]:
        hidden = {"side"} if self.minor_call.choices else {"side", "call"}
        return tuple(name for name in super().groups if name not in hidden)

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from ((name, words) for name, words in super().needed() if name not in ("side", HONOURS.name))

    @property
    def rare_count(self) -> int:
        """As for any form; a lost deal is folded away as well."""
        return (super().rare_count or 0) + bool(self.data.get("call"))

    # From the screen to an outcome and back

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if isinstance(item, Tricks):
            return {item.name: whole_number(self.data[item.name])} if self.data.get(item.name) else {}
        if item is HONOURS:
            return {item.name: whole_number(self.data.get(item.name) or NO_HONOURS)}
        return super().raw_of_item(item)

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if isinstance(item, Tricks):
            return {item.name: str(raw[item.name])}
        return {} if isinstance(item, OddTrick) else super().values_of_item(item, raw)

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return what the hand makes of the markers, or the game or rubber that it ends."""
        after, outcome = scored.state, scored.hand.outcome
        if not isinstance(outcome, Outcome) or not isinstance(after, WhistState) or outcome.call in self._misdeals:
            return super().result(scored)
        if self.table.rules == "drive":
            return _between(scored.entry.amounts[0], scored.entry.amounts[1])
        game, last = after.last_game, after.last_rubber
        if last or (game and self.table.rules == "american"):
            ended = last or game
            assert ended is not None
            amount = Amount(ended.value, signed=True)
            return Text("{side} {amount}", {"side": SIDE_WORDS[ended.winner], "amount": amount})
        if game:
            won = _("{side}: game, {worth}", side=SIDE_WORDS[game.winner], worth=self._class(scored))
            return joined([won, games_won(after)])
        return _between(*after.marker.values())

    @property
    def _misdeals(self) -> frozenset[str]:
        return self.position.rules.misdeals

    def _class(self, scored: ScoredHand) -> Text:
        """Return what the game that a hand won is called: a treble, a double or a single."""
        line = next(line for line in scored.entry.lines if line.rule == "game-won")
        words = line.label.values["game_class"]
        assert isinstance(words, Text)
        return words


def _between(ab: int, yz: int) -> Text:
    """Return a figure for each side, between the names of the sides."""
    return Text("{one} {ab} – {yz} {other}", {"one": SIDE_WORDS["ab"], "ab": ab, "yz": yz, "other": SIDE_WORDS["yz"]})
