"""A file somebody chose, as rows of cells, or the first thing that is wrong with it: by its row and its place there.

What the file is, its first bytes say, not its name. Nothing is guessed that could come out otherwise than it was
written: bytes that are no UTF-8 are refused, in the words of whoever saved the file.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.exchange.guarding import unguarded

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_BYTES = 1024 * 1024
MOST_ROWS = 5000
"""Of a file; there are no clubs of that size, but associations are."""
DELIMITERS = ",;\t"

Cell = str | int | float | date | None


class Unreadable(Exception):  # noqa: N818 - what the file is
    """The file cannot be read: why, in the reader's language, with the row where it is of one."""

    def __init__(self, why: str, row: int | None = None) -> None:
        super().__init__(why, row)
        self.why, self.row = why, row

    def __str__(self) -> str:
        return _("Row %(row)d: %(why)s") % {"row": self.row, "why": self.why} if self.row else self.why


@dataclass(frozen=True)
class Row:
    """The cells of a row, and its number as spreadsheets count, from 1; empty rows are counted and left out."""

    number: int
    cells: Sequence[Cell]


NOTHING = b" \t\r\n\0" + codecs.BOM_UTF8 + codecs.BOM_UTF16
"""Bytes that say nothing: blanks, and the marks of encodings."""

Known = Callable[[Sequence[str]], int]
"""How many of some headings are known: by that the delimiter of a CSV file is found."""

OTHERS: Mapping[bytes, StrPromise] = {
    b"\x89PNG": gettext_lazy("This is a picture."),
    b"\xff\xd8\xff": gettext_lazy("This is a picture."),
    b"GIF8": gettext_lazy("This is a picture."),
    b"%PDF": gettext_lazy("This is a PDF. Save the table itself as XLSX or CSV."),
    b"\xd0\xcf\x11\xe0": gettext_lazy("This is a workbook of the old kind, XLS. Save it as XLSX or CSV."),
    b"\x1f\x8b": gettext_lazy("This file is packed. Unpack it first."),
    b"{\\rtf": gettext_lazy("This is a text document. Save the table itself as XLSX or CSV."),
}
"""What people choose by mistake, by its first bytes."""


def read(data: bytes, known: Known) -> Iterator[Row]:
    """The rows of a CSV or an XLSX file, the headings first; raises `Unreadable`, also when rows have come already."""
    if not data.strip(NOTHING):
        raise Unreadable(_("The file is empty."))
    for begins, why in OTHERS.items():
        if data.startswith(begins):
            raise Unreadable(str(why))
    if data.startswith(b"PK\x03\x04"):
        from scorekeeper.exchange import workbooks  # openpyxl is loaded by whoever needs it

        return _counted(workbooks.rows(data))
    return _counted(_rows_of_csv(_text(data), known))


def _counted(rows: Iterator[Row]) -> Iterator[Row]:
    """The rows that have something in them; raises `Unreadable` where they are too many."""
    found = 0
    for row in rows:
        if any(cell not in (None, "") for cell in row.cells):
            found += 1
            if found > MOST_ROWS + 1:
                raise too_many(row.number)
            yield row


def too_many(row: int) -> Unreadable:
    """A row that is one too many."""
    why = _("These are too many rows: a file has at most %(most)d below its headings. Divide it.")
    return Unreadable(why % {"most": MOST_ROWS}, row)


# Text


def _text(data: bytes) -> str:
    """The text of a file, which says by its first bytes that it is UTF-16, or else is UTF-8."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not data.startswith(codecs.BOM_UTF32_LE)
    if b"\0" in data and not wide:
        row = data[: data.index(b"\0")].count(b"\n") + 1
        raise Unreadable(_("This is no text. Save the table as XLSX, or as CSV in UTF-8."), row)
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise _no_text(data, error, wide=wide) from error


def _no_text(data: bytes, error: UnicodeDecodeError, *, wide: bool) -> Unreadable:
    encoding = "utf-16" if wide else "utf-8-sig"
    before = data[: error.start].decode(encoding, errors="ignore")
    row, place = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    if wide:
        why = _("At character %(place)d this is no UTF-16; the file may have been cut off.")
    elif error.reason == "unexpected end of data":
        why = _("At character %(place)d the file ends in the middle of a letter; it may have been cut off.")
    else:
        why = _(
            "At character %(place)d this is no UTF-8, but perhaps Windows-1252, as some spreadsheets save CSV. "
            "Save it as “CSV UTF-8”, or as XLSX."
        )
    return Unreadable(why % {"place": place}, row)


# CSV

SEPARATOR = re.compile(rf"sep=([{DELIMITERS}])(?:\r?\n|\Z)", re.IGNORECASE)
"""A line before the headings by which spreadsheets tell each other what stands between cells."""


def _rows_of_csv(text: str, known: Known) -> Iterator[Row]:
    number = 0
    if said := SEPARATOR.match(text):
        delimiter, text, number = said[1], text[said.end() :], 1
    else:
        delimiter = _delimiter(text, known)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        number += 1
        try:
            cells = next(rows, None)
        except csv.Error as error:
            raise Unreadable(_of_quotes(error), number) from error
        if cells is None:
            return
        yield Row(number, [unguarded(cell) for cell in cells])


def _delimiter(text: str, known: Known) -> str:
    """What stands between cells: by what most headings are known, or else most cells come of the first row."""

    def headings(delimiter: str) -> tuple[int, int]:
        try:
            cells = next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])
        except csv.Error:
            return 0, 0
        return known([unguarded(cell) for cell in cells]), len(cells)

    return max(DELIMITERS, key=headings)


def _of_quotes(error: csv.Error) -> str:
    if "field larger" in str(error):
        return _(
            "A cell has more than %(most)d letters: perhaps a quotation mark is opened here and not closed again."
        ) % {"most": csv.field_size_limit()}
    if "unexpected end" in str(error):
        return _("A quotation mark is opened here and not closed again; the file may have been cut off.")
    return _("There is a quotation mark in the middle of this row where none can be.")


def rows_of(data: bytes, known: Known) -> tuple[Row, list[Row]]:
    """The row of the headings and all others."""
    rows = read(data, known)
    first: Any = next(rows, None)
    if first is None:
        raise Unreadable(_("The file is empty."))
    return first, list(rows)
