"""A list of ruled lines as federations print them, drawn with plain headings of our own, and filled in freehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from games.ui.marked_sheet import Marks
from games.ui.paper_list import (
    FederationList,
    ListColumn,
    MeaningColumn,
    NumberColumn,
    TickColumn,
    TotalColumn,
    ValueColumn,
)
from scorekeeper.devtools.handwriting.pen import Pen
from scorekeeper.devtools.handwriting.strokes import Picture
from scorekeeper.printing.marked_sheets.layout import Box, total

PIXELS_PER_MM = 10
WIDTH, HEIGHT = 210, 297
TOP = 20.0  # millimetres above the table
HEAD = 22.0  # the height of its headings
LINE, FRAME = 0.25, 0.5


class RuledList:
    """A list for so many players on A4."""

    def __init__(self, form: FederationList, size: int) -> None:
        self.form, self.size = form, size
        self.columns, self.rows = form.all_columns(size), form.rows[size]
        self.left = (WIDTH - sum(column.width for column in self.columns)) / 2
        self.bottom = TOP + HEAD + self.rows.number * self.rows.height

    def box(self, row: int, at: int) -> Box:
        """Return where a cell is, by the number of its row and column from 0."""
        x = self.left + sum(column.width for column in self.columns[:at])
        return Box(x, TOP + HEAD + row * self.rows.height, self.columns[at].width, self.rows.height)

    def blank(self) -> Picture:
        """Return the list without anything written on it, in black on white."""
        page = np.full((HEIGHT * PIXELS_PER_MM, WIDTH * PIXELS_PER_MM, 3), 255, np.uint8)
        right = WIDTH - self.left
        _text(page, "Skat list", self.left, TOP - 6, 1.6)
        edges = [self.box(0, at).x for at in range(len(self.columns))] + [right]
        for at, x in enumerate(edges):
            _line(page, (x, TOP), (x, self.bottom), FRAME if at in (0, len(edges) - 1) else LINE)
        for row in range(self.rows.number + 1):
            y = TOP + HEAD + row * self.rows.height
            _line(page, (self.left, y), (right, y), LINE)
        for y in (TOP, self.bottom):
            _line(page, (self.left, y), (right, y), FRAME)
        for at, x in enumerate(edges[:-1]):
            _text(page, chr(ord("A") + at), x + 1.5, TOP + HEAD - 3, 0.7)
        for row in range(self.rows.number):
            _text(page, str(row + 1), self.left + 1, self.box(row, 0).y + self.rows.height - 1.2, 0.7)
        return page

    def filled(self, pen: Pen, rows: Sequence[Marks], values: Sequence[int], blank: Picture | None = None) -> Picture:
        """Return the list with these rows, which have the running totals too, and the value of each hand."""
        page = self.blank() if blank is None else blank.copy()
        # Rows of a list are lower than those of sheets with boxes, and people write smaller in them.
        pen.writer = replace(pen.writer, height=float(pen.random.uniform(0.52, 0.74)) * self.rows.height)
        for row, (marks, value) in enumerate(zip(rows, values, strict=True)):
            without = bool(pen.random.random() < 0.5)
            seat = 0
            for at, column in enumerate(self.columns):
                if isinstance(column, TotalColumn):
                    text, seat = _number(marks.get(total(seat))), seat + 1
                else:
                    text = self._written(column, marks, value)
                if isinstance(column, NumberColumn) and without != self._is_second(at, column):
                    text = ""
                if isinstance(column, TickColumn) and text:
                    pen.tick_in(page, self.box(row, at), PIXELS_PER_MM)
                elif text:
                    pen.write(page, self.box(row, at), PIXELS_PER_MM, text)
        return page

    def _is_second(self, at: int, column: NumberColumn) -> bool:
        """Return whether the same number has another column before this one: *without*, after *with*."""
        return any(isinstance(one, NumberColumn) and one.field == column.field for one in self.columns[:at])

    @staticmethod
    def _written(column: ListColumn, marks: Marks, value: int) -> str:
        """Return what is written in a column, "x" for a tick."""
        if isinstance(column, MeaningColumn):
            return "-" if column.dash.items() <= marks.items() else str(_meant(column, marks))
        if isinstance(column, NumberColumn):
            return _number(marks.get(column.field))
        if isinstance(column, TickColumn):
            return "x" if _has(marks, column.field, column.key) else ""
        if isinstance(column, ValueColumn) and _has(marks, column.field, column.key):
            return str(abs(value))
        return ""


def _meant(column: MeaningColumn, marks: Marks) -> int:
    """Return the number that means these ticks, and no fewer."""
    fitting = [
        (sum(len(keys) for keys in means.values() if isinstance(keys, frozenset)), number)
        for number, means in column.means.items()
        if all(_has(marks, field, key) for field, keys in means.items() if isinstance(keys, frozenset) for key in keys)
    ]
    return max(fitting)[1]


def _has(marks: Marks, field: str, key: str) -> bool:
    keys = marks.get(field)
    return isinstance(keys, frozenset) and key in keys


def _number(mark: object) -> str:
    return str(mark) if isinstance(mark, int) else ""


def _line(page: Picture, start: tuple[float, float], end: tuple[float, float], width: float) -> None:
    first, last = [(round(x * PIXELS_PER_MM), round(y * PIXELS_PER_MM)) for x, y in (start, end)]
    cv2.line(page, first, last, (30, 30, 30), max(round(width * PIXELS_PER_MM), 1))


def _text(page: Picture, text: str, x: float, y: float, size: float) -> None:
    where = (round(x * PIXELS_PER_MM), round(y * PIXELS_PER_MM))
    cv2.putText(page, text, where, cv2.FONT_HERSHEY_SIMPLEX, size, (40, 40, 40), 2, cv2.LINE_AA)
