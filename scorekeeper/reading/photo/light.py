"""Even light: a page without shadows."""

from __future__ import annotations

import cv2
import numpy as np

from scorekeeper.reading.photo.geometry import Grey

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
