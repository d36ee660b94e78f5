"""The rows of a workbook (XLSX). Whoever sends one may mean harm: it is weighed before it is unpacked."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from scorekeeper.exchange.guarding import unescaped
from scorekeeper.exchange.reading import Cell, Row, Unreadable, too_many

MOST_UNPACKED = 16 * 1024 * 1024  # bytes; five thousand rows of names are a tenth of it
MOST_PARTS = 500
LAST_ROW, LAST_COLUMN = 1_048_576, 32
"""Where a sheet ends by its own standard, and where we stop looking."""
BOOK, SHEETS = "xl/workbook.xml", "xl/worksheets/"
FORMULA, ERROR = "f", "e"
"""The types of a cell with a formula, and of one whose formula came to an error; a text that looks so is a text."""


def rows(data: bytes) -> Iterator[Row]:
    """The rows of the first sheet, as they are shown: of a formula what it came to. Raises `Unreadable`."""
    _weighed(data)
    number = 0
    try:
        formulas = _formulas(data)
        for number, cells in enumerate(_cells(data), 1):
            if cells is not None:
                yield Row(number, _shown(cells, number, formulas))
    except Unreadable:
        raise
    except Exception as error:  # openpyxl raises whatever its parts do on what is no workbook, or half of one
        raise _broken(number) from error
    if number == LAST_ROW:  # there is one further down that we were not shown
        raise too_many(number)


def _formulas(data: bytes) -> frozenset[tuple[int, int]]:
    """Where formulas stand, by their row from 1 and their place in it from 0: what they come to need not be there."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        if not any(b"<f" in parts.read(name) for name in parts.namelist() if name.startswith(SHEETS)):
            return frozenset()
    return frozenset(
        (number, place)
        for number, cells in enumerate(_cells(data, values=False), 1)
        for place, cell in enumerate(cells or ())
        if cell.data_type == FORMULA
    )


def _cells(data: bytes, *, values: bool = True) -> Iterator[Sequence[Any] | None]:
    """What is in each row, of formulas their values or they themselves; None for one that is not there."""
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
    pages: list[Any] = book.worksheets
    if not pages:
        raise Unreadable(_("There is no sheet with cells in this workbook."))
    pages[0].reset_dimensions()  # what a file says of its own size need not be so
    before = None
    for cells in pages[0].iter_rows(max_row=LAST_ROW, max_col=LAST_COLUMN):
        yield None if cells is before else cells  # rows that are not there come as one empty row, over and over
        before = cells


def _weighed(data: bytes) -> None:
    """Refuse what is no workbook, what would be too large unpacked, and what no spreadsheet writes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            why = _fault(parts)
    except (NotImplementedError, RuntimeError) as error:  # packed in a way of its own, or with a password
        raise Unreadable(_("This workbook cannot be opened. Save it again as XLSX, without a password.")) from error
    except Exception as error:  # what zipfile, zlib and their like raise has no common name
        raise _broken(0) from error
    if why:
        raise Unreadable(why)


def _fault(parts: zipfile.ZipFile) -> str:
    listed = parts.infolist()
    if len(listed) > MOST_PARTS or sum(part.file_size for part in listed) > MOST_UNPACKED:
        return _("Unpacked, this workbook is too large. Save its members alone as a file.")
    # An entity can stand for any amount of text. Every part is read to its end here, and so known to be whole.
    if BOOK not in parts.namelist() or any(b"<!DOCTYPE" in parts.read(part) for part in listed):
        return _("This is no workbook in XLSX. Save the table as XLSX or CSV.")
    return ""


def _broken(number: int) -> Unreadable:
    if number:
        return Unreadable(_("The workbook is broken after this row; it may have been cut off."), number)
    return Unreadable(_("The workbook is broken; it may have been cut off."))


def _shown(cells: Sequence[Any], number: int, formulas: frozenset[tuple[int, int]]) -> list[Cell]:
    """What the cells of a row show, down to the last that shows something."""
    if any(cell.value is None and (number, place) in formulas for place, cell in enumerate(cells)):
        raise Unreadable(_("There is a formula here without what it comes to. Save its value."), number)
    if any(cell.data_type == ERROR for cell in cells):
        raise Unreadable(_("There is a formula here that came to an error."), number)
    found = [_cell(cell.value) for cell in cells]
    while found and found[-1] is None:
        found.pop()
    return found


def _cell(value: Any) -> Cell:
    """A cell as text, number or day."""
    if isinstance(value, str):
        return unescaped(value) or None
    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, bool | int | float | date):
        return value
    return str(value) if isinstance(value, time) else None
