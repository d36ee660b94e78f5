"""Where every cell of a photographed page is, of a sheet printed here or of a list printed elsewhere."""

from __future__ import annotations

from scorekeeper.printing.marked_sheets import layout
from scorekeeper.printing.marked_sheets.code import SheetCode, SheetCodeError
from scorekeeper.printing.marked_sheets.layout import BoxesDontFitError, SheetLayout
from scorekeeper.reading.sheet.list_layout import list_layout


def layout_of(code: SheetCode) -> SheetLayout:
    """Return the layout of a page as it is kept; raise `SheetCodeError` or `BoxesDontFitError`."""
    return list_layout(code) if code.list else layout.layout_of(code)


def readable(text: str) -> SheetCode | None:
    """Return the code of a page that was kept, or None if it can't be read since an update or a change of its rules."""
    try:
        code = SheetCode.parse(text)
        return code if code.page <= len(layout_of(code).pages) else None
    except (SheetCodeError, BoxesDontFitError):
        return None
