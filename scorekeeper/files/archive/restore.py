"""Restoring a backup into an empty installation: one transaction, compared with the file before the commit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from scorekeeper.clubs.models import Club
from scorekeeper.database.inspection import BEFORE_1_0
from scorekeeper.evenings.tables.table_numbers import number_tables
from scorekeeper.files.archive import tables
from scorekeeper.files.archive.backup import BackupContents, examine, schema
from scorekeeper.files.archive.format import ArchiveError, ArchiveLine, encoded
from scorekeeper.files.archive.reader import open_archive
from scorekeeper.files.archive.replay_check import Replays
from scorekeeper.files.archive.schema_history import Row
from scorekeeper.standings.results import remove_empty_results

MADE_BY_MIGRATE = frozenset({"contenttypes.contenttype", "auth.permission"})
"""Models whose rows Django creates on migrate; they are replaced by those in the file."""

MADE_BY_ANSWER = frozenset({"welcome.firstanswer"})
"""A model whose row says what an installation without any other rows is for; it is replaced as well."""

Models = Mapping[str, type[Model]]


def restore(path: Path) -> BackupContents:
    """Fill an empty database from a backup, or leave it as it is; raises `ArchiveError`."""
    contents = examine(path)
    try:
        # SQLite can't alter tables while it enforces foreign keys; they are checked when all rows are inserted.
        with connection.constraint_checks_disabled(), transaction.atomic(durable=True):
            _require_empty()
            executor = MigrationExecutor(connection)
            executor.migrate(executor.loader.graph.leaf_nodes())
            models = {model._meta.label_lower: model for model in tables.models()}
            for label in MADE_BY_MIGRATE | MADE_BY_ANSWER:
                models[label]._base_manager.all()._raw_delete(connection.alias)
            with open_archive(path, is_club=False) as archive:
                restored = _load(archive.lines, models)
            if restored.totals() != contents.totals:
                raise ArchiveError("The ledgers do not come out as they do in the file.")
            _complete_older_rows()
    except (DatabaseError, ValidationError) as error:
        reason = " ".join(str(error).split())
        raise ArchiveError(f"The database does not take what the file holds ({reason}).") from error
    return contents


def _require_empty() -> None:
    """Raise `ArchiveError` if any table has rows, or is from before 1.0, from which no migration leads here."""
    migrations, upgrade = schema()
    if BEFORE_1_0 in migrations:
        raise ArchiveError("This installation is from before version 1.0; restore into a new one.")
    filled = [
        table.label
        for table in tables.stored(upgrade)
        if table.label not in MADE_BY_MIGRATE | MADE_BY_ANSWER and table.model._base_manager.exists()
    ]
    if filled:
        raise ArchiveError(f"This installation is not empty ({', '.join(filled)}); restore into a new one.")


def _load(lines: Iterable[ArchiveLine], models: Models) -> Replays:
    """Insert every row and read it back; raises `ArchiveError` if the database holds anything else than the file."""
    restored = Replays()
    for kind, group in groupby(lines, key=lambda line: line.kind):
        first = next(group)
        model = models.get(kind)
        names = [field.attname for field in tables.fields(model)] if model else []
        if model is None or first.row.keys() != {*names}:
            raise ArchiveError(f"The file has {kind} in a form that this version cannot bring up to date.")
        in_file, in_database = sha256(), sha256()
        tables.insert(model, names, _hashed((line.row for line in chain([first], group)), in_file))
        for row in _hashed(tables.rows(model, names), in_database):
            restored.take(kind, row)
        if in_file.digest() != in_database.digest():
            raise ArchiveError(f"The database does not keep {kind} as the file has it.")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
    connection.check_constraints()
    return restored


def _complete_older_rows() -> None:
    """Fill in what rows of older versions lack and what depends on all rows together."""
    for club in Club.objects.all():
        number_tables(club)
    remove_empty_results()


def _hashed(rows: Iterable[Row], digest: Any) -> Iterator[Row]:
    for row in rows:
        digest.update(encoded(row, sort_keys=True))
        yield row
