"""A file's rows in a temporary SQLite database, where the migrations bring them up to date.

Everything that can be wrong with a file shows here, before the database of the installation is touched.
"""

from __future__ import annotations

import gzip
import shutil
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from django.core.exceptions import ValidationError
from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.utils.translation import gettext as _

from scorekeeper.files.archive import club_files_of_1_0, tables
from scorekeeper.files.archive.format import (
    NOT_READABLE,
    ArchiveError,
    Line,
    Migration,
    cut_short,
    damaged_file,
    foreign,
    open_archive,
)
from scorekeeper.files.archive.writer import delete_abandoned

STAGING = "staging"
"""The alias of the connection to the temporary database."""

PREFIX = "scorekeeper-staging-"
"""What the names of the temporary folders begin with."""

SQLITE = b"SQLite format 3\0"

LEFT_OUT = frozenset({"accounts.secondfactor", "accounts.recoverycode", "reading.photographedpage", "sessions.session"})
"""Models that no file holds and whose rows none brings back; a database of 1.0.0 has a table of recovery codes.

A backup must not give away the second factor of an organiser. After a restore, a password is enough until second
factors are turned on again, so nobody is locked out. Browser sessions would let anyone with the file act as whoever was
signed in. Photos of sheets are deleted as soon as their hands are recorded, which a backup would undo.
"""


@contextmanager
def staged(path: Path, *, is_club: bool) -> Iterator[str]:
    """Fill a temporary database from a club file, or a backup, and yield its alias; raises `ArchiveError`."""
    delete_abandoned(Path(gettempdir()), f"{PREFIX}*")
    with TemporaryDirectory(prefix=PREFIX) as folder:
        database = Path(folder) / "db.sqlite3"
        is_copy = _unpacked(path, database)
        if is_copy and is_club:
            raise _other_kind(is_club=is_club)
        with _connected(database) as connection:
            try:
                if is_copy:
                    _check_copy(connection)
                else:
                    _load(path, connection, is_club=is_club)
                executor = MigrationExecutor(connection)
                executor.migrate(executor.loader.graph.leaf_nodes())
                connection.check_constraints()
            except DatabaseError as error:
                reason = " ".join(str(error).split())
                raise ArchiveError(_("The file holds what can’t be stored (%(why)s).") % {"why": reason}) from error
            yield STAGING


def require_known(migrations: Collection[Migration]) -> None:
    """Raise `ArchiveError` if a schema has migrations that are unknown here."""
    known = MigrationLoader(None).disk_migrations
    apps = {app for app, _name in known}
    unknown = sorted(f"{app}.{name}" for app, name in migrations if app in apps and (app, name) not in known)
    if unknown:
        words = _(
            "It is from a newer version of Scorekeeper, or from one that was never released: %(migrations)s is unknown "
            "here."
        )
        raise ArchiveError(words % {"migrations": ", ".join(unknown)})


def _unpacked(path: Path, target: Path) -> bool:
    """Unpack the copy of a database; return whether the file is one."""
    try:
        with gzip.open(path) as file:
            if file.read(len(SQLITE)) != SQLITE:
                return False
            with open(target, "wb") as database:
                database.write(SQLITE)
                shutil.copyfileobj(file, database, 1 << 20)
    except gzip.BadGzipFile as error:
        raise damaged_file() if target.exists() else foreign() from error
    except (EOFError, zlib.error) as error:
        raise damaged_file() if target.exists() else cut_short(0) from error
    except OSError as error:
        raise ArchiveError(f"{path.name}: {error.strerror}.") from error
    return True


@contextmanager
def _connected(database: Path) -> Iterator[BaseDatabaseWrapper]:
    options = {"init_command": "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY"}
    usual = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(database), "OPTIONS": options}
    connection = DatabaseWrapper({**connections["default"].settings_dict, **usual}, STAGING)
    connections[STAGING] = connection
    try:
        with connection.constraint_checks_disabled():
            yield connection
    finally:
        connection.close()
        del connections[STAGING]


def _check_copy(connection: BaseDatabaseWrapper) -> None:
    """Raise `ArchiveError` unless the copy of a database is sound, ours, and not newer."""
    try:
        with connection.cursor() as cursor:
            (result,) = cursor.execute("PRAGMA quick_check(1)").fetchone()
    except DatabaseError as error:
        raise damaged_file() from error
    if result != "ok":
        raise damaged_file()
    applied = MigrationRecorder(connection).applied_migrations()
    if not any(app == "play" for app, _name in applied):
        raise foreign()
    require_known(applied.keys())


def _load(path: Path, connection: BaseDatabaseWrapper, *, is_club: bool) -> None:
    with open_archive(path) as (header, lines):
        if (header.club is not None) is not is_club:
            raise _other_kind(is_club=is_club)
        of_1_0 = is_club and header.version == 1
        migrations = club_files_of_1_0.migrations(header) if of_1_0 else header.migrations
        require_known(migrations)
        with transaction.atomic(using=STAGING):
            models = _migrated_to(migrations, connection)
            _insert(club_files_of_1_0.with_keys(lines) if of_1_0 else lines, models, connection)


def _migrated_to(migrations: Collection[Migration], connection: BaseDatabaseWrapper) -> StateApps:
    """Create the empty tables of a schema, and return its models."""
    loader = MigrationLoader(connection)
    applied = [each for each in migrations if each in loader.graph.nodes]
    models = loader.project_state(applied).apps
    with connection.schema_editor() as editor:
        for model in models.get_models():
            editor.create_model(model)
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in {step for each in applied for step in loader.graph.forwards_plan(each)}:
        recorder.record_applied(app, name)
    return models


def _insert(lines: Iterable[Line], models: StateApps, connection: BaseDatabaseWrapper) -> None:
    for kind, group in groupby(lines, key=lambda line: line[0]):
        if kind in LEFT_OUT:
            continue  # `groupby` reads over them
        try:
            model = models.get_model(kind)
            tables.insert(model, (tables.from_json(model, row) for _kind, row in group), connection)
        except ValidationError as error:
            words = _("The file holds what can’t be stored (%(why)s).")
            raise ArchiveError(words % {"why": f"{kind}: {' '.join(error.messages)}"}) from error
        except (LookupError, *NOT_READABLE, OverflowError, ArithmeticError) as error:
            raise damaged_file() from error


def _other_kind(*, is_club: bool) -> ArchiveError:
    """Return the error for a file of the other kind."""
    if is_club:
        return ArchiveError(_("This is a backup, not a club file."))
    return ArchiveError(_("This is a club file, not a backup."))
