"""The shorthand of wiezen: a level belongs to the word of its call, and several can play a misère at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.colour_whist.hand import DECLARERS, PlayedBy
from games.scoring.hand import Call, Count, Item, SaidByCall
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import CALL, Piece

_DECLARER = re.compile(r"([^+-]+)([+-])")


class ColourWhistShorthand(HandShorthand):
    """The shorthand of wiezen; of several who play a misère, each has the result after the name, as in `1+ 2-`."""

    many = frozenset({DECLARERS})

    # Vocabulary

    def is_named(self, call: Call) -> bool:
        return True

    def alike(self) -> Iterator[list[Call]]:
        yield from (calls for calls in super().alike() if not calls[0].names & self.many)

    def order(self) -> Sequence[Text]:
        sentences = super().order()
        return [*sentences, _("A misère or a piccolo: each of its players with + or − directly after, then the call.")]

    def examples(self) -> Sequence[str]:
        misere = next(call for call in self.calls if call.names & self.many)
        word = self.spell(CALL, misere.key)
        return [*super().examples(), f"{word} 1+", f"{word} 2+ 3-"]

    # From a line to a hand and back

    def special(self, token: str) -> Iterator[Piece]:
        """Yield the player of a misère that a token means, with the result."""
        if match := _DECLARER.fullmatch(token):
            yield Piece(token, DECLARERS, (self._seat(match[1]), match[2] == "+"))

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        match item:
            case SaidByCall():
                pass
            case Count():
                yield item.name, self.number(pieces, call.needs, item)
            case PlayedBy():
                declarers: dict[str, bool] = {}
                for piece in pieces.several(DECLARERS):
                    seat, made = piece.value
                    if str(int(seat)) in declarers:
                        pieces.left.append(piece)  # a player can't have made and lost it
                    declarers[str(int(seat))] = made
                yield item.name, declarers or pieces.misses(item.missing)
            case _:
                yield from super().fields_of(item, pieces, call, raw)

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        match item:
            case SaidByCall():
                pass
            case PlayedBy():
                yield from (f"{int(seat) + 1}{'+' if made else '-'}" for seat, made in raw[item.name].items())
            case _:
                yield from super().tokens(item, raw)
