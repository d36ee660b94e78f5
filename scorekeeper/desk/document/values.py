"""Values of a document as pydantic reads them, and its errors as ours: the code, the field and the sentence.

Pydantic checks the objects and lists. What is in them is read by functions here: they are stricter about numbers,
refuse null, and say what is wrong in sentences that are translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from pydantic import ConfigDict, PlainValidator, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from games.scoring.documents import name_fault
from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING, does_not_belong, listed
from games.scoring.numbers import MOST, out_of_range, whole
from games.scoring.text import Text, quoted
from games.scoring.text import message as _

T = TypeVar("T")
WordT = TypeVar("WordT", bound=str)

NOTHING_ELSE = ConfigDict(extra="forbid")
"""The configuration of an object: it has no other members than those that are declared."""
UNKNOWN_MEMBER = "unexpected_keyword_argument"
OBJECT, LIST = _("This must be an object."), _("This must be a list.")
OF_PYDANTIC = {
    "missing": (Code.REQUIRED, STILL_MISSING),
    "dataclass_type": (Code.INVALID, OBJECT),
    "dict_type": (Code.INVALID, OBJECT),
    "tuple_type": (Code.INVALID, LIST),
}
"""What the errors are that pydantic finds itself, besides that of an unknown member."""
CENTS = re.compile(r"(-?)(0|[1-9][0-9]*)\.([0-9]{2})")


def read_as(adapter: TypeAdapter[T], raw: object, field: str, context: object = None) -> T:
    """Return what was read; raise `RuleError` at the first error, whose field counts from this one."""
    try:
        return adapter.validate_python(raw, context=context)
    except ValidationError as error:
        raise _first_of(error.errors(include_url=False), field) from error


def _first_of(errors: Sequence[ErrorDetails], field: str) -> RuleError:
    """Return the first error; an unknown member comes before others of its object, as its name may be mistyped."""
    inside = errors[0]["loc"][:-1]
    unknown = (error for error in errors if error["type"] == UNKNOWN_MEMBER and error["loc"][:-1] == inside)
    error = next(unknown, errors[0])
    way = list(map(str, (field, *error["loc"]) if field else error["loc"]))
    place = ".".join(way) if way else None
    if error["type"] == UNKNOWN_MEMBER:
        return RuleError(Code.UNKNOWN_FIELD, place, does_not_belong(way[-1]))
    code, message = OF_PYDANTIC.get(error["type"]) or (Code(error["type"]), error["ctx"]["message"])
    return RuleError(code, place, message)


def refused(code: Code, message: Text) -> PydanticCustomError:
    """Return what a function raises that reads or checks a value for pydantic."""
    return PydanticCustomError(code.value, "refused", {"message": message})


def read_number(raw: Any) -> int:
    """Return a whole number, however large."""
    number = whole(raw)
    if number is None:
        raise refused(Code.INVALID, _("This must be a whole number."))
    return number


def read_whole(raw: Any, low: int, high: int) -> int:
    """Return a whole number in its range."""
    number = read_number(raw)
    if not low <= number <= high:
        raise refused(Code.OUT_OF_RANGE, out_of_range(low, high, number))
    return number


def whole_from(low: int, high: int = MOST) -> PlainValidator:
    return PlainValidator(lambda raw: read_whole(raw, low, high))


def read_word(raw: Any, choices: Iterable[WordT]) -> WordT:
    """Return one of these words."""
    if type(raw) is not str:
        raise refused(Code.INVALID, _("This must be one of the choices."))
    words = {str(word): word for word in choices}
    if raw not in words:
        message = _("“{given}” is not one of the choices: {words}.", given=quoted(raw), words=listed(words))
        raise refused(Code.UNKNOWN_CHOICE, message)
    return words[raw]


def one_of(choices: Iterable[str]) -> PlainValidator:
    return PlainValidator(lambda raw: read_word(raw, choices))


def _read_name(raw: Any) -> str:
    if type(raw) is not str or not raw.strip():
        raise refused(Code.INVALID, _("This must be a name."))
    if fault := name_fault(raw):
        raise refused(Code.INVALID, fault)
    return raw


def _read_text(raw: Any) -> str:
    if type(raw) is not str or not raw.strip():
        raise refused(Code.INVALID, _("This must be a text."))
    return raw


def _read_cents(raw: Any) -> int:
    """Return an amount of money in cents.

    >>> _read_cents("10.50")
    1050
    """
    amount = CENTS.fullmatch(raw) if type(raw) is str else None
    if amount is None:
        raise refused(Code.INVALID, _("This must be an amount as text with two decimal places, such as “10.00”."))
    minus, units, rest = amount.groups()
    if minus:
        raise refused(Code.OUT_OF_RANGE, _("This amount cannot be negative."))
    if len(units) > len(str(MOST)) or int(units) >= MOST:  # far too many digits can't be made a number
        raise refused(Code.OUT_OF_RANGE, _("This amount is too large."))
    return int(units) * 100 + int(rest)


NAME, TEXT, AMOUNT = PlainValidator(_read_name), PlainValidator(_read_text), PlainValidator(_read_cents)
"""The name of a person, a team or a category; a text that is not empty; an amount of money, which becomes cents."""
FROM_ONE = whole_from(1)
