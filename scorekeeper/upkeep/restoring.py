"""Restoring a backup into an empty installation: one transaction, compared with the file before it is committed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from scorekeeper.upkeep import archive, tables
from scorekeeper.upkeep.archive import BackupError, Migration
from scorekeeper.upkeep.backups import Contents, examined, named
from scorekeeper.upkeep.replays import CameTo, Replays

MADE_BY_MIGRATE = frozenset({"contenttypes.contenttype", "auth.permission"})
"""Models whose rows Django makes by itself when it migrates: they are nobody's data, and the file has its own."""

Models = Mapping[str, type[Model]]


def restore(path: Path) -> Contents:
    """Fills an empty database with what a file holds, or leaves it as it is; raises `BackupError`."""
    contents = examined(path)
    migrations = contents.header.migrations
    if unknown := [one for one in migrations if one not in MigrationLoader(None).disk_migrations]:
        raise BackupError(f"{path} was made by a newer version of the scorekeeper: {named(unknown)} is unknown here.")
    try:
        # SQLite alters no table where foreign keys are enforced; they are checked when all rows are there.
        with connection.constraint_checks_disabled(), transaction.atomic(durable=True):
            _require_empty()
            _migrate_to(migrations)
            _load(path, _models(migrations))
            _migrate_to(MigrationLoader(connection).graph.leaf_nodes())
            if _came_to() != contents.came_to:
                raise BackupError("The ledgers do not come out as they do in the file. Nothing was restored.")
    except (DatabaseError, ValidationError) as error:
        reason = " ".join(str(error).split())
        raise BackupError(
            f"The database does not take what the file holds ({reason}). Nothing was restored."
        ) from error
    return contents


def _models(migrations: Collection[Migration]) -> Models:
    return {model._meta.label_lower: model for model in tables.models(MigrationLoader(connection), migrations)}


def _require_empty() -> None:
    filled = []
    for label, model in _models(MigrationLoader(connection).applied_migrations).items():
        rows = model._base_manager.all()
        if label in MADE_BY_MIGRATE:
            rows._raw_delete(connection.alias)
        elif rows.exists():
            filled.append(label)
    if filled:
        raise BackupError(f"This installation is not empty ({', '.join(filled)}); restore into a new one.")


def _migrate_to(wanted: Collection[Migration]) -> None:
    """Takes the tables of every app back or forth to these migrations."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    whole = {needed for migration in wanted for needed in loader.graph.forwards_plan(migration)}
    for app in sorted(loader.migrated_apps):
        of_app = {one for one in whole if one[0] == app}
        if of_app == {one for one in loader.applied_migrations if one[0] == app}:
            continue
        last = [one for one in of_app if not _next(loader, one) & of_app]
        try:
            executor.migrate(last or [(app, None)])
        except IrreversibleError as error:
            raise BackupError(
                "The file is older than a change of the tables that cannot be taken back; restore it into a database "
                "in which no tables were made yet."
            ) from error
        loader.build_graph()


def _next(loader: MigrationLoader, migration: Migration) -> set[Migration]:
    return {child.key for child in loader.graph.node_map[migration].children}


def _load(path: Path, models: Models) -> None:
    """Inserts every row, and reads it again: the database must hold what the file does."""
    for section, group in groupby(archive.rows(path), key=itemgetter(0)):
        model = models[section.model]
        in_file, in_database = sha256(), sha256()
        tables.insert(model, section.columns, _noted((values for _section, values in group), in_file))
        for _values in _noted(tables.rows(model, section.columns), in_database):
            pass
        if in_file.digest() != in_database.digest():
            raise BackupError(f"The database does not keep {section.model} as the file has it. Nothing was restored.")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
    connection.check_constraints()


def _noted(rows: Iterable[Sequence[Any]], digest: Any) -> Iterator[Sequence[Any]]:
    for values in rows:
        digest.update(archive.encoded(values, sort_keys=True))
        yield values


def _came_to() -> dict[str, CameTo]:
    """What the sessions come to by the rows that the database has now."""
    replays = Replays()
    for label, model in _models(MigrationLoader(connection).applied_migrations).items():
        names = tables.columns(model)
        for values in tables.rows(model, names):
            replays.take(label, names, values)
    return replays.came_to()
