"""Values of a document, each with the field that leads to it, so that every error names what to correct."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

from games.scoring.documents import name_fault
from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING, listed, refuse_strangers
from games.scoring.numbers import MOST, out_of_range, whole
from games.scoring.text import Text, quoted
from games.scoring.text import gettext_lazy as _

CENTS = re.compile(r"(-?)(0|[1-9][0-9]*)\.([0-9]{2})")


@dataclass(frozen=True, slots=True)
class DocumentValue:
    """A value of the JSON and its field, counted from where the reading began: the document or a table."""

    raw: Any
    field: str

    def refuse(self, code: Code, message: Text) -> NoReturn:
        raise RuleError(code, self.field or None, message)

    def of(self, key: object) -> str:
        """Return the field of what this value has at a key or place."""
        return f"{self.field}.{key}" if self.field else str(key)

    def mapping(self) -> dict[str, DocumentValue]:
        """Return the members of an object, whatever their names."""
        if type(self.raw) is not dict:
            self.refuse(Code.INVALID, _("This must be an object."))
        return {key: DocumentValue(value, self.of(key)) for key, value in self.raw.items()}

    def members(self, required: Iterable[str], optional: Collection[str] = ()) -> dict[str, DocumentValue]:
        """Return the members of an object that has these names; refuse unknown ones, then what is missing."""
        required = tuple(required)
        members = self.mapping()
        refuse_strangers(frozenset((*required, *optional)), self.raw, self.of(""))
        for name in required:
            if name not in members:
                raise RuleError(Code.REQUIRED, self.of(name), STILL_MISSING)
        return members

    def items(self) -> list[DocumentValue]:
        """Return the items of a list."""
        if type(self.raw) is not list:
            self.refuse(Code.INVALID, _("This must be a list."))
        return [DocumentValue(item, self.of(place)) for place, item in enumerate(self.raw)]

    def number(self) -> int:
        """Return a whole number, however large."""
        number = whole(self.raw)
        if number is None:
            self.refuse(Code.INVALID, _("This must be a whole number."))
        return number

    def whole(self, low: int = -MOST, high: int = MOST) -> int:
        """Return a whole number in its range."""
        number = self.number()
        if not low <= number <= high:
            self.refuse(Code.OUT_OF_RANGE, out_of_range(low, high, number))
        return number

    def word(self, choices: Iterable[str]) -> str:
        """Return one of these words."""
        if type(self.raw) is not str:
            self.refuse(Code.INVALID, _("This must be one of the choices."))
        words = tuple(choices)
        if self.raw not in words:
            message = _("“{given}” is not one of the choices: {words}.", given=quoted(self.raw), words=listed(words))
            self.refuse(Code.UNKNOWN_CHOICE, message)
        return self.raw

    def name(self) -> str:
        """Return the name of a person, a team or a category."""
        if type(self.raw) is not str or not self.raw.strip():
            self.refuse(Code.INVALID, _("This must be a name."))
        if fault := name_fault(self.raw):
            self.refuse(Code.INVALID, fault)
        return self.raw

    def text(self) -> str:
        """Return a text that is not empty."""
        if type(self.raw) is not str or not self.raw.strip():
            self.refuse(Code.INVALID, _("This must be a text."))
        return self.raw

    def cents(self) -> int:
        """Return an amount of money in cents.

        >>> DocumentValue("10.50", "entry_fee").cents()
        1050
        """
        amount = CENTS.fullmatch(self.raw) if type(self.raw) is str else None
        if amount is None:
            self.refuse(Code.INVALID, _("This must be an amount as text with two decimal places, such as “10.00”."))
        minus, units, rest = amount.groups()
        if minus:
            self.refuse(Code.OUT_OF_RANGE, _("This amount cannot be negative."))
        if len(units) > len(str(MOST)) or int(units) >= MOST:  # far too many digits can't be made a number
            self.refuse(Code.OUT_OF_RANGE, _("This amount is too large."))
        return int(units) * 100 + int(rest)
