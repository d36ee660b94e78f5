"""Uploaded files as rows of cells, whatever their format, or their first error with its row and place.

The first bytes tell the file format, not the name. Text is UTF-8 or UTF-16, or else Windows-1252, as some spreadsheets
save CSV. In that case the reader is told, because any bytes at all are valid Windows-1252 text.

A workbook (XLSX) may be malicious, so its unpacked size is checked before it is opened. openpyxl parses XML with
defusedxml, which refuses entities. A sheet of thirty members can have 400,000 empty rows, because someone once
formatted a column, so reading stops after some thousands of them.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.core.files import File
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.duplicates import plain
from scorekeeper.files.spreadsheets.writer import unescaped, unguarded

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_BYTES = 1024 * 1024
"""The most bytes of a file: enough for thousands of members."""
MOST_ROWS = 5000
"""The most rows of a file; no club is that large, but associations are."""
DELIMITERS = "\t;,"
"""Of those that fit equally well, the first: in a single column, a comma belongs to “Meier, Anne”."""

NOTHING = b" \t\r\n\0" + codecs.BOM_UTF8 + codecs.BOM_UTF16
"""Bytes without content: blanks and byte order marks."""

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


def refuse_large(file: File[Any]) -> None:
    """Refuse an uploaded file that is too large, unread."""
    if file.size > MOST_BYTES:
        raise ValidationError(_("This file is larger than 1 MB, enough for thousands of members. Split it."))


class FormulaError(str):
    """What a cell shows whose formula has no result, such as “#REF!”."""

    __slots__ = ()


Cell = str | int | float | date | None


class UnreadableFileError(Exception):
    """The file can't be read: the reason in the reader's language, and the row if known."""

    def __init__(self, reason: str, row: int | None = None) -> None:
        super().__init__(reason, row)
        self.reason, self.row = reason, row

    def __str__(self) -> str:
        return in_row(self.row, self.reason) if self.row else self.reason


def in_row(number: int, reason: str) -> str:
    """Return what is said of a row of the file."""
    return _("Row %(row)d: %(why)s") % {"row": number, "why": reason}


@dataclass(frozen=True)
class SpreadsheetRow:
    """The cells of a row, and its number as in spreadsheets, from 1; empty rows count, but are left out."""

    number: int
    cells: Sequence[Cell]


@dataclass(frozen=True, kw_only=True)
class SpreadsheetContents:
    """The row of headings, all other rows, and remarks on how the file was read."""

    headings: SpreadsheetRow
    rows: list[SpreadsheetRow]
    remarks: tuple[str, ...] = ()


def contents(data: bytes, known: Container[str]) -> SpreadsheetContents:
    """Return the contents of a CSV or XLSX file; raises `UnreadableFileError`.

    The known headings, without case and accents, decide the delimiter of a CSV file.
    """
    remarks: list[str] = []
    rows = list(_counted(_read(data, known, remarks)))
    if not rows:
        raise UnreadableFileError(_("The file is empty."))
    return SpreadsheetContents(headings=rows[0], rows=rows[1:], remarks=tuple(remarks))


def _read(data: bytes, known: Container[str], remarks: list[str]) -> Iterator[SpreadsheetRow]:
    if not data.strip(NOTHING):
        raise UnreadableFileError(_("The file is empty."))
    for begins, reason in OTHERS.items():
        if data.startswith(begins):
            raise UnreadableFileError(str(reason))
    if data.startswith(b"PK\x03\x04"):
        return _rows_of_xlsx(data, remarks)
    return _rows_of_csv(_text(data, remarks), known)


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


def _rows_of_csv(text: str, known: Container[str]) -> Iterator[SpreadsheetRow]:
    number = 0
    if separator := SEPARATOR.match(text):
        delimiter, text, number = separator[1], text[separator.end() :], 1
    else:
        delimiter = _delimiter(text, known)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        number += 1
        try:
            cells = next(rows, None)
        except csv.Error as error:
            raise UnreadableFileError(_quotes_in_words(error), number) from error
        if cells is None:
            return
        yield SpreadsheetRow(number, [unguarded(cell) for cell in cells])


def _delimiter(text: str, known: Container[str]) -> str:
    """Return the delimiter with which most headings are known, or else the one that gives the most cells.

    A single comma in a row without a known heading is no delimiter: it may be that of “Meier, Anne”.
    """

    def headings(delimiter: str) -> tuple[int, int]:
        try:
            cells = next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])
        except csv.Error:
            return 0, 0
        number = sum(plain(unguarded(cell)) in known for cell in cells)
        return number, 1 if delimiter == "," and not number and len(cells) == 2 else len(cells)

    return max(DELIMITERS, key=headings)


def _quotes_in_words(error: csv.Error) -> str:
    if "field larger" in str(error):
        return _(
            "A cell has more than %(most)d characters; perhaps a quotation mark is opened here and not closed."
        ) % {"most": csv.field_size_limit()}
    if "unexpected end" in str(error):
        return _("A quotation mark is opened here and not closed; the file may have been cut off.")
    return _("There is a quotation mark in the wrong place in this row.")


# XLSX

MOST_UNPACKED = 16 * 1024 * 1024  # bytes; five thousand rows of names take a tenth
MOST_PARTS = 500
MOST_TAGS = 800_000
"""The most tags of all parts; five thousand rows have about 350,000. openpyxl needs 350 bytes of memory for each."""
MOST_EMPTY = 5_000
"""The most empty rows that are read; each takes as long as one with a name."""
LAST_ROW, LAST_COLUMN = 1_048_576, 32
"""The last row by the standard, and the last column that is read."""
BOOK = "xl/workbook.xml"
ERROR = "e"
"""openpyxl's type of a cell with an error."""


def _rows_of_xlsx(data: bytes, remarks: list[str]) -> Iterator[SpreadsheetRow]:
    """Yield the rows of the first sheet that show something; raises `UnreadableFileError`.

    A remark is added if reading stops early.
    """
    _check_size(data)
    last = empty = 0
    try:
        for number, cells in enumerate(_cells(data), 1):
            values = [_value(cell) for cell in cells]
            if any(value is not None for value in values):
                last = number
                yield SpreadsheetRow(number, _without_empty_end(values))
            elif (empty := empty + 1) > MOST_EMPTY:
                reason = _("Nothing below row %(row)d was read, because thousands of rows there are empty.")
                remarks.append(reason % {"row": last})
                return
    except UnreadableFileError:
        raise
    except Exception as error:  # openpyxl raises all kinds of errors for damaged or foreign files
        raise _broken(last) from error


def _check_size(data: bytes) -> None:
    """Refuse what is not a workbook, or is too large unpacked. zipfile reads no more of a part than it declares."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            parts = file.infolist()
            fits = len(parts) <= MOST_PARTS and sum(part.file_size for part in parts) <= MOST_UNPACKED
            fits = fits and sum(file.read(part).count(b"<") for part in parts) <= MOST_TAGS
    except Exception as error:  # zipfile's and zlib's exceptions have no common base
        raise _broken(0) from error
    if not fits:
        raise UnreadableFileError(_("This workbook is too large when unpacked. Save only the members to a file."))
    if BOOK not in {part.filename for part in parts}:
        raise UnreadableFileError(_("This is not an XLSX workbook. Save the table as XLSX or CSV."))


def _cells(data: bytes) -> Iterator[Any]:
    """Yield the cells of each row, with the results of formulas."""
    from openpyxl import load_workbook  # noqa: PLC0415 - with numpy, it takes a sixth of every start

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    pages: list[Any] = book.worksheets
    if not pages:
        raise UnreadableFileError(_("This workbook has no sheet with cells."))
    pages[0].reset_dimensions()  # the size that the file states may be wrong
    yield from pages[0].iter_rows(max_row=LAST_ROW, max_col=LAST_COLUMN)


def _broken(row: int) -> UnreadableFileError:
    if row:
        return UnreadableFileError(_("The workbook is damaged after this row; it may have been cut off."), row)
    return UnreadableFileError(_("The workbook is damaged; it may have been cut off."))


def _value(cell: Any) -> Cell:
    """Return a cell as text, number or date."""
    value = cell.value
    if cell.data_type == ERROR:
        return FormulaError(value)
    if isinstance(value, str):
        return unescaped(value) or None
    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, bool | int | float | date):
        return value
    return str(value) if isinstance(value, time) else None


def _without_empty_end(values: list[Cell]) -> list[Cell]:
    while values[-1] is None:
        values.pop()
    return values
