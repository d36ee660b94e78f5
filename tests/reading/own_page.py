"""A page with markers, a code and boxes at known places, for tests that look at photos of it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import segno

from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import (
    IN_WORDS,
    Box,
    Cell,
    PageLayout,
    RowLayout,
    SheetLayout,
    markers_of,
    qr_of,
)

PIXELS_PER_MM = 10
WIDTH, HEIGHT = 210.0, 297.0
PITCH, TOP, ROWS = 8.0, 50.0, 26
BOX_GREY, LINE_GREY = 194, 160
CODE = SheetCode(game="tarot", rules="fft", names=("Anne", "Bertrand", "Chloé", "Dominique"), first_dealer=2, rows=ROWS)
Grey = npt.NDArray[np.uint8]


def _cells(y: float) -> tuple[Cell, ...]:
    found, x = [], 15.0
    for field, keys in (("call", "abcdef"), ("taker", "0123"), (IN_WORDS, [""])):
        for place, key in enumerate(keys):
            found.append(Cell(kind="tick", field=field, key=key, place=place, box=Box(x, y + 2, 4, 4)))
            x += 5
        x += 2.4
    for field in ("points", "total-0", "total-1", "total-2"):
        x += 4.4
        if field != "points":
            found.append(Cell(kind="sign", field=field, box=Box(x, y + 0.75, 4, 6.5)))
            x += 4
        for place in range(4):
            found.append(Cell(kind="digit", field=field, place=place, box=Box(x, y + 0.75, 5, 6.5)))
            x += 5
    return tuple(found)


PAGE = PageLayout(
    number=1,
    width=WIDTH,
    height=HEIGHT,
    markers=markers_of(WIDTH, HEIGHT),
    qr=qr_of(WIDTH),
    rows=tuple(
        RowLayout(number=n + 1, box=Box(7, TOP + n * PITCH, WIDTH - 14, PITCH), cells=_cells(TOP + n * PITCH))
        for n in range(ROWS)
    ),
)
LAYOUT = SheetLayout(version=1, landscape=False, lines=1, columns=(), pages=(PAGE,))


def picture(text: str = CODE.written(), *, dots: bool = False) -> Grey:
    """Return the page; with a dot of ink in the middle of each box."""
    image = np.full((round(HEIGHT * PIXELS_PER_MM), round(WIDTH * PIXELS_PER_MM)), 255, dtype=np.uint8)
    kind = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in PAGE.markers:
        side = round(marker.box.width * PIXELS_PER_MM)
        _put(image, marker.box, cv2.aruco.generateImageMarker(kind, marker.id, side).astype(np.uint8))
    code = np.array([[0 if dark else 255 for dark in row] for row in segno.make(text, error="m").matrix_iter(border=0)])
    _put(image, PAGE.qr, code.astype(np.uint8))
    for row in PAGE.rows:
        _outline(image, row.box, LINE_GREY)
        for cell in row.cells:
            _outline(image, cell.box, BOX_GREY)
            if dots:
                middle = _pixels(cell.box.x + cell.box.width / 2, cell.box.y + cell.box.height / 2)
                cv2.circle(image, middle, round(0.45 * PIXELS_PER_MM * 16), 20, -1, cv2.LINE_AA, 4)
    return image


def _put(image: Grey, box: Box, part: Grey) -> None:
    left, top, side = (round(value * PIXELS_PER_MM) for value in (box.x, box.y, box.width))
    image[top : top + side, left : left + side] = cv2.resize(part, (side, side), interpolation=cv2.INTER_NEAREST)


def _outline(image: Grey, box: Box, grey: int) -> None:
    ends = _pixels(box.x, box.y), _pixels(box.x + box.width, box.y + box.height)
    cv2.rectangle(image, *ends, grey, 2, cv2.LINE_AA, 4)


def _pixels(x: float, y: float) -> tuple[int, int]:
    """Return a point in sixteenths of a pixel."""
    return round((x * PIXELS_PER_MM - 0.5) * 16), round((y * PIXELS_PER_MM - 0.5) * 16)


def distances(flat: Grey, pixels_per_mm: int) -> npt.NDArray[np.float64]:
    """Return how far, in millimetres, the dot in each box of a flattened page is from the middle of that box."""
    found = []
    for box in (cell.box for row in PAGE.rows for cell in row.cells):
        x, y = ((a + b / 2) * pixels_per_mm - 0.5 for a, b in ((box.x, box.width), (box.y, box.height)))
        left, top, reach = round(x), round(y), round(1.6 * pixels_per_mm)
        ink = 255.0 - flat[top - reach : top + reach + 1, left - reach : left + reach + 1]
        ink[ink < 110] = 0
        down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        assert ink.sum(), "no dot near its box"
        dx, dy = (ink * across).sum() / ink.sum() + left - x, (ink * down).sum() / ink.sum() + top - y
        found.append(np.hypot(dx, dy) / pixels_per_mm)
    return np.array(found)
