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
