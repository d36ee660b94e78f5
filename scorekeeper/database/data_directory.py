"""The data directory: database, secret key, backups and uploads, private and used by one server only."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection

LOCK = "server.lock"
OTHERS = 0o077
"""Permission bits of the group and of others."""


def make_private() -> Iterator[str]:
    """Close the folder to other accounts, and an SQLite database elsewhere; yield warnings for the console.

    Nobody gets to a file in a closed folder, whatever its own permissions are.
    """
    folder = settings.DATA_DIR
    if not hasattr(os, "geteuid"):  # Windows has no Unix permissions
        return
    owner, we = folder.stat().st_uid, os.geteuid()
    if owner != we:
        yield (
            f"{folder} belongs to {_name(owner)}, but this is running as {_name(we)}: each may not be able "
            f"to read the other's files. Run it as {_name(owner)}."
        )
    try:
        _close(folder)
        if connection.vendor == "sqlite":
            _close(Path(connection.settings_dict["NAME"]))
    except OSError:
        yield f"Other accounts on this computer can read {folder}. Its owner can change that: chmod go= {folder}"


@contextmanager
def private_files() -> Iterator[None]:
    """Create new files with permissions for their owner only."""
    before = os.umask(OTHERS)
    try:
        yield
    finally:
        os.umask(before)


class InUseError(Exception):
    """A server uses the folder."""


def claim() -> tuple[IO[str] | None, str]:
    """Lock the folder for this server; return the open lock file and a warning, or an empty string.

    Where files can't be locked, as on some network drives, nothing is locked and there is no warning.
    """
    mark, other = _lock()
    return mark, _shared_with(other) if other else ""


@contextmanager
def sole_use() -> Iterator[None]:
    """Lock the folder until the block ends; raises `InUseError` if a server uses it."""
    with private_files():
        mark, other = _lock()
    if other:
        raise InUseError(f"A server (process {other}) is using {settings.DATA_DIR}.")
    with mark or nullcontext():
        yield


def _lock() -> tuple[IO[str] | None, str]:
    """Return the locked file, or the process that has locked it; neither where files can't be locked."""
    try:
        import fcntl  # noqa: PLC0415 - Windows has none

        mark = open(settings.DATA_DIR / LOCK, "a+", encoding="ascii")  # noqa: SIM115 - open for as long as it is served
    except (ImportError, OSError):
        return None, ""
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        with mark:
            mark.seek(0)
            other = mark.read().strip() or "unknown"
        return None, other if isinstance(error, BlockingIOError) else ""
    mark.truncate(0)
    mark.write(str(os.getpid()))
    mark.flush()
    return mark, ""


def _shared_with(process: str) -> str:
    return (
        f"Another server (process {process}) also uses {settings.DATA_DIR}. Phones on one of them see what is "
        "recorded on the other only after some seconds. Stop one of them."
    )


def _close(path: Path) -> None:
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS & 0o7777)


def _name(user: int) -> str:
    import pwd  # noqa: PLC0415 - Windows has none

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


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
