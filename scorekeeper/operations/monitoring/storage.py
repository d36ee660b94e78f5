"""The disk with the data, and the files of an SQLite database, in bytes."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import Error, connection


@dataclass(frozen=True, kw_only=True)
class Storage:
    """Free and total bytes of the disk; None is unknown. PostgreSQL is usually on another machine's disk."""

    free: int | None
    total: int | None
    database: int | None
    log: int | None


def of_files() -> Storage:
    """Return what the file system tells, without asking the database."""
    is_file = connection.vendor == "sqlite"
    database = Path(connection.settings_dict["NAME"]) if is_file else None
    try:
        usage = shutil.disk_usage(database.parent if database else settings.DATA_DIR)
    except OSError:
        return Storage(free=None, total=None, database=None, log=None)
    size = _size(database) if database else None
    log = _size(Path(f"{database}-wal")) if database else None
    return Storage(free=usage.free, total=usage.total, database=size, log=log)


def of_postgresql() -> int | None:
    """Return the size of the PostgreSQL database, or None if it can't be asked now."""
    if connection.vendor != "postgresql":
        return None
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            (size,) = cursor.fetchone() or (None,)
            return size
    except Error:
        return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # the log exists only while the database is open
        return 0
