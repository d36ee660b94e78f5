"""Free space on the disk that holds an SQLite database."""

import shutil
from pathlib import Path

from django.db import connection

LEAST = 32 * 1024 * 1024
"""Free bytes below which the server is not ready: SQLite's log alone may take a few megabytes."""


def shortage() -> str:
    """Return a sentence if the disk is almost full; empty if there is room or the database is not SQLite."""
    if connection.vendor != "sqlite":
        return ""
    folder = Path(connection.settings_dict["NAME"]).parent
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return f"{folder} cannot be read."
    return "" if free >= LEAST else f"The disk is full: {free // 1024**2} MB are left in {folder}."
