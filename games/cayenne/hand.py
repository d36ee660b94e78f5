"""What is recorded of a hand of Cayenne: cayenne and trump, then the odd trick, tricks, honours and revokes.

Grand and nullo have no honours and need no cayenne.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.cayenne.tariff import ALL_HONOURS, SLAM_WORDS, SUITS, Trump
from games.families.whist.hand import (
    BOTH_SIDES,
    PENALTIES,
    Honours,
    OddTrick,
    Penalty,
    Revoke,
    Revokes,
    Tricks,
    whist_hand,
)
from games.scoring.fields import Fields, WordField
from games.scoring.hand import Answer, Call, OneOf
from games.scoring.sides import Side, partners
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


@dataclass(frozen=True, eq=False)
class TricksWithTrump(Tricks):
    """The tricks, of which twelve are a slam as well; nullo has none."""

    def slam_in(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        return iter(()) if raw.get(TRUMP.name) == Trump.NULLO else super().slam_in(raw)


TRICKS = TricksWithTrump(slams=SLAM_WORDS)
_A, _B, _Y, _Z = (SeatName(seat) for side in Side for seat in partners(side))
HONOURS = Honours(
    label=_("Honours, {a}/{b} – {y}/{z}", a=_A, b=_B, y=_Y, z=_Z),  # on a phone, one line
    high=ALL_HONOURS,
)
REVOKES = Revokes(
    sides=BOTH_SIDES,
    penalties={
        **PENALTIES,
        Penalty.DEDUCT: _("Value of 3 off"),
        Penalty.ADD: _("Value of 3 to the others"),
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
