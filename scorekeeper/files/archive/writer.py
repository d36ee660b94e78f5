"""Writing a file that is complete or not there."""

from __future__ import annotations

import gzip
import io
import os
import tempfile
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


@contextmanager
def put_in_place(path: Path) -> Iterator[Path]:
    """Yield a draft beside `path` that replaces it on success and is deleted otherwise; only its owner can read it."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
        _sync(Path(name))
        os.replace(name, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)
    _sync(path.parent)


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
