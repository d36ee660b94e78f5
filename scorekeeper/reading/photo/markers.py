"""The corner markers of a sheet in a photo, and how sharp it is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import cv2
import numpy as np

from scorekeeper.printing.marked_sheets.layout import MARKER
from scorekeeper.reading.photo.geometry import Floats, Grey

TINY = 750  # pixels: in a picture with a shorter long side, a whole page can't be read
LONGEST_STRIP = 20  # times as long as it is wide: a narrower picture isn't a photo of a sheet
BRIGHTEST, DARKEST_PAPER = 95, 40
"""The share of a picture, in per cent, that may be as dark as this: its paper is darker than any that can be read."""
LONG_SIDES = (2400, 4000, 1200)  # pixels: sizes of the photo in which markers are looked for, in this order


class NotASheetError(Exception):
    """A picture that can't be read as a sheet; `code` says why, for a sentence that says what to do.

    The codes: `blank` (paper with almost nothing on it), `no-sheet` (no markers), `several` (more than one sheet),
    `half` (a part is outside of the picture), `corner` (a corner is hidden), `small` (too far away), `tiny` (a picture
    with too few pixels), `blurred`, `no-code` (the QR code can't be read), `other-version` (of the layout),
    `unknown-rules` (of a game that this server doesn't have), `dark` (too little light), and `bent` (crumpled, or so
    bent that its boxes aren't where they belong).
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def find_markers(image: Grey) -> dict[int, Floats]:
    """Return the corners of the markers in the photo by their number, clockwise from the top left of each."""
    if max(image.shape) > LONGEST_STRIP * min(image.shape):
        raise NotASheetError("no-sheet", "There are no corner markers in the picture.")
    found: dict[int, Floats] = {}
    tried = set()
    for longest in LONG_SIDES:
        scale = min(longest / max(image.shape), 1.0)
        if scale in tried:
            continue
        tried.add(scale)
        found |= dict(_markers_at(image, scale, found))
        if len(found) == 4:
            break
    if not found and is_blank(image):
        raise NotASheetError("blank", "The page is blank.")
    if len(found) < 3:
        refuse_tiny(image)
    if not found:
        if np.percentile(image, BRIGHTEST) < DARKEST_PAPER:
            raise NotASheetError("dark", "The picture is too dark.")
        if _is_blurred(image):
            raise NotASheetError("blurred", "The picture is blurred.")
        raise NotASheetError("no-sheet", "There are no corner markers in the picture.")
    if len(found) < 3:
        raise NotASheetError("half", "Only a part of the sheet is in the picture.")
    return found


def refuse_tiny(image: Grey) -> None:
    """Raise `NotASheetError` if a picture is so small that nothing in it can be read, however it was taken."""
    if max(image.shape) < TINY:
        raise NotASheetError("tiny", "The picture has too few pixels.")


def _markers_at(image: Grey, scale: float, known: Mapping[int, Floats]) -> Iterator[tuple[int, Floats]]:
    """Yield further markers that are found in the photo at this size."""
    small = image if scale == 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    corners, ids, _rejected = _detector().detectMarkers(small)
    by_number: dict[int, list[Floats]] = {}
    numbers = ids.ravel() if len(corners) else ()  # without markers, it is None
    for number, corner in zip(map(int, numbers), corners, strict=True):
        if number < 4 and number not in known:
            by_number.setdefault(number, []).append((corner.reshape(4, 2).astype(np.float64) + 0.5) / scale - 0.5)
    for number, candidates in by_number.items():
        first, *others = sorted(candidates, key=shortest_side, reverse=True)
        if others and shortest_side(others[0]) > 0.6 * shortest_side(first):
            raise NotASheetError("several", "There is more than one sheet in the picture.")
        yield number, _sharpened(image, first, 1.5 / scale)


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.012  # for a small sheet in a large photo
    # Only the middle of each square counts: at the edges of a small marker, black and white blur.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
    parameters.errorCorrectionRate = 1.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def shortest_side(corners: Floats) -> float:
    """Return the length of the shortest side of a marker, in pixels of the photo."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())


def _sharpened(image: Grey, corners: Floats, uncertain: float) -> Floats:
    """Return the corners of a marker, accurate to a fraction of a pixel."""
    half = max(3, round(min(shortest_side(corners) / 10, 3 * uncertain)))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 30, 0.02)
    points = corners.astype(np.float32).reshape(4, 1, 2)
    return cv2.cornerSubPix(image, points, (half, half), (-1, -1), stop).reshape(4, 2).astype(np.float64)


def _is_blurred(image: Grey) -> bool:
    """Return whether nothing in a photo is sharp, even when it is scaled down."""
    scale = min(1000 / max(image.shape), 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return float(np.percentile(np.abs(cv2.Laplacian(small, cv2.CV_32F)), 99.8)) < 16


def blur_at(image: Grey, markers: Mapping[int, Floats]) -> float:
    """Return the blur at the markers' edges in millimetres, in the direction in which it is greater."""
    edges = np.array([_edge_blurs(image, corners) for corners in markers.values()])
    return float(np.median(edges, axis=0).max())


def _edge_blurs(image: Grey, corners: Floats) -> tuple[float, float]:
    """Return how blurred a marker's upright and its level edges are, in millimetres."""
    fine, beside = 16, 1  # pixels per millimetre, and millimetres around the marker
    size = int((MARKER + 2 * beside) * fine)
    ends = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * MARKER * fine + beside * fine - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), ends.astype(np.float32))
    upright = cv2.warpPerspective(image, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    blurs = []
    for picture in (upright, upright.T):
        middle = picture[2 * beside * fine : -2 * beside * fine]
        left = middle[:, : 2 * beside * fine].mean(axis=0)
        right = middle[:, -2 * beside * fine :].mean(axis=0)[::-1]
        blurs.append(float(np.mean([_step_width(step) for step in (left, right)])) / fine)
    return blurs[0], blurs[1]


def _step_width(step: Floats) -> float:
    """Return the standard deviation of the bell curve that blurs a step from white to black, in samples."""
    steepest = np.abs(np.diff(step)).max()
    return float((step.max() - step.min()) / max(steepest, 1e-6) / np.sqrt(2 * np.pi))


LONG_SIDE = 600
INK = 0.12  # of the paper's brightness: ink is darker by more than this, what shows through from the back by less
MOST_INK = 0.002  # of the page: less than the markers of a sheet take, however blurred
WIDEST_INK = 61  # pixels, a tenth of the page: anything wider is shadow
EDGE = 0.05  # of the page, where scans are often dark
DARKEST_BLANK = 100


def is_blank(image: Grey) -> bool:
    """Return whether a picture shows paper with almost no ink."""
    scale = LONG_SIDE / max(image.shape)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((WIDEST_INK, WIDEST_INK), dtype=np.uint8))
    down, right = (round(EDGE * side) for side in small.shape)
    ink = (cv2.subtract(paper, small) > INK * paper)[down : small.shape[0] - down, right : small.shape[1] - right]
    return bool(ink.size) and float(ink.mean()) < MOST_INK and float(np.median(small)) > DARKEST_BLANK
