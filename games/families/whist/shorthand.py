"""The shorthand of the whist games: a side with its tricks, and revokes.

The numbers are those of the named side; the other side has the rest. A revoke is the side that revoked and, after a
colon, the penalty the other side chose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.families.whist.hand import BOOK, SPELLED, Honours, OddTrick, Revokes, Tricks
from games.scoring.hand import Call, Count, Item
from games.scoring.numbers import out_of_range
from games.scoring.rules import AnyRules
from games.scoring.text import ENGLISH, Text, Translator
from games.scoring.text import message as _
from games.scoring.types import State, Table
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import NUMBER, Word, refuse

SIDE, REVOKES, PENALTY = "side", "revokes", "penalty"


class WhistShorthand(HandShorthand):
    """The shorthand of a hand between two sides."""

    def __init__(self, rules: AnyRules, table: Table, state: State, translator: Translator = ENGLISH) -> None:
        super().__init__(rules, table, state, translator)
        self.many |= {REVOKES}
        self.revokes = next((item for item in self.items if isinstance(item, Revokes)), None)
        self.first = next(item.sides[0].value for item in self.items if isinstance(item, OddTrick))

    # Vocabulary

    def words_of(self, item: Item) -> Iterator[Word]:
        match item:
            case OddTrick():
                for side in item.sides:
                    yield Word(slot=SIDE, value=side.value, spelled=side.short, means=side.label)
            case Revokes():
                takes = PENALTY if item.has_choice else ""
                for side in item.sides:
                    means = _("revoke of {side}", side=side.said)
                    yield Word(
                        slot=REVOKES,
                        value=side.value,
                        spelled=side.revoked,
                        means=means,
                        takes=takes,
                        alone=not item.has_choice,
                    )
                for penalty, words in item.penalties.items() if item.has_choice else ():
                    means = _("after it: {penalty}", penalty=words)
                    yield Word(slot=PENALTY, value=penalty, spelled=SPELLED[penalty], means=means, alone=False)
        yield from super().words_of(item)

    def order(self) -> Sequence[Text]:
        sentences = [
            _(
                "Type the side and its tricks. Instead of the tricks you can type +2 for two above the first six, "
                "which means eight."
            )
        ]
        if self.revokes and self.revokes.has_choice:
            words = _("For a revoke, type the side that revoked and the penalty the other side chose, as in {example}.")
            sentences.append(Text(words.template, {"example": self._revoke}))
        elif self.revokes:
            sentences.append(_("For a revoke, type the side that revoked, as in {example}.", example=self._revoke))
        for item in self.items:
            if isinstance(item, Honours) and item.usual is not None:
                words = _("After the tricks, type that side’s honours out of {high}. Left out, each side has {usual}.")
                sentences.append(Text(words.template, {"high": item.high, "usual": item.usual}))
        return sentences

    def examples(self) -> Sequence[str]:
        first, *others = super().examples()
        return [first, f"{first} {self._revoke}", *others] if self.revokes else [first, *others]

    @property
    def _revoke(self) -> str:
        words = [next((word for word in self.words() if word.slot == slot), None) for slot in (REVOKES, PENALTY)]
        return ":".join(self.usual(word) for word in words if word)

    # From a line to a hand and back

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        raw = super().understand(pieces)
        if "tricks" in raw:
            pieces.word(SIDE)
        return raw

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        yield from super().fields_of(item, pieces, call, raw)
        if isinstance(item, Revokes) and (revokes := [piece.value for piece in pieces.several(REVOKES)]):
            yield item.name, [_revoke(revoke) for revoke in revokes]

    def number(self, pieces: Pieces, needs: int | None, item: Count) -> Any:
        """Return the number of the first side from that of the side in the line."""
        side = next((piece.value for piece in pieces.left if piece.slot == SIDE), None)
        if side is None:
            pieces.misses(_("the side"))
        if isinstance(item, Honours) and item.usual and not any(piece.slot == NUMBER for piece in pieces.left):
            return item.usual
        number = _tricks(pieces, item) if isinstance(item, Tricks) else pieces.number(item.missing)
        if number > item.high:
            message = out_of_range(0, item.high, number)
            refuse(_("{name}: {message}", name=item.missing, message=message))
        return number if side == self.first else item.high - number

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        match item:
            case OddTrick():
                yield self.spell(SIDE, self.first)
            case Revokes():
                for revoke in raw.get(item.name, ()):
                    penalty = [self.spell(PENALTY, revoke["penalty"])] if item.has_choice else []
                    yield ":".join([self.spell(REVOKES, revoke["by"]), *penalty])
        yield from super().tokens(item, raw)


def _revoke(value: Any) -> dict[str, str]:
    """Return a revoke from a side, or from a side and the penalty that follows it."""
    return {"by": str(value[0]), "penalty": str(value[1])} if isinstance(value, tuple) else {"by": str(value)}


def _tricks(pieces: Pieces, item: Tricks) -> int:
    result = pieces.result()
    if result is not None and not (result.made and result.by):
        refuse(_("Type the side that won the odd trick, and by how many: +1, +2 and so on."))
    won = pieces.number(item.missing) if result is None else BOOK + (result.by or 0)
    if not isinstance(won, int) or won > item.high:
        refuse(_("A side can have at most thirteen tricks."))
    return won
