"""The shorthand of a hand, made from what the game declares (`games.scoring.hand`).

A line has the players, the call and what is counted, in any order. In place of a number, `+` is exactly what the call
needs, `+2` two more and `-1` one fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.scoring.hand import Call, Count, Hand, Made
from games.scoring.rules import AnyRules
from games.scoring.text import ENGLISH, Text, Translator, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import State, Table
from games.ui.shorthand import Pieces, Shorthand
from games.ui.tokens import CALL, Word, refuse

MOST_EXAMPLES = 4


class HandShorthand(Shorthand):
    """The shorthand of a declared hand."""

    def __init__(self, rules: AnyRules, table: Table, state: State, translator: Translator = ENGLISH) -> None:
        super().__init__(rules, table, state, translator)
        self.hand: Hand = rules.hand
        self.remarks = self.hand.remarks
        self.fields = {item.name: item.missing for item in self.hand.items if isinstance(item, Count)}
        self.calls = [self.hand.by_key[key] for key in rules.calls(table)]

    # Vocabulary

    def words(self) -> Sequence[Word]:
        named = [call for call in self.calls if call.key != self.rules.ordinary_call]
        flags = dict.fromkeys(flag for call in self.calls for flag in call.flags)
        return [
            *(Word(slot=CALL, value=call.key, spelled=call.short, means=call.name) for call in named),
            *(Word(slot=flag.name, value=True, spelled=flag.short, means=flag.label) for flag in flags),
        ]

    def order(self) -> Sequence[Text]:
        sentences = []
        for calls in self._alike():
            parts = [item.missing for item in calls[0].players]
            parts += [] if calls[0].key == self.rules.ordinary_call else [_("the call")]
            parts += [_("+ or −") if isinstance(item, Made) else item.missing for item in calls[0].counted]
            names = joined([call.name for call in calls])
            sentences.append(Text(_ORDER.template, {"calls": names, "parts": joined(parts)}))
        if any(call.needs is not None for call in self.calls):
            sentences.append(_NUMBERS)
        return sentences

    def examples(self) -> Sequence[str]:
        return [self.write(self._sample(calls[0])) for calls in self._alike()][:MOST_EXAMPLES]

    def _alike(self) -> Iterator[list[Call]]:
        """Yield the calls that take the same items together."""
        for items in dict.fromkeys(call.items for call in self.calls):
            yield [call for call in self.calls if call.items == items]

    @staticmethod
    def _sample(call: Call) -> dict[str, Any]:
        """Return a hand of this call that anybody might have played."""
        raw: dict[str, Any] = {"call": call.key}
        raw |= {item.name: seat for seat, item in enumerate(call.players)}
        for item in call.counted:
            raw[item.name] = True if isinstance(item, Made) else (call.needs or 0) + 1
        return raw

    # From a line to a hand and back

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        call = self.hand.by_key[pieces.word(CALL) or self.rules.ordinary_call or pieces.misses(_("the call"))]
        seats = pieces.players(*(item.missing for item in call.players))
        raw = {item.name: int(seat) for item, seat in zip(call.players, seats, strict=True)}
        for item in call.counted:
            raw[item.name] = _made(pieces) if isinstance(item, Made) else self._number(pieces, call, item)
        raw |= {flag.name: True for flag in call.flags if pieces.word(flag.name)}
        return raw if call.key == self.rules.ordinary_call else {"call": call.key, **raw}

    def _number(self, pieces: Pieces, call: Call, item: Count) -> int:
        """Return the number of an item; where it isn't counted, made or lost is enough."""
        result = pieces.result()
        if result is None or call.needs is None:
            return int(pieces.number(item.missing))
        if result.by is not None:
            return call.needs + result.by * (1 if result.made else -1)
        if not item.at(self.table):
            assert item.uncounted is not None
            pieces.remark(item.uncounted)
        elif not result.made:
            refuse(_("By how many tricks? Type −1, −2 and so on."))
        return call.needs if result.made else call.needs - 1

    def write(self, raw: Mapping[str, Any]) -> str:
        """Return an outcome as a line, with players by number."""
        call = self.hand.call_of(raw)
        line = [str(raw[item.name] + 1) for item in call.players]
        line += [] if call.key == self.rules.ordinary_call else [self.spell(CALL, call.key)]
        for item in call.counted:
            value = raw[item.name]
            line.append(("+" if value else "-") if isinstance(item, Made) else str(value))
        return " ".join([*line, *(self.spell(flag.name, True) for flag in call.flags if raw.get(flag.name))])


def _made(pieces: Pieces) -> bool:
    result = pieces.result() or pieces.misses(_("+ for made or − for lost"))
    if result.by is not None:
        refuse(_("Don’t type a number after + or − here."))
    return result.made


_ORDER = _("{calls}: {parts}.")
_NUMBERS = _("In place of a number, type + for exactly what the call needs, +2 for two more, −1 for one fewer.")
