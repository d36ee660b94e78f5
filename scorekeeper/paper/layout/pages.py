"""The pages of a score sheet: its head, the rows over as many pages as they take, and what closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.paper.layout.breaks import AT_EASE, Heights, in_pages, pitch_of
from scorekeeper.paper.layout.canvas import Canvas, Place
from scorekeeper.paper.layout.closing import Part
from scorekeeper.paper.layout.fitting import fitted
from scorekeeper.paper.layout.head import AGAIN, Head
from scorekeeper.paper.layout.table import Line, Table
from scorekeeper.paper.pages import Page

FOOT_SIZES = (7, 6, 5, 4)


@dataclass(frozen=True)
class End:
    """What closes a sheet: what follows the rows, and what stands at the foot of the page."""

    closing: Sequence[Part]
    small: Sequence[Part]

    @property
    def high(self) -> float:
        return sum(high for high, _draw in (*self.closing, *self.small))

    def draw(self, canvas: Canvas, y: float, bottom: float) -> None:
        """From `y` on down to the bottom of the page."""
        for high, draw in self.closing:
            draw(canvas, y)
            y += high
        for high, draw in self.small:
            draw(canvas, bottom - high)


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
        beside, *after = self._ends()
        pitch, pages = self._shared(beside)
        count = len(pages) + len(after)
        canvases = [self._rows(pages, number, pitch, beside) for number in range(len(pages))]
        canvases += [self._page(len(pages) + number, end) for number, end in enumerate(after)]
        for number, canvas in enumerate(canvases, 1):
            self._number(canvas, f"{number}/{count}" if count > 1 else "")
        return [canvas.drawn() for canvas in canvases]

    def _ends(self) -> list[End]:
        """What closes the sheet: all of it below the rows, or what has no place there on a page of its own."""
        ways = (
            [End(self.closing, self.small)],
            [End(self.closing, ()), End((), self.small)],
            [End((), ()), End(self.closing, self.small)],
        )
        ease, foot = AT_EASE[self.page.paper], len(self.foot)
        for way in ways:
            heights = self._heights(way[0])
            if all(heights.rows(ease, first=first, last=True, foot=foot) >= 0 for first in (True, False)):
                return way
        return ways[-1]

    def _heights(self, end: End) -> Heights:
        above = self.table.above
        return Heights(whole=self.page.high, head=self.head.high + above, again=AGAIN + above, end=end.high)

    def _shared(self, end: End) -> tuple[float, list[Sequence[Line]]]:
        """How high a row is, and the rows of each page."""
        heights, foot = self._heights(end), len(self.foot)
        pitch = pitch_of(heights, self.rows, foot, paper=self.page.paper, blank=self.blank)
        return pitch, in_pages(self.rows, foot, heights, pitch)

    def _page(self, number: int, end: End | None = None) -> Canvas:
        """A page with its head, and with what closes the sheet where there are no rows."""
        canvas = Canvas()
        if number == 0:
            self.head.draw(canvas, self.page.inside)
        else:
            self.head.draw_again(canvas, self.page.inside)
        if end:
            end.draw(canvas, AGAIN, self.page.high)
        return canvas

    def _rows(self, pages: Sequence[Sequence[Line]], number: int, pitch: float, end: End) -> Canvas:
        """A page of the table; the last one has the foot and what stands below it."""
        canvas, last = self._page(number), number == len(pages) - 1
        carried = [self.carried_over(pages[number - 1][-1])] if number else []
        lines = [*carried, *pages[number], *(self.foot if last else [self.carried_over(pages[number][-1])])]
        y = AGAIN if number else self.head.high
        self.table.draw(canvas, y, lines, pitch)
        if last:
            end.draw(canvas, y + self.table.above + len(lines) * pitch, self.page.high)
        return canvas

    def _number(self, canvas: Canvas, number: str) -> None:
        below = Place(0, self.page.high + 3, self.page.inside, 3)
        words = fitted(self.head.subtitle, below.width - 12, sizes=FOOT_SIZES)
        canvas.write(words, below, down="top", quiet=True)
        canvas.write(fitted(number, 10, sizes=FOOT_SIZES), below, across="right", down="top", quiet=True)
