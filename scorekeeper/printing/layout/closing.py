"""The closing parts of a sheet: boxes, lines for signatures, and the tariff in small print at the foot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Protocol

from scorekeeper.printing.layout.canvas import Across, Canvas, Rectangle, TextRun
from scorekeeper.printing.layout.fitting import broken_into, fitted
from scorekeeper.printing.layout.letters import POINT, Face, wide

BETWEEN = 5.0
"""The space between blocks side by side."""
BELOW = 2.0
"""The space between rows of blocks."""

BOX_SIZE, BOX_SIZES = 8, (8, 7, 6, 5, 4.2, 3.6)
BOX_ROW, BOX_ROW_TO_WRITE = 3.9, 5.5
BOX_TITLE = 3.4
BOX_AROUND = 1.6
ABOVE_BOXES = 4.0

SIGNED = 15.0
"""The height of the signature lines."""
SIGNED_SIZES = (7, 6, 5, 4)

SMALL, SMALL_PITCH = 6.0, 7.7 * POINT
"""The type size of the small print in points, and the distance of its lines in millimetres."""
SMALL_GAP = 3.2 * POINT
SMALL_CAPTION = 26.0
"""The greatest width that a caption can give its table, in millimetres."""
LEGEND, LEGEND_PITCH = 6.5, 7.6 * POINT
ABOVE_SMALL = 3.0


class Block(Protocol):
    """A block of known size that can be drawn anywhere."""

    @property
    def width(self) -> float: ...
    @property
    def high(self) -> float: ...
    def draw(self, canvas: Canvas, x: float, y: float) -> None: ...


@dataclass(frozen=True, kw_only=True)
class RuledBox:
    """A small ruled table, at most `room` wide; its first `words` columns hold words."""

    title: str
    rows: Sequence[Sequence[str]]
    head: bool
    words: int
    to_write: bool
    room: float

    @cached_property
    def widths(self) -> list[float]:
        """The widths of the columns; if they are too wide together, those of words are reduced."""
        count = max(len(row) for row in self.rows)
        columns = [[row[at] for row in self.rows if at < len(row)] for at in range(count)]
        natural = [max(map(wide, cells)) * BOX_SIZE * POINT + 2 * BOX_AROUND for cells in columns]
        fixed, free = sum(natural[self.words :]), sum(natural[: self.words])
        share = min(1, (self.room - fixed) / free) if free else 1
        return [width * (share if at < self.words else 1) for at, width in enumerate(natural)]

    @property
    def row(self) -> float:
        return BOX_ROW_TO_WRITE if self.to_write else BOX_ROW

    @property
    def width(self) -> float:
        return max(sum(self.widths), min(self.room, wide(self.title, "semibold") * BOX_SIZE * POINT))

    @property
    def high(self) -> float:
        return BOX_TITLE + len(self.rows) * self.row

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        title = fitted(self.title, self.width, sizes=BOX_SIZES, face="semibold")
        canvas.write(title, Rectangle(x, y, self.width, BOX_TITLE - 1.4), down="top", face="semibold")
        top, edges = y + BOX_TITLE, list(accumulate(self.widths, initial=x))
        for number, row in enumerate(self.rows):
            for at, words in enumerate(row):
                place = Rectangle(
                    edges[at] + BOX_AROUND, top + number * self.row, self.widths[at] - 2 * BOX_AROUND, self.row
                )
                canvas.write(
                    fitted(words, place.width, self.row - 0.8, sizes=BOX_SIZES),
                    place,
                    across="left" if at < self.words else "right",
                    quiet=self.head and number == 0,
                )
        for number in range(len(self.rows) + 1):
            canvas.line("hairline", (edges[0], top + number * self.row), (edges[-1], top + number * self.row))
        for edge in edges:
            canvas.line("hairline", (edge, top), (edge, top + len(self.rows) * self.row))


@dataclass(frozen=True, kw_only=True)
class SmallTariff:
    """A tariff in small print, written by columns, with a fine line below each row."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int
    star: str

    @cached_property
    def widths(self) -> list[float]:
        """The widths of the columns."""
        size = SMALL * POINT
        return [
            max(wide(self.head[at], "italic"), *(wide(row[at]) for row in self.rows)) * size
            for at in range(len(self.head))
        ]

    @cached_property
    def width(self) -> float:
        widest = max(wide(self.caption, "semibold"), wide(self.star, "italic")) * SMALL * POINT
        return max(sum(self.widths) + SMALL_GAP * (len(self.widths) - 1), min(widest, SMALL_CAPTION))

    def within(self, room: float) -> Iterator[SmallTariff]:
        """Yield the tariff as tables no wider than `room`: columns that don't fit go to a further table."""
        taken, upto = self.widths[0], 1
        while upto < len(self.widths) and (upto == 1 or taken + SMALL_GAP + self.widths[upto] <= room):
            taken, upto = taken + SMALL_GAP + self.widths[upto], upto + 1
        if upto == len(self.widths):
            yield self
            return
        first = replace(self, head=self.head[:upto], rows=[row[:upto] for row in self.rows])
        rest = replace(
            self,
            head=[self.head[0], *self.head[upto:]],
            rows=[[row[0], *row[upto:]] for row in self.rows],
        )
        yield first
        yield from rest.within(room)

    def _lines(self, words: str, face: Face) -> list[str]:
        return broken_into(words, self.width / (SMALL * POINT) + 0.01, face) if words else []

    @cached_property
    def parts(self) -> tuple[list[str], list[str]]:
        """The lines of the caption, and those of the note below the table."""
        return self._lines(self.caption, "semibold"), self._lines(self.star, "italic")

    @property
    def high(self) -> float:
        above, below = self.parts
        return (len(above) + 1 + len(self.rows) + len(below)) * SMALL_PITCH + 0.8

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        above, below = self.parts
        self._small(canvas, [TextRun("semibold", above)], x, y)
        y += len(above) * SMALL_PITCH + 0.4
        for at, width in enumerate(self.widths):
            runs = [TextRun("italic", [self.head[at]]), TextRun("regular", [row[at] for row in self.rows])]
            place = Rectangle(x, y, width, self.high)
            across: Across = "left" if at < self.words else "right"
            canvas.column(runs, place, size=SMALL, pitch=SMALL_PITCH, across=across)
            x += width + SMALL_GAP
        x -= sum(self.widths) + SMALL_GAP * len(self.widths)
        for number in range(len(self.rows)):
            line = y + (number + 1) * SMALL_PITCH
            canvas.line("thin", (x, line), (x + self.width, line))
        if below:
            self._small(canvas, [TextRun("italic", below)], x, y + (len(self.rows) + 1) * SMALL_PITCH + 0.4)

    def _small(self, canvas: Canvas, runs: Sequence[TextRun], x: float, y: float) -> None:
        canvas.column(runs, Rectangle(x, y, self.width, self.high), size=SMALL, pitch=SMALL_PITCH)


def beside_one_another(blocks: Iterable[Block], width: float) -> list[tuple[float, float, Block]]:
    """Return the position of each block: side by side as far as the width allows, then in the next row."""
    found, x, y, high = list[tuple[float, float, Block]](), 0.0, 0.0, 0.0
    for block in blocks:
        if x and x + block.width > width:
            x, y, high = 0.0, y + high + BELOW, 0.0
        found.append((x, y, block))
        x, high = x + block.width + BETWEEN, max(high, block.high)
    return found


Part = tuple[float, Callable[[Canvas, float], None]]
"""A closing part of a sheet: its height, and a function that draws it from a given position down."""


def boxes(found: Sequence[RuledBox], width: float) -> Iterator[Part]:
    """Yield the part with small tables, if there are any."""
    if found:
        placed = beside_one_another(found, width)

        def draw(canvas: Canvas, top: float) -> None:
            for x, y, box in placed:
                box.draw(canvas, x, top + ABOVE_BOXES + y)

        yield max(y + box.high for _x, y, box in placed) + ABOVE_BOXES, draw


def signatures(names: Sequence[str], width: float) -> Iterator[Part]:
    """Yield the part with a signature line for each player, if there are names."""
    if names:
        each = (width + BETWEEN) / len(names)

        def draw(canvas: Canvas, top: float) -> None:
            for number, name in enumerate(names):
                x, room = number * each, each - BETWEEN
                canvas.line("round", (x, top + 10.5), (x + room, top + 10.5))
                place = Rectangle(x, top + 11.3, room, 3.6)
                canvas.write(fitted(name, room, place.height, sizes=SIGNED_SIZES), place, down="top", quiet=True)

        yield SIGNED, draw


def small_print(explained: Sequence[str], tariffs: Sequence[SmallTariff], width: float) -> Iterator[Part]:
    """Yield the part with the explanation of the signs and the tariffs, if there is anything to print."""
    lines = broken_into(" ".join(explained), width / (LEGEND * POINT)) if explained else []
    legend = len(lines) * LEGEND_PITCH + (1.0 if lines and tariffs else 0)
    placed = beside_one_another(tariffs, width)

    def draw(canvas: Canvas, top: float) -> None:
        place = Rectangle(0, top + ABOVE_SMALL, width, legend)
        canvas.column([TextRun("regular", lines)] if lines else [], place, size=LEGEND, pitch=LEGEND_PITCH, quiet=True)
        for x, y, one in placed:
            one.draw(canvas, x, top + ABOVE_SMALL + legend + y)

    if lines or placed:
        yield max((y + one.high for _x, y, one in placed), default=0) + legend + ABOVE_SMALL, draw
