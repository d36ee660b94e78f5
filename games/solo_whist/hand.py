"""What is recorded of a hand of Solo Whist: the calls, lowest first (F), then what happens if nobody makes one.

A proposer whom nobody accepts and who then plays alone has called a solo: the auction itself is not recorded.
"""

from __future__ import annotations

from typing import NamedTuple

from games.scoring.hand import Call, Count, Hand, Made, Player
from games.scoring.text import Text, plural_message
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table

TRICKS = 13
ODD_TRICK = "odd_trick", "each", "each"
"""The place of the worth of an odd trick in the tariff."""


class Outcome(NamedTuple):
    """The outcome of one deal: the call and its items."""

    call: str
    caller: SeatNumber | None = None
    partner: SeatNumber | None = None
    tricks: int | None = None
    made: bool | None = None
    last_trick: SeatNumber | None = None


def odd_tricks_count(table: Table) -> bool:
    return table.figures[ODD_TRICK] > 0


_CALLER = Player("caller", _("Caller"), _("caller"), called=True)
_PARTNER = Player("partner", _("Accepted by"), _("who accepts"), head=_("Partner"), other_than="caller", called=True)
_LAST_TRICK = Player(
    "last_trick", _("Last trick to"), _("last trick"), typed=_("who took the last trick"), box="caller"
)
_TAKEN = Count(
    "tricks",
    _("Tricks taken"),
    _("tricks"),
    head=_("Tricks"),
    high=TRICKS,
    one=plural_message("{number} trick", "{number} tricks", 1),
    at=odd_tricks_count,
    uncounted=_("tricks not on the sheet"),
)
_MADE = Made()


def _by_tricks(key: str, name: Text, short: Text, box: Text, needs: int, *partner: Player) -> Call:
    aim = plural_message("{number} trick", "{number} tricks", needs)
    return Call(key, name, short, box, (_CALLER, *partner, _TAKEN), aim=aim, needs=needs)


def _without_odd_tricks(key: str, name: Text, short: Text, box: Text, aim: Text, made: int, lost: int) -> Call:
    return Call(key, name, short, box, (_CALLER, _MADE), aim=aim, counted_as=(made, lost))


HAND = Hand(
    by="caller",
    calls=(
        _by_tricks("proposal", _("Proposal"), _("pr proposal"), _("Pr"), 8, _PARTNER),
        _by_tricks("solo", _("Solo"), _("so solo"), _("So"), 5),
        _without_odd_tricks("misere", _("Misère"), _("mi misere"), _("Mi"), _("no trick"), 0, 1),
        _by_tricks("abundance", _("Abundance"), _("ab abundance"), _("Ab"), 9),
        _by_tricks("abundance_in_trumps", _("Abundance in trumps"), _("abt abundance-in-trumps"), _("AbT"), 9),
        _without_odd_tricks("spread", _("Spread"), _("sp spread"), _("Sp"), _("none, open"), 0, 1),
        _without_odd_tricks("slam", _("Slam"), _("sl slam"), _("Sl"), _("all 13"), TRICKS, TRICKS - 1),
        Call(
            "grand",
            _("Grand"),
            _("gr grand"),
            _("Gr"),
            (_LAST_TRICK,),
            aim=_("no trumps, each alone"),
            minor=True,
            said=_("{call}, the last trick to {last_trick}"),
        ),
        Call("passed", _("All passed"), _("-- passed"), "–", minor=True),
    ),
)
