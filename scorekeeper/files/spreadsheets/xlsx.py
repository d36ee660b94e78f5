"""The rows of a workbook (XLSX). A file may be malicious, so its size is checked before it is unpacked.

A sheet of thirty members can have 400,000 empty rows, because someone once formatted a column. Reading them takes half
a minute, during which others wait. So trailing empty rows are cut off first, and a workbook that is too large is
refused unread.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from itertools import repeat
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from scorekeeper.files.spreadsheets.formula_guard import unescaped
from scorekeeper.files.spreadsheets.rows import Cell, SpreadsheetRow, UnreadableFileError

MOST_UNPACKED = 16 * 1024 * 1024  # bytes; five thousand rows of names take a tenth
MOST_PARTS = 500
MOST_TAGS, MOST_TAGS_OF_OTHERS = 600_000, 20_000
"""The most tags of a sheet or of the shared texts (5,000 rows have 160,000), and of any other part."""
MOST_EMPTY = 5_000
"""The most empty rows before the last one with content; each takes as long as one with a name."""
LAST_ROW, LAST_COLUMN = 1_048_576, 32
"""The last row by the standard, and the last column that is read."""
BOOK, SHEETS, TEXTS = "xl/workbook.xml", "xl/worksheets/", "xl/sharedStrings.xml"
FORMULA, ERROR = "f", "e"
"""openpyxl's types of cells with a formula and with an error; text that looks like either has another type."""

Parts = Mapping[str, bytes]


def rows(data: bytes) -> Iterator[SpreadsheetRow]:
    """Yield the rows of the first sheet that show something; raises `UnreadableFileError`."""
    last = empty = 0
    for row in _rows(data):
        if row.cells:
            last = row.number
            yield row
        elif (empty := empty + 1) > MOST_EMPTY:
            reason = _(
                "There are thousands of empty rows below this one, followed by more data. Delete the empty rows."
            )
            raise UnreadableFileError(reason, last)


def _rows(data: bytes) -> Iterator[SpreadsheetRow]:
    """Yield all rows as they are shown: the results of formulas."""
    parts = _unpacked(data)
    number = 0
    try:
        book = _packed({name: _cut_off(part) if name.startswith(SHEETS) else part for name, part in parts.items()})
        formulas_written = _cells(book, values=False) if _has_formulas(parts) else repeat(None)
        for number, (cells, formulas) in enumerate(zip(_cells(book), formulas_written, strict=False), 1):
            yield SpreadsheetRow(number, _shown(cells or (), formulas or (), number))
    except UnreadableFileError:
        raise
    except Exception as error:  # openpyxl raises all kinds of errors for damaged or foreign files
        raise _broken(number) from error


def _has_formulas(parts: Parts) -> bool:
    return any(b"<f" in part or b":f" in part for name, part in parts.items() if name.startswith(SHEETS))


def _cells(packed: io.BytesIO, *, values: bool = True) -> Iterator[Sequence[Any] | None]:
    """Yield the cells of each row, with the results of formulas, or the formulas; None for a row that doesn't exist."""
    book = load_workbook(packed, read_only=True, data_only=values, keep_links=False)
    pages: list[Any] = book.worksheets
    if not pages:
        raise UnreadableFileError(_("This workbook has no sheet with cells."))
    pages[0].reset_dimensions()  # the size that the file states may be wrong
    before = None
    for cells in pages[0].iter_rows(max_row=LAST_ROW, max_col=LAST_COLUMN):
        yield None if cells is before else cells  # missing rows come as the same empty row again and again
        before = cells


# Before openpyxl


def _unpacked(data: bytes) -> Parts:
    """Return the parts of a workbook; refuses other files, files too large unpacked, and what no spreadsheet writes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            entries = file.infolist()
            fits = len(entries) <= MOST_PARTS and sum(part.file_size for part in entries) <= MOST_UNPACKED
            # Reading each part to its end proves it intact.
            parts = {part.filename: file.read(part) for part in entries} if fits else {}
    except (NotImplementedError, RuntimeError) as error:  # an unusual compression, or a password
        raise UnreadableFileError(
            _("This workbook can’t be opened. Save it again as XLSX, without a password.")
        ) from error
    except Exception as error:  # zipfile's and zlib's exceptions have no common base
        raise _broken(0) from error
    if not fits:
        raise _too_large()
    if BOOK not in parts or any(b"<!DOCTYPE" in part for part in parts.values()):  # an entity can expand without limit
        raise UnreadableFileError(_("This is not an XLSX workbook. Save the table as XLSX or CSV."))
    return parts


def _packed(parts: Parts) -> io.BytesIO:
    """Return a workbook with these parts, uncompressed; refuses what would take too long to read."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, part in parts.items():
            most = MOST_TAGS if name.startswith(SHEETS) or name == TEXTS else MOST_TAGS_OF_OTHERS
            if name.endswith((".xml", ".rels")) and part.count(b"<") > most:
                raise _too_large()
            file.writestr(name, part)
    return out


_SHOWN = (b"<v", b"<f", b"<is", b":v", b":f", b":is")
"""The first bytes of elements that give a cell content, with or without a namespace prefix."""
_END_OF_ROW = re.compile(rb"</(?:\w+:)?row>")


def _cut_off(sheet: bytes) -> bytes:
    """Return a sheet without the empty rows at its end and without anything after its rows."""
    end = sheet.rfind(b"sheetData>")
    last = max(sheet.rfind(begins, 0, end) for begins in _SHOWN)
    row = _END_OF_ROW.search(sheet, last, end) if 0 <= last < end else None
    if row is None:
        return sheet
    return sheet[: row.end()] + sheet[sheet.rfind(b"</", 0, end) : end] + b"sheetData>" + sheet[sheet.rfind(b"</") :]


def _too_large() -> UnreadableFileError:
    return UnreadableFileError(_("This workbook is too large when unpacked. Save only the members to a file."))


def _broken(number: int) -> UnreadableFileError:
    if number:
        return UnreadableFileError(_("The workbook is damaged after this row; it may have been cut off."), number)
    return UnreadableFileError(_("The workbook is damaged; it may have been cut off."))


def _shown(cells: Sequence[Any], formulas: Sequence[Any], number: int) -> list[Cell]:
    """Return what the cells of a row show, without the empty ones at its end."""
    if any(cell.value is None and one.data_type == FORMULA for cell, one in zip(cells, formulas, strict=False)):
        raise UnreadableFileError(_("There is a formula here without a stored value. Save its value instead."), number)
    if any(cell.data_type == ERROR for cell in cells):
        raise UnreadableFileError(_("There is a formula here that results in an error."), number)
    values = [_cell(cell.value) for cell in cells]
    while values and values[-1] is None:
        values.pop()
    return values


def _cell(value: Any) -> Cell:
    """Return a cell as text, number or date."""
    if isinstance(value, str):
        return unescaped(value) or None
    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, bool | int | float | date):
        return value
    return str(value) if isinstance(value, time) else None
