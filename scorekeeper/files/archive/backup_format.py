"""The backup file: gzipped JSON Lines, independent of the database.

The first line is the *header*: format, time, migrations, and the number of rows of each model. Then each model has a
*section*: its name and columns, and a line with an array for each row. The last line is the *seal*, the SHA-256 of
every line before it: a file without it was cut short. This module doesn't use the database.

Models and columns are those of the version that made the file. `rows` yields them as written, `upgraded` as today's
models have them. `scorekeeper.files.archive` describes the format.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from io import BufferedWriter
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, cast

from scorekeeper.files.archive.schema_history import Migration, Row, Upgrade

FORMAT = "scorekeeper.backup"
VERSION = 1


class BackupError(Exception):
    """Nothing was made or restored; the message is for people."""


@dataclass(frozen=True, kw_only=True)
class BackupHeader:
    """The first line. `rows` maps model labels to the number of rows, in the order of the sections."""

    made_at: str
    migrations: Sequence[Migration]
    rows: Mapping[str, int]
    format: str = FORMAT
    version: int = VERSION


@dataclass(frozen=True)
class BackupSection:
    """The head of a model's rows; `columns` are the fields' attribute names, such as `session_id`."""

    model: str
    columns: Sequence[str]


class BackupWriter:
    """Writes the lines of a backup and its seal."""

    def __init__(self, out: BufferedWriter, header: BackupHeader) -> None:
        self._out, self._digest = out, sha256()
        self._line(asdict(header))

    def section(self, section: BackupSection) -> None:
        self._line(asdict(section))

    def row(self, values: Sequence[Any]) -> None:
        self._line(values)

    def seal(self) -> None:
        """Write the last line; nothing may follow."""
        self._line({"sha256": self._digest.hexdigest()})

    def _line(self, value: Any) -> None:
        line = encoded(value) + b"\n"
        self._digest.update(line)
        self._out.write(line)


def encoded(value: Any, *, sort_keys: bool = False) -> bytes:
    """Return a value as one line of JSON.

    With sorted keys, equal values are equal bytes; PostgreSQL returns keys in its own order.
    """
    as_json = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=sort_keys)
    return as_json.encode()


@contextmanager
def written(path: Path, header: BackupHeader) -> Iterator[BackupWriter]:
    """Open a backup for writing and seal it at the end; only its owner may be able to read `path`."""
    with open(path, "wb") as raw:
        with BufferedWriter(cast(Any, gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6))) as out:
            writer = BackupWriter(out, header)
            yield writer
            writer.seal()
        raw.flush()
        os.fsync(raw.fileno())


@contextmanager
def put_in_place(path: Path) -> Iterator[Path]:
    """Yield a draft beside `path` that replaces it on success and is deleted otherwise; only its owner can read it."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    try:
        yield Path(name)
        os.replace(name, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def verified(path: Path) -> BackupHeader:
    """Read a file to its end and return its header; raises `BackupError` unless it is intact."""
    exhaust(rows(path))
    with closing(_lines(path)) as lines:
        return _header(path, next(lines))


def exhaust(lines: Iterable[Any]) -> None:
    """Read to the end, for the errors found on the way."""
    deque(lines, maxlen=0)


def rows(path: Path) -> Iterator[tuple[BackupSection, Sequence[Any]]]:
    """Yield every row with its section. Only the end of the file proves the rows intact: call `verified` first."""
    section: BackupSection | None = None
    lines = _lines(path)
    first = next(lines, b"")
    header, digest, counted = _header(path, first, lines), sha256(first), dict[str, int]()
    for line in lines:
        value = _value(path, line)
        if isinstance(value, list):
            if section is None or len(value) != len(section.columns):
                raise _damaged(path)
            counted[section.model] += 1
            yield section, value
        elif isinstance(value, dict) and value.keys() == {"model", "columns"}:
            section = BackupSection(**value)
            counted[section.model] = 0
        else:
            if value != {"sha256": digest.hexdigest()} or counted != header.rows or next(lines, None) is not None:
                raise _damaged(path)
            return
        digest.update(line)
    raise BackupError(f"{path} is cut short: its end is missing.")


def upgraded(path: Path, upgrade: Upgrade) -> Iterator[tuple[BackupSection, Sequence[Any]]]:
    """Yield every row with its section, as today's models have them."""
    for section, group in groupby(rows(path), key=itemgetter(0)):
        model, changes = upgrade.of(section.model)
        if not changes:
            yield from group
            continue
        now = section
        for _section, values in group:
            row: Row = dict(zip(section.columns, values, strict=True))
            for change in changes:
                row = change.apply(row)
            if now is section:
                now = BackupSection(model, [*row])
            yield now, [row[name] for name in now.columns]


def _header(path: Path, line: bytes, rest: Iterable[bytes] = ()) -> BackupHeader:
    """Return the header; before refusing one, read the rest, because damage is only detected there."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        exhaust(rest)
        raise _foreign(path)
    if value.get("version") != VERSION:
        exhaust(rest)
        raise BackupError(f"{path} was made by a newer version of the scorekeeper than this one.")
    try:
        header = BackupHeader(**value)
        return BackupHeader(**{**value, "migrations": [(app, name) for app, name in header.migrations]})
    except (TypeError, ValueError) as error:
        raise _damaged(path) from error


def _lines(path: Path) -> Generator[bytes, None, None]:
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except gzip.BadGzipFile as error:
        raise (_foreign(path) if "Not a gzipped file" in str(error) else _damaged(path)) from error
    except EOFError as error:
        raise BackupError(f"{path} is cut short: its end is missing.") from error
    except zlib.error as error:
        raise _damaged(path) from error
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror}.") from error


def _value(path: Path, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise _damaged(path) from error


def _foreign(path: Path) -> BackupError:
    return BackupError(f"{path} is not a backup of the scorekeeper.")


def _damaged(path: Path) -> BackupError:
    return BackupError(f"{path} is damaged: it does not say what was written into it.")
