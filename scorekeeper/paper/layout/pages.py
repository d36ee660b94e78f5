"""The pages of a score sheet: its head, the rows over as many pages as they take, and what closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.paper.layout.breaks import Heights, in_pages, pitch_of
from scorekeeper.paper.layout.canvas import Canvas, Place
from scorekeeper.paper.layout.closing import Part
from scorekeeper.paper.layout.fitting import fitted
from scorekeeper.paper.layout.head import AGAIN, Head
from scorekeeper.paper.layout.table import Line, Table
from scorekeeper.paper.pages import Page

FOOT_SIZES = (7, 6, 5, 4)


@dataclass(frozen=True, kw_only=True)
class Pages:
    """All that a sheet says, each part with its words.

    `foot` are the rows below the last one, `closing` what stands below these, `small` what stands at the foot of the
    last page. `carried_over` makes the row that goes on to the next page of the last one on this.
    """

    page: Page
    head: Head
    table: Table
    rows: Sequence[Line]
    foot: Sequence[Line]
    carried_over: Callable[[Line], Line]
    closing: Sequence[Part]
    small: Sequence[Part]
    blank: bool

    def drawn(self) -> list[dict[str, Any]]:
        """Each page, for the press."""
        end = sum(high for high, _draw in (*self.closing, *self.small))
        above = self.table.above
        heights = Heights(whole=self.page.high, head=self.head.high + above, again=AGAIN + above, end=end)
        rows = len(self.rows) + len(self.foot)
        pitch = pitch_of(heights, rows, paper=self.page.paper, blank=self.blank)
        pages = in_pages(self.rows, len(self.foot), heights, pitch)
        return [self._page(pages, number, pitch).drawn() for number in range(len(pages))]

    def _page(self, pages: Sequence[Sequence[Line]], number: int, pitch: float) -> Canvas:
        canvas, last = Canvas(), number == len(pages) - 1
        if number == 0:
            self.head.draw(canvas, self.page.inside)
        else:
            self.head.draw_again(canvas, self.page.inside)
        carried = [self.carried_over(pages[number - 1][-1])] if number else []
        lines = [*carried, *pages[number], *(self.foot if last else [self.carried_over(pages[number][-1])])]
        y = AGAIN if number else self.head.high
        self.table.draw(canvas, y, lines, pitch)
        if last:
            self._close(canvas, y + self.table.above + len(lines) * pitch)
        self._number(canvas, f"{number + 1}/{len(pages)}" if len(pages) > 1 else "")
        return canvas

    def _close(self, canvas: Canvas, y: float) -> None:
        for high, draw in self.closing:
            draw(canvas, y)
            y += high
        for high, draw in self.small:
            draw(canvas, self.page.high - high)

    def _number(self, canvas: Canvas, number: str) -> None:
        below = Place(0, self.page.high + 3, self.page.inside, 3)
        words = fitted(self.head.subtitle, below.width - 12, sizes=FOOT_SIZES)
        canvas.write(words, below, down="top", quiet=True)
        canvas.write(fitted(number, 10, sizes=FOOT_SIZES), below, across="right", down="top", quiet=True)
