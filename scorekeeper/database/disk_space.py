"""Free space on the disk with the data: an SQLite database, or `DATA_DIR` if the database is elsewhere."""

import shutil
from pathlib import Path

from django.conf import settings
from django.db import connection

LEAST = 32 * 1024 * 1024
"""Free bytes below which the server is not ready: SQLite's log alone may take a few megabytes."""
LITTLE = 1024 * 1024 * 1024
"""Free bytes below which it is time to make room: a backup and an upgrade each copy the data."""


def shortage() -> str:
    """Return a sentence if the disk is almost full; empty if there is room or the database is not SQLite."""
    if connection.vendor != "sqlite":
        return ""
    try:
        free = _free()
    except OSError:
        return f"{_folder()} cannot be read."
    return "" if free >= LEAST else f"The disk is full: {free // 1024**2} MB are left in {_folder()}."


def is_little() -> bool:
    """Return whether little space is left."""
    try:
        return _free() < LITTLE
    except OSError:  # the health check says so
        return False


def _free() -> int:
    return shutil.disk_usage(_folder()).free


def _folder() -> Path:
    return Path(connection.settings_dict["NAME"]).parent if connection.vendor == "sqlite" else settings.DATA_DIR
