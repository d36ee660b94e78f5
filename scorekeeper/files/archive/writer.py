"""Writing an archive: the lines with their checks and the end, and a file that is complete or not there."""

from __future__ import annotations

import gzip
import io
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast

from scorekeeper.files.archive.format import END, ArchiveHeader, encoded
from scorekeeper.files.archive.schema_history import Row


def write(out: IO[bytes], header: ArchiveHeader, rows: Iterable[tuple[str, Row]]) -> Iterator[tuple[int, int]]:
    """Write header, rows with their kinds, and end; yield the number of lines written and the total as it goes."""
    digest, total_lines, done = sha256(), header.lines, 0

    def line(content: Any) -> None:
        body = encoded(content)[:-1]
        checked = b'%s,"check":"%08x"}\n' % (body, zlib.crc32(body))
        digest.update(checked)
        out.write(checked)

    line(asdict(header))
    for done, (kind, row) in enumerate(rows, 1):
        line({"kind": kind, "row": row})
        yield done, total_lines
    line({"kind": END, "lines": done + 1, "sha256": digest.hexdigest()})


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
