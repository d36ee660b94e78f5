"""Shorthand of Spades: both bids, the tricks of the first team, and the nils with the tricks of each bidder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.scoring.hand import Call, Item
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.spades.hand import BIDS, BLIND, NIL, NILS, PLAYED, TRICKS, Nils
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import NUMBER, PLAYER, Word, refuse

OF_NIL = "tricks-of-nil"
EXAMPLES: Sequence[tuple[int, int, int, dict[str, Any]]] = (
    (6, 5, 8, {}),
    (4, 6, 5, {NILS: [{"player": 0}]}),
    (4, 6, 5, {NILS: [{"player": 1, "tricks": 2}]}),
)


class SpadesShorthand(HandShorthand):
    """The shorthand of Spades. A word for tricks belongs to the nil before it."""

    many = frozenset((NILS, OF_NIL))

    def words_of(self, item: Item) -> Iterator[Word]:
        if not isinstance(item, Nils):
            return
        yield Word(slot=NILS, value=False, spelled=_("nil"), means=NIL, takes=PLAYER, alone=False)
        if item.with_blind:
            yield Word(slot=NILS, value=True, spelled=_("blind"), means=BLIND, takes=PLAYER, alone=False)
        means = _("tricks of the nil bidder before it: t2")
        yield Word(slot=OF_NIL, value=True, spelled=_("t took"), means=means, takes=NUMBER, alone=False)

    def order(self) -> Sequence[Text]:
        parts = joined([*(bid.missing for bid in BIDS), TRICKS.typed or TRICKS.missing])
        return [
            _("Hand: {parts}.", parts=parts),
            _("After a colon, type who bid nil, as in {example}.", example=f"{self.spell(NILS, value=False)}:2"),
        ]

    def examples(self) -> Sequence[str]:
        return [
            self.write({"call": PLAYED, "bid_team1": first, "bid_team2": second, "tricks": tricks, **nils})
            for first, second, tricks, nils in EXAMPLES
        ]

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if not isinstance(item, Nils):
            yield from super().fields_of(item, pieces, call, raw)
            return
        nils: list[dict[str, Any]] = []
        for piece in pieces.several(NILS, OF_NIL):
            value, following = piece.value
            if piece.slot == NILS:
                nils.append({"player": int(following), **({"blind": True} if value else {})})
            elif nils:
                nils[-1]["tricks"] = following
            else:
                refuse(_("Type who bid nil before the tricks."))
        if nils:
            yield item.name, nils

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        if not isinstance(item, Nils):
            yield from super().tokens(item, raw)
            return
        for nil in raw.get(item.name, ()):
            yield f"{self.spell(NILS, nil.get('blind', False))}:{nil['player'] + 1}"
            if nil.get("tricks"):
                yield f"{self.spell(OF_NIL, value=True)}{nil['tricks']}"
