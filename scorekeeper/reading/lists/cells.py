"""What was written in each cell of a ruled table: pieces of ink, without the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.reading.boxes.ink import FAINTEST_INK
from scorekeeper.reading.lists.table import FlatTable
from scorekeeper.reading.photo.geometry import Grey

# In pixels of the flattened table.
LINE_REACH = 4  # how far from its place a line can reach, with its thickness
EDGE_OF_LINE = 3  # what is left along a thick line is no thicker than this
GRAIN_OF_INK, PALEST = 28, 38  # levels of grey: anything lighter is paper; each stroke is at least this dark somewhere
SOFT_EDGE = 0.4  # of a stroke's greatest darkness: anything lighter is its edge
SPECK = 8  # ink of this many pixels or fewer is dust
TOO_HIGH = 1.45  # row heights: anything higher is ink of two rows that touches
CROSSES, THROUGH = 3.2, 0.3  # row heights and table widths: a longer stroke crosses rows out
GRAIN = 12  # levels of grey: a cell that is darker overall is printed in grey
SHADE = 0.3  # the quantile of a cell's darkness that is taken for its paper or shading


@dataclass(frozen=True, kw_only=True, slots=True)
class InkPiece:
    """A connected piece of ink: its darkness within its bounding box, 0 where there is none.

    `crossing` is whether it belongs to a stroke that crosses several rows, or most of one, to cross them out.
    """

    x: int
    y: int
    dark: Grey
    crossing: bool = False

    @property
    def width(self) -> int:
        return int(self.dark.shape[1])

    @property
    def height(self) -> int:
        return int(self.dark.shape[0])

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def amount(self) -> int:
        return int(np.count_nonzero(self.dark))

    def part(self, left: int, right: int) -> InkPiece | None:
        """Return the part between two columns of pixels of the table, or None if there is nothing."""
        return trimmed(self.x + left, self.y, self.dark[:, left:right])


def trimmed(x: int, y: int, dark: Grey) -> InkPiece | None:
    """Return ink without the empty margins around it."""
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if not len(rows):
        return None
    inner = dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return InkPiece(x=x + int(columns[0]), y=y + int(rows[0]), dark=inner)


def merged(pieces: Sequence[InkPiece]) -> InkPiece:
    """Return several pieces as one."""
    left, top = min(piece.x for piece in pieces), min(piece.y for piece in pieces)
    right, bottom = max(piece.right for piece in pieces), max(piece.y + piece.height for piece in pieces)
    dark = np.zeros((bottom - top, right - left), np.uint8)
    for piece in pieces:
        there = dark[piece.y - top : piece.y - top + piece.height, piece.x - left : piece.right - left]
        np.maximum(there, piece.dark, out=there)
    return InkPiece(x=left, y=top, dark=dark)


def cut(flat: FlatTable) -> Mapping[tuple[int, int], list[InkPiece]]:
    """Return the pieces in each cell that has any, by row and column from 0 and from left to right.

    A piece belongs to the cell that contains its centre, wherever its ends are.
    """
    dark = without_lines(flat)
    mask = _inked(dark)
    crossing = _part_rows(mask, flat)
    found: dict[tuple[int, int], list[InkPiece]] = {}
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    for label in range(1, count):
        left, top, width, height, area = stats[label]
        row = int(np.searchsorted(flat.rows, centres[label][1])) - 1
        column = int(np.searchsorted(flat.columns, centres[label][0])) - 1
        if (
            area <= SPECK
            or _is_of_a_line(stats[label], flat)
            or not (0 <= row < len(flat.rows) - 1 and 0 <= column < len(flat.columns) - 1)
        ):
            continue
        inside = labels[top : top + height, left : left + width] == label
        crop = np.where(inside, dark[top : top + height, left : left + width], 0).astype(np.uint8)
        is_crossing = bool(crossing[top : top + height, left : left + width][inside].mean() > 0.5)
        piece = InkPiece(x=int(left), y=int(top), dark=crop, crossing=is_crossing)
        found.setdefault((row, column), []).append(piece)
    for pieces in found.values():
        pieces.sort(key=lambda piece: piece.x + piece.width / 2)
    return found


def _is_of_a_line(stats: npt.NDArray[np.int32], flat: FlatTable) -> bool:
    """Return whether ink is only the rest of a line, along its edge."""
    left, top, width, height, _area = stats
    return any(
        size <= EDGE_OF_LINE and abs(start + size / 2 - line) <= LINE_REACH + EDGE_OF_LINE
        for start, size, lines in ((top, height, flat.rows), (left, width, flat.columns))
        for line in lines
    )


def without_lines(flat: FlatTable) -> Grey:
    """Return how dark the table is without its lines and shading; ink that crosses a line is kept."""
    dark = _without_shades(flat)
    for picture, places, others in ((dark, flat.rows, flat.columns), (dark.T, flat.columns, flat.rows)):
        before = picture.copy()
        ink = picture.copy()
        for other in others:  # a line that crosses this one isn't ink
            ink[:, other - LINE_REACH : other + LINE_REACH + 1] = 0
        for place in places:
            top, bottom = place - LINE_REACH, place + LINE_REACH + 1
            # Where there is ink on both sides of a line, nearly opposite, it crosses the line.
            above = cv2.dilate(ink[top - 2 : top].max(axis=0)[None], np.ones((1, 7), np.uint8))
            below = cv2.dilate(ink[bottom : bottom + 2].max(axis=0)[None], np.ones((1, 7), np.uint8))
            across = np.minimum(above, below)[0]
            picture[top:bottom] = np.where(across > 2 * FAINTEST_INK, np.minimum(before[top:bottom], across), 0)
    return dark


def _without_shades(flat: FlatTable) -> Grey:
    """Return how dark the table would be if no cell were printed in grey."""
    dark: Grey = (255 - flat.image).astype(np.uint8)
    for top, bottom in pairwise(flat.rows):
        for left, right in pairwise(flat.columns):
            inside = dark[top + LINE_REACH : bottom - LINE_REACH, left + LINE_REACH : right - LINE_REACH]
            shade = int(np.quantile(inside, SHADE)) if inside.size else 0
            if shade > GRAIN:
                cell = dark[top:bottom, left:right].astype(np.float32)
                dark[top:bottom, left:right] = np.clip((cell - shade) * (255 / (255 - shade)), 0, 255)
    return dark


def _inked(dark: Grey) -> Grey:
    """Return 1 where there is ink: darker than the grain of the paper and the soft edge of its own stroke."""
    _count, labels = cv2.connectedComponents((dark > GRAIN_OF_INK).astype(np.uint8), connectivity=8)
    peaks = np.zeros(int(labels.max()) + 1, np.float32)
    there = labels > 0
    np.maximum.at(peaks, labels[there].astype(np.int64), cv2.blur(dark, (3, 3))[there])
    peaks[peaks < PALEST] = np.inf
    peaks[0] = np.inf
    return np.asarray(dark > np.maximum(GRAIN_OF_INK, SOFT_EDGE * peaks[labels]), np.uint8)


def _part_rows(mask: Grey, flat: FlatTable) -> npt.NDArray[np.bool_]:
    """Split ink that touches across rows at the lines between them; return where a stroke crosses rows out."""
    pitch, wide = flat.rows[1] - flat.rows[0], flat.columns[-1] - flat.columns[0]
    crossing = np.zeros(mask.shape, np.bool_)
    count, labels, stats, _centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    for label in range(1, count):
        left, top, width, height, _area = stats[label]
        if height <= TOO_HIGH * pitch and width <= THROUGH * wide:
            continue
        own = labels[top : top + height, left : left + width] == label
        if height > CROSSES * pitch or width > THROUGH * wide:
            crossing[top : top + height, left : left + width] |= own
        for line in flat.rows:
            if top < line < top + height:
                mask[line - 1 : line + 1, left : left + width][own[line - 1 - top : line + 1 - top]] = 0
    return crossing
