"""Where the paper is in a photo, to a fraction of a millimetre even if it is bent.

A homography maps flat paper to the photo. In addition, every point of the paper is moved a little (its *shift*), so
that the printed boxes are where the layout has them. Lengths are millimetres from the top left of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scorekeeper.printing.marked_sheets.layout import Box, PageLayout
from scorekeeper.reading.photo import geometry
from scorekeeper.reading.photo.geometry import Floats, Grey, homography_of, mapped

COARSE = 4  # pixels per millimetre, for the comparison with the printed boxes
GRID = 4  # millimetres between the points whose place in the photo is computed; between them it is interpolated
REACH = 2.0  # how far boxes are looked for: less than half the distance between two of them
NEAR = 0.75  # the same, once they are nearly in place
AROUND = 1.0  # the margin around a group of boxes that is compared
WIDEST_GROUP = 28.0
DARKEST, FAINT = 150, 200  # grey of a printed box in even light: in the sharpest photo, and in most
LIKENESS = 0.2  # of the boxes in the photo and those of the layout, from -1 to 1
ENOUGH = 0.4  # of the groups of boxes have to be found, apart from those with more ink than `MOST_INK`
MOST_INK = 0.07  # of a group: with more ink, its boxes can't be recognised
STILL_OFF = 0.3  # millimetres that most of them may still be off in the end: on crumpled paper, each is off differently
MOST_LOOKS = 6
STIFFNESS = 0.3
GROWTH = (60.0, 100.0, 140.0, 180.0, 230.0, 500.0)  # how far from the known points, step by step
FOLD = 12.0  # how far the shift of one group extends, for paper that was folded


class BentPaperError(Exception):
    """The printed boxes aren't where they belong, and no shift moves them there."""


@dataclass(frozen=True, kw_only=True)
class PaperPlace:
    """Where the paper is in a photo."""

    page: PageLayout
    homography: Floats  # from millimetres to pixels
    bending: Floats | None = None  # the coefficients of `_powers`, for the shift of any point
    anchors: Floats | None = None  # points, and their shifts beyond that
    rests: Floats | None = None

    def shifts(self, points: Floats) -> Floats:
        """Return how far each point is from where the homography alone puts it."""
        if self.bending is None or self.anchors is None or self.rests is None:
            return np.zeros_like(points)
        distance = np.square(points[:, None] - self.anchors).sum(axis=2)
        weights = np.exp(-distance / (2 * FOLD**2))
        local = weights @ self.rests / (weights.sum(axis=1, keepdims=True) + 0.5)
        moved: Floats = _powers(points, self.page) @ self.bending + local
        return moved

    def in_photo(self, points: Floats) -> Floats:
        """Return where points of the paper are in the photo, in pixels."""
        return mapped(points + self.shifts(points), self.homography)

    def flattened(self, image: Grey, pixels_per_mm: int) -> Grey:
        """Return the flattened paper at this resolution."""
        width, height = (round(side * pixels_per_mm) for side in (self.page.width, self.page.height))
        step = GRID * pixels_per_mm
        x, y = np.meshgrid(np.arange(0, width + step, step), np.arange(0, height + step, step))
        points = (np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) / pixels_per_mm
        coarse = self.in_photo(points).reshape(*x.shape, 2).astype(np.float32)
        grow = np.array([[step, 0, 0], [0, step, 0]], dtype=np.float32)  # exact at the points, unlike resize
        columns, rows = (
            cv2.warpAffine(part, grow, (width, height), borderMode=cv2.BORDER_REPLICATE)
            for part in (coarse[..., 0], coarse[..., 1])
        )
        flat = cv2.remap(image, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return flat.astype(np.uint8, copy=False)


def place(image: Grey, page: PageLayout, paper: Floats, photo: Floats, *, whole: bool) -> PaperPlace:
    """Return where a page is, given the places of some of its points in the photo.

    `whole` is whether all four corners are among them. If not, the rest of the page is found box by box, starting from
    the known points. Raise `BentPaperError` if too few boxes are found.
    """
    boxes = _Boxes(page)
    found = PaperPlace(page=page, homography=homography_of(paper, photo))
    if not whole:
        found = _grown(image, found, paper, photo, boxes)
    elif _most(boxes.found(image, found, REACH).shifts) > NEAR:
        found = _followed(image, found, paper, photo, boxes)
    for _ in range(MOST_LOOKS):
        look = boxes.found(image, found, REACH)
        found = _bent(found, look, paper, photo)
        if look.enough and _most(look.shifts) < NEAR:
            break
    look = boxes.found(image, found, NEAR)
    if not look.enough or _most(look.shifts) > STILL_OFF:
        raise BentPaperError(f"{len(look.points)} of {len(boxes.groups)} groups of boxes were found")
    return _bent(found, look, paper, photo)


def _grown(image: Grey, first: PaperPlace, paper: Floats, photo: Floats, boxes: _Boxes) -> PaperPlace:
    """Find the boxes of a page starting from the known points, nearest first; return where the page is."""
    grown = first
    for within in GROWTH:
        look = boxes.found(image, grown, REACH, near=paper, within=within)
        known = np.concatenate([paper, look.points])
        there = np.concatenate([photo, grown.in_photo(look.points + look.shifts)])
        grown = PaperPlace(page=first.page, homography=homography_of(known, there))
    return grown


def _followed(image: Grey, found: PaperPlace, paper: Floats, photo: Floats, boxes: _Boxes) -> PaperPlace:
    """Follow the bend of a page from its corners inwards, further at each step; return where the page is.

    In its middle, paper can be so far off that a box would be taken for its neighbour.
    """
    for within in GROWTH[:-1]:
        found = _bent(found, boxes.found(image, found, REACH, near=paper, within=within), paper, photo)
    return found


def _most(shifts: Floats) -> float:
    """Return the size that most of these shifts don't exceed."""
    return float(np.percentile(np.abs(shifts), 90)) if shifts.size else 0.0


@dataclass(frozen=True, kw_only=True)
class _Look:
    """The groups of boxes found in a photo: their middles, and how far each is from where it was expected.

    `clear` is the number of groups with so little ink that they should be found.
    """

    points: Floats
    shifts: Floats
    clear: int

    @property
    def enough(self) -> bool:
        return len(self.points) >= ENOUGH * self.clear


class _Boxes:
    """The printed boxes of a page, in groups that are compared with the photo."""

    def __init__(self, page: PageLayout) -> None:
        self.groups = [group for row in page.rows for group in _groups([cell.box for cell in row.cells])]
        self.middles = np.array([(box.x + box.width / 2, box.y + box.height / 2) for box in self.groups])
        self.drawn = _drawn(page)

    def found(
        self, image: Grey, place: PaperPlace, reach: float, *, near: Floats | None = None, within: float = np.inf
    ) -> _Look:
        """Return the groups that are found, and how far each is from where `place` puts it."""
        flat = geometry.even(place.flattened(image, COARSE), COARSE)
        ink = _ink(flat)
        flat = np.where(ink == 1, np.uint8(255), np.maximum(flat, FAINT))  # the blurred edges of ink count like lines
        points, shifts = [], []
        for box, middle in zip(self.groups, self.middles, strict=True):
            if near is not None and np.linalg.norm(near - middle, axis=1).min() > within:
                continue
            shift = self._shift(flat, box, round(reach * COARSE))
            if shift is not None:
                points.append(middle)
                shifts.append(shift)
        return _Look(
            points=np.array(points).reshape(-1, 2),
            shifts=np.array(shifts).reshape(-1, 2),
            clear=sum(float(ink[_pixels(box)].mean()) < MOST_INK for box in self.groups),
        )

    def _shift(self, flat: Grey, box: Box, reach: int) -> tuple[float, float] | None:
        """Return how far a group is from its place, in millimetres; None if it isn't found."""
        rows, columns = _pixels(box)
        before_x, before_y = min(reach, columns.start), min(reach, rows.start)
        view = flat[rows.start - before_y : rows.stop + reach, columns.start - before_x : columns.stop + reach]
        alike = cv2.matchTemplate(view, self.drawn[rows, columns], cv2.TM_CCOEFF_NORMED)
        _least, best, _where, (x, y) = cv2.minMaxLoc(alike)
        if best < LIKENESS or not (0 < x < alike.shape[1] - 1 and 0 < y < alike.shape[0] - 1):
            return None
        dx = x - before_x + _top_between(alike[y, x - 1], best, alike[y, x + 1])
        dy = y - before_y + _top_between(alike[y - 1, x], best, alike[y + 1, x])
        return dx / COARSE, dy / COARSE


def _ink(flat: Grey) -> Grey:
    """Return where the page is darker than its boxes (1): writing and thick lines."""
    return cv2.dilate((flat < DARKEST).astype(np.uint8), np.ones((3, 3), dtype=np.uint8)).astype(np.uint8)


def _pixels(box: Box) -> tuple[slice, slice]:
    """Return the pixels of a box in a picture of the page."""
    left, top = round(box.x * COARSE), round(box.y * COARSE)
    right, bottom = round((box.x + box.width) * COARSE), round((box.y + box.height) * COARSE)
    return slice(top, bottom), slice(left, right)


def _groups(boxes: Sequence[Box]) -> Iterator[Box]:
    """Yield the boxes of a row in groups."""
    boxes = sorted(boxes, key=lambda box: box.x)
    start = 0
    for end in range(1, len(boxes) + 1):
        if end == len(boxes) or boxes[end].x + boxes[end].width - boxes[start].x > WIDEST_GROUP:
            yield _around(boxes[start:end])
            start = end


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes) - AROUND, min(box.y for box in boxes) - AROUND
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(left, top, right + AROUND - left, bottom + AROUND - top)


def _drawn(page: PageLayout) -> Grey:
    """Return the page with only its boxes and the lines between rows, to compare the photo with."""
    picture = np.full((round(page.height * COARSE), round(page.width * COARSE)), 255, dtype=np.uint8)
    for box in (box for row in page.rows for box in (row.box, *(cell.box for cell in row.cells))):
        ends = np.array([(box.x, box.y), (box.x + box.width, box.y + box.height)])
        first, last = np.round((ends * COARSE - 0.5) * 16).astype(int).tolist()
        cv2.rectangle(picture, first, last, 0, 1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.uint8)


def _top_between(before: float, best: float, after: float) -> float:
    """Return the position of the vertex of a parabola through three neighbours, from the middle one."""
    curve = before - 2 * best + after
    return float(np.clip((before - after) / (2 * curve), -0.5, 0.5)) if curve else 0.0


def _bent(place: PaperPlace, look: _Look, paper: Floats, photo: Floats) -> PaperPlace:
    """Return the place with the found shifts added to its own; the known points stay where they are."""
    flat = mapped(photo, np.linalg.inv(place.homography))
    known = np.concatenate([look.points, paper])
    shifts = np.concatenate([place.shifts(look.points) + look.shifts, flat - paper])
    powers = _powers(known, place.page)
    weights = np.ones(len(known))
    calm = STIFFNESS * np.eye(powers.shape[1])  # where nothing is known, the paper continues unchanged
    for _ in range(4):  # outliers among their neighbours count less each time
        root = np.sqrt(weights)[:, None]
        rows, goals = np.concatenate([powers * root, calm]), np.concatenate([shifts * root, np.zeros((len(calm), 2))])
        bending = np.linalg.lstsq(rows, goals, rcond=None)[0]
        rests = shifts - powers @ bending
        size = np.linalg.norm(rests, axis=1)
        weights = 1 / (1 + np.square(size / max(2 * float(np.median(size)), 0.05)))
    believed = size < max(4 * float(np.median(size)), 0.3)
    return PaperPlace(
        page=place.page,
        homography=place.homography,
        bending=bending,
        anchors=known[believed],
        rests=rests[believed],
    )


def _powers(points: Floats, page: PageLayout) -> Floats:
    """Return the powers of x and y up to the third, for a shift that changes slowly across the page."""
    x, y = 2 * points[:, 0] / page.width - 1, 2 * points[:, 1] / page.height - 1
    return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=1)
