"""Uploaded files as rows of cells, or their first error with its row and place.

The first bytes tell the file format, not the name. Text is UTF-8 or UTF-16, or else Windows-1252, as some spreadsheets
save CSV. In that case the reader is told, because any bytes at all are valid Windows-1252 text.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.files.spreadsheets import xlsx
from scorekeeper.files.spreadsheets.rows import SpreadsheetRow, UnreadableFileError, unguarded

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_BYTES = 1024 * 1024
MOST_ROWS = 5000
"""The most rows of a file; no club is that large, but associations are."""
DELIMITERS = "\t;,"
"""Of those that fit equally well, the first: in a single column, a comma belongs to “Meier, Anne”."""

NOTHING = b" \t\r\n\0" + codecs.BOM_UTF8 + codecs.BOM_UTF16
"""Bytes without content: blanks and byte order marks."""

Known = Callable[[Sequence[str]], int]
"""A function that returns how many of some headings are known; it decides the delimiter of a CSV file."""

OTHERS: Mapping[bytes, StrPromise] = {
    b"\x89PNG": gettext_lazy("This is a picture."),
    b"\xff\xd8\xff": gettext_lazy("This is a picture."),
    b"GIF8": gettext_lazy("This is a picture."),
    b"%PDF": gettext_lazy("This is a PDF. Save the table itself as XLSX or CSV."),
    b"\xd0\xcf\x11\xe0": gettext_lazy("This is a workbook in the old XLS format. Save it as XLSX or CSV."),
    b"\x1f\x8b": gettext_lazy("This file is compressed. Unpack it first."),
    b"{\\rtf": gettext_lazy("This is a text document. Save the table itself as XLSX or CSV."),
}
"""Files that people choose by mistake, by their first bytes."""


@dataclass(frozen=True, kw_only=True)
class SpreadsheetContents:
    """The row of headings, all other rows, and remarks on how the file was read."""

    headings: SpreadsheetRow
    rows: list[SpreadsheetRow]
    remarks: tuple[str, ...] = ()


def contents(data: bytes, count_known: Known) -> SpreadsheetContents:
    """Return the contents of a CSV or XLSX file; raises `UnreadableFileError`."""
    remarks: list[str] = []
    rows = list(_counted(_read(data, count_known, remarks)))
    if not rows:
        raise UnreadableFileError(_("The file is empty."))
    return SpreadsheetContents(headings=rows[0], rows=rows[1:], remarks=tuple(remarks))


def _read(data: bytes, count_known: Known, remarks: list[str]) -> Iterator[SpreadsheetRow]:
    if not data.strip(NOTHING):
        raise UnreadableFileError(_("The file is empty."))
    for begins, reason in OTHERS.items():
        if data.startswith(begins):
            raise UnreadableFileError(str(reason))
    if data.startswith(b"PK\x03\x04"):
        return xlsx.rows(data, remarks)
    return _rows_of_csv(_text(data, remarks), count_known)


def _counted(rows: Iterator[SpreadsheetRow]) -> Iterator[SpreadsheetRow]:
    """Yield the rows that are not empty; raises `UnreadableFileError` if there are too many."""
    count = 0
    for row in rows:
        if any(cell not in (None, "") for cell in row.cells):
            count += 1
            if count > MOST_ROWS + 1:
                reason = _("Too many rows: a file can have at most %(most)d below the headings. Split it.")
                raise UnreadableFileError(reason % {"most": MOST_ROWS}, row.number)
            yield row


# Text


def _text(data: bytes, remarks: list[str]) -> str:
    """Return the text of a file. UTF-16 is recognised by its byte order mark; a remark tells of Windows-1252."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "windows-1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:  # a picture, or UTF-16 without its mark
            break
        if encoding == "windows-1252":
            remarks.append(_("This file is not UTF-8 and was read as Windows-1252. Check the letters with accents."))
        return text
    raise UnreadableFileError(_("This is not a text file. Save the table as XLSX, or as CSV in UTF-8."))


# CSV

SEPARATOR = re.compile(rf"sep=([{DELIMITERS}])(?:\r?\n|\Z)", re.IGNORECASE)
"""A line before the headings in which spreadsheets state the delimiter."""


def _rows_of_csv(text: str, count_known: Known) -> Iterator[SpreadsheetRow]:
    number = 0
    if separator := SEPARATOR.match(text):
        delimiter, text, number = separator[1], text[separator.end() :], 1
    else:
        delimiter = _delimiter(text, count_known)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        number += 1
        try:
            cells = next(rows, None)
        except csv.Error as error:
            raise UnreadableFileError(_of_quotes(error), number) from error
        if cells is None:
            return
        yield SpreadsheetRow(number, [unguarded(cell) for cell in cells])


def _delimiter(text: str, count_known: Known) -> str:
    """Return the delimiter with which most headings are known, or else the one that gives the most cells.

    A single comma in a row without a known heading is no delimiter: it may be that of “Meier, Anne”.
    """

    def headings(delimiter: str) -> tuple[int, int]:
        try:
            cells = next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])
        except csv.Error:
            return 0, 0
        known = count_known([unguarded(cell) for cell in cells])
        return known, 1 if delimiter == "," and not known and len(cells) == 2 else len(cells)

    return max(DELIMITERS, key=headings)


def _of_quotes(error: csv.Error) -> str:
    if "field larger" in str(error):
        return _(
            "A cell has more than %(most)d characters; perhaps a quotation mark is opened here and not closed."
        ) % {"most": csv.field_size_limit()}
    if "unexpected end" in str(error):
        return _("A quotation mark is opened here and not closed; the file may have been cut off.")
    return _("There is a quotation mark in the wrong place in this row.")
