"""The rows of every model, whichever app it belongs to, as the database has them now.

The models are those of the *migrations that were applied*, not those of the code: so a database can be backed up before
it is brought up to date, and a backup can be restored by a later version. A row is what JSON can hold of it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from graphlib import TopologicalSorter
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, JSONField, Model
from django.utils.duration import duration_iso_string

from scorekeeper.upkeep.archive import Migration

TOGETHER = 1000
"""How many rows are fetched, or inserted, at once."""

PLAIN = (str, int, float, bool, type(None))


@contextmanager
def snapshot() -> Iterator[None]:
    """Inside, this thread goes on seeing the database as it is now, and keeps nobody from writing.

    It has a connection of its own for that: with SQLite, transactions on the usual one begin by taking the write lock.
    """
    usual = connections[DEFAULT_DB_ALIAS]
    own = usual.copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    if own.vendor == "sqlite":
        own.settings_dict["OPTIONS"]["transaction_mode"] = "DEFERRED"
    connections[DEFAULT_DB_ALIAS] = own
    try:
        with transaction.atomic():
            if own.vendor == "postgresql":
                with own.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        own.close()


def models(loader: MigrationLoader, migrations: Collection[Migration]) -> list[type[Model]]:
    """The models that have tables after these migrations, none before those that it refers to."""
    known = [migration for migration in migrations if migration in loader.graph.nodes]
    found = loader.project_state(known).apps.get_models(include_auto_created=True)
    own = [model for model in found if model._meta.managed and model._meta.app_label in loader.migrated_apps]
    # Sorted twice, so that the order is the same in every process: a set of classes has one of its own in each.
    refers_to = {
        model: sorted({*_related(model)} - {model}, key=lambda other: other._meta.label)
        for model in sorted(own, key=lambda model: model._meta.label)
    }
    return list(TopologicalSorter(refers_to).static_order())


def _related(model: type[Model]) -> Iterator[type[Model]]:
    for field in model._meta.concrete_fields:
        if isinstance(field.related_model, type):
            yield field.related_model


def fields(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields whose columns are filled from outside."""
    return [field for field in model._meta.concrete_fields if not field.generated]


def columns(model: type[Model]) -> list[str]:
    return [field.attname for field in fields(model)]


def rows(model: type[Model], names: Sequence[str]) -> Iterator[list[Any]]:
    """These columns of every row in the order of the keys, each value as JSON can hold it."""
    json = {field.attname for field in fields(model) if isinstance(field, JSONField)}
    is_json = [name in json for name in names]
    found = model._base_manager.order_by("pk").values_list(*names)
    for row in found.iterator(chunk_size=TOGETHER):
        yield [value if as_it_is else encoded(value) for as_it_is, value in zip(is_json, row, strict=True)]


def encoded(value: Any) -> Any:
    """A column's value for JSON, to the last microsecond and decimal; the field's `to_python` takes it back."""
    if isinstance(value, PLAIN):
        return value
    for kind, encode in ENCODERS.items():
        if isinstance(value, kind):
            return encode(value)
    raise TypeError(f"a backup has no form for {type(value).__name__}")


ENCODERS: Mapping[type[Any] | tuple[type[Any], ...], Callable[[Any], str]] = {
    (datetime, date, time): lambda value: value.isoformat(),
    (Decimal, UUID): str,
    timedelta: duration_iso_string,
    (bytes, memoryview): lambda value: b64encode(value).decode(),
}


def insert(model: type[Model], names: Sequence[str], values: Iterator[Sequence[Any]]) -> None:
    """Inserts rows as they come, with their keys and moments as they were."""
    by_name = {field.attname: field for field in fields(model)}
    decode = [by_name[name].to_python for name in names]
    for field in by_name.values():
        # The model is a copy that only this loader has: nothing else sees that it no longer fills in the moment.
        field.auto_now = field.auto_now_add = False  # type: ignore[attr-defined]
    while batch := list(islice(values, TOGETHER)):
        model._base_manager.bulk_create(
            model(**{name: to_python(value) for name, to_python, value in zip(names, decode, row, strict=True)})
            for row in batch
        )
