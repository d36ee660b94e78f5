"""The QR code of a sheet, read at its known place.

A general reader searches the whole picture and gives up at little blur. Here the place is known to a few millimetres
and the size exactly. So the three finder patterns are found by comparison, each module is measured, the blur between
neighbours is undone, and OpenCV's reader gets a clean picture. What helps most against blur is that a module is either
black or white, and that the finder patterns and the white border are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np

from scorekeeper.printing.marked_sheets.layout import QR
from scorekeeper.reading.photo.geometry import Floats, Grey, shown

PIXELS_PER_MM = 10
VERSIONS = range(2, 14)  # of QR codes; version v has 17 + 4 v modules a side
FINDER = 7  # modules a side
SAMPLES = 4  # a side of each module
LIKENESS = 0.4  # of finder patterns, from -1 to 1
MOST_TRIES = 2  # numbers of modules
AROUND = 2  # modules of white border around the code that are measured
SHARES = (0.6, 0.75, 0.9, 1.05, 1.25)  # possible blur of the code, as shares of that at the markers
DIRECTIONS = ((1.0, 0.0), *((ratio, turn * np.pi / 6) for ratio in (0.45, 0.7) for turn in range(6)))  # see `_blurring`
MOST_BLURS = 3  # blurs that are tried
REACH = 3  # modules: how far blur reaches
STEPS = 80
QUIET, MODULE = 4, 6  # modules of white border of the clean picture, and its pixels per module
EVEN = 4.0  # modules: the light is even across this distance


def read_qr(view: Grey, around: float, blur: float) -> Iterator[tuple[str, Floats]]:
    """Yield the possible contents of a code, and its corners in the view.

    The view has `PIXELS_PER_MM` and shows the code upright with `around` millimetres on each side; the code may be off
    by a little less than that. `blur` is in millimetres.
    """
    fits = []
    for version in VERSIONS:
        modules = 17 + 4 * version
        likeness, corners = _located(view, around, modules, blur)
        if likeness > LIKENESS:
            dark = _measured(view, corners, modules)
            fits.append((_timing(dark), corners, dark))
    for _likeness, corners, dark in sorted(fits, key=lambda fit: -fit[0])[:MOST_TRIES]:
        for black in _black(dark, blur * (len(dark) - 2 * AROUND) / QR):
            text = _text(black)
            if text:
                yield text, corners


def _located(view: Grey, around: float, modules: int, blur: float) -> tuple[float, Floats]:
    """Return how much the finder patterns look like those of a code with this many modules, and its corners."""
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
    """Return a finder pattern with its white border, as blurred as the photo and centred on the middle pixel."""
    half = round((FINDER / 2 + 1) * module)
    away = np.abs(np.arange(-half, half + 1)) / module
    ring = np.maximum(away[:, None], away)
    white = (ring > 3.5) | ((ring > 1.5) & (ring < 2.5))
    return cv2.GaussianBlur(white.astype(np.uint8) * 255, (0, 0), max(blur, 0.5)).astype(np.uint8)


def _measured(view: Grey, corners: Floats, modules: int) -> Floats:
    """Return how dark each module is, including `AROUND` modules of white border."""
    middle = corners.mean(axis=0)
    wider = middle + (corners - middle) * (modules + 2 * AROUND) / modules
    side = modules + 2 * AROUND
    seen = shown(view, wider, side * SAMPLES, side * SAMPLES)
    return 255 - cv2.resize(seen, (side, side), interpolation=cv2.INTER_AREA).astype(np.float64)


def _timing(dark: Floats) -> float:
    """Return how much the modules between the finder patterns alternate, as they do if their number is right."""
    code = dark[AROUND:-AROUND, AROUND:-AROUND]
    lines = np.concatenate([code[6, 8:-8], code[8:-8, 6]])
    return _likeness(lines, np.tile(1.0 - np.arange(len(code) - 16) % 2, 2))


def _black(dark: Floats, blur: float) -> Iterator[Grey]:
    """Yield possible sets of black modules (1): those that, blurred, look most like what was measured.

    The amount and direction of the blur are measured at the finder patterns; `blur`, in modules, is an estimate.
    """
    known, black = _fixed(len(dark))
    kernels = [_blurring(blur * share, ratio, turn) for share, (ratio, turn) in product(SHARES, DIRECTIONS)]
    for kernel in sorted(kernels, key=lambda kernel: _misfit(dark, black, kernel))[:MOST_BLURS]:
        found = _unblurred(dark, known, black, kernel)
        yield (found > 0.5).astype(np.uint8)[AROUND:-AROUND, AROUND:-AROUND]


def _fixed(side: int) -> tuple[Floats, Floats]:
    """Return which modules are the same in every code of this size (1), with the white border, and which are black."""
    known, black = np.ones((side, side)), np.zeros((side, side))
    known[AROUND:-AROUND, AROUND:-AROUND] = 0
    ring = np.abs(np.mgrid[-3:4, -3:4]).max(axis=0)
    first, last = AROUND, side - AROUND - FINDER
    for y, x in ((first, first), (first, last), (last, first)):
        known[y - 1 : y + FINDER + 1, x - 1 : x + FINDER + 1] = 1
        black[y : y + FINDER, x : x + FINDER] = ring != 2
    between = np.arange(first + FINDER + 1, last - 1)
    for each, value in ((known, 1), (black, (between - first + 1) % 2)):
        each[first + 6, between] = each[between, first + 6] = value
    return known, black


def _blurring(along: float, ratio: float, turn: float) -> Floats:
    """Return how a black module darkens those around it, for a blur with this standard deviation in one direction.

    `turn` is that direction, and `ratio` the share of the blur across it.
    """
    fine = 8
    y, x = (np.mgrid[: 2 * REACH * fine + fine, : 2 * REACH * fine + fine] + 0.5) / fine - REACH - 0.5
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    along, across = max(along, 0.1), max(along * ratio, 0.1)
    bell = np.exp(-(np.square(u / along) + np.square(v / across)) / 2)
    for _ in range(2):  # both the module and the measured area are squares
        bell = cv2.blur(bell, (fine, fine), borderType=cv2.BORDER_CONSTANT)
    kernel: Floats = bell[fine // 2 :: fine, fine // 2 :: fine]
    return kernel / np.float64(kernel.sum())


def _blurred(black: Floats, kernel: Floats) -> Floats:
    return cv2.filter2D(black, -1, kernel).astype(np.float64, copy=False)


def _misfit(dark: Floats, black: Floats, kernel: Floats) -> float:
    """Return how little the finder patterns with this blur look like what was measured."""
    blurred = _blurred(black, kernel)
    near, away = slice(0, AROUND + FINDER - 1), slice(-AROUND - FINDER + 1, None)
    corners = ((near, near), (near, away), (away, near))
    return -sum(_likeness(dark[corner], blurred[corner]) for corner in corners)


def _likeness(one: Floats, other: Floats) -> float:
    """Return how similar two pictures are, regardless of their light, from -1 to 1."""
    one, other = one.ravel() - one.mean(), other.ravel() - other.mean()
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other) + 1e-9))


def _unblurred(dark: Floats, known: Floats, black: Floats, kernel: Floats) -> Floats:
    """Return how black each module is, from 0 to 1, so that when blurred they look most like what was measured."""
    before = found = np.where(known == 1, black, 0.5)
    speed = 1.0
    for step in range(STEPS):  # gradient descent on the squared difference, with Nesterov momentum
        blurred = _blurred(found, kernel)
        if step % 10 == 0:
            white, contrast = _light(dark, blurred)
        rest = (dark - white) / contrast - blurred
        next_one = np.where(known == 1, black, np.clip(found + _blurred(rest, kernel), 0, 1))
        faster = (1 + (1 + 4 * speed**2) ** 0.5) / 2
        found, before, speed = next_one + (speed - 1) / faster * (next_one - before), next_one, faster
    return before


def _text(black: Grey) -> str:
    """Return the text of a code with these black modules (1), or nothing if that isn't a code.

    OpenCV is told where the code is: it fails to find one in thirty codes by itself, however clean.
    """
    clean = np.kron(np.pad(black, QUIET), np.ones((MODULE, MODULE), dtype=np.uint8))
    first, last = QUIET * MODULE, (QUIET + len(black)) * MODULE
    corners = np.array([[(first, first), (last, first), (last, last), (first, last)]], dtype=np.float32)
    text, _straight = cv2.QRCodeDetector().decode(255 - 255 * clean, corners)
    return text


def _light(dark: Floats, blurred: Floats) -> tuple[Floats, Floats]:
    """Return how dark white is at each module, and how much darker black is, because the light is uneven."""

    def around(values: Floats) -> Floats:
        return cv2.GaussianBlur(values, (0, 0), EVEN).astype(np.float64)

    black, seen = around(blurred), around(dark)
    contrast = (around(blurred * dark) - black * seen) / (around(blurred * blurred) - black * black + 1e-9)
    contrast = np.maximum(contrast, max(float(np.median(contrast)) / 3, 1))
    return seen - contrast * black, contrast
