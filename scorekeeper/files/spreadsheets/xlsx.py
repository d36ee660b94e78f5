"""The rows of a workbook (XLSX). A file may be malicious, so its unpacked size is checked before it is opened.

openpyxl parses XML with defusedxml, which refuses entities. A sheet of thirty members can have 400,000 empty rows,
because someone once formatted a column, so reading stops after some thousands of them.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.files.spreadsheets.rows import Cell, FormulaError, SpreadsheetRow, UnreadableFileError, unescaped

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


def rows(data: bytes, remarks: list[str]) -> Iterator[SpreadsheetRow]:
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
