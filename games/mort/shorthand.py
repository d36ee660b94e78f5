"""Shorthand of Mort: a side and its tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.families.whist.shorthand import PENALTY, REVOKES, SIDE, WhistShorthand
from games.mort.forms import NOT_PLAYED, PENALTY_WORDS, SIDE_WORDS
from games.mort.outcome import MISDEAL, MISDEAL_LOST
from games.mort.tariff import Side
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.ui.shorthand import Pieces
from games.ui.tokens import CALL, Word
from games.ui.tokens import MISDEAL as MISDEAL_SPELLED

WORDS = (
    Word(slot=SIDE, value=Side.VIVANT, spelled=_("v vivant"), means=SIDE_WORDS[Side.VIVANT]),
    Word(slot=SIDE, value=Side.ADVERSARIES, spelled=_("a adversaries"), means=SIDE_WORDS[Side.ADVERSARIES]),
    Word(slot=CALL, value=MISDEAL, spelled=MISDEAL_SPELLED, means=NOT_PLAYED[MISDEAL]),
    Word(slot=CALL, value=MISDEAL_LOST, spelled=_("mdl misdeal-lost"), means=NOT_PLAYED[MISDEAL_LOST]),
)
REVOKED: Mapping[str, Text] = {
    Side.VIVANT: _("rv revoke-of-vivant"),
    Side.ADVERSARIES: _("ra revoke-of-the-adversaries"),
}


class MortShorthand(WhistShorthand):
    """The shorthand of Mort: two words for an ordinary hand."""

    first_side = Side.VIVANT
    revoked = (_("revoke of Vivant and Mort"), _("revoke of an adversary"))

    def words(self) -> Sequence[Word]:
        return (*WORDS, *self.words_of_revokes(REVOKED, PENALTY_WORDS))

    def order(self) -> Sequence[Text]:
        return (self.order_of_tricks(), self.order_of_revokes())

    def examples(self) -> Sequence[str]:
        vivant, adversaries = self.spell(SIDE, Side.VIVANT), self.spell(SIDE, Side.ADVERSARIES)
        revoke, off = self.spell(REVOKES, Side.ADVERSARIES), self.spell(PENALTY, "deduct")
        return (f"{vivant} 8", f"{adversaries} +1", f"{vivant} 9 {revoke}:{off}", self.spell(CALL, MISDEAL))

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        misdeal = pieces.word(CALL)
        return {"call": str(misdeal)} if misdeal else self.tricks(pieces)
