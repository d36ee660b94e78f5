"""Many rows at once that nothing refers to: faster than Django inserts them, which asks for their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField, Model

AS_THEY_ARE = (IntegerField, CharField, BooleanField)


def pour(rows: Sequence[Model]) -> None:
    """Inserts rows of one model; those that they refer to have their keys by now."""
    if not rows:
        return
    meta, quote = rows[0]._meta, connection.ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    values = [_value_of(field) for field in fields]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({places})",  # noqa: S608 - our own tables
            [tuple(value(row) for value in values) for row in rows],
        )


def _value_of(field: Field[Any, Any]) -> Callable[[Model], Any]:
    """What stands in a row's column, as the database takes it."""
    name = field.attname
    if isinstance(field, ForeignKey):
        return lambda row: _key(row, field)
    if isinstance(field, AS_THEY_ARE):
        return lambda row: getattr(row, name)
    return lambda row: field.get_db_prep_save(getattr(row, name), connection)


def _key(row: Model, field: ForeignKey[Any, Any]) -> Any:
    """The key of a row that had none yet when this one was made."""
    key = getattr(row, field.attname)
    if key is None and field.is_cached(row):
        other = field.get_cached_value(row)
        return other and other.pk
    return key
