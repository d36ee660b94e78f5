"""A photo of a sheet, flattened.

The corner markers say where it is, its QR code says what it is, and its printed boxes say how its paper is bent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from scorekeeper.printing.marked_sheets.code import SheetCode, SheetCodeError
from scorekeeper.printing.marked_sheets.layout import (
    PAPERS,
    Box,
    BoxesDontFitError,
    Marker,
    PageLayout,
    layout_of,
    markers_of,
    qr_of,
)
from scorekeeper.reading.photo import geometry, qr
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Floats, Grey, homography_of, mapped, shown
from scorekeeper.reading.photo.markers import NotASheetError, blur_at, find_markers, refuse_tiny, shortest_side
from scorekeeper.reading.photo.straightening import BentPaperError, PaperPlace, place

SHORTEST_SIDE = 20.0  # of a marker in the photo, in pixels
MOST_BLUR = 0.45  # millimetres
BLUR_OF_CODE = 0.25  # millimetres: if a code can't be read, blur above this is to blame
CODE_REACHES = (3.0, 12.0)  # millimetres: how far the QR code is looked for, at first and on bent paper


@dataclass(frozen=True, kw_only=True, slots=True)
class Flat:
    """A flattened page in even light, at `PIXELS_PER_MM`.

    `blur` is that of the photo, as the standard deviation of a bell curve in millimetres; a pen stroke is about 0.5
    wide.
    """

    image: Grey
    code: SheetCode
    page: PageLayout
    blur: float


def flatten(image: Grey) -> Flat:
    """Return the page in a photo; raise `NotASheetError`."""
    markers = find_markers(image)
    blur = blur_at(image, markers)
    if min(shortest_side(corners) for corners in markers.values()) < SHORTEST_SIDE:
        refuse_tiny(image)
        raise NotASheetError("small", "The sheet is too small in the picture.")
    if blur > MOST_BLUR:
        raise NotASheetError("blurred", "The picture is blurred.")
    code, code_corners = _code(image, markers, blur)
    try:
        page = layout_of(code.printed_here()).pages[code.page - 1]
    except (SheetCodeError, BoxesDontFitError, IndexError) as error:
        raise NotASheetError("unknown-rules", "The sheet is of a game or of rules that are unknown here.") from error
    found = _place(image, page, markers, code_corners)
    flat = geometry.even(found.flattened(image, PIXELS_PER_MM), PIXELS_PER_MM)
    return Flat(image=flat, code=code, page=page, blur=blur)


# The QR code


def _code(image: Grey, markers: Mapping[int, Floats], blur: float) -> tuple[SheetCode, Floats]:
    """Return what the QR code of a sheet says, and its corners in the photo."""
    frame, width = _frame(markers)
    box = qr_of(width)
    for around in CODE_REACHES:
        wider = Box(box.x - around, box.y - around, box.width + 2 * around, box.height + 2 * around)
        side = round(wider.width * qr.PIXELS_PER_MM)
        view = shown(image, mapped(_corners(wider), frame), side, side)
        for text, corners in qr.read_qr(view, around, blur):
            there = mapped((corners + 0.5) / qr.PIXELS_PER_MM + (wider.x, wider.y), frame)
            try:
                return SheetCode.parse(text), there
            except SheetCodeError as error:
                if error.code == "other-version":
                    raise NotASheetError("other-version", "The sheet is of another version.") from error
    if blur > BLUR_OF_CODE:
        raise NotASheetError("blurred", "The picture is too blurred for the QR code.")
    raise NotASheetError("no-code", "The QR code of the sheet can't be read.")


def _frame(markers: Mapping[int, Floats]) -> tuple[Floats, float]:
    """Return the homography from paper to photo, and the width, of the paper that fits the markers best."""
    fits = []
    for (short, long), across in product(PAPERS.values(), (False, True)):
        width, height = (long, short) if across else (short, long)
        paper, photo = _pairs(markers_of(width, height), markers)
        matrix = homography_of(paper, photo)
        fits.append((float(np.square(mapped(paper, matrix) - photo).sum()), width, matrix))
    _error, width, matrix = min(fits, key=lambda fit: fit[:2])
    return matrix, width


def _pairs(markers: Sequence[Marker], seen: Mapping[int, Floats]) -> tuple[Floats, Floats]:
    """Return the corners of the visible markers, on the paper and in the photo."""
    paper = [_corners(marker.box) for marker in markers if marker.id in seen]
    photo = [seen[marker.id] for marker in markers if marker.id in seen]
    return np.concatenate(paper), np.concatenate(photo)


def _corners(box: Box) -> Floats:
    right, bottom = box.x + box.width, box.y + box.height
    return np.array([(box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)])


# The place of the page


def _place(image: Grey, page: PageLayout, markers: Mapping[int, Floats], code_corners: Floats) -> PaperPlace:
    """Return where the page is in the photo."""
    paper, photo = _pairs(page.markers, markers)
    whole = len(markers) == 4
    if not whole:  # the code is a fourth corner of sorts
        paper, photo = np.concatenate([paper, _corners(page.qr)]), np.concatenate([photo, code_corners])
    try:
        found = place(image, page, paper, photo, whole=whole)
    except BentPaperError as error:
        if whole:
            raise NotASheetError("bent", "The paper is too bent.") from error
        raise NotASheetError("corner", "A corner of the sheet is hidden.") from error
    ends = found.in_photo(np.concatenate([_corners(cell.box) for row in page.rows for cell in row.cells]))
    if (ends < 0).any() or (ends > (image.shape[1] - 1, image.shape[0] - 1)).any():
        raise NotASheetError("half", "Only a part of the sheet is in the picture.")
    return found
