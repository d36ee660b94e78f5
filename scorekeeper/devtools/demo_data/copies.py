"""Copies of everything in a small database, made by the database itself: many clubs in minutes.

A copy has its own keys, links and names, and is otherwise like the original, so its sessions are as valid. The original
must be the only club, and the home table empty.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import CharField, Field, Model

from scorekeeper.files.archive import tables

MOST = 9999
"""The number of a copy has four digits."""
OURS = frozenset({"clubs", "play", "evenings", "standings", "tournaments", "printing", "api"})


def copy_everything(times: int) -> None:
    """Add that many copies of every row of every club, and of the accounts."""
    assert times <= MOST
    labels = [model._meta.label for model in tables.models() if model._meta.app_label in OURS or _is_account(model)]
    models = [apps.get_model(label) for label in labels]  # each after those that it refers to
    with transaction.atomic(), connection.cursor() as cursor:
        steps = {model: _last_key(model) for model in models}
        for model in models:
            if steps[model]:
                cursor.execute(_statement(model, steps), [times])
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # PostgreSQL does by itself, but later


def _is_account(model: type[Model]) -> bool:
    return model._meta.label == User._meta.label


def _last_key(model: type[Model]) -> int:
    return model._base_manager.order_by("-pk").values_list("pk", flat=True).first() or 0


def _statement(model: type[Model], steps: dict[type[Model], int]) -> str:
    """Return the statement that copies the rows of a model; the keys of copy n are n times the last key higher."""
    quote, fields = connection.ops.quote_name, model._meta.concrete_fields
    columns = ", ".join(quote(str(field.column)) for field in fields)
    values = ", ".join(_copied(field, quote(str(field.column)), steps) for field in fields)
    table = quote(model._meta.db_table)
    return f"""
        INSERT INTO {table} ({columns})
        WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < %s)
        SELECT {values} FROM copies CROSS JOIN {table}
    """  # noqa: S608 - our own tables


def _copied(field: Field[object, object], column: str, steps: dict[type[Model], int]) -> str:
    """Return the value of a column in copy n."""
    if field.primary_key or field.related_model:
        return f"{column} + n * {steps.get(field.model if field.primary_key else field.related_model, 0)}"  # type: ignore[arg-type]
    if isinstance(field, CharField) and (field.unique or field.name == "device"):
        return f"substr({column}, 1, {(field.max_length or 0) - 4}) || substr(CAST({MOST + 1} + n AS varchar(5)), 2)"
    return column
