"""Blank pages, such as the backs of sheets that were scanned on both sides."""

from __future__ import annotations

import cv2
import numpy as np

from scorekeeper.reading.photo.geometry import Grey

LONG_SIDE = 600
INK = 0.12  # of the paper's brightness: ink is darker by more than this, what shows through from the back by less
MOST_INK = 0.002  # of the page: less than the markers of a sheet take, however blurred
WIDEST_INK = 61  # pixels, a tenth of the page: anything wider is shadow
EDGE = 0.05  # of the page, where scans are often dark
DARKEST_PAPER = 100


def is_blank(image: Grey) -> bool:
    """Return whether a picture shows paper with almost no ink."""
    scale = LONG_SIDE / max(image.shape)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((WIDEST_INK, WIDEST_INK), dtype=np.uint8))
    down, right = (round(EDGE * side) for side in small.shape)
    ink = (cv2.subtract(paper, small) > INK * paper)[down : small.shape[0] - down, right : small.shape[1] - right]
    return bool(ink.size) and float(ink.mean()) < MOST_INK and float(np.median(small)) > DARKEST_PAPER
