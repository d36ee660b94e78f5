"""Going back to the data from before an upgrade, after saying what that removes from the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from scorekeeper.database import data_directory
from scorekeeper.upgrades import copies

RECORDED = {
    "play_session": "sessions",
    "play_hand": "hands",
    "play_change": "changes at tables",
    "clubs_player": "people",
    "clubs_auditentry": "entries in the audit log",
}
"""The tables whose new rows are counted, and what they hold. Their keys only grow, in every version since 1.0.0."""


class RollbackError(Exception):
    """Nothing was put back; the message says why, and what to do."""


class NewerDataError(RollbackError):
    """Something was entered since the copy was made."""


def rollback(copy: Path, version: str, *, discard: bool) -> Path | None:
    """Put a copy of the SQLite database back; raises `RollbackError`, and `NewerDataError` unless `discard`.

    Return the copy of what was in the database, of this version, if there was a database.
    """
    try:
        with data_directory.sole_use():
            kept = None
            if copies.database_file().exists():
                if not discard and (newer := newer_rows(copy)):
                    counted = ", ".join(f"{RECORDED[table]}: {count:,}" for table, count in newer.items())
                    raise NewerDataError(f"Since that copy was made, this was added: {counted}.")
                kept = copies.before_rollback(version)
            with data_directory.private_files():
                copies.put_back(copy)
            return kept
    except data_directory.InUseError as error:
        raise RollbackError(f"{error} Stop it first.") from error
    except (copies.CopyError, sqlite3.Error) as error:
        raise RollbackError(f"{copy} was not put back ({error}).") from error


def newer_rows(copy: Path) -> Mapping[str, int]:
    """Return how many rows each table of the database has whose keys come after the last one in the copy."""
    newer = {}
    with closing(copies.opened(copies.database_file())) as now, closing(copies.opened(copy)) as then:
        for table in RECORDED:
            (last,) = then.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()  # noqa: S608 - one of ours
            (count,) = now.execute(f"SELECT COUNT(*) FROM {table} WHERE id > ?", [last]).fetchone()  # noqa: S608 - the same
            if count:
                newer[table] = count
    return newer
