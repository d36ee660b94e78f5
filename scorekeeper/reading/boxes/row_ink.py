"""Ink that says something about a whole row: a stroke through it, and writing that is too faint to read."""

from __future__ import annotations

import cv2
import numpy as np

from scorekeeper.printing.marked_sheets.layout import RowLayout
from scorekeeper.reading.boxes.ink import FAINTEST_INK, LINE_REACH, MARGIN, clear_line
from scorekeeper.reading.boxes.tick_ink import BoxInPixels
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey

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
    place = BoxInPixels.of(row.box)
    dark = cv2.blur((255 - image).astype(np.uint8), (3, 3)).astype(np.uint8)[place.top : place.bottom]
    for cell in row.cells:
        box = BoxInPixels.of(cell.box)
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
    return sum(_has_faint_ink(image, BoxInPixels.of(cell.box)) for cell in row.cells) >= FAINT_BOXES


def _has_faint_ink(image: Grey, box: BoxInPixels) -> bool:
    inside = image[box.top + LINE_REACH : box.bottom - LINE_REACH, box.left + LINE_REACH : box.right - LINE_REACH]
    dark = cv2.GaussianBlur((255 - inside).astype(np.uint8), (0, 0), 1.5)
    paper = float(np.median(dark))
    inked = (dark > paper + FAINT).astype(np.uint8)
    count, labels, stats, _middles = cv2.connectedComponentsWithStats(inked, connectivity=8)
    extents = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    return any(extents[at] >= FAINT_STROKE and dark[labels == at].max() < STRONG for at in range(1, count))
