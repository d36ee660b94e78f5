"""Sheets as files, streamed: CSV and XLSX. Both open by a double click in the spreadsheets of the reader's country.

CSV is in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding. What separates its cells, and how
it writes numbers and dates, depends on the country. In both formats numbers are numbers, dates are dates, and text is
text, whatever it looks like.

Text is escaped so that it is never a formula, never broken, and is read back unchanged. Spreadsheets recognise a
formula in a CSV file by its first character. Such a text gets an apostrophe in front, which is how spreadsheets mark
text. So does a text that already looks escaped, which makes the escaping reversible.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.web.downloads import disposition

Cell = str | int | Decimal | date | None

MARK = "\ufeff"
PIECE = 200  # rows of a CSV file sent at once
IN_MEMORY, CHUNK = 2**20, 2**16
WIDEST = 40


@dataclass(frozen=True, kw_only=True)
class ExportSheet:
    """A file's name, without extension, and its contents. `rows` is iterated once."""

    name: str
    headings: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def yes_or_no(it_is: bool) -> str:
    return _("Yes") if it_is else _("No")


@dataclass(frozen=True)
class CsvStyle:
    """What the spreadsheets of a country expect in CSV: a delimiter, a decimal sign, and dates as for `strftime`."""

    delimiter: str = ","
    decimal: str = "."
    day: str = "%Y-%m-%d"


SWISS = CsvStyle(";", ".", "%d.%m.%Y")
STYLES: Mapping[str, CsvStyle] = {
    "de": CsvStyle(";", ",", "%d.%m.%Y"),
    "fr": CsvStyle(";", ",", "%d/%m/%Y"),
    "fr-CA": CsvStyle(";", ","),
    **dict.fromkeys(("de-CH", "de-LI", "fr-CH"), SWISS),
}
"""By language, and by region where it differs. Elsewhere dates are ISO 8601: 03/02 is another day in America."""


def as_csv(sheet: ExportSheet, locale: str) -> Iterator[bytes]:
    r"""Return the sheet as CSV for readers with this language or locale, such as "de" or "de-CH".

    >>> rows = [["=1+1", Decimal("-3.30"), date(2026, 2, 3)], ["Anne, the Ace", None, None]]
    >>> def text(locale):
    ...     return b"".join(as_csv(ExportSheet(name="x", headings=["Name"], rows=rows), locale)).decode("utf-8-sig")
    >>> text("en-GB")
    'Name\r\n\'=1+1,-3.30,2026-02-03\r\n"Anne, the Ace",,\r\n'
    >>> text("fr"), text("de-CH")
    ("Name\r\n'=1+1;-3,30;03/02/2026\r\nAnne, the Ace;;\r\n", "Name\r\n'=1+1;-3.30;03.02.2026\r\nAnne, the Ace;;\r\n")
    """
    style = STYLES.get(locale) or STYLES.get(locale.partition("-")[0]) or CsvStyle()
    buffer: list[str] = [MARK]
    out = csv.writer(_TextCollector(buffer), delimiter=style.delimiter)
    out.writerow([guarded(heading) for heading in sheet.headings])
    rows = iter(sheet.rows)
    while True:
        yield "".join(buffer).encode()
        buffer.clear()
        some = list(islice(rows, PIECE))
        if not some:
            return
        out.writerows([[_in_csv(cell, style) for cell in row] for row in some])


class _TextCollector:
    """The file object for `csv.writer`, which collects text in a list."""

    def __init__(self, buffer: list[str]) -> None:
        self.write = buffer.append


def _in_csv(cell: Cell, style: CsvStyle) -> str:
    if isinstance(cell, Decimal):
        return format(cell, "f").replace(".", style.decimal)
    if isinstance(cell, date):
        return cell.strftime(style.day)
    return guarded(cell) if isinstance(cell, str) else "" if cell is None else str(cell)


COUNTRYS_DATE = "mm-dd-yy"
"""The standard's name of the format in which spreadsheets show dates as the reader's country writes them."""


def as_xlsx(sheet: ExportSheet, _locale: str) -> Iterator[bytes]:
    """Return the sheet as a workbook; sends nothing before the last row, because a zip file ends with its index."""
    from openpyxl import Workbook  # noqa: PLC0415 - with numpy, it takes a sixth of every start
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 - the same
    from openpyxl.styles import Font  # noqa: PLC0415 - the same
    from openpyxl.utils import get_column_letter  # noqa: PLC0415 - the same

    def text(words: str, font: Font | None = None) -> Any:
        """Return a cell that is text and stays text when edited; openpyxl takes "=1+1" for a formula."""
        cell = WriteOnlyCell(page, value=escaped(words))
        cell.data_type = "s"
        if guarded(words) != words:
            cell.number_format = "@"
        if font:
            cell.font = font
        return cell

    def figure(value: Any) -> Any:
        """Return a cell with a number or a date; amounts keep their decimal places."""
        cell = WriteOnlyCell(page, value=value)
        if isinstance(value, Decimal):
            cell.number_format = f"{Decimal().quantize(value)}"
        elif isinstance(value, date):
            cell.number_format = COUNTRYS_DATE
        return cell

    book = Workbook(write_only=True)
    page = book.create_sheet()
    page.freeze_panes = "A2"
    for number, heading in enumerate(sheet.headings, 1):
        page.column_dimensions[get_column_letter(number)].width = min(max(len(heading) + 3, 14), WIDEST)
    bold = Font(bold=True)
    page.append([text(heading, font=bold) for heading in sheet.headings])
    for row in sheet.rows:
        page.append([(text(cell) if cell else None) if isinstance(cell, str) else figure(cell) for cell in row])
    with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        book.save(file)
        file.seek(0)
        while piece := file.read(CHUNK):
            yield piece


@dataclass(frozen=True, kw_only=True)
class FileFormat:
    """A file format."""

    ending: str
    content_type: str
    pieces: Callable[[ExportSheet, str], Iterator[bytes]]


CSV = FileFormat(ending="csv", content_type="text/csv; charset=utf-8", pieces=as_csv)
XLSX = FileFormat(
    ending="xlsx",
    content_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    pieces=as_xlsx,
)
KINDS: Mapping[str, FileFormat] = {kind.ending: kind for kind in (CSV, XLSX)}


def attachment(sheet: ExportSheet, ending: str, locale: str) -> HttpResponse:
    """Return a sheet to download, in one of `KINDS`, for readers with this locale."""
    kind = KINDS[ending]
    content = b"".join(kind.pieces(sheet, locale))
    return HttpResponse(content, content_type=kind.content_type, headers=disposition(sheet.name, ending))


# Text

SIGNS = "=+\\-@\t\r\n＝＋－＠"
"""The characters that start a formula; some spreadsheets accept the full-width ones of East Asian keyboards too."""

_TO_BE_GUARDED = re.compile(f"'*[{SIGNS}]")
_GUARDED = re.compile(f"'+[{SIGNS}]")


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> [guarded(text) for text in ("=1+1", "Anne", "'=1+1", "'Anne")]
    ["'=1+1", 'Anne', "''=1+1", "'Anne"]
    """
    return f"'{text}" if _TO_BE_GUARDED.match(text) else text


def unguarded(text: str) -> str:
    """Reverse `guarded`.

    >>> [unguarded(text) for text in ("'=1+1", "Anne", "''=1+1", "'Anne", "=1+1")]
    ['=1+1', 'Anne', "'=1+1", "'Anne", '=1+1']
    """
    return text[1:] if _GUARDED.match(text) else text


_NO_XML = re.compile("[\x00-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def escaped(text: str) -> str:
    """Return a text for a workbook's cell: escapes what XML can't hold, and what looks like an escape.

    >>> escaped("Anne_x0041_"), escaped(chr(0xFFFF))
    ('Anne_x005F_x0041_', '_xFFFF_')
    """
    return _NO_XML.sub(lambda match: f"_x{ord(match[0]):04X}_", text)


def unescaped(text: str) -> str:
    """Reverse `escaped`; spreadsheets escape in the same way.

    >>> unescaped("Anne_x005F_x0041_"), unescaped("Anne_x0041_")
    ('Anne_x0041_', 'AnneA')
    """
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
