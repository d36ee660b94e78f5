"""What was written in each cell of a ruled table: pieces of ink, without the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scorekeeper.reading.geometry import Grey
from scorekeeper.reading.ink import FAINTEST_INK
from scorekeeper.reading.lists.table import FlatTable

# In pixels of the flattened table.
LINE_REACH = 4  # how far a line is from its place, at most, with its thickness
SPECK = 8  # of so many pixels or fewer is dust
TOO_HIGH = 1.45  # heights of a row: ink of two rows that touches


@dataclass(frozen=True, kw_only=True, slots=True)
class InkPiece:
    """Ink in one piece: how dark it is within its box in the table, 0 where there is none of it."""

    x: int
    y: int
    dark: Grey

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
        """Return what is between two columns of pixels of the table, or None if there is nothing."""
        return trimmed(self.x + left, self.y, self.dark[:, left:right])


def trimmed(x: int, y: int, dark: Grey) -> InkPiece | None:
    """Return ink without what is empty round it."""
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

    A piece belongs to the cell that its centre is in, wherever its ends are.
    """
    dark = without_lines(flat)
    mask = _inked(dark)
    _part_rows(mask, flat)
    found: dict[tuple[int, int], list[InkPiece]] = {}
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    for label in range(1, count):
        left, top, width, height, area = stats[label]
        row = int(np.searchsorted(flat.rows, centres[label][1])) - 1
        column = int(np.searchsorted(flat.columns, centres[label][0])) - 1
        if area <= SPECK or not (0 <= row < len(flat.rows) - 1 and 0 <= column < len(flat.columns) - 1):
            continue
        inside = labels[top : top + height, left : left + width] == label
        crop = np.where(inside, dark[top : top + height, left : left + width], 0).astype(np.uint8)
        found.setdefault((row, column), []).append(InkPiece(x=int(left), y=int(top), dark=crop))
    for pieces in found.values():
        pieces.sort(key=lambda piece: piece.x + piece.width / 2)
    return found


def without_lines(flat: FlatTable) -> Grey:
    """Return how dark the table is but for its lines: ink stays where it goes across a line."""
    dark: Grey = (255 - flat.image).astype(np.uint8)
    for picture, places, others in ((dark, flat.rows, flat.columns), (dark.T, flat.columns, flat.rows)):
        before = picture.copy()
        ink = picture.copy()
        for other in others:  # a line that goes across this one is no ink
            ink[:, other - LINE_REACH : other + LINE_REACH + 1] = 0
        for place in places:
            top, bottom = place - LINE_REACH, place + LINE_REACH + 1
            # Ink on both sides of a line that is nearly opposite has gone across it.
            above = cv2.dilate(ink[top - 2 : top].max(axis=0)[None], np.ones((1, 7), np.uint8))
            below = cv2.dilate(ink[bottom : bottom + 2].max(axis=0)[None], np.ones((1, 7), np.uint8))
            across = np.minimum(above, below)[0]
            picture[top:bottom] = np.where(across > 2 * FAINTEST_INK, np.minimum(before[top:bottom], across), 0)
    return dark


def _inked(dark: Grey) -> Grey:
    """Return 1 where there is ink: darker than the grain of the paper, and than the soft edge of a stroke."""
    peak = cv2.dilate(cv2.blur(dark, (3, 3)), np.ones((25, 25), np.uint8))
    return np.asarray(dark > np.maximum(FAINTEST_INK, 0.4 * peak), np.uint8)


def _part_rows(mask: Grey, flat: FlatTable) -> None:
    """Part ink of several rows that touches, at the lines between them."""
    pitch = flat.rows[1] - flat.rows[0]
    count, labels, stats, _centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    for label in range(1, count):
        left, top, width, height, _area = stats[label]
        if height > TOO_HIGH * pitch:
            for line in flat.rows:
                if top < line < top + height:
                    part = mask[line - 1 : line + 1, left : left + width]
                    part[labels[line - 1 : line + 1, left : left + width] == label] = 0
