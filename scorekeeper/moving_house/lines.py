"""The file of a club: lines of JSON, gzip'd or not, each with a check of its own, and an end that seals all of them.

The first line is the *header*, every other has a `kind`, the last is the *end* with how many lines there are and the
SHA-256 of all before it: a file that is cut is told from a whole one. The check of a line, a CRC-32, tells which line
was changed. Read and written line by line: a club may be larger than the memory.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast

from django.utils.translation import gettext as _

from scorekeeper.upkeep.archive import encoded

FORMAT = "scorekeeper.club"
VERSION = 1
END = "end"
LONGEST = 32 * 1024 * 1024
"""Bytes of a line: a session of ten thousand hands takes a third of it, and nobody fills the memory with one."""
LONGEST_HEADER = 16 * 1024
CHECK = re.compile(rb',"check":"([0-9a-f]{8})"}\n')
CHECK_LENGTH = len(',"check":"00000000"}\n')
GZIP = b"\x1f\x8b"
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
"""What no database keeps: the character of number 0, and halves of characters."""


class ClubFileError(Exception):
    """A club's file is not read, and nothing was written; the message is for a person."""


@dataclass(frozen=True)
class Line:
    """What a line says, without its check, and its number in the file."""

    number: int
    said: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return str(self.said.get("kind"))

    def refused(self, why: str, place: str = "") -> ClubFileError:
        """The error that says where, in the file and in its line."""
        return ClubFileError(_("Line %(line)s%(place)s: %(why)s") % {
            "line": self.number, "place": f", {place}" if place else "", "why": why
        })  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Header:
    """The first line: whose club it is, when it was packed, and how many lines there will be for `progress`."""

    made_at: str
    club: Mapping[str, str]
    lines: int
    format: str = FORMAT
    version: int = VERSION


# Written


class Writer:
    """Writes the lines and, at last, their end."""

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
    """Inside, what is written is gzip'd; the same lines are the same bytes whenever they are written."""
    packing = gzip.GzipFile(filename="", fileobj=out, mode="wb", compresslevel=6, mtime=0)
    with packing, io.BufferedWriter(cast(Any, packing), 1 << 16) as buffered:
        yield cast(IO[bytes], buffered)


# Read


def header_of(path: Path) -> Header:
    """Whose club a file is of; only the end of the file says that all of it is right."""
    with closing(_read(path)) as lines:
        return _header(next(lines))


def read(path: Path) -> Generator[Line, None, None]:
    """Every line between header and end; raises `ClubFileError` at the first that is not as it was written."""
    with closing(_read(path)) as lines:
        _header(next(lines))
        yield from lines


def _header(line: Line) -> Header:
    said = line.said
    if said.get("format") != FORMAT:
        raise _foreign()
    if said.get("version") != VERSION:
        raise ClubFileError(_("The file was made by a newer version of the scorekeeper than this one."))
    club = said.get("club")
    whole = {*said} == {"format", "version", "made_at", "club", "lines"} and isinstance(said["made_at"], str)
    if not whole or not isinstance(said["lines"], int) or not isinstance(club, dict) or {*club} != {"uid", "name"}:
        raise line.refused(_("the first line does not say whose club it is."))
    return Header(**said)


def _read(path: Path) -> Generator[Line, None, None]:
    """Every line but the end, which is compared with them."""
    digest, number = sha256(), 0
    with closing(_raw(path)) as every:
        for number, raw in enumerate(every, 1):
            line = Line(number, _said(number, raw))
            if number == 1 and line.said.get("format") != FORMAT:
                raise _foreign()
            if line.kind == END:
                if line.said != {"kind": END, "lines": number - 1, "sha256": digest.hexdigest()}:
                    raise line.refused(_("lines before this one are missing, or are not those that were written."))
                if next(every, None) is not None:
                    raise Line(number + 1, {}).refused(_("something stands after the end."))
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
                        else ClubFileError(
                            _("Line %(line)s is longer than any that is written here.") % {"line": number}
                        )
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
    """What a line says; the first one is refused as of another kind of file, later ones by their place."""
    broken = Line(number, {})
    if not raw.endswith(b"\n"):
        raise _foreign() if number == 1 else _cut_short(number - 1)
    check = CHECK.fullmatch(raw[-CHECK_LENGTH:])
    body = raw[:-CHECK_LENGTH]
    if check is None or int(check[1], 16) != zlib.crc32(body):
        raise _foreign() if number == 1 and check is None else broken.refused(_told(raw))
    try:
        said = json.loads(body + b"}", parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise broken.refused(_("this is no JSON.")) from error
    if b"\\u" in body and any(map(NOT_STORABLE.search, _texts(said))):
        raise broken.refused(_("there is a character in this that cannot be kept."))
    return cast(Mapping[str, Any], said)


def _told(raw: bytes) -> str:
    """What is wrong with a line that is not as it was written, with the place where that can be told."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return _("byte %(place)s is no UTF-8.") % {"place": error.start + 1}
    try:
        json.loads(raw)
    except (ValueError, RecursionError) as error:
        place = getattr(error, "colno", None)
        return _("this is no JSON (at character %(place)s).") % {"place": place or "?"}
    return _("this was changed after it was written: its check does not fit.")


def _no_number(word: str) -> float:
    raise ValueError(word)


def _texts(said: Any) -> Iterator[str]:
    """Every text in what a line says, names included."""
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
    return ClubFileError(_("The file is cut short after line %(line)s: its end is missing.") % {"line": after})


def _foreign() -> ClubFileError:
    return ClubFileError(_("This is not the file of a club: its first line does not say so."))
