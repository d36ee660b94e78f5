"""A list of ruled lines as federations print them, drawn with plain headings of our own, and filled in freehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from games.ui.marked_sheet import Marks
from games.ui.paper_list import (
    CountColumn,
    MeaningColumn,
    NumberColumn,
    TickColumn,
    TotalColumn,
    ValueColumn,
)
from scorekeeper.printing.marked_sheets.layout import Box, total
from scorekeeper.reading.lists.table import Printing
from tests.handwriting.pen import Pen
from tests.handwriting.strokes import Picture

PIXELS_PER_MM = 10
WIDTH, HEIGHT = 210, 297
TOP = 10.0  # millimetres above the table
HEAD, SUBHEAD = 28.0, 7.0  # the height of its headings, and of those of its players
FOOT, FOOT_ROWS = 5.0, 5  # the height of a row for sums, and how many there are
LINE, GROUP, THICK = 0.25, 0.35, 0.5
SHADED = 212  # the grey of the cells of a player who sits out


@dataclass(frozen=True, kw_only=True, slots=True)
class Habits:
    """How somebody keeps a list."""

    dashes: bool = False  # in the cells of the other players
    null_as_ticks: bool = False  # 23 and a tick at hand or ouvert, in place of 35, 46 or 59
    passed_as_tick: bool = False  # if there is a column for that
    crosses_out: bool = False  # the rows that are left

    @classmethod
    def of(cls, pen: Pen) -> Habits:
        """Return the habits of one writer."""
        dashes, null_as_ticks, passed_as_tick, crosses_out = pen.random.random(4) < (0.6, 0.7, 0.6, 0.5)
        return cls(
            dashes=bool(dashes),
            null_as_ticks=bool(null_as_ticks),
            passed_as_tick=bool(passed_as_tick),
            crosses_out=bool(crosses_out),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Hand:
    """A hand in a row, counted from 0: its marks, its value, and whether its matadors are in the second column."""

    row: int
    marks: Marks
    value: int
    without: bool


class RuledList:
    """A list for this many players on A4."""

    def __init__(self, printing: Printing) -> None:
        self.columns, self.rows, self.size = printing.columns, printing.rows, printing.size
        self.left = (WIDTH - sum(column.width for column in self.columns)) / 2
        self.bottom = TOP + HEAD + self.rows.number * self.rows.height
        self.totals = [at for at, column in enumerate(self.columns) if isinstance(column, TotalColumn)]

    def box(self, row: int, at: int) -> Box:
        """Return where a cell is, by the number of its row and column from 0."""
        x = self.left + sum(column.width for column in self.columns[:at])
        return Box(x, TOP + HEAD + row * self.rows.height, self.columns[at].width, self.rows.height)

    # The paper

    def blank(self) -> Picture:
        """Return the list without anything written on it, in black on white."""
        page = np.full((HEIGHT * PIXELS_PER_MM, WIDTH * PIXELS_PER_MM, 3), 255, np.uint8)
        if self.size > 3:
            self._shade(page)
        right, end = WIDTH - self.left, self.bottom + FOOT * FOOT_ROWS
        edges = [*(self.box(0, at).x for at in range(len(self.columns))), right]
        values = next(at for at, column in enumerate(self.columns) if isinstance(column, ValueColumn))
        for at, x in enumerate(edges):
            is_count = at < len(self.columns) and isinstance(self.columns[at], CountColumn)
            top = TOP + HEAD - SUBHEAD if is_count else TOP
            below = at == 0 or at >= self.totals[0]
            outer = at in (0, len(edges) - 1)
            _line(page, (x, top), (x, end if below else self.bottom), THICK if outer else LINE)
        for row in range(self.rows.number + 1):
            y = TOP + HEAD + row * self.rows.height
            _line(page, (self.left, y), (right, y), GROUP if row % self.size == 0 else LINE)
        for row in range(1, FOOT_ROWS + 1):
            _line(page, (self.left, self.bottom + row * FOOT), (right, self.bottom + row * FOOT), LINE)
        _line(page, (self.left, TOP), (right, TOP), THICK)
        for y in (TOP + 8, TOP + HEAD - SUBHEAD):  # between the headings of values and players
            _line(page, (edges[values], y), (right, y), LINE)
        for at, x in enumerate(edges[:-1]):
            _text(page, chr(ord("A") + at), x + 1.5, TOP + HEAD - 3, 0.7)
        for row in range(self.rows.number):
            _text(page, str(row + 1), self.left + 1, self.box(row, 0).y + self.rows.height - 1.2, 0.6)
        for row in range(FOOT_ROWS):
            _text(page, "Sums and totals", self.left + 2, self.bottom + (row + 1) * FOOT - 1.5, 0.8)
        return page

    def _shade(self, page: Picture) -> None:
        """Print the cells of the dealer, who sits out, in a dotted grey."""
        dots = np.random.default_rng(0)
        for row in range(self.rows.number):
            first = self.totals[row % self.size]
            last = first
            while last + 1 < len(self.columns) and isinstance(self.columns[last + 1], CountColumn):
                last += 1
            start, end = self.box(row, first), self.box(row, last)
            top, bottom = (round((start.y + y) * PIXELS_PER_MM) for y in (0, start.height))
            left, right = (round(x * PIXELS_PER_MM) for x in (start.x, end.x + end.width))
            grey = SHADED + dots.normal(0, 18, (bottom - top, right - left, 1))
            page[top:bottom, left:right] = np.clip(grey, 0, 255).astype(np.uint8)

    # The writing

    def filled(self, pen: Pen, rows: Sequence[Marks], values: Sequence[int], blank: Picture | None = None) -> Picture:
        """Return the list with these rows, which also have the running totals, and the value of each hand."""
        page = self.blank() if blank is None else blank.copy()
        habits, counts = Habits.of(pen), Counter[int]()
        # Rows of a list are lower than those of sheets with boxes, so people write smaller with the same pen.
        height = float(pen.random.uniform(0.62, 0.82)) * self.rows.height
        pen.writer = replace(pen.writer, height=height, level=pen.writer.level - 0.05 * (5.2 - height))
        for row, (marks, value) in enumerate(zip(rows, values, strict=True)):
            hand = _Hand(row=row, marks=marks, value=value, without=bool(pen.random.random() < 0.5))
            for at, column in enumerate(self.columns):
                if isinstance(column, TotalColumn | CountColumn):
                    text = self._written_of_player(at, hand, habits, counts)
                else:
                    text = self._written(at, hand, habits)
                if self._is_elsewhere(at, hand, habits):
                    continue
                if text and isinstance(column, TickColumn):
                    pen.tick_in(page, self.box(row, at), PIXELS_PER_MM)
                elif text:
                    pen.write(page, self.box(row, at), PIXELS_PER_MM, text)
        if habits.crosses_out and len(rows) + 1 < self.rows.number:
            self._cross_out(pen, page, len(rows))
        return page

    def _written(self, at: int, hand: _Hand, habits: Habits) -> str:
        """Return what is written in a column that isn't a player's, "x" for a tick."""
        column, marks = self.columns[at], hand.marks
        if isinstance(column, MeaningColumn):
            return "-" if _is_passed(column, marks) else str(self._meant(column, marks, habits))
        if isinstance(column, NumberColumn):
            return _number(marks.get(column.field))
        if isinstance(column, TickColumn):
            return "x" if _has(marks, column.field, column.key) and not self._is_said(column, marks, habits) else ""
        is_here = isinstance(column, ValueColumn) and _has(marks, column.field, column.key)
        return str(abs(hand.value)) if is_here else ""

    def _written_of_player(self, at: int, hand: _Hand, habits: Habits, counts: Counter[int]) -> str:
        """Return what is written in a column of a player."""
        column, seat = self.columns[at], sum(first <= at for first in self.totals) - 1
        if isinstance(column, TotalColumn):
            sits_out = self.size > 3 and hand.row % self.size == seat
            return _number(hand.marks.get(total(seat))) or ("-" if habits.dashes and not sits_out else "")
        assert isinstance(column, CountColumn)
        if not _has(hand.marks, column.field, column.key) or total(seat) not in hand.marks:
            return ""
        counts[at] += 1
        return str(counts[at])

    def _meant(self, column: MeaningColumn, marks: Marks, habits: Habits) -> int:
        """Return the number that stands for exactly these ticks, or only for the first of them."""
        fitting = [
            (sum(len(keys) for keys in means.values() if isinstance(keys, frozenset)), number)
            for number, means in column.means.items()
            if all(
                _has(marks, field, key) for field, keys in means.items() if isinstance(keys, frozenset) for key in keys
            )
        ]
        return min(fitting)[1] if habits.null_as_ticks else max(fitting)[1]

    def _is_said(self, column: TickColumn, marks: Marks, habits: Habits) -> bool:
        """Return whether the number of the game already says what a tick would say."""
        if habits.null_as_ticks:
            return False
        meaning = next(column for column in self.columns if isinstance(column, MeaningColumn))
        keys = meaning.means.get(self._meant(meaning, marks, habits) if not _is_passed(meaning, marks) else 0, {})
        said = keys.get(column.field)
        return isinstance(said, frozenset) and column.key in said

    def _is_elsewhere(self, at: int, hand: _Hand, habits: Habits) -> bool:
        """Return whether another column is used: *with* or *without*, and a dash or a tick if all passed."""
        column = self.columns[at]
        if isinstance(column, NumberColumn):
            is_second = any(
                isinstance(earlier, NumberColumn) and earlier.field == column.field for earlier in self.columns[:at]
            )
            return hand.without != is_second
        meaning = next(column for column in self.columns if isinstance(column, MeaningColumn))
        as_tick = habits.passed_as_tick and isinstance(self.columns[-1], TickColumn)
        if not _is_passed(meaning, hand.marks):
            return False
        return as_tick if column is meaning else isinstance(column, TickColumn) and not as_tick

    def _cross_out(self, pen: Pen, page: Picture, first: int) -> None:
        """Draw a line through the first unused row, and a large cross over those after it."""
        top, bottom = self.box(first, 0).y, self.bottom
        middle = top + self.rows.height / 2
        right = WIDTH - self.left
        pen.line(page, PIXELS_PER_MM, [(self.left + 5, middle), (WIDTH / 2, middle + 0.6), (right - 5, middle - 0.4)])
        low, high = top + 1.5 * self.rows.height, bottom - 0.5 * self.rows.height
        if high - low > 2 * self.rows.height:
            for left in (self.left + 10, WIDTH / 2):
                pen.line(page, PIXELS_PER_MM, [(left, low), (left + 45, high)])
                pen.line(page, PIXELS_PER_MM, [(left + 45, low), (left, high)])


def _is_passed(column: MeaningColumn, marks: Marks) -> bool:
    return column.dash.items() <= marks.items()


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
