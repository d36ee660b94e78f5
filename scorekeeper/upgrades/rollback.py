"""Going back to the data from before an upgrade."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from scorekeeper.database import data_directory
from scorekeeper.upgrades import copies


class RollbackError(Exception):
    """Nothing was put back; the message says why."""


def rollback(copy: Path, version: str, *, agreed: Callable[[int], bool]) -> Path | None:
    """Put a copy of the SQLite database back; raises `RollbackError`.

    `agreed` is asked first, with the number of hands that this takes out of the database. Return the copy of what was
    in the database, of this version, if there was a database.
    """
    try:
        with data_directory.sole_use(), data_directory.private_files():
            kept = None
            if copies.database_file().exists():
                if not agreed(newer_hands(copy)):
                    raise RollbackError("You didn't agree.")
                kept = copies.before_rollback(version)
            copies.put_back(copy)
            return kept
    except data_directory.InUseError as error:
        raise RollbackError(f"{error} Stop it first.") from error
    except (copies.CopyError, sqlite3.Error) as error:
        raise RollbackError(f"{copy} was not put back ({error}).") from error


def newer_hands(copy: Path) -> int:
    """Return how many hands the database has whose keys, which only grow, come after the last one in the copy."""
    with closing(copies.opened(copies.database_file())) as now, closing(copies.opened(copy)) as then:
        (last,) = then.execute("SELECT COALESCE(MAX(id), 0) FROM play_hand").fetchone()
        (count,) = now.execute("SELECT COUNT(*) FROM play_hand WHERE id > ?", [last]).fetchone()
    return int(count)
