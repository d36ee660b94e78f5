"""Files of people who enter a tournament, as the lines that the desk can type: start number; name; team; category."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from io import StringIO
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override, pgettext_lazy

from scorekeeper.clubs.duplicates import plain
from scorekeeper.files.spreadsheets.reader import contents
from scorekeeper.files.spreadsheets.rows import Cell, FormulaError, UnreadableFileError
from scorekeeper.tournaments.desk.register import MOST_ENTRIES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LABELS: Mapping[str, Sequence[StrPromise]] = {
    "number": (gettext_lazy("start number"), pgettext_lazy("heading of a column", "No.")),
    "name": (gettext_lazy("name"),),
    "team": (gettext_lazy("team"),),
    "category": (gettext_lazy("category"),),
}
"""The columns in the order of a line, each with its headings."""
IN_LINES = ("name", "team", "category")


@cache
def known_headings() -> dict[str, str]:
    """Return the column of each heading, in all languages, without case and accents."""
    headings = {column: column for column in LABELS}
    for language, _name in settings.LANGUAGES:
        with override(language):
            headings |= {plain(str(label)): column for column, labels in LABELS.items() for label in labels}
    return headings


def how_many_known(headings: Sequence[str]) -> int:
    return sum(plain(heading) in known_headings() for heading in headings)


def lines_of(data: bytes) -> str:
    """Return the rows of a CSV or XLSX file as lines; raises `UnreadableFileError`.

    Without a heading for the names, the columns are name, team and category from the first row on.
    """
    found = contents(data, how_many_known)
    for row in (found.headings, *found.rows):
        if any(isinstance(cell, FormulaError) for cell in row.cells):
            raise UnreadableFileError(_("There is a formula here that results in an error."), row.number)
    rows = [row.cells for row in found.rows]
    columns = [known_headings().get(plain(_words(cell)), "") for cell in found.headings.cells]
    if "name" not in columns:
        rows, columns = [found.headings.cells, *rows], list(IN_LINES)
    if len(rows) > MOST_ENTRIES:
        raise UnreadableFileError(_("A tournament has at most {most} entries.").format(most=MOST_ENTRIES))
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    for cells in rows:
        by_column = dict(zip(columns, map(_words, cells), strict=False))
        line = [by_column.get(column, "") for column in IN_LINES]
        writer.writerow([by_column["number"], *line] if by_column.get("number") else line)
    return text.getvalue()


def _words(cell: Cell) -> str:
    """Return a cell on one line; a start number is whole, however the spreadsheet stores it."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else " ".join(str(cell).split())
