"""The outer frame of a ruled table in a photo."""

from __future__ import annotations

import cv2
import numpy as np

from scorekeeper.reading.lists.lines import DARK
from scorekeeper.reading.photo.geometry import Floats, Grey
from scorekeeper.reading.photo.markers import LONGEST_STRIP, NotASheetError

LONG_SIDE = 2600  # pixels of the picture in which the frame is looked for
LIGHT = 41  # pixels over which the paper's brightness is averaged
SMALLEST_TABLE = 0.05  # of the picture
FEWEST_CELLS = 120
SMALLEST_CELL, LARGEST_CELL = 0.0001, 0.05  # of the table
FULL = 0.6  # a cell fills at least this share of its bounding box, even if it is slanted or has ink across it
EDGE = 3  # pixels: a corner nearer to the edge of the picture is cut off


def find_frame(image: Grey) -> Floats:
    """Return the corners of the table in the photo, clockwise; raise `NotASheetError`.

    All ruled lines of a table touch each other: the table is the connected piece with the most cells in it.
    """
    if max(image.shape) > LONGEST_STRIP * min(image.shape):
        raise _no_table()
    scale = min(LONG_SIDE / max(image.shape), 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    dark = (small < DARK * cv2.blur(small, (LIGHT, LIGHT))).astype(np.uint8)
    _count, labels, stats, _centres = cv2.connectedComponentsWithStats(dark, connectivity=8)
    large = stats[:, cv2.CC_STAT_WIDTH] * stats[:, cv2.CC_STAT_HEIGHT] >= SMALLEST_TABLE * small.size
    most, corners = FEWEST_CELLS - 1, None
    for label in np.flatnonzero(large[1:]) + 1:
        left, top, width, height = stats[label, :4]
        piece = (labels[top : top + height, left : left + width] == label).astype(np.uint8)
        contours, (family,) = cv2.findContours(piece, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        outer = max((one for one, kin in zip(contours, family, strict=True) if kin[3] < 0), key=cv2.contourArea)
        area = cv2.contourArea(cv2.convexHull(outer))
        cells = sum(_is_cell(one, area) for one, kin in zip(contours, family, strict=True) if kin[3] >= 0)
        if cells > most:
            most, corners = cells, _four_corners(outer) + np.array([left, top])
    if corners is None:
        raise _no_table()
    if (corners < EDGE).any() or (corners > np.array(small.shape[::-1]) - 1 - EDGE).any():
        raise NotASheetError("half", "Only a part of the table is in the picture.")
    return np.asarray((corners + 0.5) / scale - 0.5, np.float64)


def _no_table() -> NotASheetError:
    return NotASheetError("no-table", "There is no table of ruled lines in the picture.")


def _is_cell(contour: Grey, table: float) -> bool:
    area = cv2.contourArea(contour)
    if not SMALLEST_CELL * table < area < LARGEST_CELL * table:
        return False
    _middle, (width, height), _angle = cv2.minAreaRect(contour)
    return area > FULL * width * height


def _four_corners(contour: Grey) -> Floats:
    """Return the corners of the quadrilateral that a contour roughly is, clockwise."""
    hull = cv2.convexHull(contour)
    around = cv2.arcLength(hull, True)
    for share in np.arange(0.01, 0.2, 0.005):
        corners = cv2.approxPolyDP(hull, float(share) * around, True).reshape(-1, 2).astype(np.float64)
        if len(corners) <= 4:
            break
    if len(corners) != 4:
        raise NotASheetError("no-table", "The table in the picture has no four corners.")
    middle = corners.mean(axis=0)
    turn = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    return np.asarray(corners[np.argsort(turn)], np.float64)
