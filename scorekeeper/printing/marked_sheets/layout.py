"""The position of everything on a sheet that the camera reads, in millimetres from the top left of the paper.

The sheet is drawn from this, and read with it. It depends on the game, the table and the paper, not on names and
language. A sheet has *pages* with *rows*, one for each hand, and a row has *cells*: boxes to tick, for a digit or for a
sign. From the second page on, the first row, numbered 0, has the totals carried over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from games.game import Game
from games.scoring.types import Table
from games.ui.marked_sheet import DigitBoxes, Field, MarkedSheet, Ticks
from games.ui.sheet import NUMBER
from scorekeeper.printing.marked_sheets.code import LAYOUT_VERSION, SheetCode
from scorekeeper.printing.score_sheets import Words

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height of the papers, upright."""

EDGE = 7.0
"""From the edge of the paper to the markers and the table: printers leave 5 mm white."""
MARKER, QUIET = 8.0, 2.0
"""The side of a marker, and the white around it."""
QR = 22.0
TABLE_TOP = EDGE + QR + 3
HEAD_TITLE, HEAD_BOXES = 5.5, 11.5
"""The headings: one for each column, and below it one for each of its boxes."""
FOOT_ROW = 6.5
SIGNATURES = 15.0
SMALL_BOX, SMALL_BOX_ROW = 16.0, 5.5
"""The height of a small table below the rows: title, heading and the white around them, and each of its rows."""

TICK, TICK_PITCH = 4.0, 5.0
DIGIT_WIDTH, DIGIT_HEIGHT, SIGN_WIDTH = 5.0, 6.5, 4.0
BETWEEN_ROWS = 1.5
LOW_DIGIT_HEIGHT, LOW_BETWEEN_ROWS, LOW_FOOT_ROW, LOW_SIGNATURES = 5.5, 0.8, 5.0, 10.0
"""The same heights on sheets with low rows."""
BESIDE = 1.2
"""From the edge of a column to its boxes."""
NUMBER_WIDTH, REMARK_WIDTH, VALUE_WIDTH, RING_WIDTH = 7.0, 12.0, 14.0, 3.2
"""The widths of a row's number, of the least room for words, of the value of a hand, and of the dealer's ring before a
total."""
MOST_LINES = 2
TOGETHER = 2
"""The fewest rows on the last page."""
MOST_ROWS = 48
"""The most rows of a blank sheet for no particular number of hands."""

IN_WORDS, VALUE = "in-words", "value"
_TOTAL = "total-"

Kind = Literal["tick", "digit", "sign"]


class BoxesDontFitError(ValueError):
    """The paper is too small for the boxes of a game."""

    code = "boxes-dont-fit"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in millimetres from the top left of the paper."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A box to write in.

    `field` is the name of the field in the game's `MarkedSheet`, `total-0` and so on for the running totals by seat, or
    `in-words`. `key` is that of a tick box. `place` counts the boxes of a field from the left; of digits, the first is
    the most significant.
    """

    kind: Kind
    field: str
    key: str = ""
    place: int = 0
    box: Box


@dataclass(frozen=True, kw_only=True, slots=True)
class Marker:
    """A corner marker, numbered clockwise from the top left."""

    id: int
    box: Box


@dataclass(frozen=True, kw_only=True, slots=True)
class RowLayout:
    """A row with its cells; number 0 has the totals carried over from the page before."""

    number: int
    box: Box
    cells: tuple[Cell, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A column of the table with the field it is for, which is empty for the row numbers; `x` is its left edge.

    The column `value` is only for people, who write down what a hand scores before they add it up.
    """

    field: str
    x: float
    width: float


@dataclass(frozen=True, kw_only=True, slots=True)
class PageLayout:
    """A page, numbered from 1; `foot` are the rows for sums below the last hand."""

    number: int
    width: float
    height: float
    markers: tuple[Marker, ...]
    qr: Box
    rows: tuple[RowLayout, ...]
    foot: tuple[Box, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetLayout:
    """The pages of a sheet and their columns; the boxes of a tick field stand on this many `lines` of a row.

    `low` is whether its rows are as low as on a printed list, without small tables below them.
    """

    version: int
    landscape: bool
    lines: int
    columns: tuple[Column, ...]
    pages: tuple[PageLayout, ...]
    low: bool = False


def total(seat: int) -> str:
    """Return the name of the field for a seat's running total."""
    return f"{_TOTAL}{seat}"


def seat_of_total(field: str) -> int | None:
    """Return the seat whose running total a field is for, None if it is for something else."""
    return int(field.removeprefix(_TOTAL)) if field.startswith(_TOTAL) else None


def marked_sheet(game: Game, table: Table) -> MarkedSheet:
    """Return the boxes of a game at this table."""
    return game.marked_sheet(game.rules, table)


def usual_rows(game: Game, table: Table) -> int:
    """Return the number of hands that the blank sheet of this game has room for."""
    rows = game.sheet(game.rules, table).blank()
    return min(MOST_ROWS, sum(NUMBER in row.cells for row in rows))


def sheet_layout(game: Game, table: Table, *, paper: str, rows: int, landscape: bool | None = None) -> SheetLayout:
    """Return the layout of a sheet with this many rows.

    The boxes of a field stand on as few lines as possible; without an orientation, in the game's own if that is wide
    enough. Rows are low only if that saves a page. Raise `BoxesDontFitError` if neither orientation is wide enough.
    """
    marked = marked_sheet(game, table)
    made = game.sheet(game.rules, table)
    foot = len(made.foot(None))
    boxes = max((SMALL_BOX + len(box.rows) * SMALL_BOX_ROW for box in made.boxes(None)), default=0)
    short, long = PAPERS[paper]
    for lines in range(1, MOST_LINES + 1):
        for across in (marked.landscape, not marked.landscape) if landscape is None else (landscape,):
            size = (long, short) if across else (short, long)
            sheet = _Sheet(marked=marked, size=size, lines=lines, foot=foot, ending=SIGNATURES + boxes)
            if sheet.fits:
                low = replace(sheet, low=True, ending=LOW_SIGNATURES)
                if marked.low_rows and lines == 1 and low.page_count(rows) < sheet.page_count(rows):
                    sheet = low
                return SheetLayout(
                    version=LAYOUT_VERSION,
                    landscape=across,
                    lines=lines,
                    low=sheet.low,
                    columns=sheet.columns,
                    pages=tuple(sheet.pages(rows)),
                )
    raise BoxesDontFitError(f"The boxes of {game.slug} do not fit on {paper}")


def markers_of(width: float, height: float) -> tuple[Marker, ...]:
    """Return the corner markers on paper of this size."""
    right, bottom = width - EDGE - MARKER, height - EDGE - MARKER
    corners = ((EDGE, EDGE), (right, EDGE), (right, bottom), (EDGE, bottom))
    return tuple(Marker(id=id_, box=_box(*corner, MARKER, MARKER)) for id_, corner in enumerate(corners))


def qr_of(width: float) -> Box:
    """Return where the QR code is on paper of this width."""
    return _box(width - EDGE - MARKER - 1.5 * QUIET - QR, EDGE, QR, QR)


def layout_of(code: SheetCode) -> SheetLayout:
    """Return the layout of the sheet that has this code; raise `SheetCodeError` or `BoxesDontFitError`."""
    game, table = code.game_at_table()
    return sheet_layout(game, table, paper=code.paper, rows=code.rows, landscape=code.landscape)


@dataclass(frozen=True, kw_only=True)
class _Sheet:
    """A sheet of one size, with the boxes of a tick field on this many lines.

    `foot` are the rows for sums, and `ending` is the height of what is below them. The rows may be `low`.
    """

    marked: MarkedSheet
    size: tuple[float, float]
    lines: int
    foot: int
    ending: float
    low: bool = False

    # The columns

    @property
    def width(self) -> float:
        """The width of the table."""
        return self.size[0] - 2 * EDGE

    @cached_property
    def fields(self) -> Sequence[Field]:
        return self.marked.fields()

    @cached_property
    def totals(self) -> Sequence[DigitBoxes]:
        places = self.marked.total_places
        return [DigitBoxes(name=total(seat), head="", places=places, signed=True) for seat in self.marked.table.seats]

    def _least_widths(self) -> Iterator[tuple[str, float]]:
        yield "", NUMBER_WIDTH
        for field in self.fields:
            yield field.name, self._boxes_width(field) + 2 * BESIDE
        yield IN_WORDS, BESIDE + TICK + REMARK_WIDTH
        for field in self.totals:
            yield field.name, RING_WIDTH + self._boxes_width(field) + BESIDE

    def _boxes_width(self, field: Field) -> float:
        if isinstance(field, DigitBoxes):
            return (SIGN_WIDTH if field.signed else 0) + field.places * DIGIT_WIDTH
        return self._abreast(field) * TICK_PITCH - (TICK_PITCH - TICK)

    def _abreast(self, field: Ticks) -> int:
        """Return how many boxes of a field are side by side."""
        return -(-len(field.boxes) // self.lines)

    @property
    def fits(self) -> bool:
        return (
            sum(width for _field, width in self._least_widths()) <= self.width and self._most_rows(last=True) > TOGETHER
        )

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Return the columns, with one for the value of a hand if there is room; that for words gets what is left."""
        widths = {}
        room = self.width - sum(width for _field, width in self._least_widths())
        for field, width in self._least_widths():
            widths[field] = width
            if field == IN_WORDS and self.marked.value_head and room >= VALUE_WIDTH:
                widths[VALUE] = VALUE_WIDTH
        widths[IN_WORDS] += self.width - sum(widths.values())
        columns, x = [], EDGE
        for field, width in widths.items():
            columns.append(Column(field=field, x=_rounded(x), width=_rounded(width)))
            x += width
        return tuple(columns)

    # A row

    @property
    def pitch(self) -> float:
        between = LOW_BETWEEN_ROWS if self.low else BETWEEN_ROWS
        return max(self.digit_height, self.lines * TICK_PITCH - (TICK_PITCH - TICK)) + between

    @property
    def digit_height(self) -> float:
        return LOW_DIGIT_HEIGHT if self.low else DIGIT_HEIGHT

    @property
    def foot_row(self) -> float:
        return LOW_FOOT_ROW if self.low else FOOT_ROW

    def cells(self, y: float, *, of_a_hand: bool) -> Iterator[Cell]:
        """Yield the cells of a row whose upper edge is at `y`; without those of a hand, only the totals."""
        at = {column.field: column.x for column in self.columns}
        if of_a_hand:
            for field in self.fields:
                if isinstance(field, Ticks):
                    yield from self._ticks(field, at[field.name] + BESIDE, y)
                else:
                    yield from self._digits(field, at[field.name] + BESIDE, y)
            yield Cell(kind="tick", field=IN_WORDS, box=self._middle(at[IN_WORDS] + BESIDE, y, TICK, TICK))
        for field in self.totals:
            yield from self._digits(field, at[field.name] + RING_WIDTH, y)

    def _ticks(self, field: Ticks, x: float, y: float) -> Iterator[Cell]:
        abreast = self._abreast(field)
        height = -(-len(field.boxes) // abreast) * TICK_PITCH - (TICK_PITCH - TICK)
        top = y + (self.pitch - height) / 2
        for place, box in enumerate(field.boxes):
            down, right = divmod(place, abreast)
            where = _box(x + right * TICK_PITCH, top + down * TICK_PITCH, TICK, TICK)
            yield Cell(kind="tick", field=field.name, key=box.key, place=place, box=where)

    def _digits(self, field: DigitBoxes, x: float, y: float) -> Iterator[Cell]:
        if field.signed:
            yield Cell(kind="sign", field=field.name, box=self._middle(x, y, SIGN_WIDTH, self.digit_height))
            x += SIGN_WIDTH
        for place in range(field.places):
            box = self._middle(x + place * DIGIT_WIDTH, y, DIGIT_WIDTH, self.digit_height)
            yield Cell(kind="digit", field=field.name, place=place, box=box)

    def _middle(self, x: float, y: float, width: float, height: float) -> Box:
        return _box(x, y + (self.pitch - height) / 2, width, height)

    # The pages

    def _most_rows(self, *, last: bool) -> int:
        """Return the number of rows on a page; the last one has the foot and the ending."""
        top, bottom = TABLE_TOP + HEAD_TITLE + HEAD_BOXES, self.size[1] - EDGE - MARKER - QUIET
        end = self.foot * self.foot_row + self.ending if last else 0
        return int((bottom - top - end) / self.pitch + 1e-6)

    def _counts(self, rows: int) -> list[int]:
        """Return the number of hands on each page: the pages before the last are full."""
        full, last = self._most_rows(last=False), self._most_rows(last=True)
        counts: list[int] = []
        while rows > last:
            counts.append(min(full, rows - TOGETHER))
            rows -= counts[-1]
            if len(counts) == 1:
                full, last = full - 1, last - 1  # from the second page on, a row has what is carried over
        return [*counts, rows]

    def page_count(self, rows: int) -> int:
        """Return the number of pages of a sheet with this many hands."""
        return len(self._counts(rows))

    def pages(self, rows: int) -> Iterator[PageLayout]:
        """Yield the pages of a sheet with this many hands."""
        ends = [0]
        for count in self._counts(rows):
            ends.append(ends[-1] + count)
        for number, (start, end) in enumerate(pairwise(ends), start=1):
            page = PageLayout(
                number=number,
                width=self.size[0],
                height=self.size[1],
                markers=markers_of(*self.size),
                qr=qr_of(self.size[0]),
                rows=tuple(self._rows(range(start + 1 if number == 1 else start, end + 1), carried=start)),
            )
            yield replace(page, foot=tuple(self._foot(page))) if end == rows else page

    def _rows(self, numbers: range, *, carried: int) -> Iterator[RowLayout]:
        """Yield the rows of a page; from the second page on, the one numbered `carried` has what is carried over."""
        for down, number in enumerate(numbers):
            y = TABLE_TOP + HEAD_TITLE + HEAD_BOXES + down * self.pitch
            of_a_hand = number > carried
            yield RowLayout(
                number=number if of_a_hand else 0,
                box=_box(EDGE, y, self.width, self.pitch),
                cells=tuple(self.cells(y, of_a_hand=of_a_hand)),
            )

    def _foot(self, page: PageLayout) -> Iterator[Box]:
        last = page.rows[-1].box
        for down in range(self.foot):
            yield _box(EDGE, last.y + last.height + down * self.foot_row, self.width, self.foot_row)


def _box(x: float, y: float, width: float, height: float) -> Box:
    return Box(_rounded(x), _rounded(y), _rounded(width), _rounded(height))


def _rounded(millimetres: float) -> float:
    return round(millimetres, 3)


def layout_document(game: Game, table: Table, layout: SheetLayout) -> Mapping[str, Any]:
    """Return the layout with the fields of a row, in the language that is active."""
    return {
        "version": layout.version,
        "game": game.slug,
        "rules": table.rules,
        "players": list(table.players),
        "fields": list(_fields(game, table)),
        "pages": [_page(page) for page in layout.pages],
    }


def _fields(game: Game, table: Table) -> Iterator[dict[str, Any]]:
    """Yield what is marked in a row, from the left: ticks with their boxes, and numbers."""
    words, marked = Words(table.players), marked_sheet(game, table)
    for field in marked.fields():
        plain = {"name": field.name, "head": words(field.head)}
        if isinstance(field, Ticks):
            boxes = [{"key": box.key, "head": words(box.head), "means": words(box.means)} for box in field.boxes]
            yield {**plain, "kind": "ticks", "most": field.most, "boxes": boxes}
        else:
            yield {**plain, "kind": "number", "places": field.places, "signed": field.signed}
    yield {"name": IN_WORDS, "head": "", "kind": "ticks", "most": 1, "boxes": [{"key": "", "head": "", "means": ""}]}
    for seat, name in enumerate(table.players):
        yield {"name": total(seat), "head": name, "kind": "number", "places": marked.total_places, "signed": True}


def _page(page: PageLayout) -> dict[str, Any]:
    return {
        "number": page.number,
        "width": page.width,
        "height": page.height,
        "markers": [{"id": marker.id, **asdict(marker.box)} for marker in page.markers],
        "qr": asdict(page.qr),
        "rows": [
            {
                "number": row.number,
                **asdict(row.box),
                "cells": [
                    {
                        "kind": cell.kind,
                        "field": cell.field,
                        **({"key": cell.key} if cell.kind == "tick" else {"place": cell.place}),
                        **asdict(cell.box),
                    }
                    for cell in row.cells
                ],
            }
            for row in page.rows
        ],
    }
