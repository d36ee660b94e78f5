"""What is recorded of a hand of Lone Hand: who played alone, whether the hand was made, and whether it was doubled."""

from __future__ import annotations

from typing import NamedTuple

from games.scoring.hand import Call, Flag, Hand, Made, Player
from games.scoring.text import message as _
from games.scoring.types import SeatNumber

CALL = "hand"
"""The only call, so nobody has to name it. A game with several calls has no `ordinary_call`."""


class Outcome(NamedTuple):
    """The outcome of one deal: the call and its items, with a default for those that a hand can lack."""

    call: str
    declarer: SeatNumber
    made: bool
    doubled: bool = False


_DECLARER = Player("declarer", _("Declarer"), _("declarer"))
_DOUBLED = Flag("doubled", _("Doubled"), _("doubled"), short=_("x doubled"), head=_("×2"))

HAND = Hand(
    by="declarer",
    calls=(Call(CALL, _("Alone"), _("a alone"), _("A"), (_DECLARER, Made(), _DOUBLED), said=_("{declarer} alone")),),
)
