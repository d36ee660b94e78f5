"""The container of an archive: its lines, and the errors for a file that is not an archive.

`scorekeeper.files.archive` describes the format, `writer` writes it and `reader` reads it.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.files.archive.schema_history import Migration, Row

FORMAT = "scorekeeper.archive"
VERSION = 1
END = "end"

MALFORMED = (TypeError, KeyError, AttributeError, ValueError, IndexError, OverflowError, RecursionError)
"""The exceptions of a line that passes its check but wasn't written by this program."""


class ArchiveError(Exception):
    """An archive was not written or not read, and nothing was changed; the message is for people."""


@dataclass(frozen=True, kw_only=True)
class ArchiveHeader:
    """The first line: what the archive holds. A backup has no `club`.

    `migrations` is the schema of the rows, `counts` the number of lines of each kind, in their order.
    """

    made_at: str
    migrations: Sequence[Migration]
    counts: Mapping[str, int]
    club: Mapping[str, str] | None = None
    format: str = FORMAT
    version: int = VERSION

    @property
    def lines(self) -> int:
        """The number of lines between header and end."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class LinePart:
    """The row of a line, or a part of it, with its place for error messages."""

    line: int
    content: Any
    place: str = ""

    def error(self, reason: str) -> ArchiveError:
        """Return the error with the line number and the place in the line."""
        return ArchiveError(_("Line %(line)s%(place)s: %(why)s") % {
            "line": self.line, "place": f", {self.place}" if self.place else "", "why": reason
        })  # fmt: skip

    def __getitem__(self, name: str) -> LinePart:
        """Return the part under a name; raises `ArchiveError` if there is none."""
        if not isinstance(self.content, Mapping) or name not in self.content:
            raise self.error(_("“%(name)s” is missing.") % {"name": name})
        return self.at(name, self.content[name])

    def at(self, name: str, content: Any) -> LinePart:
        return LinePart(self.line, content, f"{self.place}.{name}" if self.place else name)

    def each(self) -> Iterator[LinePart]:
        """Yield the parts of a list."""
        if not isinstance(self.content, list):
            raise self.error(_("this is not a list."))
        for number, content in enumerate(self.content):
            yield LinePart(self.line, content, f"{self.place}[{number}]")

    def text(self) -> str:
        if not isinstance(self.content, str):
            raise self.error(_("this is not text."))
        return self.content

    def number(self) -> int:
        if not isinstance(self.content, int) or isinstance(self.content, bool):
            raise self.error(_("this is not a whole number."))
        return self.content

    def or_none(self) -> LinePart | None:
        return None if self.content is None else self

    def only(self, *names: str) -> LinePart:
        """Return the part; raises `ArchiveError` if it has other names, whose values would be lost silently."""
        if not isinstance(self.content, Mapping):
            raise self.wrong_format()
        if unknown := sorted({*self.content} - {*names}):
            raise self.error(_("“%(name)s” is unknown.") % {"name": unknown[0]})
        return self

    def wrong_format(self) -> ArchiveError:
        """Return the error for content that no writer writes."""
        return self.error(_("this has the wrong format."))


@dataclass(frozen=True)
class ArchiveLine:
    """A line between header and end: its number in the file, the kind of its row, and the row."""

    number: int
    kind: str
    row: Row

    @property
    def part(self) -> LinePart:
        return LinePart(self.number, self.row)


def cut_short(after: int) -> ArchiveError:
    return ArchiveError(_("The file ends early, after line %(line)s: the rest is missing.") % {"line": after})


def damaged(after: int) -> ArchiveError:
    return ArchiveError(_("The file is damaged after line %(line)s.") % {"line": after})


def newer(migrations: str = "") -> ArchiveError:
    """Return the error for a file of a newer version, with the part of its schema that is unknown here."""
    if not migrations:
        return ArchiveError(_("The file was made by a newer version of Scorekeeper."))
    words = _("The file was made by a newer version of Scorekeeper, with migrations unknown here: %(migrations)s.")
    return ArchiveError(words % {"migrations": migrations})


def foreign() -> ArchiveError:
    return ArchiveError(_("This is not a Scorekeeper archive: its first line is missing or wrong."))


def encoded(value: Any, *, sort_keys: bool = False) -> bytes:
    """Return a value as one line of JSON.

    With sorted keys, equal values are equal bytes; PostgreSQL returns keys in its own order.
    """
    as_json = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=sort_keys)
    return as_json.encode()


def exhaust(steps: Iterable[Any]) -> None:
    """Run to the end, for the effects and errors on the way."""
    deque(steps, maxlen=0)
