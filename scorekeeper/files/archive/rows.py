"""The row serialiser of every archive: columns of a model as JSON and back, and the parts of a row in a club's archive.

A backup has every column, primary and foreign keys included. A club's archive leaves keys, links and secrets out: a
row there refers to others by what they are called in every installation, and rows that belong to one nest in its line.
"""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Field, JSONField, Model
from django.utils.duration import duration_iso_string
from django.utils.translation import gettext as _

from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.schema_history import Row

BATCH_SIZE = 50
"""How many rows are fetched at once, with those that nest in their lines."""

PLAIN = (str, int, float, bool, type(None))
ENCODERS: Mapping[type[Any] | tuple[type[Any], ...], Callable[[Any], str]] = {
    (datetime, date, time): lambda value: value.isoformat(),
    (Decimal, UUID): str,
    timedelta: duration_iso_string,
    (bytes, memoryview): lambda value: b64encode(value).decode(),
}


def encoded_value(value: Any) -> Any:
    """Return a column's value for JSON, without loss; the field's `to_python` reverses it."""
    if isinstance(value, PLAIN):
        return value
    for kind, encode in ENCODERS.items():
        if isinstance(value, kind):
            return encode(value)
    raise TypeError(f"an archive has no form for {type(value).__name__}")


class Columns:
    """Some columns of a model, by their attribute names such as `session_id`: to JSON and back."""

    def __init__(self, model: type[Model], names: Sequence[str]) -> None:
        self.names = tuple(names)
        columns: list[Field[Any, Any]] = [model._meta.get_field(name) for name in names]  # type: ignore[misc]
        self._is_json = [isinstance(one, JSONField) for one in columns]
        self._decode = [one.to_python for one in columns]
        self._check = [_checker(one) for one in columns]

    def row(self, values: Sequence[Any]) -> dict[str, Any]:
        """Return values from the database, in the order of the names, for a line."""
        return {
            name: value if is_json else encoded_value(value)
            for name, is_json, value in zip(self.names, self._is_json, values, strict=True)
        }

    def values(self, row: Row) -> dict[str, Any]:
        """Return the columns of a row as the model takes them, without validating them."""
        return {name: decode(row[name]) for name, decode in zip(self.names, self._decode, strict=True)}

    def checked(self, part: LinePart) -> dict[str, Any]:
        """Return the columns of a row that anybody may have written; raises `ArchiveError` with the place."""
        if not isinstance(part.content, Mapping):
            raise part.wrong_format()
        values: dict[str, Any] = {}
        for name, check in zip(self.names, self._check, strict=True):
            try:
                values[name] = check(part.content[name])
            except KeyError:
                raise part.error(_("“%(name)s” is missing.") % {"name": name}) from None
            except ValidationError as error:
                raise part[name].error(" ".join(error.messages)) from error
            except (TypeError, ValueError, OverflowError, ArithmeticError) as error:
                raise part[name].error(_("this can’t be stored.")) from error
        return values


def _checker(field: Any) -> Callable[[Any], Any]:
    """Return a function that decodes and validates a column's value, with the field's own messages."""
    is_json, choices = isinstance(field, JSONField), {value for value, _label in field.choices or ()}

    def check(value: Any) -> Any:
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

    return check


@dataclass(frozen=True, kw_only=True)
class RowType:
    """What the rows of a model are in a club's archive: all columns, except keys and those that are `left_out`.

    `references` maps names in the row to lookups of what other rows are called, such as `player__uid`. A name that
    begins with an underscore is for the record alone and doesn't get into the file. `added` are names that the record
    adds. Rows with a `parent` nest in its line, in `order`; `nested` are those that nest in this one's.
    """

    model: type[Model]
    left_out: Sequence[str] = ()
    references: Mapping[str, str] = field(default_factory=dict)
    added: Sequence[str] = ()
    parent: str = ""
    order: Sequence[str] = ("pk",)
    nested: Mapping[str, RowType] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return self.model._meta.label_lower

    @cached_property
    def columns(self) -> Columns:
        fields = [one for one in self.model._meta.concrete_fields if not one.primary_key and not one.is_relation]
        return Columns(self.model, [one.name for one in fields if one.name not in self.left_out])

    @cached_property
    def names(self) -> Sequence[str]:
        """Everything that a row in the file has."""
        references = [name for name in self.references if not name.startswith("_")]
        return (*self.columns.names, *references, *self.added, *self.nested)

    def fetched(self, **within: Any) -> Iterator[Row]:
        """Yield rows from the database by primary key, with those that nest in them."""
        rows = self.model._base_manager.filter(**within).order_by("pk")
        keys = list(rows.values_list("pk", flat=True))
        for start in range(0, len(keys), BATCH_SIZE):
            for _parent, row in self._fetched({"pk__in": keys[start : start + BATCH_SIZE]}):
                yield row

    def by_parent(self, **within: Any) -> defaultdict[int, list[dict[str, Any]]]:
        """Return rows from the database by the keys of their parents."""
        children: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
        for parent, row in self._fetched(within):
            children[parent].append(row)
        return children

    def _fetched(self, within: Mapping[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        nested = {
            name: child.by_parent(**{f"{child.parent}__{lookup}": value for lookup, value in within.items()})
            for name, child in self.nested.items()
        }
        lookups, size = (*self.columns.names, *self.references.values()), len(self.columns.names)
        rows = self.model._base_manager.filter(**within).order_by(*self.order)
        for key, parent, *values in rows.values_list("pk", f"{self.parent}_id" if self.parent else "pk", *lookups):
            row = self.columns.row(values[:size])
            row.update(zip(self.references, values[size:], strict=True))
            row.update((name, children.get(key, [])) for name, children in nested.items())
            yield parent, row

    def kept(self, before: Row, after: Row) -> Row:
        """Return a row after a change of its schema without new columns that a club's archive doesn't have.

        A new foreign key becomes the reference of its name; older rows refer to nothing.
        """
        parents = {
            name.removesuffix("_id") if name.removesuffix("_id") in self.references else name: value
            for name, value in after.items()
        }
        return {name: value for name, value in parents.items() if name in before or name in self.names}

    def read(self, part: LinePart) -> dict[str, Any]:
        """Return the columns of a row as the model takes them; raises `ArchiveError` if it has names unknown here."""
        return self.columns.checked(part.only(*self.names))
