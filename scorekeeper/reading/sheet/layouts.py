"""Where every cell of a photographed page is, of a sheet printed here or of a list printed elsewhere."""

from __future__ import annotations

from scorekeeper.printing.marked_sheets import layout
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import SheetLayout
from scorekeeper.reading.sheet.list_layout import list_layout


def layout_of(code: SheetCode) -> SheetLayout:
    """Return the layout of a page as it is kept; raise `SheetCodeError` or `BoxesDontFitError`."""
    return list_layout(code) if code.list else layout.layout_of(code)
