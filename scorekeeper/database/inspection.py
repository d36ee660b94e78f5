"""Check that this version may use the database, before anything touches it.

A database that is damaged, truncated, read-only, another program's or a newer version's is refused with a sentence that
says what to do. Nothing is ever created in its place. If there is no file at all, it is a first start.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path
from shutil import disk_usage

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper import __version__
from scorekeeper.database.faults import Fault, fault_of

PATIENCE = 5
"""Seconds to wait for another process that locks the whole file."""

OWN_APPS = frozenset({"clubs", "play"})
"""Apps whose migrations every Scorekeeper database has."""

Migration = tuple[str, str]

NOTES = "scorekeeper"
"""The app under whose name the versions that migrated a database are noted (`scorekeeper.upgrades.versions`)."""


class UnusableDatabaseError(Exception):
    """The database cannot be used; the message says why and what to do."""


class UnreachableDatabaseError(UnusableDatabaseError):
    """The database server does not answer."""


def require_usable(*, must_exist: bool, every_page: bool = True) -> None:
    """Raise `UnusableDatabaseError` unless the database is ours and sound; unless `must_exist`, it may be new.

    Of an SQLite database, `every_page` is read, which takes a while if it is large.
    """
    if connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
        try:
            _require_usable_file(path, must_exist=must_exist, every_page=every_page)
        except OSError as error:
            raise UnusableDatabaseError(f"{path} cannot be read ({error.strerror}).") from error
    else:
        _require_usable_server(serving=must_exist)


def require_known() -> None:
    """Raise `UnusableDatabaseError` if the database has migrations that are unknown here.

    An SQLite file is read as it is: Django's connection would change its journal mode.
    """
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite":
        _require_known(f"The database “{name}”", MigrationRecorder(connection).applied_migrations())
    elif Path(name).exists():
        address = f"{Path(name).absolute().as_uri()}?mode=ro"
        with connection.wrap_database_errors, closing(sqlite3.connect(address, uri=True)) as file:
            applied = _applied(file, _tables(file))
        _require_known(name, applied)


def why_unusable() -> str | None:
    """Return why a statement failed and what to do, or None if nothing is wrong with the database."""
    try:
        require_usable(must_exist=True)
        applied = MigrationRecorder(connection).applied_migrations()
    except UnusableDatabaseError as error:
        return str(error)
    if not applied:
        return f"The database has no tables yet. Create them: {settings.PROGRAM} prepare"
    if MigrationLoader(None).disk_migrations.keys() - applied.keys():
        return f"The database is of an older version. Upgrade it: {settings.PROGRAM} prepare"
    return None


def restoring() -> str:
    """Return the command that restores a backup, naming the latest one if there is one."""
    latest: Path | None = None
    with suppress(OSError):
        backups = (settings.DATA_DIR / "backups").glob("*.backup")
        latest = max(backups, key=lambda file: file.stat().st_mtime, default=None)
    return f"{settings.PROGRAM} restore {latest or 'FILE'}"


def _require_usable_file(path: Path, *, must_exist: bool, every_page: bool) -> None:
    if not path.exists():
        _require_no_log(path)
        if must_exist:
            raise UnusableDatabaseError(f"There is no database at {path} yet. Create it: {settings.PROGRAM} prepare")
        return
    elsewhere = f"Move it elsewhere and restore a backup: {restoring()}"
    if path.is_file() and not path.stat().st_size:
        raise UnusableDatabaseError(
            f"{path} is empty (0 bytes), so its data is lost. {elsewhere} (If there never was one, delete the file.)"
        )
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)) as file:
            if every_page:
                _require_sound(file)
            _require_writable(file)
            tables = _tables(file)
            applied = _applied(file, tables)
    except sqlite3.Error as error:
        raise UnusableDatabaseError(_why(path, error, elsewhere)) from error
    if tables - _known_tables() and not _is_ours(applied):
        raise UnusableDatabaseError(f"{path} is the database of another program. Set another DATA_DIR or DATABASE_URL.")
    _require_known(str(path), applied)


def _tables(file: sqlite3.Connection) -> set[str]:
    return {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _applied(file: sqlite3.Connection, tables: Collection[str]) -> set[Migration]:
    return set(file.execute("SELECT app, name FROM django_migrations")) if "django_migrations" in tables else set()


def _require_no_log(path: Path) -> None:
    """Raise if the database is missing but its WAL is there: SQLite would discard what the log holds."""
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size:
        raise UnusableDatabaseError(
            f"{path} is missing, but its log {log.name} is there. Put them back together, or move the log elsewhere "
            f"and restore a backup: {restoring()}"
        )


def _require_sound(file: sqlite3.Connection) -> None:
    """Raise `sqlite3.Error` if a page of the file is damaged."""
    (result,) = file.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise sqlite3.DatabaseError(result.splitlines()[-1])


def _require_writable(file: sqlite3.Connection) -> None:
    """Raise `sqlite3.Error` unless the file can be written; another process may be writing."""
    file.isolation_level = None
    file.execute("PRAGMA busy_timeout = 0")
    (number,) = file.execute("PRAGMA user_version").fetchone()
    try:
        file.execute("BEGIN IMMEDIATE")
        file.execute(f"PRAGMA user_version = {number}")  # BEGIN alone needs no write permission
        file.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if fault_of(error) is not Fault.BUSY:
            raise


def _why(path: Path, error: sqlite3.Error, elsewhere: str) -> str:
    fault = fault_of(error)
    if fault is Fault.BUSY:
        return f"{path} is locked by another program. Stop that program first."
    if fault is Fault.FULL or (fault is Fault.AWAY and not disk_usage(path.parent).free):
        return f"The disk with {path} is full ({error}). Free some space and try again; nothing was changed."
    if fault in (Fault.READ_ONLY, Fault.AWAY):
        return (
            f"{path} cannot be written to ({error}). Make sure that this account may write to the file and its folder, "
            "and that the disk is not mounted read-only."
        )
    return f"{path} is damaged or not a database ({error}). {elsewhere}"


def _require_usable_server(*, serving: bool) -> None:
    where = f"The database “{connection.settings_dict['NAME']}” on {connection.settings_dict['HOST'] or 'this machine'}"
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except Error as error:
        reason = " ".join(str(error).split())
        raise UnreachableDatabaseError(f"{where} doesn't respond ({reason}).") from error
    finally:
        connection.close()
    if applied and not _is_ours(applied):
        raise UnusableDatabaseError(f"{where} belongs to another program. Set DATABASE_URL to another one.")
    if not (serving and _is_newer(applied)):  # during a rolling upgrade, hosts of the old version keep serving
        _require_known(where, applied)


def _is_ours(applied: Collection[Migration]) -> bool:
    return any(app in OWN_APPS for app, _name in applied)


def _known_tables() -> set[str]:
    """Return the tables of a complete first start; an interrupted one has some of them."""
    return {*connection.introspection.django_table_names(), "django_migrations", "sqlite_sequence"}


def _require_known(where: str, applied: Collection[Migration]) -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    known = {app for app, _name in loader.disk_migrations}
    unknown = sorted(
        migration for migration in applied if migration[0] in known and migration not in loader.disk_migrations
    )
    if unknown:
        migration = f"{'.'.join(unknown[-1])} is unknown here"
        if _is_newer(applied):
            by = f"by a newer version of Scorekeeper: {migration}. Start that version"
        else:
            by = f"by a version of Scorekeeper that was never released ({migration}), so start that one"
        raise UnusableDatabaseError(
            f"{where} was written {by}, or go back to the data from before it: {settings.PROGRAM} rollback "
            f"(or restore a backup with another DATA_DIR: {restoring()})"
        )


def _is_newer(applied: Collection[Migration]) -> bool:
    """Return whether a later version has migrated the database, which every version since 1.1.0 notes in it."""
    return any(_number(name) > _number(__version__) for app, name in applied if app == NOTES)


def _number(version: str) -> list[int]:
    """Return the parts of a version's number.

    >>> _number("1.10.0") > _number("1.9.2")
    True
    """
    return [int(part) for part in re.findall("[0-9]+", version)]
