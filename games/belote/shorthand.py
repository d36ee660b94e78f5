"""Shorthand of Belote, with the belotes of tout atout and with announcements, after which a player can be named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.belote.hand import ANNOUNCEMENTS
from games.belote.tariff import ANNOUNCED, Camp
from games.scoring.hand import Call, Item
from games.scoring.text import Text
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import PLAYER, Word


class BeloteShorthand(HandShorthand):
    def words_of(self, item: Item) -> Iterator[Word]:
        if item is ANNOUNCEMENTS:
            for kind, one in ANNOUNCED.items():
                yield Word(slot=item.name, value=kind, spelled=Text(one.short), means=one.name, takes=PLAYER)
        else:
            yield from super().words_of(item)

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if item is not ANNOUNCEMENTS:
            yield from super().fields_of(item, pieces, call, raw)
        elif several := [piece.value for piece in pieces.several(item.name)]:
            yield item.name, [{"by": _camp(raw["taker"], seat), "kind": str(kind)} for kind, seat in several]

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        if item is ANNOUNCEMENTS:
            for announcement in raw.get(item.name, ()):
                of_defence = announcement["by"] == Camp.DEFENCE
                seat = (raw["taker"] + of_defence) % self.table.size
                yield f"{self.spell(item.name, announcement['kind'])}:{seat + 1}"
        else:
            yield from super().tokens(item, raw)


def _camp(taker: int, seat: int | None) -> str:
    """Return the side of a player, by whether he sits opposite the taker."""
    return str(Camp.DEFENCE if seat is not None and (seat - taker) % 2 else Camp.ATTACK)
