"""The position of every cell of a list in its kept photo, which is flattened, with columns in their declared widths.

All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.ui.paper_list import (
    CountColumn,
    FederationList,
    ListColumn,
    MeaningColumn,
    NumberColumn,
    TickColumn,
    TotalColumn,
    ValueColumn,
)
from scorekeeper.printing.marked_sheets import layout
from scorekeeper.printing.marked_sheets.code import LAYOUT_VERSION, SheetCode, SheetCodeError
from scorekeeper.printing.marked_sheets.layout import (
    Box,
    BoxesDontFitError,
    Cell,
    Column,
    PageLayout,
    RowLayout,
    SheetLayout,
    total,
)

MARGIN = 3.0
"""The paper around the rows."""
_NOWHERE = Box(0, 0, 0, 0)


def form_of(code: SheetCode) -> FederationList:
    """Return the list that a code names; raise `SheetCodeError`."""
    game, table = code.game_at_table()
    form = game.paper_lists.get(code.list)
    if form is None or table.size not in form.rows:
        raise SheetCodeError("unknown-rules")
    return form


def list_layout(code: SheetCode) -> SheetLayout:
    """Return the layout of a list; raise `SheetCodeError`."""
    form, size = form_of(code), len(code.names)
    own = form.all_columns(size)
    columns = tuple(_placed(own))
    rows, width = form.rows[size], sum(column.width for column in own)
    boxes = [Box(MARGIN, MARGIN + row * rows.height, width, rows.height) for row in range(rows.number)]
    page = PageLayout(
        number=1,
        width=width + 2 * MARGIN,
        height=rows.number * rows.height + 2 * MARGIN,
        markers=(),
        qr=_NOWHERE,
        rows=tuple(
            RowLayout(number=number, box=box, cells=tuple(_cells(own, columns, box)))
            for number, box in enumerate(boxes, start=1)
        ),
    )
    return SheetLayout(version=LAYOUT_VERSION, landscape=False, lines=1, columns=columns, pages=(page,))


def _placed(columns: Sequence[ListColumn]) -> Iterator[Column]:
    x, seat = MARGIN, -1
    for column in columns:
        seat += isinstance(column, TotalColumn)
        yield Column(field=_field(column, seat), x=x, width=column.width)
        x += column.width


def _field(column: ListColumn, seat: int) -> str:
    """Return the field of the marked sheet that a column stands for; empty if it isn't read."""
    if isinstance(column, TotalColumn):
        return total(seat)
    if isinstance(column, MeaningColumn):
        return next(iter(column.dash))
    return column.field if isinstance(column, NumberColumn | TickColumn | ValueColumn | CountColumn) else ""


def _cells(own: Sequence[ListColumn], columns: Sequence[Column], row: Box) -> Iterator[Cell]:
    for column, place in zip(own, columns, strict=True):
        box = Box(place.x, row.y, place.width, row.height)
        if isinstance(column, TickColumn | ValueColumn | CountColumn):
            yield Cell(kind="tick", field=column.field, key=column.key, box=box)
        elif place.field:
            yield Cell(kind="digit", field=place.field, box=box)


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
