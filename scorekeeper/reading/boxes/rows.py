"""The boxes of a flattened page, each as a picture of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.printing.marked_sheets.layout import IN_WORDS, Box, Cell, PageLayout, RowLayout, total
from scorekeeper.reading.boxes import ink, ticks
from scorekeeper.reading.boxes.ink import FAINTEST_INK, LINE_REACH, MARGIN, clear_line
from scorekeeper.reading.boxes.ticks import BoxInPixels
from scorekeeper.reading.observations import DigitSeen, NumberSeen, RowSeen, TickSeen, TotalsOnPaper
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey
from scorekeeper.reading.photo.registration import Flat


def cut(flat: Flat, page: PageLayout) -> Mapping[tuple[int, Cell], npt.NDArray[np.uint8]]:
    """Return the picture of each box by the number of its row and its cell, with `MARGIN` round it."""
    return {(row.number, cell): _picture(flat, cell.box) for row in page.rows for cell in row.cells}


def _picture(flat: Flat, box: Box) -> npt.NDArray[np.uint8]:
    left, top = round(box.x * PIXELS_PER_MM) - MARGIN, round(box.y * PIXELS_PER_MM) - MARGIN
    width, height = round(box.width * PIXELS_PER_MM), round(box.height * PIXELS_PER_MM)
    return flat.image[top : top + height + 2 * MARGIN, left : left + width + 2 * MARGIN]


THROUGH = 0.5
"""A connected stroke over this share of a row's width strikes the row out: no digit is joined to that many others."""

GAP = 5
"""Pixels: a stroke that is interrupted for less than this, such as where a line was cleared, is still one."""

FAINT = 18
"""How dark faint ink is at least: twice as dark as the grain of the paper in a noisy photo."""

STRONG = 70
"""Ink as dark as this is no longer faint; in an empty box, it is the end of a stroke from another one."""

FAINT_STROKE = 2 * PIXELS_PER_MM
"""The least extent of faint ink in a box, in pixels; what shines through from the back is rarely as long."""

FAINT_BOXES = 2
"""A row has faint writing from this many boxes on."""


def is_struck(image: Grey, row: RowLayout) -> bool:
    """Return whether a stroke from side to side strikes a row of a flattened page out."""
    place = BoxInPixels.from_box(row.box)
    dark = cv2.blur((255 - image).astype(np.uint8), (3, 3)).astype(np.uint8)[place.top : place.bottom]
    for cell in row.cells:
        box = BoxInPixels.from_box(cell.box)
        around = dark[max(box.top - place.top - MARGIN, 0) : box.bottom - place.top + MARGIN]
        around = around[:, max(box.left - MARGIN, 0) : box.right + MARGIN]
        top = min(box.top - place.top, MARGIN)
        for picture, lines in (
            (around, (top, top + box.bottom - box.top)),
            (around.T, (MARGIN, MARGIN + box.right - box.left)),
        ):
            for line in lines:
                clear_line(picture[max(line - LINE_REACH, 0) : line + LINE_REACH + 1])
    inked = (dark[LINE_REACH:-LINE_REACH] > FAINTEST_INK).astype(np.uint8)
    inked = cv2.morphologyEx(inked, cv2.MORPH_CLOSE, np.ones((3, GAP), np.uint8)).astype(np.uint8)
    _count, _labels, stats, _middles = cv2.connectedComponentsWithStats(inked, connectivity=8)
    return bool((stats[1:, cv2.CC_STAT_WIDTH] > THROUGH * (place.right - place.left)).any())


def is_faint(image: Grey, row: RowLayout) -> bool:
    """Return whether boxes of a row have writing that is too faint to be taken for ink."""
    return sum(_has_faint_ink(image, BoxInPixels.from_box(cell.box)) for cell in row.cells) >= FAINT_BOXES


def _has_faint_ink(image: Grey, box: BoxInPixels) -> bool:
    inside = image[box.top + LINE_REACH : box.bottom - LINE_REACH, box.left + LINE_REACH : box.right - LINE_REACH]
    dark = cv2.GaussianBlur((255 - inside).astype(np.uint8), (0, 0), 1.5)
    paper = float(np.median(dark))
    inked = (dark > paper + FAINT).astype(np.uint8)
    count, labels, stats, _middles = cv2.connectedComponentsWithStats(inked, connectivity=8)
    extents = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    return any(extents[at] >= FAINT_STROKE and dark[labels == at].max() < STRONG for at in range(1, count))


CARRIED = 0
"""The number of the row that has the totals carried over from the page before."""

Look = TypeVar("Look")
InCell = tuple[int, Cell]


def seen(flat: Flat, page: PageLayout) -> tuple[tuple[RowSeen, ...], TotalsOnPaper]:
    """Return what was seen in the row of each hand, printed ones included, and the totals carried over, if any."""
    pictures = cut(flat, page)
    in_ticks = ticks.look_at(flat.image, page)
    in_digits = _looked_at(pictures, "digit", ink.digits_in)
    in_signs = _looked_at(pictures, "sign", ink.signs_in)
    carried = [_numbers(row, in_digits, in_signs) for row in page.rows if row.number == CARRIED]
    hands = tuple(
        _judged(_row(row, in_ticks, in_digits, in_signs), flat.image, row) for row in page.rows if row.number != CARRIED
    )
    return hands, _totals(carried[0]) if carried else {}


def _looked_at(
    pictures: Mapping[InCell, Grey], kind: str, look_at: Callable[[Sequence[Grey]], list[Look]]
) -> dict[InCell, Look]:
    """Return what was seen in the cells of one kind; all at once, which is fastest for a network."""
    places = [place for place in pictures if place[1].kind == kind]
    return dict(zip(places, look_at([pictures[place] for place in places]), strict=True))


def _row(
    row: RowLayout,
    in_ticks: Mapping[InCell, TickSeen],
    in_digits: Mapping[InCell, DigitSeen],
    in_signs: Mapping[InCell, float],
) -> RowSeen:
    boxes = {(cell.field, cell.key): in_ticks[row.number, cell] for cell in row.cells if cell.kind == "tick"}
    in_words = boxes.pop((IN_WORDS, ""))
    numbers = _numbers(row, in_digits, in_signs)
    totals = _totals(numbers)
    own = {field: number for field, number in numbers.items() if field not in map(total, totals)}
    return RowSeen(ticks=boxes, numbers=own, totals=totals, in_words=in_words)


def _judged(seen: RowSeen, image: Grey, row: RowLayout) -> RowSeen:
    """Return a row with what its ink as a whole says: a row that is struck out has nothing in its boxes."""
    if is_struck(image, row):
        return seen.struck_out()
    return replace(seen, faint=is_faint(image, row))


def _numbers(
    row: RowLayout, in_digits: Mapping[InCell, DigitSeen], in_signs: Mapping[InCell, float]
) -> dict[str, NumberSeen]:
    minus = {cell.field: in_signs[row.number, cell] for cell in row.cells if cell.kind == "sign"}
    places: dict[str, list[DigitSeen]] = {}
    for cell in row.cells:
        if cell.kind == "digit":
            places.setdefault(cell.field, []).append(in_digits[row.number, cell])
    return {field: NumberSeen(places=tuple(own), minus=minus.get(field)) for field, own in places.items()}


def _totals(numbers: Mapping[str, NumberSeen]) -> dict[int, NumberSeen]:
    """Return the numbers that are running totals, by seat."""
    totals: dict[int, NumberSeen] = {}
    while (number := numbers.get(total(len(totals)))) is not None:
        totals[len(totals)] = number
    return totals
