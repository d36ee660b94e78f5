"""What is recorded of a hand of Cayenne: cayenne and trump, then the odd trick, tricks, honours and revokes.

Grand and nullo have no honours and need no cayenne.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.cayenne.tariff import ALL_HONOURS, SUITS, Trump
from games.families.whist.hand import OddTrick, OfFirstSide, Penalty, Revoke, Revokes, Tricks, whist_hand
from games.families.whist.sides import BOTH_SIDES, Side, partners
from games.scoring.fields import Fields, WordField
from games.scoring.hand import Answer, Call, OneOf
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _

MISDEAL = "misdeal"


class Outcome(NamedTuple):
    """The outcome of one deal: the tricks actually won by A and B, and their honours. A misdeal has only its `call`."""

    call: str
    cayenne: Trump | None = None
    trump: Trump = Trump.GRAND
    tricks: int = 0
    honours: int | None = None
    revokes: tuple[Revoke[Side], ...] = ()


TRUMP_WORDS: Mapping[Trump, Text] = {
    Trump.HEARTS: _("Hearts"),
    Trump.DIAMONDS: _("Diamonds"),
    Trump.CLUBS: _("Clubs"),
    Trump.SPADES: _("Spades"),
    Trump.GRAND: _("Grand"),
    Trump.NULLO: _("Nullo"),
}
_MEANS = {Trump.GRAND: _("no trumps"), Trump.NULLO: _("no trumps, few tricks")}
_SHORT = {
    Trump.HEARTS: _("h hearts"),
    Trump.DIAMONDS: _("d diamonds"),
    Trump.CLUBS: _("c clubs"),
    Trump.SPADES: _("s spades"),
    Trump.GRAND: _("g gr grand"),
    Trump.NULLO: _("n nullo"),
}
CAYENNE = OneOf(
    "cayenne",
    _("Cayenne, the card turned"),
    _("cayenne"),
    head=_("Cayenne"),
    called=True,
    answers=tuple(
        Answer(suit, TRUMP_WORDS[suit], _("cayenne: {suit}", suit=TRUMP_WORDS[suit]), _SHORT[suit]) for suit in SUITS
    ),
)
TRUMP = OneOf(
    "trump",
    _("Trump"),
    _("trump"),
    called=True,
    answers=tuple(
        Answer(trump, words, words, _SHORT[trump], hint=_MEANS.get(trump, "")) for trump, words in TRUMP_WORDS.items()
    ),
)
TRICKS = Tricks(one=_("tricks {number} – {others}"))
_A, _B, _Y, _Z = (SeatName(seat) for side in Side for seat in partners(side))
HONOURS = OfFirstSide(
    "honours",
    _("Honours, {a}/{b} – {y}/{z}", a=_A, b=_B, y=_Y, z=_Z),  # on a phone, one line
    _("honours"),
    head=_("Honours"),
    high=ALL_HONOURS,
    one=_("honours {number} – {others}"),
)
REVOKES = Revokes(
    sides=BOTH_SIDES,
    penalties={
        Penalty.DEDUCT: _("Value of 3 off"),
        Penalty.ADD: _("Value of 3 to the others"),
        Penalty.TRICKS: _("3 tricks taken"),
    },
    none_taken_with=(f"trump={Trump.NULLO}",),
)

HAND = whist_hand(
    CAYENNE,
    TRUMP,
    OddTrick(sides=BOTH_SIDES),
    TRICKS,
    HONOURS,
    REVOKES,
    told=(TRICKS, HONOURS, CAYENNE, REVOKES),
    misdeals=(Call(MISDEAL, _("Misdeal"), _("md misdeal"), _("MD"), minor=True),),
    template="cayenne/_form.html",
)
NO_TRUMP_FIELDS = Fields(
    (
        WordField(name=CAYENNE.name, words=SUITS, default=None),
        *(field for item in (TRUMP, TRICKS, REVOKES) for field in item.fields),
    )
)
