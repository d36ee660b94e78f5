"""What is recorded of a hand of Boston: the bid with its result, or a misère partout, and the penalties.

The *payee* of a penalty is the pool, each of the three others, or one player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from games.boston.tariff import BIDS, CALL_NAMES, EACH, LOWEST_BID, MISERES, TRICKS, Call, cell_of
from games.scoring.errors import Code, RuleError
from games.scoring.fields import Field, Fields, PlayerField, RecordsField, WholeField, read_fields
from games.scoring.hand import NEVER, Count, CountOfEach, Hand, Item, Made, Player, SaidByCall, seat_name
from games.scoring.hand import Call as DeclaredCall
from games.scoring.naming import Naming, Reading
from games.scoring.text import Amount, SeatName, Text, plural_message
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table


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

    def read(self, value: Any, place: str, reading: Reading) -> tuple[Any, ...]:
        if type(value) is not list:
            raise RuleError(Code.INVALID, place, _("This must be a list."))
        return tuple([self._penalty(raw, f"{place}.{number}", reading) for number, raw in enumerate(value)])

    def _penalty(self, raw: Any, place: str, reading: Reading) -> Any:
        if type(raw) is not dict:
            raise RuleError(Code.INVALID, place, _("This must be an object."))
        penalty = self.make(**read_fields(self.fields, raw, reading, f"{place}."))
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

    @property
    def needed(self) -> bool:
        return False

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
_SHORT = {
    Call.LITTLE_MISERE: (_("lm little-misere"), _("LM")),
    Call.GRAND_MISERE: (_("gm grand-misere"), _("GM")),
    Call.LITTLE_SPREAD: (_("ls little-spread"), _("LS")),
    Call.GRAND_SPREAD: (_("gs grand-spread"), _("GS")),
}
"""The spellings of the misères, and the heads of their boxes."""


@cache
def hand_of(*, pool: bool) -> Hand:
    """Return what is recorded of a hand, at a table with a pool or without."""
    penalties = Penalties("penalties", _("Penalties"), rare=True, pool=pool)

    def bid_of_tricks(bid: int) -> DeclaredCall:
        return DeclaredCall(
            str(bid),
            Text(str(bid)),
            Text(str(bid)),
            str(bid),
            (_BIDDER, _BID, _TAKEN, penalties),
            needs=bid,
            worth=lambda table: cell_of(table.figures, table.rules, bid=bid, tricks=bid)[1].worth,
            said=_("{bid} bid by {bidder}"),
            word=Call.TRICKS.value,
            fixed={"bid": bid},
        )

    def misere(call: Call) -> DeclaredCall:
        short, box = _SHORT[call]
        items = (_BIDDER, _MADE, penalties)
        return DeclaredCall(
            call.value, CALL_NAMES[call], short, box, items, worth=lambda table: table.figures[MISERES, call, EACH]
        )

    partout, passed = Call.MISERE_PARTOUT, Call.PASSED
    return Hand(
        by="bidder",
        legend=_("Bid"),
        missing=_("bid"),
        minor_legend=_("Nobody bid"),
        folded=_("Penalties, dealer, note"),
        calls=(
            *(misere(bid) if isinstance(bid, Call) else bid_of_tricks(bid) for bid in BIDS),
            DeclaredCall(
                partout.value,
                CALL_NAMES[partout],
                _("mp misere-partout"),
                _("MP"),
                (_TAKEN_BY_ALL, penalties),
                minor=True,
            ),
            DeclaredCall(passed.value, CALL_NAMES[passed], _("-- passed"), "–", (penalties,), minor=True),
        ),
    )


def with_pool(table: Table) -> bool:
    return table.options["pool"] is True
