"""The table of a score sheet: headings, rows and ruled lines."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from games.scoring.types import Seat
from scorekeeper.printing.layout.canvas import Across, Canvas, Rectangle, Stroke, runs_of
from scorekeeper.printing.layout.fitting import fitted
from scorekeeper.printing.layout.letters import POINT, Face, wide

SIZE = 9
"""The type size of the cells, in points."""
AROUND = 0.8
"""The padding at either side of a cell, in millimetres."""
HEAD = 5.0
"""The height of a row of headings, in millimetres."""
HEAD_SIZES = (8, 7, 6, 5, 4.2, 3.6)
GROUP_SIZES = (10, 9, 8, 7, 6, 5, 4)
MARK = 1.25
"""The distance of the centre of a dealer's mark from the edges of the cell."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableColumn:
    """A printed column: its heading, its group, the seat it belongs to, its width and its alignment.

    Adjacent columns with the same `group` share the heading `shared`, which is empty if a name is to be written there.
    """

    head: str
    group: Hashable | None
    shared: str
    seat: Seat | None
    width: float
    across: Across


@dataclass(frozen=True, kw_only=True, slots=True)
class TableLine:
    """A row, translated; columns are numbered from the left.

    * `carried` are the cells of totals to carry over after this row.
    * `spans` maps cells that span several columns to the first column after them.
    * `dealer` is the column with the dealer's mark.
    * `struck` are the cells to strike through, of a seat that sits out.
    * `begins` marks the start of a round, with a heavier line above.
    * `heads` keeps the row with the next one: it is never the last on a page.
    """

    cells: Sequence[str]
    carried: Sequence[str] = ()
    spans: Mapping[int, int]
    dealer: int | None = None
    struck: Collection[int] = ()
    bold: Collection[int] = ()
    begins: bool = False
    heads: bool = False


@dataclass(frozen=True)
class SheetTable:
    """The table of a sheet, with the same columns on each page."""

    columns: Sequence[TableColumn]

    @cached_property
    def edges(self) -> list[float]:
        """The left edge of each column, and the right edge of the last."""
        return list(accumulate((column.width for column in self.columns), initial=0.0))

    @cached_property
    def heads(self) -> int:
        """The number of rows of headings."""
        return 2 if any(column.group is not None for column in self.columns) else 1

    @property
    def above(self) -> float:
        """The height of the headings."""
        return self.heads * HEAD

    def draw(self, canvas: Canvas, y: float, rows: Sequence[TableLine], pitch: float) -> None:
        """Draw the headings and these rows, from `y` down."""
        self._headings(canvas, y)
        top = y + self.above
        plain = [list(row.cells) for row in rows]
        for number, row in enumerate(rows):
            for at in self._special(row):
                self._cell(canvas, row, at, top + number * pitch, pitch)
                plain[number][at] = ""
            if row.dealer is not None:
                canvas.mark(self.edges[row.dealer] + MARK, top + number * pitch + MARK)
            for at in row.struck:
                middle = top + (number + 0.5) * pitch
                canvas.line("hairline", (self.edges[at], middle), (self.edges[at + 1], middle))
        for at, column in enumerate(self.columns):
            runs = runs_of([(cells[at], at in row.bold) for cells, row in zip(plain, rows, strict=True)])
            place = Rectangle(self.edges[at] + AROUND, top, column.width - 2 * AROUND, len(rows) * pitch)
            canvas.column(runs, place, size=SIZE, pitch=pitch, across=column.across)
        self._lines(canvas, y, rows, pitch)

    def _special(self, row: TableLine) -> Iterator[int]:
        """Yield the cells to draw one by one, because they span columns or are too wide for theirs."""
        for at, words in enumerate(row.cells):
            if words:
                longest = (self.edges[at + 1] - self.edges[at] - 2 * AROUND) / (SIZE * POINT)
                if at in row.spans or wide(words, "bold" if at in row.bold else "regular") > longest:
                    yield at

    def _cell(self, canvas: Canvas, row: TableLine, at: int, y: float, pitch: float) -> None:
        column, words = self.columns[at], row.cells[at]
        face: Face = "bold" if at in row.bold else "regular"
        x, end = self.edges[at], self.edges[row.spans.get(at, at + 1)]
        place = Rectangle(x + AROUND, y, end - x - 2 * AROUND, pitch)
        several = pitch - AROUND if column.across == "left" else 0
        canvas.write(fitted(words, place.width, several, face=face), place, across=column.across, face=face)

    def _headings(self, canvas: Canvas, y: float) -> None:
        for first, end in self._groups():
            shared, alone = self.columns[first].shared, self.columns[first].group is None
            if not alone:
                place = Rectangle(self.edges[first] + 1, y, self.edges[end] - self.edges[first] - 2, HEAD)
                words = fitted(shared, place.width, HEAD - 0.8, sizes=GROUP_SIZES, face="semibold")
                canvas.write(words, place, across="center", face="semibold")
            beside = self.heads if alone else 1
            for at in range(first, end):
                column = self.columns[at]
                place = Rectangle(
                    self.edges[at] + 0.5, y + (self.heads - beside) * HEAD, column.width - 1, beside * HEAD - 1
                )
                words = fitted(column.head, place.width, place.height, sizes=HEAD_SIZES)
                canvas.write(words, place, across="center", down="bottom", quiet=True)

    def _groups(self) -> Iterator[tuple[int, int]]:
        """Yield the first column of each group and the first one after it; other columns are groups of one."""
        first = 0
        for at in range(1, len(self.columns) + 1):
            if at == len(self.columns) or not self._within(at):
                yield first, at
                first = at

    def _within(self, at: int) -> bool:
        """Return whether a column belongs to the same group as the one before it."""
        return at > 0 and self.columns[at].group == self.columns[at - 1].group is not None

    def _lines(self, canvas: Canvas, y: float, rows: Sequence[TableLine], pitch: float) -> None:
        width, top = self.edges[-1], y + self.above
        bottom = top + len(rows) * pitch
        canvas.line("rule", (0, y), (width, y))
        for first, end in self._groups():
            if self.columns[first].group is not None:
                canvas.line("hairline", (self.edges[first], y + HEAD), (self.edges[end], y + HEAD))
        for number, row in enumerate(rows):
            above: Stroke = "rule" if number == 0 else "round" if row.begins else "hairline"
            canvas.line(above, (0, top + number * pitch), (width, top + number * pitch))
        canvas.line("rule", (0, bottom), (width, bottom))
        taken = [(number, row.spans) for number, row in enumerate(rows) if row.spans]
        for at, x in enumerate(self.edges):
            # A heavier line separates the columns of two players.
            edge = at in (0, len(self.columns))
            stroke: Stroke = "rule" if edge or self._whose(at) != self._whose(at - 1) else "hairline"
            begin = y if edge or not self._within(at) else y + HEAD
            for start, end in _stretches(at, taken, len(rows)):
                canvas.line(stroke, (x, top + start * pitch if start else begin), (x, top + end * pitch))

    def _whose(self, at: int) -> tuple[Seat | None, Hashable]:
        column = self.columns[at]
        return column.seat, column.group


def _stretches(at: int, taken: Sequence[tuple[int, Mapping[int, int]]], rows: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of rows for the line left of a column, interrupted by cells that span it."""
    start = 0
    for number, spans in taken:
        if any(first < at < end for first, end in spans.items()):
            if number > start or number == 0:
                yield start, number
            start = number + 1
    if start < rows or start == 0:
        yield start, rows
