"""Files of people who enter a tournament, as lines: start number; name; team; category; member number."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import zip_longest
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override, pgettext_lazy

from scorekeeper.clubs.duplicates import plain
from scorekeeper.clubs.names import turned_round
from scorekeeper.desk.register import MOST_ENTRIES
from scorekeeper.files.spreadsheets.columns import (
    OF_MEMBER_NUMBERS,
    OTHER_HEADINGS,
    IgnoredColumn,
    NamePart,
    remarks_on,
    settle_names,
    without_heading,
)
from scorekeeper.files.spreadsheets.reader import (
    Cell,
    FormulaError,
    SpreadsheetRow,
    UnreadableFileError,
    contents,
    in_row,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LABELS: Mapping[str, Sequence[StrPromise]] = {
    "number": (gettext_lazy("start number"), pgettext_lazy("heading of a column", "No.")),
    "name": (gettext_lazy("name"),),
    "team": (gettext_lazy("team"),),
    "category": (gettext_lazy("category"),),
    "member_number": (gettext_lazy("member number"),),
}
"""The columns in the order of a line, each with its headings."""
IN_LINES = ("name", "team", "category")
Heading = str | IgnoredColumn | None
"""A column by its heading; None without one."""


@cache
def known_headings() -> dict[str, str]:
    """Return the column of each heading, in all languages, without case and accents."""
    headings = {column: column for column in LABELS}
    headings |= dict.fromkeys(OF_MEMBER_NUMBERS, "member_number")
    headings |= {words: part for words, part in OTHER_HEADINGS.items() if isinstance(part, NamePart)}
    for language, _name in settings.LANGUAGES:
        with override(language):
            headings |= {plain(str(label)): column for column, labels in LABELS.items() for label in labels}
    return headings


@dataclass(frozen=True)
class EntryFile:
    """The rows of a file as lines, and sentences on what was put together or left out."""

    lines: str
    remarks: Sequence[str]


def read_entries(data: bytes) -> EntryFile:
    """Return the content of a CSV or XLSX file; raises `UnreadableFileError`.

    Without a heading for the names, the columns are name, team and category from the first row on.
    """
    found = contents(data, known_headings())
    columns, rows, remarks = _columns(found.headings), found.rows, list(found.remarks)
    if "name" in columns or NamePart.SURNAME in columns:
        remarks += remarks_on(columns, found.headings)
    else:
        columns, rows = list(IN_LINES), [found.headings, *rows]
    if len(rows) > MOST_ENTRIES:
        raise UnreadableFileError(_("A tournament has at most {most} entries.").format(most=MOST_ENTRIES))
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    for row in rows:
        if any(isinstance(cell, FormulaError) for cell in row.cells):
            remarks.append(in_row(row.number, _("There is a formula here that results in an error.")))
            continue
        by_column = dict(zip(columns, map(_words, row.cells), strict=False))
        name = by_column.get("name") or " ".join(filter(None, (by_column.get(part) for part in NamePart)))
        line = [turned_round(name), by_column.get("team", ""), by_column.get("category", "")]
        if member_number := by_column.get("member_number"):
            line.append(member_number)
        writer.writerow([by_column["number"], *line] if by_column.get("number") else line)
        remarks += [in_row(row.number, without_heading(cell)) for cell in _cells_without_heading(row, columns)]
    return EntryFile(lines=text.getvalue(), remarks=remarks)


def _columns(headings: SpreadsheetRow) -> list[Heading]:
    """Return what each column is, each taken once."""
    words = list(map(_words, headings.cells))
    columns: list[Heading] = []
    for text in words:
        column = known_headings().get(plain(text))
        columns.append(None if column in columns else column)
    settle_names(columns)
    return [column or (IgnoredColumn(text) if text else None) for column, text in zip(columns, words, strict=True)]


def _cells_without_heading(row: SpreadsheetRow, columns: Sequence[Heading]) -> Iterator[Cell]:
    for column, cell in zip_longest(columns, row.cells):
        if column is None and cell not in (None, ""):
            yield cell


def _words(cell: Cell) -> str:
    """Return a cell on one line; a start number is whole, however the spreadsheet stores it."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else " ".join(str(cell).split())
