"""Writing a file that is complete or not there."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast


@contextmanager
def gzipped(out: IO[bytes]) -> Iterator[IO[bytes]]:
    """Yield a file that gzips what is written; equal lines give equal bytes at any time."""
    compressor = gzip.GzipFile(filename="", fileobj=out, mode="wb", compresslevel=6, mtime=0)
    with compressor, io.BufferedWriter(cast(Any, compressor), 1 << 16) as buffered:
        yield cast(IO[bytes], buffered)


DRAFT = ".scorekeeper-draft"
"""The ending of a draft's name."""
ABANDONED = 24 * 3600
"""Seconds after which the files of a process that was killed are deleted; no process needs that long."""


@contextmanager
def put_in_place(path: Path) -> Iterator[Path]:
    """Yield a draft beside `path` that replaces it on success and is deleted otherwise; only its owner can read it."""
    delete_abandoned(path.parent, f".*{DRAFT}*")
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=DRAFT, dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
        _sync(Path(name))
        os.replace(name, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)
    _sync(path.parent)


def delete_abandoned(folder: Path, pattern: str) -> None:
    """Delete temporary files and folders that a killed process left here; others may be in use."""
    for left in folder.glob(pattern):
        with suppress(OSError):  # another process was first, or they belong to another account
            if time.time() - left.stat().st_mtime < ABANDONED:
                continue
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink()


def _sync(path: Path) -> None:
    """Have the disk store what was written to a file or a folder."""
    is_folder = path.is_dir()
    if is_folder and not hasattr(os, "O_DIRECTORY"):  # Windows opens no folders
        return
    handle = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)  # Windows syncs only what can be written
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
