"""Base class of the whist games' shorthand: a side with its tricks, and revokes.

The tricks are those of the named side; the other side has the rest of the thirteen. A revoke is the side that revoked
and, after a colon, the penalty the other side chose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.families.whist.forms import ALL_TRICKS, BOOK
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.ui.shorthand import Pieces, Shorthand
from games.ui.tokens import Word, refuse

SIDE, REVOKES, PENALTY = "side", "revokes", "penalty"
PENALTIES: Mapping[str, Text] = {"deduct": _("o off"), "add": _("a added"), "tricks": _("t tricks")}
"""The spellings of the penalties, by their name in an outcome."""
SIDE_MEANS, TRICKS = _("the side"), _("tricks")


class WhistShorthand(Shorthand):
    """A hand between two sides, whose outcome has the `tricks` of the first side and `revokes`."""

    many = frozenset({REVOKES})
    fields = {"tricks": TRICKS}
    first_side: ClassVar[str]
    """The side whose tricks the outcome has."""

    revoked: ClassVar[Sequence[Text]]
    """The meanings of the words for a revoke, in the order of the sides."""

    def words_of_revokes(self, spelled: Mapping[str, Text], penalties: Mapping[str, Text]) -> Sequence[Word]:
        """Return a word for a revoke by each side, and one for each penalty that can follow."""
        sides = zip(spelled.items(), self.revoked, strict=True)
        by = [
            Word(slot=REVOKES, value=side, spelled=words, means=means, takes=PENALTY, alone=False)
            for (side, words), means in sides
        ]
        after = {penalty: _("after it: {penalty}", penalty=words) for penalty, words in penalties.items()}
        chosen = [
            Word(slot=PENALTY, value=penalty, spelled=PENALTIES[penalty], means=means, alone=False)
            for penalty, means in after.items()
        ]
        return [*by, *chosen]

    def order_of_tricks(self) -> Text:
        return _(
            "Type the side and its tricks. Instead of the tricks you can type +2 for two above the first six, which "
            "means eight."
        )

    def order_of_revokes(self) -> Text:
        revoke = self.usual(next(word for word in self.words() if word.slot == REVOKES))
        penalty = self.usual(next(word for word in self.words() if word.slot == PENALTY))
        return _(
            "For a revoke, type the side that revoked and the penalty the other side chose, as in {example}.",
            example=f"{revoke}:{penalty}",
        )

    def tricks(self, pieces: Pieces) -> dict[str, Any]:
        """Take the side, its tricks and the revokes; return the fields `tricks` and `revokes`."""
        side = pieces.word(SIDE) or pieces.misses(SIDE_MEANS)
        result = pieces.result()
        won = pieces.number(TRICKS) if result is None else BOOK + (result.by or 0)
        if result is not None and not (result.made and result.by):
            refuse(_("Type the side that won the odd trick, and by how many: +1, +2 and so on."))
        if not isinstance(won, int) or won > ALL_TRICKS:
            refuse(_("A side can have at most thirteen tricks."))
        raw: dict[str, Any] = {"tricks": won if side == self.first_side else ALL_TRICKS - won}
        revokes = [{"by": str(by), "penalty": str(chosen)} for by, chosen in (p.value for p in pieces.several(REVOKES))]
        return raw | ({REVOKES: revokes} if revokes else {})
