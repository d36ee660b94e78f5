"""Shorthand of Cayenne: the cayenne, the trump, and a side with its tricks and honours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.cayenne.forms import NOT_PLAYED, PENALTY_WORDS, TRUMP_WORDS
from games.cayenne.lines import SIDE_WORDS
from games.cayenne.outcome import MISDEAL
from games.cayenne.tariff import ALL_HONOURS, SUITS, Side, Trump
from games.families.whist.shorthand import PENALTY, REVOKES, SIDE, WhistShorthand
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.ui.shorthand import Pieces
from games.ui.tokens import CALL, CLUBS, DIAMONDS, HEARTS, SPADES, Word
from games.ui.tokens import MISDEAL as MISDEAL_SPELLED

SUIT, NO_TRUMP = "suit", "no_trump"
SPELLED = {
    Trump.HEARTS: HEARTS,
    Trump.DIAMONDS: DIAMONDS,
    Trump.CLUBS: CLUBS,
    Trump.SPADES: SPADES,
    Trump.GRAND: _("g gr grand"),
    Trump.NULLO: _("n nullo"),
}
WORDS = (
    *(
        Word(slot=SUIT if trump in SUITS else NO_TRUMP, value=trump, spelled=spelled, means=TRUMP_WORDS[trump])
        for trump, spelled in SPELLED.items()
    ),
    Word(slot=SIDE, value=Side.AB, spelled=_("ab a-b"), means=SIDE_WORDS[Side.AB]),
    Word(slot=SIDE, value=Side.YZ, spelled=_("yz y-z"), means=SIDE_WORDS[Side.YZ]),
    Word(slot=CALL, value=MISDEAL, spelled=MISDEAL_SPELLED, means=NOT_PLAYED[MISDEAL]),
)
REVOKED: Mapping[str, Text] = {Side.AB: _("rab revoke-of-a-b"), Side.YZ: _("ryz revoke-of-y-z")}
HONOURS = _("honours")


class CayenneShorthand(WhistShorthand):
    """The shorthand of Cayenne: five words for an ordinary hand."""

    many = WhistShorthand.many | {SUIT}
    fields = {**WhistShorthand.fields, "honours": HONOURS}
    first_side = Side.AB
    revoked = tuple(_("revoke of {side}", side=SIDE_WORDS[side]) for side in Side)

    def words(self) -> Sequence[Word]:
        return (*WORDS, *self.words_of_revokes(REVOKED, PENALTY_WORDS))

    def order(self) -> Sequence[Text]:
        first = _(
            "Type the cayenne, the trump, the side, its tricks and its honours. Grand and nullo have no honours and "
            "need no cayenne."
        )
        return (first, self.order_of_tricks(), self.order_of_revokes())

    def examples(self) -> Sequence[str]:
        clubs, hearts = self.spell(SUIT, Trump.CLUBS), self.spell(SUIT, Trump.HEARTS)
        ab, yz = self.spell(SIDE, Side.AB), self.spell(SIDE, Side.YZ)
        grand, misdeal = self.spell(NO_TRUMP, Trump.GRAND), self.spell(CALL, MISDEAL)
        revoke, tricks = self.spell(REVOKES, Side.AB), self.spell(PENALTY, "tricks")
        return (
            f"{clubs} {hearts} {ab} 8 3",
            f"{hearts} {grand} {yz} +2",
            f"{clubs} {clubs} {yz} 7 4 {revoke}:{tricks}",
            misdeal,
        )

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        misdeal = pieces.word(CALL)
        if misdeal:
            return {"call": str(misdeal)}
        suits, without = [piece.value for piece in pieces.several(SUIT)], pieces.word(NO_TRUMP)
        trumps = [*suits, *([without] if without else [])]
        if not without and len(suits) < 2:
            pieces.misses(_("the cayenne, then the trump") if not suits else _("the trump, after the cayenne"))
        if len(trumps) > 2:
            pieces.misses(_("just the cayenne and one trump"))
        *cayenne, trump = trumps
        raw: dict[str, Any] = {"trump": str(trump)} | ({"cayenne": str(cayenne[0])} if cayenne else {})
        side = next((piece.value for piece in pieces.left if piece.slot == SIDE), None)
        raw |= self.tricks(pieces)
        if not without:
            honours = pieces.number(HONOURS)
            raw["honours"] = honours if side == self.first_side else ALL_HONOURS - honours
        return raw
