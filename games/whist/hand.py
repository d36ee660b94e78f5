"""What is recorded of a hand of Whist: the tricks, the honours where they count, and revokes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.families.whist.hand import (
    ALL_TRICKS,
    BOTH_SIDES,
    Honours,
    OddTrick,
    Penalty,
    Revoke,
    Revokes,
    Tricks,
    whist_hand,
)
from games.scoring.hand import DEALER_NOTE, Call, Hand
from games.scoring.sides import Side
from games.scoring.text import message as _
from games.scoring.types import Table
from games.whist.tariff import ALL_HONOURS

MISDEAL_LOST = "misdeal_lost"


class Outcome(NamedTuple):
    """The outcome of one deal: the tricks really won by A and B, and their honours. A lost deal has only its `call`."""

    call: str
    tricks: int = 0
    honours: int | None = None
    revokes: tuple[Revoke[Side], ...] = ()


@dataclass(frozen=True, eq=False)
class WhistRevokes(Revokes):
    """The revokes of Whist, whose form has no group for the side with the odd trick."""

    def never_taken(self, by: str) -> Iterator[str]:
        yield f"tricks=0&{by}={Side.AB}"
        yield f"tricks={ALL_TRICKS}&{by}={Side.YZ}"


TRICKS = Tricks()
HONOURS = Honours(label=_("Points for honours"), high=ALL_HONOURS, usual=ALL_HONOURS // 2)
REVOKES = WhistRevokes(sides=BOTH_SIDES)
AMERICAN_REVOKES = WhistRevokes(sides=BOTH_SIDES, penalties={Penalty.TRICKS: _("2 tricks taken")})

_SIDE, _TEMPLATE = OddTrick(sides=BOTH_SIDES), "whist/_form.html"
_LOST = (Call(MISDEAL_LOST, _("Deal lost"), _("ml misdeal-lost"), _("ML"), minor=True),)
HAND = whist_hand(_SIDE, TRICKS, HONOURS, REVOKES, misdeals=_LOST, template=_TEMPLATE)
WITHOUT_HONOURS = whist_hand(_SIDE, TRICKS, REVOKES, misdeals=_LOST, template=_TEMPLATE)
AMERICAN = whist_hand(_SIDE, TRICKS, AMERICAN_REVOKES, misdeals=_LOST, template=_TEMPLATE)
DRIVE = replace(whist_hand(_SIDE, TRICKS, misdeals=(), template=_TEMPLATE), folded=DEALER_NOTE)


def hand_of(table: Table) -> Hand:
    """Return what is recorded of a hand at this table."""
    if table.rules == "american":
        return AMERICAN
    if table.rules == "drive":
        return DRIVE
    return HAND if table.options["honours"] else WITHOUT_HONOURS
