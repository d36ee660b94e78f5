"""Cells cut from a sheet, written by the simulated pen with digits that the model has never seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Literal

import cv2
import numpy as np

from games.ui.marked_sheet import Marks
from scorekeeper.printing.marked_sheets.layout import Box, Cell, PageLayout, RowLayout
from scorekeeper.reading.boxes.ink import MARGIN
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey
from tests.handwriting.pen import Pen
from tests.handwriting.samples import held_out

WIDTH, TOP, PITCH = 80.0, 10.0, 8.0
PRINTED = 12
BOX_GREY = 195

samples = cache(held_out)


def sheet(row: Sequence[tuple[Literal["tick", "digit", "sign"], str, str, int]], rows: int) -> PageLayout:
    """Return a page with these boxes (kind, field, key, place) in each row, from left to right as on a printed one."""

    def cells(y: float) -> tuple[Cell, ...]:
        found, x = [], 10.0
        for kind, field, key, place in row:
            width, height, step = {"tick": (4.0, 4.0, 5.0), "digit": (5.0, 6.5, 5.0), "sign": (4.0, 6.5, 4.0)}[kind]
            box = Box(x, y + (PITCH - height) / 2, width, height)
            found.append(Cell(kind=kind, field=field, key=key, place=place, box=box))
            x += step
        return tuple(found)

    return PageLayout(
        number=1,
        width=WIDTH,
        height=2 * TOP + PITCH * rows,
        markers=(),
        qr=Box(0, 0, 0, 0),
        rows=tuple(
            RowLayout(number=number, box=Box(0, y, WIDTH, PITCH), cells=cells(y))
            for number, y in enumerate(np.arange(rows) * PITCH + TOP, start=1)
        ),
    )


def blank(page: PageLayout) -> Grey:
    """Return the page as it is printed: its boxes, in light grey."""
    image = np.full((round(page.height * PRINTED), round(page.width * PRINTED)), 255, np.uint8)
    for row in page.rows:
        for cell in row.cells:
            box = cell.box
            left, top = round(box.x * PRINTED), round(box.y * PRINTED)
            right, bottom = round((box.x + box.width) * PRINTED), round((box.y + box.height) * PRINTED)
            cv2.rectangle(image, (left, top), (right, bottom), (BOX_GREY,), 2)
    return image


def photographed(image: Grey, seed: int) -> Grey:
    """Return a page as if photographed and flattened: at its scale, a little blurred and grainy."""
    scale = PIXELS_PER_MM / PRINTED
    small = cv2.resize(cv2.GaussianBlur(image, (0, 0), 1.0), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(seed).normal(0, 4, small.shape)
    return np.asarray(np.clip(small + grain, 0, 255), np.uint8)


def cut(image: Grey, page: PageLayout) -> Mapping[tuple[int, Cell], Grey]:
    """Return the cells of a page by row number and place on the page."""
    cells = {}
    for row in page.rows:
        for cell in row.cells:
            left, top = round(cell.box.x * PIXELS_PER_MM) - MARGIN, round(cell.box.y * PIXELS_PER_MM) - MARGIN
            width, height = round(cell.box.width * PIXELS_PER_MM), round(cell.box.height * PIXELS_PER_MM)
            cells[row.number, cell] = image[top : top + height + 2 * MARGIN, left : left + width + 2 * MARGIN]
    return cells


def written_page(
    page: PageLayout,
    rows: Sequence[Marks],
    seed: int,
    *,
    corrected: Sequence[tuple[int, str, int]] = (),
    astray: Sequence[tuple[int, str, str]] = (),
    writer: Mapping[str, Any] | None = None,
) -> Grey:
    """Return this page, filled in by one writer; `writer` sets the features that matter to the test."""
    pen = Pen(samples(), seed)
    pen.writer = replace(pen.writer, **writer or {})
    return photographed(pen.fill(blank(page), page, rows, corrected=corrected, astray=astray), seed)


def written(page: PageLayout, rows: Sequence[Marks], seed: int, **how: Any) -> Mapping[tuple[int, Cell], Grey]:
    """Return the cells of this page, filled in by one writer."""
    return cut(written_page(page, rows, seed, **how), page)
