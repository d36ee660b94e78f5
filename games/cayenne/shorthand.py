"""Shorthand of Cayenne: the cayenne, the trump, and a side with its tricks and honours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.cayenne.hand import CAYENNE, HONOURS, TRICKS, TRUMP
from games.cayenne.tariff import SUITS, Trump
from games.families.whist.hand import BOOK
from games.families.whist.shorthand import WhistShorthand
from games.scoring.hand import Count, Item
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.shorthand import Pieces
from games.ui.tokens import CALL, Word

SUIT, NO_TRUMP = "suit", "no_trump"


class CayenneShorthand(WhistShorthand):
    """The shorthand of Cayenne: five words for an ordinary hand. Of two suits, the first is the cayenne."""

    many = frozenset({SUIT})

    def words_of(self, item: Item) -> Iterator[Word]:
        if item is TRUMP:
            for answer in TRUMP.answers:
                slot = SUIT if answer.value in SUITS else NO_TRUMP
                yield Word(slot=slot, value=answer.value, spelled=answer.short, means=answer.label)
        elif item is not CAYENNE:
            yield from super().words_of(item)

    def order(self) -> Sequence[Text]:
        first = _(
            "Type the cayenne, the trump, the side, its tricks and its honours. Grand and nullo have no honours and "
            "need no cayenne."
        )
        return (first, *super().order())

    def examples(self) -> Sequence[str]:
        without = {CAYENNE.name: Trump.CLUBS, TRUMP.name: Trump.GRAND, TRICKS.name: BOOK + 2}
        return [*super().examples(), self.write(without)]

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        if any(piece.slot == CALL for piece in pieces.left):
            return super().understand(pieces)
        suits, without = ([piece.value for piece in pieces.left if piece.slot == slot] for slot in (SUIT, NO_TRUMP))
        if not without and len(suits) < 2:
            pieces.misses(_("the cayenne, then the trump") if not suits else _("the trump, after the cayenne"))
        if len(suits) + len(without) > 2:
            pieces.misses(_("just the cayenne and one trump"))
        *cayenne, trump = *suits, *without
        raw = {TRUMP.name: str(trump), **super().understand(pieces)}
        if cayenne:
            raw[CAYENNE.name] = str(cayenne[0])
        pieces.several(SUIT, NO_TRUMP)
        return {name: value for name, value in raw.items() if value is not None}

    def number(self, pieces: Pieces, needs: int | None, item: Count) -> Any:
        """Return the number of the first side; None for the honours if there are no trumps."""
        if item is HONOURS and any(piece.slot == NO_TRUMP for piece in pieces.left):
            return None
        return super().number(pieces, needs, item)

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        if item not in (CAYENNE, TRUMP):
            yield from super().tokens(item, raw)
        elif named := raw.get(item.name):
            yield self.spell(SUIT if named in SUITS else NO_TRUMP, named)
