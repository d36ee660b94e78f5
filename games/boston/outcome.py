"""The outcome of a hand of Boston, and its fields.

The *payee* of a penalty is the pool, each of the three others, or one player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from games.boston.tariff import LOWEST_BID, MISERE, TRICKS, Call
from games.scoring.errors import Code, RuleError
from games.scoring.fields import (
    STILL_MISSING,
    Field,
    Fields,
    FlagField,
    PlayerField,
    RecordsField,
    WholeField,
    read_fields,
)
from games.scoring.naming import Naming, Reading
from games.scoring.numbers import out_of_range, whole
from games.scoring.text import SeatName
from games.scoring.text import gettext_lazy as _
from games.scoring.types import SeatNumber


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
class TricksTakenField(Field):
    """The tricks that each player took, as a mapping with all players; read as a tuple in seat order."""

    schema = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": TRICKS}}

    def read(self, value: Any, place: str, reading: Reading) -> tuple[int, ...]:
        if type(value) is not dict:
            raise RuleError(Code.INVALID, place, _("This must give the tricks of each player."))
        naming = reading.naming
        for key in value:
            naming.seat_of_key(key, f"{place}.{key}")
        return tuple(self._tricks(value, naming.key(SeatNumber(seat)), place) for seat in range(len(naming.players)))

    @staticmethod
    def _tricks(value: Mapping[str, Any], key: str, place: str) -> int:
        field = f"{place}.{key}"
        if key not in value:
            raise RuleError(Code.REQUIRED, field, STILL_MISSING)
        tricks = whole(value[key])
        if tricks is None:
            raise RuleError(Code.INVALID, field, _("This must be a whole number."))
        if not 0 <= tricks <= TRICKS:
            raise RuleError(Code.OUT_OF_RANGE, field, out_of_range(0, TRICKS, tricks))
        return tricks

    def write(self, value: Sequence[int], naming: Naming) -> dict[str, int]:
        return {naming.key(SeatNumber(seat)): tricks for seat, tricks in enumerate(value)}


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


NO_FIELDS = Fields()
_BIDDER = PlayerField(name="bidder")
_MADE = Fields((_BIDDER, FlagField(name="made")))

OF_CALL: Mapping[str, Fields] = {
    Call.TRICKS: Fields(
        (
            _BIDDER,
            WholeField(name="bid", low=LOWEST_BID, high=TRICKS),
            WholeField(name="tricks", low=0, high=TRICKS),
        )
    ),
    **dict.fromkeys(MISERE, _MADE),
    Call.MISERE_PARTOUT: Fields((TricksTakenField(name="tricks_taken"),)),
    Call.PASSED: NO_FIELDS,
}
"""The fields of each call without penalties, in the order in which they are checked."""


@cache
def fields_of(call: str, *, pool: bool) -> Fields:
    """Return the fields of a call, penalties last, in the order in which they are checked."""
    if call not in OF_CALL:
        return NO_FIELDS
    paid = Fields(
        (PlayerField(name="by"), PayeeField(name="to", pool=pool), WholeField(name="amount", low=1, high=None))
    )
    return Fields((*OF_CALL[call], PenaltiesField(name="penalties", fields=paid, make=PenaltyPaid)))
