"""What is recorded of a hand of Boston: the bid with its result, or a misère partout, and the penalties.

The *payee* of a penalty is the pool, each of the three others, or one player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.fields import Field, Fields, PlayerField, RecordsField, WholeField
from games.scoring.hand import NEVER, Call, Count, CountOfEach, Hand, Item, Made, Player, SaidByCall, seat_name
from games.scoring.naming import Naming, Reading
from games.scoring.text import Amount, SeatName, Text, plural_message
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table

TRICKS = 13
LOWEST_BID = 5
MADE, MISERES, EACH = "winning", "misere", "each"
"""The schedules of what a made call pays, and the column of the second."""


class Payee(StrEnum):
    """The payees that are not a single player; no player can have one of these names."""

    POOL = "pool"
    EACH = "each"


class PenaltyPaid(NamedTuple):
    """A penalty, paid in addition to the hand."""

    by: SeatNumber
    to: SeatNumber | Payee
    amount: int


class Outcome(NamedTuple):
    """The outcome of one deal: the call, its fields, and the penalties paid."""

    call: str
    bidder: SeatNumber | None = None
    bid: int | None = None
    tricks: int | None = None
    made: bool | None = None
    tricks_taken: tuple[int, ...] = ()
    penalties: tuple[PenaltyPaid, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PayeeField(Field):
    """A player, `each`, or `pool` if there is one."""

    pool: bool

    schema = {"type": "string", "description": "The name of a player, `each`, or `pool` if there is one."}

    def read(self, value: Any, place: str, reading: Reading) -> SeatNumber | Payee:
        if value == Payee.EACH:
            return Payee.EACH
        if value == Payee.POOL:
            if not self.pool:
                raise RuleError(Code.UNKNOWN_CHOICE, place, _("This table plays without a pool."))
            return Payee.POOL
        return reading.naming.seat(value, place)

    def write(self, value: SeatNumber | Payee, naming: Naming) -> str | int:
        return value.value if isinstance(value, Payee) else naming.value(value)


@dataclass(frozen=True, kw_only=True)
class PenaltiesField(RecordsField):
    """A list of penalties, which nobody can pay to himself."""

    def record(self, raw: Any, place: str, reading: Reading) -> Any:
        penalty = super().record(raw, place, reading)
        if penalty.to == penalty.by:
            message = _("{player} can’t pay a penalty to themselves.", player=SeatName(penalty.by))
            raise RuleError(Code.SAME_PLAYER, f"{place}.to", message)
        return penalty


_PAYEES = {
    Payee.POOL: _("penalty of {player} to the pool: {amount}"),
    Payee.EACH: _("penalty of {player} to each of the others: {amount}"),
}
_TO_PLAYER = _("penalty of {player} to {payee}: {amount}")


@dataclass(frozen=True, eq=False)
class Penalties(Item):
    """The penalties that were paid; some can go to the pool if there is one."""

    missing: Text = NEVER
    _: KW_ONLY
    pool: bool

    @property
    def fields(self) -> tuple[Field, ...]:
        paid = (
            PlayerField(name="by"),
            PayeeField(name="to", pool=self.pool),
            WholeField(name="amount", low=1, high=None),
        )
        return (PenaltiesField(name=self.name, fields=Fields(paid), make=PenaltyPaid),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        for penalty in raw.get(self.name, ()):
            values = {"player": seat_name(penalty["by"]), "amount": Amount(penalty["amount"])}
            words = _PAYEES.get(penalty["to"], _TO_PLAYER)
            yield Text(words.template, {**values, "payee": seat_name(penalty["to"])})


# The declaration

_BIDDER = Player("bidder", _("Bidder"), _("bidder"), called=True)
_BID = SaidByCall("bid", _("Bid of tricks"), _("bid"), field=WholeField(name="bid", low=LOWEST_BID, high=TRICKS))
_TAKEN = Count(
    "tricks",
    _("Tricks taken by the bidder"),
    _("tricks"),
    high=TRICKS,
    one=plural_message("{number} taken", "{number} taken", 1),
)
_MADE = Made()
_TAKEN_BY_ALL = CountOfEach(
    "tricks_taken",
    _("Tricks taken, 13 together"),
    _("tricks of all four"),
    typed=_("the tricks of all four in the order of their numbers"),
    together=TRICKS,
)


@cache
def hand_of(*, pool: bool) -> Hand:
    """Return what is recorded of a hand, at a table with a pool or without."""
    penalties = Penalties("penalties", _("Penalties"), rare=True, pool=pool)

    def bid(tricks: int) -> Call:
        key = str(tricks)
        return Call(
            key,
            Text(key),
            Text(key),
            key,
            (_BIDDER, _BID, _TAKEN, penalties),
            needs=tricks,
            worth=lambda table: table.figures[MADE, key, key],
            said=_("{bid} bid by {bidder}"),
            word="tricks",
            fixed={"bid": tricks},
        )

    def misere(key: str, name: Text, short: Text, box: Text) -> Call:
        items = (_BIDDER, _MADE, penalties)
        return Call(key, name, short, box, items, worth=lambda table: table.figures[MISERES, key, EACH])

    return Hand(
        by="bidder",
        legend=_("Bid"),
        missing=_("bid"),
        minor_legend=_("Nobody bid"),
        folded=_("Penalties, dealer, note"),
        calls=(
            *map(bid, (5, 6, 7)),
            misere("little_misere", _("Little misère"), _("lm little-misere"), _("LM")),
            *map(bid, (8, 9)),
            misere("grand_misere", _("Grand misère"), _("gm grand-misere"), _("GM")),
            *map(bid, (10, 11)),
            misere("little_spread", _("Little spread"), _("ls little-spread"), _("LS")),
            bid(12),
            misere("grand_spread", _("Grand spread"), _("gs grand-spread"), _("GS")),
            bid(13),
            Call(
                "misere_partout",
                _("Misère partout"),
                _("mp misere-partout"),
                _("MP"),
                (_TAKEN_BY_ALL, penalties),
                minor=True,
            ),
            Call("passed", _("All passed"), _("-- passed"), "–", (penalties,), minor=True),
        ),
    )


def with_pool(table: Table) -> bool:
    return table.options["pool"] is True
