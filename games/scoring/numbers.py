"""Numbers of JSON: whole ones, card points, and the message for one outside its range."""

from __future__ import annotations

from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.scoring.text import message as _

Number = int | float
"""A number of card points: an `int` if it is whole, otherwise a `float`, which is exact for half points."""

MOST = 1_000_000_000
"""The largest number accepted anywhere: no game comes near it, and every database can store sums of it."""


def whole(value: object) -> int | None:
    """Return a JSON number as an `int` if it is whole, otherwise None; true and false are not numbers.

    >>> whole(8), whole(8.0), whole(8.5), whole(True), whole("8")
    (8, 8, None, None, None)
    """
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    return None


def read_whole(value: object, place: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`; raise `RuleError` at the field `place` if it is none."""
    number = whole(value)
    if number is None:
        raise RuleError(Code.INVALID, place, _("This must be a whole number."))
    if not low <= number <= high:
        raise RuleError(Code.OUT_OF_RANGE, place, out_of_range(low, high, number))
    return number


def out_of_range(low: int, high: int, number: Number) -> Text:
    """Return the message for a number outside its range; `MOST` is named as a limit only to a number beyond it."""
    if not -MOST <= number <= MOST:
        return _("This must be between {low} and {high}.", low=low, high=high)
    if high == MOST:
        return _("This must be at least {low}, not {given}.", low=low, given=number)
    return _("This must be between {low} and {high}, not {given}.", low=low, high=high, given=number)
