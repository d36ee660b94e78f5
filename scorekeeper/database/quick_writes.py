"""The statements that write every recorded hand, without the ORM.

The ORM takes ten times as long to build a statement as the database takes to run it.

Values are converted as the ORM converts them, and its errors are raised. No signals are sent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def insert(row: Model) -> Any:
    """Insert a new row, whose key the database chooses, and return that key."""
    statement, fields = _insertion(type(row))
    with connection.cursor() as cursor:
        cursor.execute(statement, [_stored(field, getattr(row, field.attname)) for field in fields])
        # SQLite can return columns, too, but not the 3.34 of Red Hat 9.
        return cursor.lastrowid if connection.vendor == "sqlite" else cursor.fetchone()[0]


@cache
def _insertion(model: type[Model]) -> tuple[str, Sequence[Field[Any, Any]]]:
    """Return the statement that inserts a row of the model, and the fields of its values."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns, values = ", ".join([f'"{field.column}"' for field in fields]), ", ".join(["%s"] * len(fields))
    returning = "" if connection.vendor == "sqlite" else " RETURNING id"
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({values}){returning}', fields  # noqa: S608


def update(model: type[Model], columns: Mapping[str, Any], where: str, params: Sequence[Any]) -> int:
    """Set columns, by name of field, in the rows for which `where` is true; return how many there were."""
    fields = [_field(model, name) for name in columns]
    changes = ", ".join([f'"{field.column}" = %s' for field in fields])
    values = [_stored(field, value) for field, value in zip(fields, columns.values(), strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(f'UPDATE "{model._meta.db_table}" SET {changes} WHERE {where}', [*values, *params])  # noqa: S608
        return int(cursor.rowcount)


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _stored(field: Field[Any, Any], value: object) -> Any:
    """Return a value as the database stores it."""
    return field.get_db_prep_save(value, connection)
