"""The ruled lines of a table in an upright picture: where each of them is, even on bent paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.reading.photo.geometry import Floats, Grey
from scorekeeper.reading.photo.markers import LONGEST_STRIP, NotASheetError

# All lengths are millimetres.
LIGHT = 6.0  # the paper's brightness is averaged over this
DARK = 0.87  # of the brightness around it: ink and printed lines are darker
SHORTEST_PIECE = 4.5  # of a line; pen strokes are shorter, or not along a line
GAP = 2.5  # longest gap in a line, where it is faint
FRAGMENT = 12.0  # a piece of this length shows the course of its line
ONE_LINE = 1.3  # two lines this near are a double line
BEND = 4  # degree of the polynomial that describes a line
MOSTLY = 0.5  # at least this share of a line's length is visible

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True, slots=True)
class RuledLine:
    """A line that goes through the picture: its position across, as a function of the position along.

    `begins` and `ends` are where it was seen to begin and end, as shares of `length`.
    """

    curve: Floats
    length: float
    begins: float = 0.0
    ends: float = 1.0

    def at(self, along: Floats | float) -> Floats:
        """Return where the line is, all in shares of `length`."""
        return np.asarray(np.polyval(self.curve, 2 * np.asarray(along) / self.length - 1), np.float64)

    @property
    def middle(self) -> float:
        return float(self.at(self.length / 2))


def dark(image: Grey, pixels_per_mm: float) -> Mask:
    """Return 1 for each pixel that is darker than the paper around it."""
    size = round(LIGHT * pixels_per_mm) | 1
    around = cv2.blur(image, (size, size), borderType=cv2.BORDER_REPLICATE)
    return (image < DARK * around).astype(np.uint8)


def vertical(mask: Mask, pixels_per_mm: float) -> list[RuledLine]:
    """Return the vertical lines from left to right."""
    piece, gap = round(SHORTEST_PIECE * pixels_per_mm), round(GAP * pixels_per_mm)
    strokes = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((piece, 1), np.uint8))
    # Pieces of one line are end to end, or side by side where it leans.
    joined = cv2.dilate(strokes, np.ones((gap, 3), np.uint8))
    _count, labels, stats, _centres = cv2.connectedComponentsWithStats(joined)
    tall = np.flatnonzero(stats[:, cv2.CC_STAT_HEIGHT] >= FRAGMENT * pixels_per_mm)
    fragments = []
    for label in tall[tall > 0]:
        left, top, width, height = stats[label, :4]
        there = labels[top : top + height, left : left + width] == label
        rows, columns = np.nonzero(there & (strokes[top : top + height, left : left + width] > 0))
        fragments.append(np.stack([rows + top, columns + left], axis=1).astype(np.float64))
    return sorted(_lines(fragments, len(mask), pixels_per_mm), key=lambda line: line.middle)


def horizontal(mask: Mask, pixels_per_mm: float) -> list[RuledLine]:
    """Return the horizontal lines from top to bottom."""
    return vertical(np.ascontiguousarray(mask.T), pixels_per_mm)


def _lines(fragments: list[Floats], length: int, pixels_per_mm: float) -> Iterator[RuledLine]:
    """Yield the lines that fragments, as points along and across, belong to."""
    groups: list[tuple[RuledLine, Floats]] = []
    for points in sorted(fragments, key=lambda points: -np.ptp(points[:, 0])):
        near = ONE_LINE * pixels_per_mm
        for at, (line, others) in enumerate(groups):
            if abs(float(np.mean(line.at(points[:, 0]) - points[:, 1]))) < near:
                together = np.concatenate([others, points])
                groups[at] = (_through(together, length), together)
                break
        else:
            groups.append((_through(points, length), points))
    for line, points in groups:
        if len(np.unique(points[:, 0])) >= MOSTLY * length:
            along = points[:, 0] / length
            yield replace(line, begins=float(along.min()), ends=float(along.max()))


def _through(points: Floats, length: int) -> RuledLine:
    """Return the line through these points; the less of it is known, the straighter."""
    share = float(np.ptp(points[:, 0])) / length
    degree = BEND if share > 0.8 else 2 if share > 0.4 else 1
    along = 2 * points[:, 0] / length - 1
    curve = np.polyfit(along, points[:, 1], degree)
    off = np.abs(np.polyval(curve, along) - points[:, 1])
    kept = off <= max(2.5 * float(np.median(off)), 1.5)
    return RuledLine(
        curve=np.asarray(np.polyfit(along[kept], points[kept, 1], degree), np.float64), length=float(length)
    )


def crossings(rows: list[RuledLine], columns: list[RuledLine]) -> Floats:
    """Return where each row line meets each column line: x and y, by row and column."""
    x = np.tile([line.middle for line in columns], (len(rows), 1))
    y = np.tile(np.array([line.middle for line in rows])[:, None], (1, len(columns)))
    for _ in range(6):  # lines lean little, so each step leaves a much smaller error
        x = np.stack([line.at(y[:, at]) for at, line in enumerate(columns)], axis=1)
        y = np.stack([line.at(x[at]) for at, line in enumerate(rows)], axis=0)
    return np.stack([x, y], axis=-1)


LONG_SIDE = 2600  # pixels of the picture in which the frame is looked for
BRIGHTNESS = 41  # pixels over which the paper's brightness is averaged
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
    dark = (small < DARK * cv2.blur(small, (BRIGHTNESS, BRIGHTNESS))).astype(np.uint8)
    _count, labels, stats, _centres = cv2.connectedComponentsWithStats(dark, connectivity=8)
    large = stats[:, cv2.CC_STAT_WIDTH] * stats[:, cv2.CC_STAT_HEIGHT] >= SMALLEST_TABLE * small.size
    most, corners = FEWEST_CELLS - 1, None
    for label in np.flatnonzero(large[1:]) + 1:
        left, top, width, height = stats[label, :4]
        piece = (labels[top : top + height, left : left + width] == label).astype(np.uint8)
        contours, (family,) = cv2.findContours(piece, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        outer = max((contour for contour, kin in zip(contours, family, strict=True) if kin[3] < 0), key=cv2.contourArea)
        area = cv2.contourArea(cv2.convexHull(outer))
        cells = sum(_is_cell(contour, area) for contour, kin in zip(contours, family, strict=True) if kin[3] >= 0)
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
