"""What is recorded of a hand of Mort: the side that won the odd trick, its tricks, and revokes; or a misdeal."""

from __future__ import annotations

from typing import NamedTuple

from games.families.whist.hand import ALL_TRICKS, OddTrick, Revoke, Revokes, SideWords, Tricks, whist_hand
from games.mort.tariff import LEFT_TO_OFFENDERS, Side
from games.scoring.hand import Call
from games.scoring.text import message as _

MISDEAL = "misdeal"
MISDEAL_LOST = "misdeal_lost"


class Outcome(NamedTuple):
    """The outcome of one deal: the tricks actually won by Vivant and Mort. A misdeal has only its `call`."""

    call: str
    tricks: int = 0
    revokes: tuple[Revoke[Side], ...] = ()


BOTH_SIDES = (
    SideWords(
        Side.VIVANT,
        _("Vivant and Mort"),
        _("Vivant and Mort"),
        _("v vivant"),
        revoked=_("rv revoke-of-vivant"),
        box="V",
    ),
    SideWords(
        Side.ADVERSARIES,
        _("Adversaries"),
        _("adversaries"),
        _("a adversaries"),
        revoked=_("ra revoke-of-the-adversaries"),
        box=_("Adv."),
    ),
)
HAND = whist_hand(
    OddTrick(sides=BOTH_SIDES),
    Tricks(
        one=_("Tricks: Vivant {number}, adversaries {others}"),
        slam_apart=True,
        slams={ALL_TRICKS: _("slam")},
        sides=(Side.VIVANT, Side.ADVERSARIES),
    ),
    Revokes(sides=BOTH_SIDES, kept=LEFT_TO_OFFENDERS),
    misdeals=(
        Call(MISDEAL, _("Misdeal, the same dealer"), _("md misdeal"), _("MD"), minor=True),
        Call(MISDEAL_LOST, _("Misdeal, the deal passes"), _("mdl misdeal-lost"), _("MDL"), minor=True),
    ),
    template="mort/_form.html",
)
