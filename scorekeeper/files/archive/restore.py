"""Restoring a backup into an empty installation: one transaction, compared with the file before the commit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.table_numbers import number_tables
from scorekeeper.files.archive import backup_format, tables
from scorekeeper.files.archive.backup import BackupContents, examined, schema, upgrade_of
from scorekeeper.files.archive.backup_check import CameTo, Replays
from scorekeeper.files.archive.backup_format import BackupError, BackupSection
from scorekeeper.files.archive.schema_history import Upgrade
from scorekeeper.standings.results import remove_results_of_nothing

MADE_BY_MIGRATE = frozenset({"contenttypes.contenttype", "auth.permission"})
"""Models whose rows Django creates on migrate; they are replaced by those in the file."""

Models = Mapping[str, type[Model]]


def restore(path: Path) -> BackupContents:
    """Fill an empty database from a backup, or leave it as it is; raises `BackupError`."""
    contents = examined(path)
    try:
        # SQLite can't alter tables while it enforces foreign keys; they are checked when all rows are inserted.
        with connection.constraint_checks_disabled(), transaction.atomic(durable=True):
            _require_empty()
            executor = MigrationExecutor(connection)
            executor.migrate(executor.loader.graph.leaf_nodes())
            models = {model._meta.label_lower: model for model in tables.models()}
            for label in MADE_BY_MIGRATE:
                models[label]._base_manager.all()._raw_delete(connection.alias)
            _load(path, models, upgrade_of(contents.header, path))
            if _came_to(models) != contents.came_to:
                raise BackupError("The ledgers do not come out as they do in the file. Nothing was restored.")
            _complete_older_rows()
    except (DatabaseError, ValidationError) as error:
        reason = " ".join(str(error).split())
        raise BackupError(
            f"The database does not take what the file holds ({reason}). Nothing was restored."
        ) from error
    return contents


def _require_empty() -> None:
    """Raise `BackupError` if any table has rows, whichever version its schema is."""
    _migrations, upgrade = schema()
    filled = [
        table.label
        for table in tables.stored(upgrade)
        if table.label not in MADE_BY_MIGRATE and table.model._base_manager.exists()
    ]
    if filled:
        raise BackupError(f"This installation is not empty ({', '.join(filled)}); restore into a new one.")


def _load(path: Path, models: Models, upgrade: Upgrade) -> None:
    """Insert every row and read it back; raises `BackupError` if the database holds anything else than the file."""
    for section, group in groupby(backup_format.upgraded(path, upgrade), key=itemgetter(0)):
        model = _model_of(section, models)
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


def _complete_older_rows() -> None:
    """Fill in what rows of older versions lack and what depends on all rows together."""
    for club in Club.objects.all():
        number_tables(club)
    remove_results_of_nothing()


def _model_of(section: BackupSection, models: Models) -> type[Model]:
    """Return the model with exactly the columns of the section; raises `BackupError` if there is none."""
    model = models.get(section.model)
    if model is None or {*section.columns} != {field.attname for field in tables.fields(model)}:
        raise BackupError(
            f"The file has {section.model} in a form that this version cannot bring up to date. Nothing was restored."
        )
    return model


def _noted(rows: Iterable[Sequence[Any]], digest: Any) -> Iterator[Sequence[Any]]:
    for values in rows:
        digest.update(backup_format.encoded(values, sort_keys=True))
        yield values


def _came_to(models: Models) -> dict[str, CameTo]:
    """Return the results of the sessions from the rows now in the database."""
    replays = Replays()
    for label, model in models.items():
        names = [field.attname for field in tables.fields(model)]
        for values in tables.rows(model, names):
            replays.take(label, names, values)
    return replays.came_to()
