"""The ink in the tick boxes: the strokes of a whole page, each with the box that it belongs to.

A tick may extend into the next box. So a stroke is one piece of ink wherever it ends, and belongs to the box that most
of it is nearest to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.printing.marked_sheets.layout import Box, Cell, PageLayout
from scorekeeper.reading.boxes.ink import LINE_REACH, MARGIN, SPECK, clear_line
from scorekeeper.reading.observations import TickSeen
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey

# Anything lighter is not ink but the grain of the paper. Nothing is printed in the boxes.
FAINTEST = 45
# A pixel belongs to a stroke from this share of the darkness around it, and to more than the stroke's soft edge.
SOFT, FIRM = 0.4, 0.5
AROUND = 3 * PIXELS_PER_MM
# The edge of a stroke is measured over this many pixels, at this percentile of its pixels.
STEP, STEEPEST = 5, 90
# This many ticks are enough to tell how dark this writer's strokes are: the darkness of a box's ink at this percentile.
MANY_BOXES, MIDDLE = 5, 75
# Ink counts up to this far from a box: the lines of the table are not much further away.
FAR = MARGIN - 1
# If a box has this many times as much of a stroke near it as any other box, it gets all of the stroke.
CLEARLY_MORE = 1.5
# If this share of a stroke is near another box, that box may be meant.
INSIDE_IN_PART = 0.2
# If the part in that box is centred to within this, it is a tick of its own that touches the first one.
CENTRED = 0.2
# A stroke beside a box counts if it has more pixels than this, and more than this within the margin of the box.
STROKE, NEAR = 60, 25

OTHER, NOWHERE = -1, -2

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, slots=True)
class TickInk:
    """The ink that belongs to a box.

    `amount` is how many of its pixels are in the box, `covered` their share of the box, and `inside` their share of all
    the ink. `extent` is its width or height, whichever is larger, and `middle` how far its middle is to the right of
    that of the box and below it; both are in sides of the box. `edge` is how steeply it gets dark, as a share of its
    darkness within the width of a stroke: a shadow has no edge. `beside` is whether there is more than a speck of ink
    outside the box, and `neighbours` are the other boxes that its strokes reach into.
    """

    amount: int = 0
    covered: float = 0
    inside: float = 0
    extent: float = 0
    middle: tuple[float, float] = (0, 0)
    edge: float = 1
    beside: bool = False
    neighbours: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class BoxInPixels:
    """A box in pixels of the page."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def from_box(cls, box: Box) -> BoxInPixels:
        left, top = round(box.x * PIXELS_PER_MM), round(box.y * PIXELS_PER_MM)
        return cls(left, top, left + round(box.width * PIXELS_PER_MM), top + round(box.height * PIXELS_PER_MM))

    @property
    def side(self) -> int:
        return max(self.right - self.left, self.bottom - self.top)

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def within(self, points: Ints, margin: int = 0) -> npt.NDArray[np.bool_]:
        """Return which of these points, as x and y, are in the box or within `margin` of it."""
        low, high = np.array([self.left, self.top]) - margin, np.array([self.right, self.bottom]) + margin
        return np.asarray(((points >= low) & (points < high)).all(axis=-1))


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A stroke, or the part of one that belongs to a box: its pixels, the firm ones, and the boxes it reaches into."""

    points: Ints
    firm: npt.NDArray[np.bool_]
    neighbours: frozenset[int] = frozenset()


def ink_of(image: Grey, page: PageLayout) -> dict[tuple[int, Cell], TickInk]:
    """Return the ink of each tick box on a flattened page, by row number and cell."""
    cells = [(row.number, cell) for row in page.rows for cell in row.cells if cell.kind == "tick"]
    others = [BoxInPixels.from_box(cell.box) for row in page.rows for cell in row.cells if cell.kind != "tick"]
    places = [BoxInPixels.from_box(cell.box) for _row, cell in cells]
    dark = cv2.blur((255 - image).astype(np.uint8), (3, 3)).astype(np.uint8)
    edges = _edges(dark)
    for place in places:
        _clear_box(dark, place)
    for row in page.rows:
        for edge in (row.box.y, row.box.y + row.box.height):
            line = round(edge * PIXELS_PER_MM)
            dark[line - LINE_REACH : line + LINE_REACH + 1] = 0
    strokes: list[list[_Stroke]] = [[] for _place in places]
    for box, stroke in _strokes(dark, places, others):
        strokes[box].append(stroke)
    return {cell: _together(place, own, edges) for cell, place, own in zip(cells, places, strokes, strict=True)}


def _clear_box(dark: Grey, place: BoxInPixels) -> None:
    """Clear the printed lines of a box."""
    cell = dark[place.top - MARGIN : place.bottom + MARGIN, place.left - MARGIN : place.right + MARGIN]
    for picture in (cell, cell.T):
        for line in (MARGIN, len(picture) - MARGIN):
            clear_line(picture[line - LINE_REACH : line + LINE_REACH + 1])


def _nearest(
    shape: tuple[int, ...], places: Sequence[BoxInPixels], others: Sequence[BoxInPixels]
) -> npt.NDArray[np.int32]:
    """Return the tick box that each pixel is nearest to, `OTHER` for other boxes, and `NOWHERE` if it is near none."""
    free = np.ones(shape, np.uint8)
    for place in (*places, *others):
        free[place.top : place.bottom, place.left : place.right] = 0
    distance, nearest = cv2.distanceTransformWithLabels(free, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP)
    box_of = np.full(int(nearest.max()) + 1, OTHER, np.int32)
    for box, place in enumerate(places):
        box_of[nearest[place.top, place.left]] = box
    found: npt.NDArray[np.int32] = box_of[nearest]
    found[distance >= FAR] = NOWHERE
    return found


def _strokes(dark: Grey, places: Sequence[BoxInPixels], others: Sequence[BoxInPixels]) -> Iterator[tuple[int, _Stroke]]:
    """Yield each stroke with its box; a stroke that may belong to several boxes is split between them."""
    nearest = _nearest(dark.shape, places, others)
    peak = np.minimum(cv2.dilate(dark, np.ones((AROUND, AROUND), np.uint8)), _usual_dark(dark, places))
    soft, hard = (np.maximum(cv2.convertScaleAbs(peak, alpha=share), FAINTEST) for share in (SOFT, FIRM))
    inked = ((dark > soft) & (nearest != NOWHERE)).astype(np.uint8)
    firm = dark > hard
    joined = cv2.morphologyEx(inked, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _count, labels, stats, _middles = cv2.connectedComponentsWithStats(joined, connectivity=8)
    for label in np.unique(labels[nearest >= 0]):
        left, top, width, height, area = stats[label]
        if not label or area < SPECK:
            continue
        crop = np.s_[top : top + height, left : left + width]
        own = (labels[crop] == label) & (inked[crop] > 0)
        rows, columns = np.nonzero(own)
        points = np.column_stack([columns + left, rows + top])
        of = nearest[crop][own]
        boxes, counts = np.unique(of, return_counts=True)
        most, *less = np.argsort(-counts)
        reached = frozenset(
            int(boxes[at]) for at in less if boxes[at] != OTHER and counts[at] >= INSIDE_IN_PART * len(of)
        )
        two = any(max(map(abs, _off(places[box], points[of == box]))) < CENTRED for box in reached)
        firmly = firm[crop][own]
        if two or (less and counts[most] < CLEARLY_MORE * counts[less[0]]):
            for box in boxes[boxes != OTHER]:
                here = of == box
                yield int(box), _Stroke(points[here], firmly[here], frozenset(boxes.tolist()) - {OTHER, box})
        elif boxes[most] != OTHER:
            yield int(boxes[most]), _Stroke(points, firmly, reached)


def _usual_dark(dark: Grey, places: Sequence[BoxInPixels]) -> int:
    """Return how dark the middle of a stroke usually is, or 255 if there are too few ticks to tell.

    Pencil is twice as dark where strokes cross. In a scribble, the rest of them could be taken for soft edges.
    """
    boxes = [dark[place.top : place.bottom, place.left : place.right] for place in places]
    strokes = [box[box > FAINTEST] for box in boxes]
    middles = [np.percentile(stroke, MIDDLE) for stroke in strokes if len(stroke) > STROKE]
    return int(np.median(middles)) if len(middles) >= MANY_BOXES else 255


def _edges(dark: Grey) -> npt.NDArray[np.float32]:
    """Return how much the darkness varies around each pixel, as a share of the darkest one nearby."""
    step = cv2.morphologyEx(dark, cv2.MORPH_GRADIENT, np.ones((STEP, STEP), np.uint8)).astype(np.float32)
    return np.asarray(step / np.maximum(cv2.dilate(dark, np.ones((AROUND, AROUND), np.uint8)), 1), np.float32)


def _together(place: BoxInPixels, strokes: Sequence[_Stroke], edges: npt.NDArray[np.float32]) -> TickInk:
    """Return the ink of a box: those of its strokes whose middle is inside."""
    own = [
        stroke for stroke in strokes if len(stroke.points) >= SPECK and place.within(stroke.points.mean(axis=0) + 0.5)
    ]
    others = [stroke for stroke in strokes if not any(stroke is mine for mine in own)]
    beside = any(len(stroke.points) > STROKE and place.within(stroke.points, MARGIN).sum() > NEAR for stroke in others)
    if not own:
        return TickInk(beside=beside)
    points, firm = np.concatenate([stroke.points for stroke in own]), np.concatenate([stroke.firm for stroke in own])
    solid = points[firm] if firm.any() else points
    amount = int(place.within(solid).sum())
    return TickInk(
        amount=amount,
        covered=amount / place.area,
        inside=amount / len(solid),
        extent=float((np.ptp(points, axis=0).max() + 1) / place.side),
        middle=_off(place, solid),
        edge=float(np.percentile(edges[solid[:, 1], solid[:, 0]], STEEPEST)),
        beside=beside,
        neighbours=frozenset().union(*(stroke.neighbours for stroke in own)),
    )


def _off(place: BoxInPixels, points: Ints) -> tuple[float, float]:
    x, y = (points.mean(axis=0) + 0.5 - place.middle) / place.side
    return float(x), float(y)


# From `TOO_MUCH` of its area on, a box is filled or its tick is scribbled over: no cross or check mark covers as much,
# even blurred and with a thick pen. If other boxes show how much this writer's ticks cover, the limit is
# `MORE_THAN_USUAL` times that, from `MUCH` to `TOO_MUCH`; there is no upper limit for writers who cover more than
# `HEAVY`.
MUCH, TOO_MUCH, HEAVY, MORE_THAN_USUAL = 0.36, 0.47, 0.4, 1.5
# The probability that a box without ink is ticked, and the strength of the clearest tick: of 12,600 boxes in simulated
# photos, none was taken for the other.
CLEAN, CLEAREST = 0.0002, 8
EMPTY = TickSeen(ticked=CLEAN)
FILLED, FILLED_AGAIN = TickSeen(ticked=0.6, astray=True), TickSeen(ticked=0.9)
# `MANY` ticks are enough to tell how this writer ticks. Filled boxes are one of the writer's ways if there are `OFTEN`
# of them and they are this share of the ticks.
MANY, OFTEN, SHARE = 5, 3, 0.15
# From this probability on it is a tick rather than a speck of dust.
CLEAR = 0.9
# A tick between two boxes can be meant for either.
IN_PART, BESIDE = TickSeen(ticked=0.8, astray=True), TickSeen(ticked=0.1, astray=True)
# A soft smudge, such as the corner of a shadow; the edges of strokes are twice as steep even in a blurred photo.
SMUDGE, STEEP = TickSeen(ticked=0.3, astray=True), 0.4
# At least this share of a tick's ink is in its box, wherever its ends are.
MOSTLY_INSIDE = 0.5
# A tick is at most this far from where this writer's usually are in their boxes, in sides of the box.
ELSEWHERE = 0.3
# A tick is at most this much longer than this writer's usually are, in sides of the box; otherwise it is two ticks.
LONGER = 0.36


def look_at(image: Grey, page: PageLayout) -> dict[tuple[int, Cell], TickSeen]:
    """Return whether each tick box of a flattened page is ticked, by row number and cell."""
    found = ink_of(image, page)
    inks = list(found.values())
    seen = [_seen(ink) for ink in inks]
    ticks = [ink for ink, tick in zip(inks, seen, strict=True) if tick.ticked >= CLEAR]
    usual = _usual(ticks)
    full = _full(usual)
    often = sum(ink.covered > full for ink in ticks) >= max(OFTEN, SHARE * len(ticks))
    filled = FILLED_AGAIN if often else FILLED
    for at, ink in enumerate(inks):
        if seen[at].ticked >= CLEAR:
            if ink.covered > full:
                seen[at] = replace(filled, astray=filled.astray or seen[at].astray)
            elif usual.extent and ink.extent > usual.extent + LONGER:
                seen[at] = replace(seen[at], astray=True)
        off = np.abs(np.subtract(ink.middle, usual.middle)).max()
        if ink.amount and off > ELSEWHERE:
            seen[at] = min(seen[at], IN_PART, key=_ticked)
            for other in ink.neighbours:
                seen[other] = max(seen[other], BESIDE, key=_ticked)
    return dict(zip(found, seen, strict=True))


def _usual(ticks: Sequence[TickInk]) -> TickInk:
    """Return the usual ink of this writer's ticks, without any if there are too few to tell."""
    if len(ticks) < MANY:
        return TickInk()
    x, y = np.median([ink.middle for ink in ticks], axis=0)
    return TickInk(
        covered=float(np.median([ink.covered for ink in ticks])),
        extent=float(np.median([ink.extent for ink in ticks])),
        middle=(float(x), float(y)),
    )


def _full(usual: TickInk) -> float:
    """Return the covered share from which a box is filled or scribbled over, given this writer's usual tick."""
    if not usual.covered:
        return TOO_MUCH
    more = max(MUCH, MORE_THAN_USUAL * usual.covered)
    return more if usual.covered > HEAVY else min(more, TOO_MUCH)


def _ticked(tick: TickSeen) -> float:
    return tick.ticked


def _seen(ink: TickInk) -> TickSeen:
    if not ink.amount:
        return BESIDE if ink.beside else EMPTY
    if ink.edge < STEEP and ink.covered < HEAVY:
        return SMUDGE
    # A dot of a millimetre is as likely a tick as not; a stroke through half of the box leaves no doubt.
    strength = 0.05 * (ink.amount - 24) + 8 * (ink.extent - 0.2)
    return TickSeen(
        ticked=1 / (1 + math.exp(-min(max(strength, -5), CLEAREST))), astray=ink.beside or ink.inside < MOSTLY_INSIDE
    )
