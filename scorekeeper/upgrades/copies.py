"""Copies of the data in `backups`, made before an upgrade or a rollback: complete or absent, private, and few.

Of an SQLite database, a copy is another SQLite database, made and put back by SQLite itself: exact, fast, and without
anyone seeing half of it. Of a PostgreSQL database, it is a backup, which `restore` of either version reads.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.database import data_directory, sqlite_copy
from scorekeeper.files.archive.backup import backup
from scorekeeper.files.archive.format import ArchiveError
from scorekeeper.files.archive.writer import put_in_place

KEPT = 3
"""How many copies from before upgrades are kept. Those from before a rollback are kept until somebody deletes them."""
PATIENCE = 5
"""Seconds to wait for another program that has locked the database."""


class CopyError(Exception):
    """No copy was made, and the database is unchanged; the message says why."""


def folder() -> Path:
    return settings.DATA_DIR / "backups"


def before_upgrade(version: str) -> Path:
    """Copy the data of this version of the database, delete the oldest such copies, and return the new one."""
    copy = _make(f"{version}-before-{__version__}")
    for old in all_before_upgrades()[KEPT:]:
        old.unlink(missing_ok=True)
    return copy


def before_rollback(version: str) -> Path:
    """Copy the data that a rollback takes out of the database."""
    return _make(f"{version}-before-rollback")


def all_before_upgrades() -> list[Path]:
    """Return the copies from before upgrades, the newest first."""
    found = [path for path in folder().glob("*-before-[0-9]*") if path.suffix in (".sqlite3", ".backup")]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def version_of(copy: Path) -> str:
    """Return the version whose data a copy has, which its name says."""
    return copy.name.partition("-before-")[0]


def database_file() -> Path:
    """Return the SQLite database."""
    return Path(connection.settings_dict["NAME"])


def opened(file: Path) -> sqlite3.Connection:
    """Open an SQLite database to read it."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def put_back(copy: Path) -> None:
    """Replace the content of the SQLite database by a copy's, in one transaction of SQLite; raises `sqlite3.Error`."""
    with closing(opened(copy)) as source, closing(sqlite3.connect(database_file(), timeout=PATIENCE)) as target:
        sqlite_copy.require_sound(source)
        target.execute("BEGIN IMMEDIATE")  # fails if it is locked; a copy would wait forever
        target.rollback()
        source.backup(target)


def _make(name: str) -> Path:
    ending = "sqlite3" if connection.vendor == "sqlite" else "backup"
    path = folder() / f"{name}-{timezone.localtime():%Y%m%d-%H%M%S}.{ending}"
    try:
        with data_directory.private_files():
            path.parent.mkdir(mode=0o700, exist_ok=True)
            if connection.vendor == "sqlite":
                _copy_sqlite(path)
            else:
                backup(path)
    except OSError as error:
        raise CopyError(f"{path} can't be written ({error.strerror}).") from error
    except sqlite3.Error as error:
        raise CopyError(f"{path} can't be written ({error}).") from error
    except ArchiveError as error:
        raise CopyError(str(error)) from error
    return path


def _copy_sqlite(path: Path) -> None:
    with put_in_place(path) as draft, closing(sqlite3.connect(database_file())) as source:
        sqlite_copy.copy_database(source, draft)
