"""Making a backup while the app runs, when the last one was made, and restoring one into an empty installation.

`manage.py backup` leaves an empty file in `DATA_DIR`, because a backup may be made in any folder and moved to another
machine, which is where backups belong. Those in `DATA_DIR/backups` are found without it.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils import timezone

from scorekeeper.database import sqlite_copy
from scorekeeper.files.archive import reader, tables
from scorekeeper.files.archive.format import ArchiveError, Header, Migration, write
from scorekeeper.files.archive.writer import gzipped, put_in_place
from scorekeeper.play.models import Session

REPLACED = frozenset({"contenttypes.contenttype", "auth.permission", "welcome.firstanswer"})
"""Models whose rows are replaced by those in the file.

Django creates those of the first two on migrate. The last says what an installation without any other rows is for.
"""

NOTE = "last_backup"
"""The file whose time says when a backup was made."""


@dataclass(frozen=True)
class BackupContents:
    """How many rows a backup has, and of how many sessions."""

    rows: int
    sessions: int


def backup(path: Path) -> BackupContents:
    """Write a backup, read it back, and only then move it to `path`; raises `ArchiveError` or `OSError`."""
    migrations = MigrationRecorder(connection).applied_migrations().keys()
    if not migrations:
        raise ArchiveError("There is nothing to back up: the database has no tables yet.")
    reader.require_known(migrations)
    with put_in_place(path) as draft:
        if connection.vendor == "sqlite":
            _write_copy(draft)
        else:
            _write_rows(draft)
        try:
            with reader.staged(draft, is_club=False) as alias:
                return _contents(alias)
        except ArchiveError as error:
            reason = f"{path} does not say what was written into it: the disk may be failing ({error})"
            raise ArchiveError(reason) from error


def restore(path: Path) -> BackupContents:
    """Fill an empty database from a backup, or leave it as it is; raises `ArchiveError`."""
    with reader.staged(path, is_club=False) as alias:
        try:
            # SQLite can't alter tables while it enforces foreign keys; they are checked when all rows are inserted.
            with connection.constraint_checks_disabled(), transaction.atomic(durable=True):
                _require_empty()
                executor = MigrationExecutor(connection)
                executor.migrate(executor.loader.graph.leaf_nodes())
                connection.check_constraints()  # defers them again on PostgreSQL, where migrations check some at once
                _replace_rows(alias)
        except DatabaseError as error:
            reason = " ".join(str(error).split())
            raise ArchiveError(f"The database does not take what the file holds ({reason}).") from error
        return _contents(alias)


def _contents(alias: str) -> BackupContents:
    rows = sum(model._base_manager.using(alias).count() for model in tables.models())
    sessions = Session._base_manager.using(alias).count()
    return BackupContents(rows=rows, sessions=sessions)


def note() -> None:
    """Remember that a backup was just made."""
    (settings.DATA_DIR / NOTE).touch(mode=0o600)


def last_made_at() -> datetime | None:
    """Return when the newest backup was made; None without any."""
    files = [settings.DATA_DIR / NOTE, *(settings.DATA_DIR / "backups").glob("*.backup")]
    times = [file.stat().st_mtime for file in files if file.exists()]
    return datetime.fromtimestamp(max(times), UTC) if times else None


# Writing


def _write_copy(draft: Path) -> None:
    """Write a copy of the SQLite database, without the rows that no backup holds."""
    with TemporaryDirectory(prefix=f".{draft.name}.", dir=draft.parent) as folder:
        copy = Path(folder) / "db.sqlite3"
        try:
            connection.ensure_connection()
            sqlite_copy.copy_database(connection.connection, copy)
            with closing(sqlite3.connect(copy, isolation_level=None)) as database:
                _migrations, models = _schema()
                left_out = {model._meta.db_table for model in models if model._meta.label_lower in reader.LEFT_OUT}
                for table in left_out & _table_names():
                    database.execute(f'DELETE FROM "{table}"')  # noqa: S608 - our own tables
                database.execute("VACUUM")  # deleted rows are gone from the file, too
        except sqlite3.Error as error:
            raise ArchiveError(f"The database can't be copied ({error}).") from error
        with open(copy, "rb") as source, open(draft, "wb") as raw, gzipped(raw) as out:
            shutil.copyfileobj(source, out, 1 << 20)


def _write_rows(draft: Path) -> None:
    """Write an archive of all rows."""
    with tables.snapshot():
        migrations, models = _schema()
        header = Header(made_at=timezone.now().isoformat(), migrations=migrations)
        lines = (
            (model._meta.label_lower, row)
            for model in models
            if tables.has_table(model) and model._meta.label_lower not in reader.LEFT_OUT
            for row in tables.as_json(model, tables.rows(model))
        )
        with open(draft, "wb") as out:
            write(out, header, lines)


def _schema() -> tuple[list[Migration], list[type[Model]]]:
    """Return the migrations and models of the tables as they are now, which may not have been upgraded yet."""
    loader = MigrationLoader(connection)
    migrations = sorted(loader.applied_migrations.keys() & loader.disk_migrations.keys())
    return migrations, loader.project_state(migrations).apps.get_models(include_auto_created=True)


# Restoring


def _require_empty() -> None:
    """Raise `ArchiveError` if anything is stored here."""
    reader.require_known(MigrationRecorder(connection).applied_migrations().keys())
    names = _table_names()
    with connection.cursor() as cursor:
        for model in tables.models():
            label, table = model._meta.label_lower, model._meta.db_table
            if table in names and label not in REPLACED:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - our tables
                if cursor.fetchone():
                    raise ArchiveError("There is already data here. Restore the backup into a new installation.")


def _replace_rows(alias: str) -> None:
    models = tables.models()
    for model in models:
        if model._meta.label_lower in REPLACED:
            model._base_manager.all()._raw_delete(connection.alias)
    for model in models:
        tables.insert(model, tables.rows(model, using=alias), connection)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
    connection.check_constraints()


def _table_names() -> set[str]:
    with connection.cursor() as cursor:
        return {*connection.introspection.table_names(cursor)}
