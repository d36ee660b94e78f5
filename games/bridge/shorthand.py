"""Shorthand of Bridge, in which level and strain are one word: `4s 2 +1` is four spades by the second player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.bridge.hand import CONTRACT, LEVEL, PASSED, STRAIN, TRICKS
from games.bridge.tariff import Doubled, Strain
from games.scoring.hand import Call, Item
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import Piece, folded

_CONTRACT = re.compile(r"([1-7])(\D+)", re.ASCII)


class BridgeShorthand(HandShorthand):
    """The shorthand of Bridge: a number is tricks, a number with a sign the result."""

    def special(self, token: str) -> Iterator[Piece]:
        if matched := _CONTRACT.fullmatch(token):
            for rank, word in self._spelled.get(folded(matched[2]), ()):
                if word.slot == STRAIN.name:
                    yield Piece(token, CONTRACT, (int(matched[1]), str(word.value)), rank)

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if item is LEVEL:
            level, strain = pieces.word(CONTRACT) or (pieces.number(self.hand.missing), None)
            yield LEVEL.name, level
            yield STRAIN.name, strain or str(pieces.word(STRAIN.name) or pieces.misses(STRAIN.missing))
        elif item is TRICKS and (result := pieces.result()):
            if result.by is None and not result.made:
                pieces.misses(_("how many down"))
            yield "result", (result.by or 0) * (1 if result.made else -1)
        elif item is TRICKS:
            yield item.name, pieces.number(item.missing)
        elif item is not STRAIN:
            yield from super().fields_of(item, pieces, call, raw)

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        if item is LEVEL:
            yield f"{raw[LEVEL.name]}{self.spell(STRAIN.name, raw[STRAIN.name])}"
        elif item is TRICKS:
            yield str(raw[item.name]) if item.name in raw else f"{raw['result']:+}" if raw["result"] else "+"
        elif item is not STRAIN:
            yield from super().tokens(item, raw)

    def order(self) -> Sequence[Text]:
        return (*super().order(), _("Type the contract as one word, such as {one} or {other}.", one="4s", other="3nt"))

    def examples(self) -> Sequence[str]:
        made = {"call": CONTRACT, "declarer": 0, "level": 4, "strain": Strain.SPADES, "result": 0}
        down = {**made, "declarer": 1, "level": 3, "strain": Strain.NOTRUMP, "doubled": Doubled.DOUBLED, "result": -2}
        return [self.write(raw) for raw in (made, down, {**made, "tricks": 11}, {"call": PASSED})]
