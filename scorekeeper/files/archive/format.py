"""The container of an archive: header, rows and end, with one hash over the whole file."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast

from django.utils.translation import gettext as _

from scorekeeper.files.archive.writer import gzipped

Migration = tuple[str, str]
Row = Mapping[str, Any]
Line = tuple[str, Row]
"""The kind of a row, which is the label of its model, and the row."""

FORMAT = "scorekeeper.archive"
BEFORE_1_0 = ("scorekeeper.backup", "scorekeeper.club")
VERSION = 2
END = "end"
LONGEST = 64 * 1024 * 1024
"""The most bytes of a line, so that no file can fill the memory."""

NOT_READABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""The exceptions of a line that this program didn't write."""


class ArchiveError(Exception):
    """A file was not written or not read, and nothing was changed; the message is for people."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """The first line. `migrations` is the schema of the rows; a backup has no `club`."""

    made_at: str
    migrations: Collection[Migration]
    club: Mapping[str, str] | None = None
    format: str = FORMAT
    version: int = VERSION


def write(out: IO[bytes], header: Header, lines: Iterable[Line]) -> None:
    """Write an archive into a file, gzipped."""
    digest, number = sha256(), 0

    def put(content: Any) -> None:
        nonlocal number
        encoded = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        digest.update(encoded)
        number += 1
        file.write(encoded)

    with gzipped(out) as file:
        put(asdict(header))
        for kind, row in lines:
            put({"kind": kind, "row": row})
        put({"kind": END, "lines": number, "sha256": digest.hexdigest()})


@contextmanager
def open_archive(path: Path) -> Iterator[tuple[Header, Iterator[Line]]]:
    """Open an archive; reading its lines raises `ArchiveError`, at the end too, unless it is whole."""
    with closing(_contents(path)) as contents:
        yield cast(Header, next(contents)), cast(Iterator[Line], contents)


def _contents(path: Path) -> Generator[Header | Line, None, None]:
    """Yield the header and every row."""
    digest, number, ended = sha256(), 0, False
    for line in _lines(path):
        try:
            content = json.loads(line)
            if number == 0:
                yield _header(content)
            elif ended:
                raise damaged(number)
            elif content["kind"] == END:
                if content["sha256"] != digest.hexdigest():
                    raise damaged(number)
                ended = True
            else:
                yield str(content["kind"]), dict(content["row"])
        except NOT_READABLE as error:
            raise damaged(number) from error
        digest.update(line)
        number += 1
    if not ended:
        raise cut_short(number) if number else foreign()


def _lines(path: Path) -> Iterator[bytes]:
    number = 0
    try:
        with gzip.open(path) as file:
            while line := file.readline(LONGEST):
                if not line.endswith(b"\n"):
                    raise damaged(number)
                yield line
                number += 1
    except EOFError as error:
        raise cut_short(number) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise damaged(number) from error
    except OSError as error:
        raise ArchiveError(f"{path.name}: {error.strerror}.") from error


def _header(content: Any) -> Header:
    if content["format"] in BEFORE_1_0:
        raise ArchiveError(_("The file was made by a version of Scorekeeper before 1.0, which can no longer be read."))
    if content["format"] != FORMAT:
        raise foreign()
    if content["version"] not in (1, VERSION):
        raise newer()
    migrations = [(str(app), str(name)) for app, name in content["migrations"]]
    return Header(made_at=content["made_at"], migrations=migrations, club=content["club"], version=content["version"])


def cut_short(after: int) -> ArchiveError:
    return ArchiveError(_("The file ends early, after line %(line)s: the rest is missing.") % {"line": after})


def damaged(after: int) -> ArchiveError:
    """Return the error for a line that can't be read; a file that has none before it is not ours."""
    return ArchiveError(_("The file is damaged after line %(line)s.") % {"line": after}) if after else foreign()


def damaged_file() -> ArchiveError:
    return ArchiveError(_("The file is damaged."))


def newer() -> ArchiveError:
    return ArchiveError(_("The file was made by a newer version of Scorekeeper."))


def foreign() -> ArchiveError:
    return ArchiveError(_("This is not a file of Scorekeeper."))
