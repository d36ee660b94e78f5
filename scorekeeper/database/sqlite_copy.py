"""Copies of an SQLite database, made by SQLite itself while others write to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database into an empty file; raises `sqlite3.Error`, also if the copy is not sound."""
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        require_sound(copy)


def require_sound(database: sqlite3.Connection) -> None:
    """Raise `sqlite3.DatabaseError` if a database is damaged."""
    (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise sqlite3.DatabaseError(result.splitlines()[-1])
