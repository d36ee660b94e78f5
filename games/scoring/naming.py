"""Identification of players in session documents and stored outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.scoring.errors import Code, RuleError, refuse
from games.scoring.text import SeatName, Text, quoted
from games.scoring.text import message as _
from games.scoring.types import SeatNumber


class Naming:
    """Converts between seats and how JSON identifies players.

    Session documents use names, stored outcomes seat numbers (`by_seat`).
    """

    def __init__(self, players: Sequence[str], *, by_seat: bool = False) -> None:
        self.players = tuple(players)
        self.by_seat = by_seat
        self._keys = [str(seat) for seat in range(len(players))] if by_seat else list(players)
        self._seats = {key: SeatNumber(seat) for seat, key in enumerate(self._keys)}
        self._kind = int if by_seat else str
        self._seats_by_value = {self.value(seat): seat for seat in self._seats.values()}
        self._readings: dict[tuple[SeatNumber, ...], Reading] = {}

    def reading(self, sits_out: tuple[SeatNumber, ...] = ()) -> Reading:
        """Return the context for reading fields while these seats sit out."""
        reading = self._readings.get(sits_out)
        if reading is None:
            reading = self._readings[sits_out] = Reading(self, sits_out)
        return reading

    def seat(self, value: object, place: str) -> SeatNumber:
        """Return the seat that a value identifies; raise `RuleError` at the field `place` if there is none."""
        if type(value) is not self._kind:
            raise RuleError(Code.INVALID, place, _("This must be a player."))
        seat = self._seats_by_value.get(value)
        if seat is not None:
            return seat
        if self.by_seat:
            raise RuleError(Code.UNKNOWN_PLAYER, place, _("There is nobody in that seat."))
        raise RuleError(Code.UNKNOWN_PLAYER, place, _("{name} is not at this table.", name=quoted(value)))

    def seat_of_key(self, key: str, place: str) -> SeatNumber:
        """Return the seat that the key of a mapping identifies; raise `RuleError` at `place` if there is none."""
        seat = self._seats.get(key)
        if seat is None:
            raise RuleError(Code.UNKNOWN_PLAYER, place, _("{name} is not at this table.", name=quoted(key)))
        return seat

    def value(self, seat: SeatNumber) -> str | int:
        """Return a seat as a JSON value."""
        return int(seat) if self.by_seat else self.players[seat]

    def key(self, seat: SeatNumber) -> str:
        """Return a seat as the key of a mapping."""
        return self._keys[seat]


@dataclass(frozen=True, slots=True)
class Reading:
    """The context for reading a field: the naming of players, and the seats that sit this hand out."""

    naming: Naming
    sits_out: tuple[SeatNumber, ...] = ()


def not_playing(reading: Reading, seat: SeatNumber) -> Text:
    """Return the message for naming a player who sits the hand out."""
    return _("{player} sits this hand out.", player=reading.naming.players[seat])


def refuse_absent(seat: SeatNumber | None, sits_out: tuple[SeatNumber, ...], field: str) -> None:
    """Raise `RuleError` for a player who sits the hand out, where that is checked after all fields."""
    if seat is not None and seat in sits_out:
        refuse(field, _("{player} sits this hand out.", player=SeatName(seat)), Code.NOT_PLAYING)
