"""The club file: JSON Lines, gzipped or not, each line with its own checksum, and a last line that seals all of them.

The first line is the *header*, every other has a `kind`, the last is the *end*, with the number of lines and the
SHA-256 of everything before it, which shows whether a file is complete. The check of a line, a CRC-32, shows which line
was changed. Files are read and written line by line, because a club may be larger than memory.

Lines with an older schema are upgraded as they are read. `scorekeeper.files.archive` describes the format.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast

from django.utils.translation import gettext as _

from scorekeeper.files.archive import schema_history
from scorekeeper.files.archive.backup_format import encoded
from scorekeeper.files.archive.schema_history import Migration, UnknownSchemaError, Upgrade

FORMAT = "scorekeeper.club"
VERSION = 2
SCHEMA_OF_VERSION_1 = schema_history.migrations(("api", "0001_tokens"))
"""The schema of version 1: those files don't state it, but all were made from this one."""
END = "end"
LONGEST = 32 * 1024 * 1024
"""The most bytes of a line, so that nobody can fill the memory; a session of ten thousand hands takes a third."""
LONGEST_HEADER = 16 * 1024
CHECK = re.compile(rb',"check":"([0-9a-f]{8})"}\n')
CHECK_LENGTH = len(',"check":"00000000"}\n')
GZIP = b"\x1f\x8b"
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
"""What databases can't store: the null character and lone surrogates."""


MADE_UP = (TypeError, KeyError, AttributeError, ValueError, IndexError, OverflowError, RecursionError)
"""The exceptions that a line can cause that passes its check but wasn't written by this program."""


class ClubFileError(Exception):
    """A club file was not imported, and nothing was written; the message is for people."""


@dataclass(frozen=True)
class ClubFileLine:
    """The content of a line, without its check, and its number in the file."""

    number: int
    said: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return str(self.said.get("kind"))

    def refused(self, why: str, place: str = "") -> ClubFileError:
        """Return the error with the line number and the place in the line."""
        return ClubFileError(_("Line %(line)s%(place)s: %(why)s") % {
            "line": self.number, "place": f", {place}" if place else "", "why": why
        })  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ClubFileHeader:
    """The first line: the club, when it was exported, and the number of lines, for the progress display."""

    made_at: str
    club: Mapping[str, str]
    lines: int
    migrations: Sequence[Migration] = field(default_factory=schema_history.migrations)
    format: str = FORMAT
    version: int = VERSION


# Writing


class ClubFileWriter:
    """Writes the lines of a club file and its end."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._digest, self.lines = out, sha256(), 0

    def line(self, said: Mapping[str, Any]) -> None:
        body = encoded(said)[:-1]
        line = b'%s,"check":"%08x"}\n' % (body, zlib.crc32(body))
        self._digest.update(line)
        self._out.write(line)
        self.lines += 1

    def end(self) -> None:
        self.line({"kind": END, "lines": self.lines, "sha256": self._digest.hexdigest()})


@contextmanager
def packed(out: IO[bytes]) -> Iterator[IO[bytes]]:
    """Yield a file that gzips what is written; equal lines give equal bytes at any time."""
    packing = gzip.GzipFile(filename="", fileobj=out, mode="wb", compresslevel=6, mtime=0)
    with packing, io.BufferedWriter(cast(Any, packing), 1 << 16) as buffered:
        yield cast(IO[bytes], buffered)


# Reading


def header_of(path: Path) -> ClubFileHeader:
    """Return the header of a file; only the end of the file proves it intact."""
    with closing(_read(path)) as lines:
        header = _header(next(lines))
    _upgrade(header)
    return header


def read(path: Path) -> Generator[ClubFileLine, None, None]:
    """Yield every line between header and end; raises `ClubFileError` at the first damaged one."""
    with closing(_read(path)) as lines:
        upgrade = _upgrade(_header(next(lines)))
        for line in lines:
            yield _upgraded(line, upgrade)


def _upgrade(header: ClubFileHeader) -> Upgrade:
    """Return the upgrade for the lines of a file."""
    try:
        return Upgrade(header.migrations)
    except UnknownSchemaError as error:
        raise _newer() from error


def _upgraded(line: ClubFileLine, upgrade: Upgrade) -> ClubFileLine:
    try:
        return replace(line, said=upgrade.line(line.said))
    except MADE_UP as error:
        raise line.refused(_("this has the wrong format.")) from error


def _header(line: ClubFileLine) -> ClubFileHeader:
    said = dict(line.said)
    if said.get("format") != FORMAT:
        raise _foreign()
    if said.get("version") == 1:
        said |= {"version": VERSION, "migrations": SCHEMA_OF_VERSION_1}
    if said.get("version") != VERSION:
        raise _newer()
    club = said.get("club")
    whole = said.keys() == {one.name for one in fields(ClubFileHeader)} and isinstance(said["made_at"], str)
    if not whole or not isinstance(said["lines"], int) or not isinstance(club, dict) or {*club} != {"uid", "name"}:
        raise line.refused(_("the first line doesn’t name the club."))
    try:
        return ClubFileHeader(**{**said, "migrations": [(str(app), str(name)) for app, name in said["migrations"]]})
    except (TypeError, ValueError) as error:
        raise line.refused(_("this has the wrong format."), "migrations") from error


def _read(path: Path) -> Generator[ClubFileLine, None, None]:
    """Yield every line except the end, which is checked against them."""
    digest, number = sha256(), 0
    with closing(_raw(path)) as every:
        for number, raw in enumerate(every, 1):
            line = ClubFileLine(number, _said(number, raw))
            if number == 1 and line.said.get("format") != FORMAT:
                raise _foreign()
            if line.kind == END:
                if line.said != {"kind": END, "lines": number - 1, "sha256": digest.hexdigest()}:
                    raise line.refused(_("earlier lines are missing or have been changed."))
                if next(every, None) is not None:
                    raise ClubFileLine(number + 1, {}).refused(_("there is more text after the end."))
                return
            digest.update(raw)
            yield line
    raise _cut_short(number) if number else _foreign()


def _raw(path: Path) -> Generator[bytes, None, None]:
    number = 0
    try:
        with _opened(path) as file:
            while raw := file.readline((LONGEST if number else LONGEST_HEADER) + 1):
                number += 1
                if len(raw) > (LONGEST if number > 1 else LONGEST_HEADER):
                    raise (
                        _foreign()
                        if number == 1
                        else ClubFileError(_("Line %(line)s is longer than the program writes.") % {"line": number})
                    )
                yield raw
    except (gzip.BadGzipFile, zlib.error) as error:
        raise ClubFileError(_("The file is damaged after line %(line)s.") % {"line": number}) from error
    except EOFError as error:
        raise _cut_short(number) from error
    except OSError as error:
        raise ClubFileError(f"{path.name}: {error.strerror}.") from error


def _opened(path: Path) -> IO[bytes]:
    with open(path, "rb") as file:
        is_packed = file.read(2) == GZIP
    return cast(IO[bytes], gzip.open(path, "rb")) if is_packed else open(path, "rb")


def _said(number: int, raw: bytes) -> Mapping[str, Any]:
    """Return the content of a line; a bad first line means another kind of file, later ones are reported by number."""
    broken = ClubFileLine(number, {})
    if not raw.endswith(b"\n"):
        raise _foreign() if number == 1 else _cut_short(number - 1)
    check = CHECK.fullmatch(raw[-CHECK_LENGTH:])
    body = raw[:-CHECK_LENGTH]
    if check is None or int(check[1], 16) != zlib.crc32(body):
        raise _foreign() if number == 1 and check is None else broken.refused(_told(raw))
    try:
        said = json.loads(body + b"}", parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise broken.refused(_("this is not JSON.")) from error
    if b"\\u" in body and any(map(NOT_STORABLE.search, _texts(said))):
        raise broken.refused(_("this contains a character that can’t be stored."))
    return cast(Mapping[str, Any], said)


def _told(raw: bytes) -> str:
    """Return what is wrong with a damaged line, with the place if known."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return _("invalid UTF-8 at byte %(place)s.") % {"place": error.start + 1}
    try:
        json.loads(raw)
    except (ValueError, RecursionError) as error:
        place = getattr(error, "colno", None)
        return _("this is not JSON (at character %(place)s).") % {"place": place or "?"}
    return _("this was changed after it was written: the checksum doesn’t match.")


def _no_number(word: str) -> float:
    raise ValueError(word)


def _texts(said: Any) -> Iterator[str]:
    """Yield every string in a line's content, including names."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, list):
        for one in said:
            yield from _texts(one)
    elif isinstance(said, dict):
        yield from said
        for one in said.values():
            yield from _texts(one)


def _cut_short(after: int) -> ClubFileError:
    return ClubFileError(_("The file ends early, after line %(line)s: the rest is missing.") % {"line": after})


def _newer() -> ClubFileError:
    return ClubFileError(_("The file was made by a newer version of Scorekeeper."))


def _foreign() -> ClubFileError:
    return ClubFileError(_("This is not a club file: its first line is missing or wrong."))
