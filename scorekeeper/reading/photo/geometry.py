"""Points and pictures: the types and mappings that the modules for reading a sheet share."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

PIXELS_PER_MM = 8
"""Of a flat page."""

Grey = npt.NDArray[np.uint8]
"""A grey picture."""
Floats = npt.NDArray[np.float64]
"""Floating-point numbers, such as points: x and y in the last dimension."""


def mapped(points: Floats, homography: npt.NDArray[np.floating[Any]]) -> Floats:
    """Return the points to which a homography maps these."""
    there = cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), homography)
    return there.reshape(points.shape).astype(np.float64)


def homography_of(before: Floats, after: Floats) -> Floats:
    """Return the homography that best maps points to where they are seen."""
    matrix, _used = cv2.findHomography(before, after)
    return np.asarray(matrix, np.float64)


def shown(view: Grey, corners: Floats, width: int, height: int) -> Grey:
    """Return the part within four corners of a picture, upright and in this size."""
    ends = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), ends.astype(np.float32))
    return cv2.warpPerspective(view, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)


COARSE = 2  # pixels per millimetre at which the paper's brightness is looked at
WIDEST_INK = 5.0  # millimetres: a box that is filled in completely is still ink, not a shadow


def even(image: Grey, pixels_per_mm: int) -> Grey:
    """Return the page with paper at 255 everywhere and ink as dark, in proportion, as it is on white paper.

    The brightness of the paper is what remains when dark marks up to `WIDEST_INK` wide are removed. That keeps the edge
    of a shadow in place, so no line is left along it.
    """
    step = pixels_per_mm // COARSE
    small = cv2.resize(image, (image.shape[1] // step, image.shape[0] // step), interpolation=cv2.INTER_AREA)
    width = int(WIDEST_INK * COARSE) | 1
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((width, width), dtype=np.uint8))
    paper = cv2.blur(cv2.medianBlur(paper, 5), (3, 3))
    paper = cv2.resize(paper, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    return cv2.divide(image, paper, scale=255).astype(np.uint8, copy=False)
