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
from scorekeeper.files.spreadsheets.formula_guard import unguarded
from scorekeeper.files.spreadsheets.rows import SpreadsheetRow, UnreadableFileError

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
    rows, remarks = _read(data, count_known)
    first = next(rows, None)
    if first is None:
        raise UnreadableFileError(_("The file is empty."))
    return SpreadsheetContents(headings=first, rows=list(rows), remarks=remarks)


def _read(data: bytes, count_known: Known) -> tuple[Iterator[SpreadsheetRow], tuple[str, ...]]:
    if not data.strip(NOTHING):
        raise UnreadableFileError(_("The file is empty."))
    for begins, reason in OTHERS.items():
        if data.startswith(begins):
            raise UnreadableFileError(str(reason))
    if data.startswith(b"PK\x03\x04"):
        return _counted(xlsx.rows(data)), ()
    text, remarks = _text(data)
    return _counted(_rows_of_csv(text, count_known)), remarks


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


def _text(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file and remarks on its encoding. UTF-16 is recognised by its byte order mark."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and not data.startswith(codecs.BOM_UTF32_LE)
    if b"\0" in data and not wide:
        row = data[: data.index(b"\0")].count(b"\n") + 1
        raise UnreadableFileError(_("This is not a text file. Save the table as XLSX, or as CSV in UTF-8."), row)
    try:
        return data.decode("utf-16" if wide else "utf-8-sig"), ()
    except UnicodeDecodeError as error:
        if wide or _is_partly_utf_8(data, error):
            raise _no_text(error, wide=wide) from error
    try:
        text = data.decode("windows-1252")
    except UnicodeDecodeError as error:
        raise _no_text(error, wide=False) from error
    return text, (_("This file is not UTF-8 and was read as Windows-1252. Check the letters with accents."),)


_LETTERS = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
"""Letters beyond ASCII in UTF-8. In Windows-1252 each would be a letter followed by symbols, as in “Ã©”."""
_FIRST_HALVES = b"\xc3\xc4\xc5"
"""First bytes of accented letters in UTF-8. In Windows-1252 they would be “Ã”, “Ä” and “Å” at the end of a name."""


def _is_partly_utf_8(data: bytes, error: UnicodeDecodeError) -> bool:
    """Return whether a file that isn't valid UTF-8 was meant to be: it was cut off, or joined from two files."""
    return (
        data.startswith(codecs.BOM_UTF8)
        or _LETTERS.search(data) is not None
        or (error.reason == "unexpected end of data" and data[error.start :].rstrip() in _FIRST_HALVES)
    )


def _no_text(error: UnicodeDecodeError, *, wide: bool) -> UnreadableFileError:
    encoding = "utf-16" if wide else "utf-8-sig"
    before = error.object[: error.start].decode(encoding, errors="replace")  # without the byte order mark
    row, place = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    if wide:
        reason = _("Invalid UTF-16 at character %(place)d; the file may have been cut off.")
    elif error.reason == "unexpected end of data":
        reason = _("At character %(place)d the file ends in the middle of a letter; it may have been cut off.")
    else:
        reason = _("Invalid UTF-8 at character %(place)d. Save the table as “CSV UTF-8”, or as XLSX.")
    return UnreadableFileError(reason % {"place": place}, row)


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
