"""What was written in a cell: its ink, the digit that it is, or a minus.

The ink is without the printed box and without what spills over from neighbouring boxes. A cell is a greyscale picture
of one box with a margin of `MARGIN`, at `PIXELS_PER_MM`, in which the paper is white. The box is printed in light grey.

docs/digits-model.md says what reads the digits, and how well. The trainer of that model needs this module without
Django.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.reading.observations import DigitSeen
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey

MARGIN = PIXELS_PER_MM

# How far a line of the box can be from its place, in pixels, and how dark it can be.
LINE_REACH = 4
DARKEST_LINE = 110
# Anything lighter is not ink but the grain of the paper, or what remains of the box's lines.
FAINTEST_INK = 45
# Ink with fewer pixels is dust.
SPECK = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Ink:
    """The ink that belongs to a box.

    `dark` is the darkness of each pixel of the cell, 0 where there is no ink of this box. `x`, `y`, `width` and
    `height` are the extent of the ink in the cell, all 0 if there is none; `peak` is its darkest value. `beside` is
    whether there is more ink outside the box than a stroke from a neighbouring box would leave.
    """

    dark: Grey
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    peak: int = 0


def ink(cell: Grey, *, crowded: bool = False) -> Ink:
    """Return the ink that belongs to the box of this cell.

    A stroke belongs to the box that contains its centre, wherever its ends are. Where boxes are `crowded`, with no room
    between them, a stroke that leaves the cell on one side belongs to the box on that side unless it reaches the middle
    of this one: the cell has only a part of a neighbour's digit, and the centre of that part says little.
    """
    dark = without_lines(255 - cell)
    height, width = dark.shape
    peak = int(cv2.blur(dark, (3, 3))[MARGIN : height - MARGIN, MARGIN : width - MARGIN].max())
    _, mask = cv2.threshold(dark, max(FAINTEST_INK, 2 * peak // 5), 1, cv2.THRESH_BINARY)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] >= SPECK
    large[0] = False
    inside = (np.abs(centres - (width / 2, height / 2)) <= (width / 2 - MARGIN, height / 2 - MARGIN)).all(axis=1)
    own = large & inside
    if crowded:
        ends = stats[:, cv2.CC_STAT_LEFT] + stats[:, cv2.CC_STAT_WIDTH]
        from_left = (stats[:, cv2.CC_STAT_LEFT] == 0) & (ends <= width // 2)
        own &= ~(from_left | ((ends == width) & (stats[:, cv2.CC_STAT_LEFT] >= width // 2)))
    if count == 1 or not own.any():
        return Ink(dark=np.zeros_like(dark))
    left, top, right, bottom = (
        stats[own, cv2.CC_STAT_LEFT],
        stats[own, cv2.CC_STAT_TOP],
        stats[own, cv2.CC_STAT_LEFT] + stats[own, cv2.CC_STAT_WIDTH],
        stats[own, cv2.CC_STAT_TOP] + stats[own, cv2.CC_STAT_HEIGHT],
    )
    x, y = int(left.min()), int(top.min())
    edges = cv2.dilate(own[labels].astype(np.uint8), np.ones((3, 3), np.uint8))  # a stroke's edge is lighter than it
    return Ink(
        dark=np.asarray(dark * edges, np.uint8),
        x=x,
        y=y,
        width=int(right.max()) - x,
        height=int(bottom.max()) - y,
        peak=peak,
    )


def without_lines(dark: Grey) -> Grey:
    """Return how dark each pixel is without the lines of the box; ink that crosses a line is kept."""
    cleared = dark.copy()
    for picture in (cleared, cleared.T):
        # The lines of this box, and those of its neighbours if they are within the margin.
        for line in (0, MARGIN, len(picture) - MARGIN, len(picture)):
            clear_line(picture[max(line - LINE_REACH, 0) : line + LINE_REACH + 1])
    return cleared


def clear_line(band: Grey) -> None:
    """Remove a horizontal line of the box from the few rows of pixels that it can be in."""
    span = band[:, 2 * MARGIN : band.shape[1] - 2 * MARGIN]
    # Ink crosses only a small part of a line. A row takes its neighbours' grey, for a line that isn't quite straight.
    grey = np.partition(span, 3 * span.shape[1] // 8, axis=1)[:, 3 * span.shape[1] // 8]
    grey = np.minimum(cv2.dilate(grey.reshape(-1, 1), np.ones((3, 1), np.uint8)), DARKEST_LINE)
    share = (band.astype(np.float32) - grey - 10) / 20
    band[:] = band * np.clip(np.where(grey > 15, share, 1), 0, 1)


MODEL = Path(__file__).with_name("digits.onnx")

# The model's classes, in order: the ten digits, an empty box, and ink that isn't a single digit.
EMPTY, NO_DIGIT = 10, 11
CLASSES = 12

# A digit is `LARGEST` pixels high or wide in a picture of `SIDE`, as in MNIST. Ink that is smaller than a digit is
# drawn smaller, so that a dot doesn't look like a zero.
SIDE, LARGEST = 28, 20
SMALLEST_DIGIT = 5 * PIXELS_PER_MM // 2
FAINTEST_PEAK = 90


def probabilities(pictures: Sequence[Grey]) -> npt.NDArray[np.float32]:
    """Return the probability of each of the model's classes for each of these pictures."""
    # OpenCV's networks aren't safe to share among threads, and this one loads in a few milliseconds.
    network = cv2.dnn.readNetFromONNX(str(MODEL))
    network.setInput(np.stack(pictures)[:, None].astype(np.float32) / 255)
    return np.asarray(network.forward(), np.float32)


def picture(written: Ink) -> Grey:
    """Return the ink as the model expects it: white on black, scaled to one size and contrast, and centred by mass."""
    centred = np.zeros((SIDE, SIDE), np.uint8)
    if not written.width:
        return centred
    crop = written.dark[written.y : written.y + written.height, written.x : written.x + written.width]
    strong = cv2.convertScaleAbs(crop, alpha=255 / max(written.peak, FAINTEST_PEAK))
    scale = LARGEST / max(written.width, written.height, SMALLEST_DIGIT)
    width, height = max(1, round(written.width * scale)), max(1, round(written.height * scale))
    small = cv2.resize(strong, (width, height), interpolation=cv2.INTER_AREA)
    moments = cv2.moments(small)
    weight = moments["m00"] or 1
    x = min(max(round((SIDE - 1) / 2 - moments["m10"] / weight), 0), SIDE - width)
    y = min(max(round((SIDE - 1) / 2 - moments["m01"] / weight), 0), SIDE - height)
    centred[y : y + height, x : x + width] = small
    return centred


def digits_in(cells: Sequence[Grey]) -> list[DigitSeen]:
    """Return what is written in each of these cells."""
    if not cells:
        return []
    return [_seen(chances) for chances in probabilities([picture(ink(cell, crowded=True)) for cell in cells])]


def _seen(chances: npt.NDArray[np.float32]) -> DigitSeen:
    """Turn the probabilities of the classes into what was seen.

    Ink that isn't a single digit can be any digit or, if it is crossed out, none.
    """
    unknown = float(chances[NO_DIGIT]) / 11
    return DigitSeen(
        empty=float(chances[EMPTY]) + unknown,
        digits=tuple(float(chance) + unknown for chance in chances[:EMPTY]),
        astray=bool(chances[NO_DIGIT] > 0.5),
    )


# The least length of a minus, in pixels.
SHORTEST = PIXELS_PER_MM


def signs_in(cells: Sequence[Grey]) -> list[float]:
    """Return the probability that each of these boxes has a minus."""
    return [_minus(ink(cell, crowded=True)) for cell in cells]


def _minus(written: Ink) -> float:
    """Return how likely the ink is a single, roughly level line: long for its thickness, and wider than high."""
    if not written.width:
        return 0.005
    if written.width < SHORTEST:
        return 0.1
    if written.x == 0 or written.x + written.width == written.dark.shape[1]:
        return 0.3  # it may be the bar of a digit beside it
    moments = cv2.moments(written.dark)
    across, down, both = (moments[name] / moments["m00"] for name in ("mu20", "mu02", "mu11"))
    middle, half = (across + down) / 2, math.hypot((across - down) / 2, both)
    thickness = math.sqrt(max(middle - half, 0) / (middle + half))
    likely = 1 / (1 + math.exp(min(max(20 * (thickness - 0.5), -5), 5)))
    return likely if across > down else 0.3 * likely
