"""Ink on paper: digits from samples, and strokes that no sample has, as masks that are laid on a picture of a page.

A mask says how much ink each pixel has, from 0 to 1. Points of strokes are x and y in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
Point = tuple[float, float]


def glyph(
    sample: Picture,
    height: float,
    *,
    wide: float = 1.0,
    slant: float = 0.0,
    turn: float = 0.0,
    level: float = 0.45,
) -> Mask:
    """Return a sample, white on black, as ink of this height in pixels.

    `slant` is how far its top leans to the right, as a share of the height; `turn` is in radians. The higher the
    `level` of the sample's grey where the ink ends, the thinner the stroke.
    """
    rows, columns = np.flatnonzero(sample.max(axis=1) > 60), np.flatnonzero(sample.max(axis=0) > 60)
    top, left = rows[0], columns[0]
    high, broad = rows[-1] + 1 - top, columns[-1] + 1 - left
    scale = height / max(high, 12)
    cosine, sine = np.cos(turn), np.sin(turn)
    shape = np.array([[cosine, -sine], [sine, cosine]]) @ np.array([[wide, -slant], [0, 1]]) * scale
    # Its corners, to find how large the picture must be.
    corners = shape @ np.array([[-1, broad, -1, broad], [-1, -1, high, high]], np.float64)
    size = np.ceil(np.ptp(corners, axis=1)).astype(int) + 2
    shift = 1 - corners.min(axis=1) - shape @ (left, top)
    matrix = np.column_stack([shape, shift])
    grey = np.asarray(cv2.warpAffine(sample, matrix, (int(size[0]), int(size[1])), flags=cv2.INTER_CUBIC), np.float32)
    share = grey / max(float(grey.max()), 1.0)
    return np.asarray(np.clip((share - level) * 2.5 + 0.5, 0, 1), np.float32)


def stroke(points: Sequence[Point], width: float, size: tuple[int, int]) -> Mask:
    """Return a line through these points, rounded where it turns, on a mask of this width and height."""
    curve = np.array(points, np.float64)
    for _ in range(2):  # Chaikin's corner cutting
        if len(curve) > 2:
            cut = np.stack([0.75 * curve[:-1] + 0.25 * curve[1:], 0.25 * curve[:-1] + 0.75 * curve[1:]], axis=1)
            curve = np.concatenate([curve[:1], cut.reshape(-1, 2), curve[-1:]])
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.polylines(
        mask, [np.round(curve * 16).astype(np.int32)], False, (255,), max(1, round(width)), cv2.LINE_AA, shift=4
    )
    return np.asarray(mask / 255, np.float32)


def lay(page: Picture, mask: Mask, x: float, y: float, colour: Sequence[float]) -> None:
    """Lay ink on a page, the mask's top left corner at this pixel; what lies outside the page is lost.

    `colour` has a number for each of the page's channels, 0 to 255, and one number for a grey page. Ink darkens what is
    under it, so that a printed line shows through.
    """
    left, top = round(x), round(y)
    height, width = mask.shape
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + width, page.shape[1]), min(top + height, page.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left].reshape(y1 - y0, x1 - x0, 1)
    under = page[y0:y1, x0:x1]
    kept = 1 - part * (1 - np.array(colour, np.float32) / 255)
    under[:] = np.round(under.reshape(y1 - y0, x1 - x0, -1) * kept).astype(np.uint8).reshape(under.shape)
