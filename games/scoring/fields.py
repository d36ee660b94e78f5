"""Fields of a call. Each field reads its value from JSON, checks it, and writes it back.

A game lists the fields of each call in the order in which its rules page checks them. The same list decodes session
documents, validates forms and generates test data.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain
from math import isfinite
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.naming import Naming, Reading, not_playing
from games.scoring.numbers import MOST, Number, out_of_range, read_whole, whole
from games.scoring.text import TURNING, Text, can_be_kept, quoted
from games.scoring.text import message as _
from games.scoring.types import SeatNumber

MISSING: Any = object()
"""The default of a required field."""
STILL_MISSING = _("This is still missing.")
Schema = dict[str, Any]
PLAYER: Schema = {"type": "string", "description": "The name of a player."}


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """A field of an outcome. Without a default it is required; `nullable` allows null."""

    name: str
    default: Any = MISSING
    nullable: bool = False

    @property
    @abstractmethod
    def schema(self) -> Schema:
        """The JSON schema of the value in a session document, in which players are named."""

    @abstractmethod
    def read(self, value: Any, place: str, reading: Reading) -> Any:
        """Return the value as the rules use it; raise `RuleError` at `place` if it is invalid."""

    def write(self, value: Any, naming: Naming) -> Any:
        """Return the value as JSON: the inverse of `read`."""
        return value


@dataclass(frozen=True, kw_only=True)
class PlayerField(Field):
    """A player who takes part in this hand; the rules check that themselves if it is `checked_later`."""

    checked_later: bool = False

    schema = PLAYER

    def read(self, value: Any, place: str, reading: Reading) -> SeatNumber:
        seat = reading.naming.seat(value, place)
        if seat in reading.sits_out and not self.checked_later:
            raise RuleError(Code.NOT_PLAYING, place, not_playing(reading, seat))
        return seat

    def write(self, value: SeatNumber | None, naming: Naming) -> str | int | None:
        return None if value is None else naming.value(value)


@dataclass(frozen=True, kw_only=True)
class WholeField(Field):
    """A whole number from `low` to `high`, or without an upper limit; with `values`, only one of those."""

    low: int
    high: int | None
    values: frozenset[int] | None = None
    message: Text | None = None

    @cached_property
    def accepted(self) -> Collection[int]:
        """All numbers that are valid."""
        return range(self.low, (MOST if self.high is None else self.high) + 1) if self.values is None else self.values

    @property
    def schema(self) -> Schema:
        if self.values is not None:
            return {"enum": sorted(self.values)}
        most = {} if self.high is None else {"maximum": self.high}
        return {"type": "integer", "minimum": self.low, **most}

    def read(self, value: Any, place: str, reading: Reading) -> int:
        number = whole(value)
        if number is None:
            raise RuleError(Code.INVALID, place, _("This must be a whole number."))
        if number not in self.accepted:
            raise RuleError(Code.OUT_OF_RANGE, place, self.message or self._why_not(number))
        return number

    def _why_not(self, number: int) -> Text:
        high = MOST if self.high is None else self.high
        if self.low <= number <= high:
            return _("{given} is not one of the possible values.", given=number)
        return out_of_range(self.low, high, number)


@dataclass(frozen=True, kw_only=True)
class PointsField(Field):
    """A number of card points from `low` to `high`, with half points if `halves`; read as a `Number`."""

    low: int
    high: int
    halves: bool

    @property
    def schema(self) -> Schema:
        step: Schema = {"type": "number", "multipleOf": 0.5} if self.halves else {"type": "integer"}
        return {**step, "minimum": self.low, "maximum": self.high}

    def read(self, value: Any, place: str, reading: Reading) -> Number:
        number: Number | None = whole(value)
        if number is None:
            if type(value) is not float or not isfinite(value):
                raise RuleError(Code.INVALID, place, _("This must be a number."))
            if not self.halves:
                raise RuleError(Code.INVALID, place, _("Only whole points count here."))
            if not (2 * value).is_integer():
                raise RuleError(Code.INVALID, place, _("Points must be whole or half numbers."))
            number = value
        if not self.low <= number <= self.high:
            raise RuleError(Code.OUT_OF_RANGE, place, out_of_range(self.low, self.high, number))
        return number


@dataclass(frozen=True, kw_only=True)
class WordField(Field):
    """One of several words, given as members of an enum."""

    words: tuple[StrEnum, ...]

    @cached_property
    def _by_value(self) -> dict[str, StrEnum]:
        return {word.value: word for word in self.words}

    @property
    def schema(self) -> Schema:
        return {"enum": [word.value for word in self.words]}

    def read(self, value: Any, place: str, reading: Reading) -> StrEnum:
        if type(value) is not str:
            raise RuleError(Code.INVALID, place, _("This must be one of the choices."))
        word = self._by_value.get(value)
        if word is None:
            message = _("“{given}” is not one of the choices: {words}.", given=quoted(value), words=listed(self.words))
            raise RuleError(Code.UNKNOWN_CHOICE, place, message)
        return word

    def write(self, value: StrEnum | None, naming: Naming) -> str | None:
        return None if value is None else value.value


@dataclass(frozen=True, kw_only=True)
class FlagField(Field):
    """True or false."""

    schema = {"type": "boolean"}

    def read(self, value: Any, place: str, reading: Reading) -> bool:
        if type(value) is not bool:
            raise RuleError(Code.INVALID, place, _("This must be yes or no."))
        return value


@dataclass(frozen=True, kw_only=True)
class RecordsField(Field):
    """A list of records, each with these `fields`; read as a tuple of what `make` builds."""

    fields: Fields
    make: Callable[..., Any]
    default: Any = ()

    @property
    def schema(self) -> Schema:
        return {"type": "array", "items": object_schema([self.fields])}

    def read(self, value: Any, place: str, reading: Reading) -> tuple[Any, ...]:
        if type(value) is not list:
            raise RuleError(Code.INVALID, place, _("This must be a list."))
        return tuple([self.record(raw, f"{place}.{number}", reading) for number, raw in enumerate(value)])

    def record(self, raw: Any, place: str, reading: Reading) -> Any:
        """Read one record; raise `RuleError` if it is not a valid one."""
        if type(raw) is not dict:
            raise RuleError(Code.INVALID, place, _("This must be an object."))
        return self.make(**read_fields(self.fields, raw, reading, f"{place}."))

    def write(self, value: Iterable[Any], naming: Naming) -> list[dict[str, Any]]:
        return [write_fields(self.fields, record, naming) for record in value]


@dataclass(frozen=True, kw_only=True)
class PlayersField(Field):
    """A list of different players; read as a tuple of seats."""

    default: Any = ()

    schema = {"type": "array", "items": PLAYER, "uniqueItems": True}

    def read(self, value: Any, place: str, reading: Reading) -> tuple[SeatNumber, ...]:
        if type(value) is not list:
            raise RuleError(Code.INVALID, place, _("This must be a list."))
        seats: list[SeatNumber] = []
        for number, key in enumerate(value):
            field = f"{place}.{number}"
            seat = reading.naming.seat(key, field)
            if seat in reading.sits_out:
                raise RuleError(Code.NOT_PLAYING, field, not_playing(reading, seat))
            if seat in seats:
                raise RuleError(
                    Code.SAME_PLAYER, field, _("{player} is named twice.", player=reading.naming.players[seat])
                )
            seats.append(seat)
        return tuple(seats)

    def write(self, value: Iterable[SeatNumber], naming: Naming) -> list[str | int]:
        return [naming.value(seat) for seat in value]


@dataclass(frozen=True, kw_only=True)
class AmountsField(Field):
    """A whole number for each player, 0 for those left out; read as amounts in seat order."""

    schema = {"type": "object", "additionalProperties": {"type": "integer"}}

    def read(self, value: Any, place: str, reading: Reading) -> tuple[int, ...]:
        if type(value) is not dict:
            raise RuleError(Code.INVALID, place, _("This must give an amount to each player."))
        amounts = [0] * len(reading.naming.players)
        for key, amount in value.items():
            field = f"{place}.{key}"
            seat = reading.naming.seat_of_key(key, field)
            amounts[seat] = read_whole(amount, field, -MOST, MOST)
        return tuple(amounts)

    def write(self, value: Sequence[int], naming: Naming) -> dict[str, int]:
        return {naming.key(SeatNumber(seat)): amount for seat, amount in enumerate(value) if amount}


@dataclass(frozen=True, kw_only=True)
class NumbersField(Field):
    """A whole number from 0 to `high` for each player, none left out; checked and read as a tuple in seat order.

    A player who sits out has none, which is read as None.
    """

    high: int

    @property
    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": self.high}}

    def read(self, value: Any, place: str, reading: Reading) -> tuple[int | None, ...]:
        if type(value) is not dict:
            raise RuleError(Code.INVALID, place, _("This must give a number to each player."))
        naming, absent = reading.naming, reading.sits_out
        keys = {naming.seat_of_key(key, f"{place}.{key}"): key for key in value}
        for seat in absent:
            if seat in keys:
                raise RuleError(Code.NOT_PLAYING, f"{place}.{keys[seat]}", not_playing(reading, seat))
        numbers: list[int | None] = []
        for seat in map(SeatNumber, range(len(naming.players))):
            if seat in absent:
                numbers.append(None)
            elif seat in keys:
                numbers.append(read_whole(value[keys[seat]], f"{place}.{keys[seat]}", 0, self.high))
            else:
                raise RuleError(Code.REQUIRED, f"{place}.{naming.key(seat)}", STILL_MISSING)
        return tuple(numbers)

    def write(self, value: Sequence[int | None], naming: Naming) -> dict[str, int]:
        return {naming.key(SeatNumber(seat)): number for seat, number in enumerate(value) if number is not None}


@dataclass(frozen=True, kw_only=True)
class NoteField(Field):
    """Free text, stored as typed."""

    longest: int = 500

    @property
    def schema(self) -> Schema:
        return {"type": "string", "maxLength": self.longest}

    def read(self, value: Any, place: str, reading: Reading) -> str:
        if type(value) is not str:
            raise RuleError(Code.INVALID, place, _("This must be text."))
        if len(value) > self.longest:
            raise RuleError(Code.OUT_OF_RANGE, place, _("At most {longest} characters.", longest=self.longest))
        if not can_be_kept(value) or TURNING.intersection(value):
            raise RuleError(Code.INVALID, place, _("This contains a character that can’t be stored."))
        return value


def object_schema(variants: Sequence[Iterable[Field]], **more: Schema) -> Schema:
    """Return the JSON schema of an object that has one of several lists of fields, and possibly `more`.

    >>> made, doubled = FlagField(name="made"), WholeField(name="doubled", low=0, high=2, default=0)
    >>> schema = object_schema([[made], [made, doubled]])
    >>> schema["required"], schema["properties"]["doubled"]
    (['made'], {'type': 'integer', 'minimum': 0, 'maximum': 2, 'default': 0})
    """
    found: dict[str, list[Field]] = {}
    for field in chain.from_iterable(variants):
        found.setdefault(field.name, []).append(field)
    return {
        "type": "object",
        "properties": {name: _one_of([_value_schema(field) for field in fields]) for name, fields in found.items()}
        | more,
        "required": [
            name
            for name, fields in found.items()
            if len(fields) == len(variants) and all(field.default is MISSING for field in fields)
        ],
        "additionalProperties": False,
    }


def _value_schema(field: Field) -> Schema:
    schema = {"anyOf": [field.schema, {"type": "null"}]} if field.nullable else field.schema
    if field.default is MISSING or (field.default is None and not field.nullable):
        return schema
    return {**schema, "default": list(field.default) if isinstance(field.default, tuple) else field.default}


def _one_of(schemas: list[Schema]) -> Schema:
    different = [schema for place, schema in enumerate(schemas) if schema not in schemas[:place]]
    return different[0] if len(different) == 1 else {"anyOf": different}


OF_ANY_HAND = frozenset({"call", "dealer", "note"})
"""The keys that any hand can have besides the fields of its call."""


class Fields(tuple[Field, ...]):
    """The fields of one call or record, in the order in which they are checked."""

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(field.name for field in self)

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """The value of each field that is left out, in order; `MISSING` for a required one."""
        return {field.name: field.default for field in self}

    @cached_property
    def readers(self) -> tuple[tuple[str, bool, bool, Callable[[Any, str, Reading], Any]], ...]:
        """What is needed to read each field, looked up once, since a long session reads them thousands of times.

        It is the name, whether the field is required, whether it can be null, and what reads it.
        """
        return tuple((field.name, field.default is MISSING, field.nullable, field.read) for field in self)

    @cached_property
    def names_of_hand(self) -> frozenset[str]:
        return self.names | OF_ANY_HAND


NO_FIELDS = Fields()


def read_fields(fields: Fields, raw: Mapping[str, Any], reading: Reading, prefix: str = "") -> dict[str, Any]:
    """Read all fields of a record: refuse unknown keys first, then read each field in order."""
    refuse_strangers(fields.names, raw, prefix)
    return read_each(fields, raw, reading, {**fields.defaults}, prefix)


def refuse_strangers(names: frozenset[str], raw: Mapping[str, Any], prefix: str = "") -> None:
    """Raise `RuleError` at the first key that is not among the names."""
    if names.issuperset(raw):
        return
    for key in raw:
        if key not in names:
            raise RuleError(Code.UNKNOWN_FIELD, f"{prefix}{key}", does_not_belong(key))


def does_not_belong(key: str) -> Text:
    return _("“{name}” does not belong here.", name=quoted(key))


def read_each(
    fields: Fields, raw: Mapping[str, Any], reading: Reading, values: dict[str, Any], prefix: str = ""
) -> dict[str, Any]:
    """Read each field in order into `values`, which hold the defaults; raise `RuleError` at the first error."""
    for name, required, nullable, read in fields.readers:
        if name in raw:
            value = raw[name]
            values[name] = None if value is None and nullable else read(value, prefix + name, reading)
        elif required:
            raise RuleError(Code.REQUIRED, prefix + name, STILL_MISSING)
    return values


def read_known(fields: Fields, raw: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the fields hold of a form that may be incomplete; None if one is missing or invalid.

    None of the fields is a player.
    """
    try:
        return read_each(fields, raw, Naming(()).reading(), {})
    except RuleError:
        return None


def write_fields(fields: Fields, record: Any, naming: Naming) -> dict[str, Any]:
    """Return a record as JSON, leaving out fields at their default."""
    raw = {}
    for field in fields:
        value = getattr(record, field.name)
        if field.default is MISSING or value != field.default:
            raw[field.name] = field.write(value, naming)
    return raw


def listed(words: Iterable[str]) -> str:
    """Return words joined by commas."""
    return ", ".join(words)


def either(words: Iterable[object]) -> Text:
    """Return words of which one is to be chosen, at least one.

    >>> str(either([4])), str(either([3, 4, 5]))
    ('4', '3, 4 or 5')
    """
    *others, last = map(str, words)
    return _("{words} or {last}", words=listed(others), last=last) if others else Text("{last}", {"last": last})
