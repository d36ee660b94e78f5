"""Rows of models from raw SQL, for the statements that run with every hand.

`QuerySet.raw` does the same, but works out anew each time how to read the columns, which takes five times as long as
the statement. Values are converted as the ORM converts them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.expressions import Col

M = TypeVar("M", bound=Model)


def columns(model: type[Model], table: str = "") -> str:
    """Return the columns of a model for a statement, as `instance` takes them; `table` is its alias there."""
    return ", ".join([f'{table or model._meta.db_table}."{field.column}"' for field in model._meta.concrete_fields])


def width(model: type[Model]) -> int:
    """Return the number of these columns."""
    return len(model._meta.concrete_fields)


def instance(model: type[M], values: Sequence[Any]) -> M:
    """Return the model with the values of these columns."""
    names = _attributes(model)
    return model.from_db(connection.alias, names, converted(model, names, values))


def converted(model: type[Model], names: tuple[str, ...], values: Sequence[Any]) -> list[Any]:
    """Return values of some columns, given by the names of their attributes, as an instance of the model has them."""
    found = list(values)
    for place, column, convert in _conversions(model, names):
        found[place] = convert(found[place], column, connection)
    return found


def listed(values: Sequence[Any]) -> str:
    """Return the placeholders of a list of values for a statement: `%s, %s, %s`."""
    return ", ".join(["%s"] * len(values))


def rows(statement: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows as the database has them."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return list(cursor.fetchall())


@cache
def _attributes(model: type[Model]) -> tuple[str, ...]:
    """Return the attributes of a model in the order of its columns."""
    return tuple([field.attname for field in model._meta.concrete_fields])


@cache
def _conversions(model: type[Model], names: tuple[str, ...]) -> Sequence[tuple[int, Col, Callable[..., Any]]]:
    """Return how to convert those columns that need it, by place."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    columns = [fields[name].get_col(model._meta.db_table) for name in names]
    return [
        (place, column, convert)
        for place, column in enumerate(columns)
        for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
    ]
