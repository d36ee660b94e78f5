"""Page layout of a score sheet: the head, the rows on one or more pages, and the closing parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.printing.layout.breaks import AT_EASE, Heights, in_pages, pitch_of
from scorekeeper.printing.layout.canvas import Canvas, Rectangle
from scorekeeper.printing.layout.closing import Part
from scorekeeper.printing.layout.fitting import fitted
from scorekeeper.printing.layout.head import AGAIN, SheetHead
from scorekeeper.printing.layout.table import SheetTable, TableLine
from scorekeeper.printing.pages import PageMeasures

FOOT_SIZES = (7, 6, 5, 4)


@dataclass(frozen=True)
class SheetEnd:
    """The closing parts of a sheet: those directly below the rows, and the small print at the foot of the page."""

    closing: Sequence[Part]
    small: Sequence[Part]

    @property
    def high(self) -> float:
        return sum(high for high, _draw in (*self.closing, *self.small))

    def draw(self, canvas: Canvas, y: float, bottom: float) -> None:
        """Draw the parts from `y` down to the bottom of the page."""
        for high, draw in self.closing:
            draw(canvas, y)
            y += high
        for high, draw in self.small:
            draw(canvas, bottom - high)


@dataclass(frozen=True, kw_only=True)
class Pages:
    """The content of a sheet, to be laid out in pages.

    `foot` are the rows below the last hand, `closing` the parts below these, and `small` the parts at the foot of the
    last page. `carried_over` makes the row of totals carried over after the last row of a page.
    """

    page: PageMeasures
    head: SheetHead
    table: SheetTable
    rows: Sequence[TableLine]
    foot: Sequence[TableLine]
    carried_over: Callable[[TableLine], TableLine]
    closing: Sequence[Part]
    small: Sequence[Part]
    blank: bool

    def drawn(self) -> list[dict[str, Any]]:
        """Return each page for the Typst templates."""
        beside, *after = self._ends()
        pitch, pages = self._shared(beside)
        count = len(pages) + len(after)
        canvases = [self._rows(pages, number, pitch, beside) for number in range(len(pages))]
        canvases += [self._page(len(pages) + number, end) for number, end in enumerate(after)]
        for number, canvas in enumerate(canvases, 1):
            self._number(canvas, f"{number}/{count}" if count > 1 else "")
        return [canvas.drawn() for canvas in canvases]

    def _ends(self) -> list[SheetEnd]:
        """Return the closing parts of the last page with rows, and of a further page for what has no room there."""
        ways = (
            [SheetEnd(self.closing, self.small)],
            [SheetEnd(self.closing, ()), SheetEnd((), self.small)],
            [SheetEnd((), ()), SheetEnd(self.closing, self.small)],
        )
        ease, foot = AT_EASE[self.page.paper], len(self.foot)
        for way in ways:
            heights = self._heights(way[0])
            if all(heights.rows(ease, first=first, last=True, foot=foot) >= 0 for first in (True, False)):
                return way
        return ways[-1]

    def _heights(self, end: SheetEnd) -> Heights:
        above = self.table.above
        return Heights(whole=self.page.high, head=self.head.high + above, again=AGAIN + above, end=end.high)

    def _shared(self, end: SheetEnd) -> tuple[float, list[Sequence[TableLine]]]:
        """Return the height of a row, and the rows of each page."""
        heights, foot = self._heights(end), len(self.foot)
        pitch = pitch_of(heights, self.rows, foot, paper=self.page.paper, blank=self.blank)
        return pitch, in_pages(self.rows, foot, heights, pitch)

    def _page(self, number: int, end: SheetEnd | None = None) -> Canvas:
        """Return a page with its head, and with the closing parts if it has no rows."""
        canvas = Canvas()
        if number == 0:
            self.head.draw(canvas, self.page.inside)
        else:
            self.head.draw_again(canvas, self.page.inside)
        if end:
            end.draw(canvas, AGAIN, self.page.high)
        return canvas

    def _rows(self, pages: Sequence[Sequence[TableLine]], number: int, pitch: float, end: SheetEnd) -> Canvas:
        """Return a page of the table; the last one has the foot and the closing parts."""
        canvas, last = self._page(number), number == len(pages) - 1
        carried = [self.carried_over(pages[number - 1][-1])] if number else []
        lines = [*carried, *pages[number], *(self.foot if last else [self.carried_over(pages[number][-1])])]
        y = AGAIN if number else self.head.high
        self.table.draw(canvas, y, lines, pitch)
        if last:
            end.draw(canvas, y + self.table.above + len(lines) * pitch, self.page.high)
        return canvas

    def _number(self, canvas: Canvas, number: str) -> None:
        below = Rectangle(0, self.page.high + 3, self.page.inside, 3)
        words = fitted(self.head.subtitle, below.width - 12, sizes=FOOT_SIZES)
        canvas.write(words, below, down="top", quiet=True)
        canvas.write(fitted(number, 10, sizes=FOOT_SIZES), below, across="right", down="top", quiet=True)
