"""Reading an archive: every line is checked and brought up to date, and nothing of a file is taken on trust.

An archive is read line by line, because it may be larger than memory, and may have been sent by anyone. Only its end
proves that it is complete.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast

from django.utils.translation import gettext as _

from scorekeeper.files.archive import before_1_0
from scorekeeper.files.archive.format import (
    END,
    FORMAT,
    MALFORMED,
    VERSION,
    ArchiveError,
    ArchiveHeader,
    ArchiveLine,
    LinePart,
    cut_short,
    damaged,
    foreign,
    newer,
)
from scorekeeper.files.archive.records import CLUB_ROWS
from scorekeeper.files.archive.schema_history import UnknownSchemaError, Upgrade
from scorekeeper.files.archive.tables import on_disk

LONGEST = 32 * 1024 * 1024
"""The most bytes of a line, so that nobody can fill the memory; a session of ten thousand hands takes a third."""
LONGEST_HEADER = 64 * 1024
CHECK = re.compile(rb',"check":"([0-9a-f]{8})"}\n')
CHECK_LENGTH = len(',"check":"00000000"}\n')
GZIP = b"\x1f\x8b"
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
"""What databases can't store: the null character and lone surrogates."""


@dataclass(frozen=True)
class OpenArchive:
    """An archive that is being read: its header, and its lines as today's models have them.

    `lines` raises `ArchiveError` at the first damaged line, and at the end unless the archive is complete.
    """

    header: ArchiveHeader
    lines: Iterator[ArchiveLine]


@contextmanager
def open_archive(path: Path, *, is_club: bool) -> Iterator[OpenArchive]:
    """Open a file; raises `ArchiveError` unless it is a club's archive, or a backup, as expected."""
    with closing(_read(path)) as parts:
        header = cast(ArchiveHeader, next(parts))
        upgrade = _upgrade(header, is_club=is_club)
        yield OpenArchive(header, _upgraded(cast(Iterator[ArchiveLine], parts), upgrade))


def header_of(path: Path, *, is_club: bool) -> ArchiveHeader:
    """Return the header of a file; only the end of the file proves it intact."""
    with open_archive(path, is_club=is_club) as archive:
        return archive.header


def _upgraded(lines: Iterable[ArchiveLine], upgrade: Upgrade) -> Iterator[ArchiveLine]:
    for line in lines:
        try:
            kind, row = upgrade.row(line.kind, line.row)
        except MALFORMED as error:
            raise line.part.wrong_format() from error
        yield ArchiveLine(line.number, kind, row)


def _upgrade(header: ArchiveHeader, *, is_club: bool) -> Upgrade:
    """Return the upgrade for the rows; raises `ArchiveError` if they are others than expected, or newer."""
    if is_club and header.club is None:
        raise ArchiveError(_("This is a backup, not a club file."))
    if header.club is not None and not is_club:
        raise ArchiveError(_("This is a club file, not a backup."))
    try:
        if is_club:
            return Upgrade(header.migrations, club_rows=CLUB_ROWS)
        return Upgrade(header.migrations, others=on_disk())
    except UnknownSchemaError as error:
        raise newer(str(error)) from error


def _read(path: Path) -> Generator[ArchiveHeader | ArchiveLine, None, None]:
    """Yield the header, then every line up to the end, which is checked against them."""
    with closing(_raw(path)) as raw_lines:
        first = next(raw_lines, b"")
        if before_1_0.is_backup(first):
            yield from before_1_0.read_backup(first, raw_lines)
            return
        digest, content = sha256(first), _content(1, first)
        header = _header(LinePart(1, content))
        yield header
        counted: Counter[str] = Counter()
        is_older = header.format == before_1_0.CLUB
        for number, raw in enumerate(raw_lines, 2):
            content = _content(number, raw)
            if content.get("kind") == END:
                _require_end(LinePart(number, content), digest.hexdigest(), counted, header)
                if next(raw_lines, None) is not None:
                    raise LinePart(number + 1, None).error(_("there is more text after the end."))
                return
            if header.club and b"\\u" in raw and any(map(NOT_STORABLE.search, _strings(content))):
                raise LinePart(number, None).error(_("this contains a character that can’t be stored."))
            digest.update(raw)
            line = before_1_0.club_line(number, content) if is_older else _line(number, content)
            counted[line.kind] += 1
            yield line
        raise cut_short(1 + counted.total())


def _require_end(end: LinePart, digest: str, counted: Mapping[str, int], header: ArchiveHeader) -> None:
    is_complete = end.content == {"kind": END, "lines": end.line - 1, "sha256": digest}
    if not is_complete or (header.format == FORMAT and counted != Counter(header.counts)):
        raise end.error(_("earlier lines are missing or have been changed."))


def _line(number: int, content: Mapping[str, Any]) -> ArchiveLine:
    if content.keys() != {"kind", "row"}:
        raise LinePart(number, content).wrong_format()
    kind, row = content["kind"], content["row"]
    if not isinstance(kind, str) or not isinstance(row, dict):
        raise LinePart(number, content).wrong_format()
    return ArchiveLine(number, kind, row)


def _header(line: LinePart) -> ArchiveHeader:
    content = before_1_0.club_header(line.content)
    if content.get("format") not in (FORMAT, before_1_0.CLUB):
        raise foreign()
    if content.get("version") != VERSION:
        raise newer()
    club, counts = content.get("club"), content.get("counts")
    is_complete = content.keys() == {one.name for one in fields(ArchiveHeader)} and isinstance(content["made_at"], str)
    is_counted = isinstance(counts, dict) and all(type(count) is int for count in counts.values())
    if not is_complete or not is_counted or (club is not None and not _names_club(club)):
        raise line.error(_("the first line doesn’t say what the file contains."))
    try:
        migrations = [(str(app), str(name)) for app, name in content["migrations"]]
        return ArchiveHeader(**{**content, "migrations": migrations})
    except (TypeError, ValueError) as error:
        raise line.at("migrations", None).wrong_format() from error


def _names_club(club: Any) -> bool:
    return (
        isinstance(club, dict) and club.keys() == {"uid", "name"} and all(isinstance(one, str) for one in club.values())
    )


def _raw(path: Path) -> Generator[bytes, None, None]:
    """Yield the lines as bytes, unpacked and not longer than any line may be."""
    number = 0
    try:
        with _opened(path) as file:
            while raw := file.readline((LONGEST if number else LONGEST_HEADER) + 1):
                number += 1
                if len(raw) > (LONGEST if number > 1 else LONGEST_HEADER):
                    longer = _("Line %(line)s is longer than any line the program writes.") % {"line": number}
                    raise foreign() if number == 1 else ArchiveError(longer)
                yield raw
    except (gzip.BadGzipFile, zlib.error) as error:
        raise damaged(number) from error
    except EOFError as error:
        raise cut_short(number) from error
    except OSError as error:
        raise ArchiveError(f"{path.name}: {error.strerror}.") from error


def _opened(path: Path) -> IO[bytes]:
    with open(path, "rb") as file:
        is_gzipped = file.read(2) == GZIP
    return cast(IO[bytes], gzip.open(path, "rb")) if is_gzipped else open(path, "rb")


def _content(number: int, raw: bytes) -> Mapping[str, Any]:
    """Return the content of a line; a bad first line means another kind of file, later ones are reported by number."""
    broken = LinePart(number, None)
    if not raw.endswith(b"\n"):
        raise foreign() if number == 1 else cut_short(number - 1)
    check = CHECK.fullmatch(raw[-CHECK_LENGTH:])
    body = raw[:-CHECK_LENGTH]
    if check is None or int(check[1], 16) != zlib.crc32(body):
        raise foreign() if number == 1 and check is None else broken.error(_damage(raw))
    try:
        content = json.loads(body + b"}", parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise broken.error(_("this is not JSON.")) from error
    return cast(Mapping[str, Any], content)


def _damage(raw: bytes) -> str:
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


def _strings(content: Any) -> Iterator[str]:
    """Yield every string in a line's content, including names."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for one in content:
            yield from _strings(one)
    elif isinstance(content, dict):
        yield from content
        for one in content.values():
            yield from _strings(one)
