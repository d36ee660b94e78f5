"""Rows as JSON in a line: columns by name, and back, with each value checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import JSONField, Model
from django.utils.translation import gettext as _

from scorekeeper.files.archive import tables
from scorekeeper.files.archive.format import ClubFileError, ClubFileLine


@dataclass(frozen=True)
class LinePart:
    """A line's content or a part of it, and its place in the line."""

    line: ClubFileLine
    said: Any
    place: str = ""

    def refused(self, why: str) -> ClubFileError:
        return self.line.refused(why, self.place)

    def __getitem__(self, name: str) -> LinePart:
        """Return the part under a name; raises `ClubFileError` if there is none."""
        place = f"{self.place}.{name}" if self.place else name
        if not isinstance(self.said, Mapping) or name not in self.said:
            raise self.refused(_("“%(name)s” is missing.") % {"name": name})
        return LinePart(self.line, self.said[name], place)

    def each(self) -> Iterator[LinePart]:
        """Yield the parts of a list."""
        if not isinstance(self.said, list):
            raise self.refused(_("this is not a list."))
        for number, said in enumerate(self.said):
            yield LinePart(self.line, said, f"{self.place}[{number}]")

    def text(self) -> str:
        if not isinstance(self.said, str):
            raise self.refused(_("this is not text."))
        return self.said

    def number(self) -> int:
        if not isinstance(self.said, int) or isinstance(self.said, bool):
            raise self.refused(_("this is not a whole number."))
        return self.said

    def maybe(self) -> LinePart | None:
        return None if self.said is None else self

    def only(self, *names: str) -> LinePart:
        """Return the part; raises `ClubFileError` if it has other names, whose values would be lost silently."""
        known = {"kind", *names} if not self.place else {*names}
        if not isinstance(self.said, Mapping):
            raise self.refused(_("this has the wrong format."))
        if unknown := sorted({*self.said} - known):
            raise self.refused(_("“%(name)s” is unknown.") % {"name": unknown[0]})
        return self


def told(model: type[Model], names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """Return the columns of a row for a line; `values` must be in the order of the names."""
    json = _json(model)
    return {name: value if name in json else tables.encoded(value) for name, value in zip(names, values, strict=True)}


def columns(model: type[Model], names: Sequence[str], part: LinePart) -> dict[str, Any]:
    """Return the columns as the model takes them; raises `ClubFileError` with the place of an invalid value."""
    if not isinstance(part.said, Mapping):
        raise part.refused(_("this has the wrong format."))
    found: dict[str, Any] = {}
    for name, clean in _cleaners(model, tuple(names)):
        try:
            found[name] = clean(part.said[name])
        except KeyError:
            raise part.refused(_("“%(name)s” is missing.") % {"name": name}) from None
        except ValidationError as error:
            raise part[name].refused(" ".join(error.messages)) from error
        except (TypeError, ValueError, OverflowError, ArithmeticError) as error:
            raise part[name].refused(_("this can’t be stored.")) from error
    return found


@cache
def _json(model: type[Model]) -> frozenset[str]:
    return frozenset(field.name for field in model._meta.concrete_fields if isinstance(field, JSONField))


@cache
def _cleaners(model: type[Model], names: tuple[str, ...]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((name, _cleaner(model._meta.get_field(name))) for name in names)


def _cleaner(field: Any) -> Callable[[Any], Any]:
    """Return a function that validates a column's value, with the field's own messages. JSON is returned unchanged."""
    is_json, choices = isinstance(field, JSONField), {value for value, _label in field.choices or ()}

    def clean(value: Any) -> Any:
        if value is None:
            if not field.null:
                raise ValidationError(_("this must not be empty."))
            return None
        if is_json:
            return value
        if isinstance(value, (list, dict)):
            raise ValidationError(_("this has the wrong format."))
        value = field.to_python(value)
        if choices and value not in choices:
            raise ValidationError(_("this has the wrong format."))
        field.run_validators(value)
        return value

    return clean
