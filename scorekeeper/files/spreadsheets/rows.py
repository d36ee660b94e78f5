"""The rows and cells of an uploaded file, whatever its format, and the error for a file that can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _


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
