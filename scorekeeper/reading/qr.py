"""The QR code of a sheet, read where it is known to be.

A general reader looks for a code in the whole picture and gives up on small blur. Here its place is known to a few
millimetres and its size exactly. So its three finder patterns are found by comparison, each module is measured, the
blur between neighbours is undone, and OpenCV's reader gets a clean picture.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from scorekeeper.printing.marked_sheets.layout import QR
from scorekeeper.reading.geometry import Floats, Grey, shown

PIXELS_PER_MM = 10
VERSIONS = range(2, 14)  # of QR codes; version v has 17 + 4 v modules a side
FINDER = 7  # modules a side
SAMPLES = 4  # a side of each module
LIKENESS = 0.4  # of finder patterns, from -1 to 1
MOST_TRIES = 2  # numbers of modules


def read_qr(view: Grey, around: float, blur: float) -> Iterator[tuple[str, Floats]]:
    """Yield what a code may say, and its corners in the view.

    The view has `PIXELS_PER_MM` and shows the code upright with `around` millimetres on each side, in which it may be
    off by that much less a little. `blur` is in millimetres.
    """
    fits = []
    for version in VERSIONS:
        modules = 17 + 4 * version
        likeness, corners = _located(view, around, modules, blur)
        if likeness > LIKENESS:
            dark = _measured(view, corners, modules)
            fits.append((_timing(dark), corners, dark))
    for _likeness, corners, dark in sorted(fits, key=lambda fit: -fit[0])[:MOST_TRIES]:
        for black in _black(dark, blur * len(dark) / QR):
            clean = np.kron(np.pad(black, 4), np.ones((6, 6), dtype=np.uint8))
            text, _corners, _straight = cv2.QRCodeDetector().detectAndDecode(255 - 255 * clean)
            if text:
                yield text, corners


def _located(view: Grey, around: float, modules: int, blur: float) -> tuple[float, Floats]:
    """Return how much the finder patterns look like those of a code with so many modules, and its corners."""
    module = QR / modules * PIXELS_PER_MM
    pattern = _finder(module, blur * PIXELS_PER_MM)
    half = pattern.shape[0] // 2
    reach = int(around * PIXELS_PER_MM - module)
    left = top = around * PIXELS_PER_MM + FINDER / 2 * module
    right = bottom = (around + QR) * PIXELS_PER_MM - FINDER / 2 * module
    middles, likenesses = [], []
    for x, y in ((left, top), (right, top), (left, bottom)):
        x0, y0 = max(round(x) - half - reach, 0), max(round(y) - half - reach, 0)
        part = view[y0 : round(y) + half + reach + 1, x0 : round(x) + half + reach + 1]
        alike = cv2.matchTemplate(part, pattern, cv2.TM_CCOEFF_NORMED)
        _least, best, _where, peak = cv2.minMaxLoc(alike)
        middles.append((peak[0] + x0 + half, peak[1] + y0 + half))
        likenesses.append(best)
    first, second, third = np.array(middles, dtype=np.float64)
    across, down = (second - first) / (modules - FINDER), (third - first) / (modules - FINDER)
    corner = first - FINDER / 2 * (across + down)
    corners = [corner + modules * (i * across + j * down) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return float(min(likenesses)), np.array(corners)


def _finder(module: float, blur: float) -> Grey:
    """Return a finder pattern with the white round it, as blurred as the photo; its middle is the middle pixel."""
    half = round((FINDER / 2 + 1) * module)
    away = np.abs(np.arange(-half, half + 1)) / module
    ring = np.maximum(away[:, None], away)
    white = (ring > 3.5) | ((ring > 1.5) & (ring < 2.5))
    return cv2.GaussianBlur(white.astype(np.uint8) * 255, (0, 0), max(blur, 0.5)).astype(np.uint8)


def _measured(view: Grey, corners: Floats, modules: int) -> Floats:
    """Return how dark each module is."""
    side = modules * SAMPLES
    return 255 - cv2.resize(shown(view, corners, side, side), (modules, modules), interpolation=cv2.INTER_AREA).astype(
        np.float64
    )


def _timing(dark: Floats) -> float:
    """Return how much the modules between the finder patterns alternate, as they do if their number is right."""
    lines = np.concatenate([dark[6, 8:-8], dark[8:-8, 6]])
    lines = lines - lines.mean()
    wanted = np.tile(0.5 - np.arange(len(dark) - 16) % 2, 2)
    return float(lines @ wanted / (np.linalg.norm(lines) * np.linalg.norm(wanted) + 1e-9))


def _black(dark: Floats, blur: float) -> Iterator[Grey]:
    """Yield which modules may be black (1): with more and with less of the blur, in modules, taken back."""
    modules = dark.shape[0]
    light = cv2.GaussianBlur(dark, (0, 0), modules / 6)
    spread = np.hypot(blur, 0.3)  # a module is measured as a whole, which blurs it a little more
    frequency = np.fft.fftfreq(modules)
    for share in (1.0, 0.6, 1.3):
        passed = np.exp(-2 * np.square(np.pi * spread * share * frequency))
        passed = passed[:, None] * passed
        undone = np.fft.ifft2(np.fft.fft2(dark - light) * passed / (np.square(passed) + 0.01)).real
        yield (undone > 0).astype(np.uint8)
