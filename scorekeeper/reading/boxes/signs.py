"""Boxes for the sign of a number: a minus, or a plus or nothing, which mean the same."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2

from scorekeeper.reading.boxes.ink import Ink, ink
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey

# The least length of a minus, in pixels.
SHORTEST = PIXELS_PER_MM


def look_at(cells: Sequence[Grey]) -> list[float]:
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
