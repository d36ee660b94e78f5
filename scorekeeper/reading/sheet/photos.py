"""The pages of a sheet in photos, scans or a PDF, and pictures of their rows for people to look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

import cv2
import numpy as np

from scorekeeper.printing.marked_sheets.layout import Box, PageLayout
from scorekeeper.reading.boxes import rows
from scorekeeper.reading.observations import CLEAR
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.photo.pictures import pages_of
from scorekeeper.reading.photo.registration import Flat, flatten
from scorekeeper.reading.sheet.row_heads import BESIDE_ROW
from scorekeeper.reading.sheet.seen_sheet import SeenPage

KEPT_PER_MM = 6
"""Pixels per millimetre of a page that is kept for people to look at: a fine stroke has two or three."""
QUALITY = 70
MOST_TICKED = 0.8
"""The largest share of the tick boxes of a page that can be ticked; with more, printed lines were taken for ticks."""
FRAME = 2

Photo = TypeVar("Photo")


@dataclass(frozen=True, kw_only=True)
class PhotoOfPage(SeenPage):
    """A page that was seen in a picture, with the flattened picture."""

    flat: Flat

    def jpeg(self) -> bytes:
        """Return the page as it is kept: 200 to 400 kB."""
        scale = KEPT_PER_MM / PIXELS_PER_MM
        return jpeg(cv2.resize(self.flat.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def page_in(picture: Grey) -> PhotoOfPage:
    """Return the page in a picture; raise `NotASheetError`."""
    flat = flatten(picture)
    numbers = [row.number for row in flat.page.rows if row.number]
    hands, carried = rows.seen(flat, flat.page)
    ticks = [tick.ticked > CLEAR for row in hands for tick in row.ticks.values()]
    if sum(ticks) > MOST_TICKED * len(ticks):
        raise NotASheetError("bent", "The boxes aren't where they were found: nearly all of them have ink.")
    return PhotoOfPage(flat=flat, code=flat.code, first_row=numbers[0], rows=hands, carried=carried)


def pages_in(
    data: bytes,
    name: str,
    read: Callable[[Grey], Photo],
    *,
    before: Callable[[], object] = lambda: None,
    skipped: Callable[[int], object] = lambda _number: None,
) -> Iterator[Photo]:
    """`read` the pages in a file, and call `before` each of them; raise `PictureError` or `NotASheetError`.

    Blank pages, such as the backs in a scan of both sides, are skipped, and `skipped` is called with the number of
    each; but not if all pages are blank.
    """
    blank: list[NotASheetError] = []
    number = 0
    for number, picture in enumerate(pages_of(data, name), start=1):
        before()
        try:
            yield read(picture)
        except NotASheetError as error:
            if error.code != "blank":
                raise
            blank.append(error)
            skipped(number)
    if blank and len(blank) == number:
        raise blank[0]


def row_picture(page: bytes, layout: PageLayout, number: int, doubt: Collection[str]) -> bytes:
    """Return a JPEG of a row of a page that was kept; the fields in `doubt` are framed."""
    image = cv2.imdecode(np.frombuffer(page, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)
    row = next(row for row in layout.rows if row.number == number)
    assert image is not None  # we wrote it
    for field, cells in groupby(row.cells, key=lambda cell: cell.field):
        if field in doubt:
            # One frame around all boxes: digits extend beyond their boxes, and a line between two boxes would cross
            # them.
            lefts, tops, rights, bottoms = zip(*(_pixels(cell.box) for cell in cells), strict=True)
            top_left, bottom_right = (
                (min(lefts) - FRAME, min(tops) - FRAME),
                (max(rights) + FRAME, max(bottoms) + FRAME),
            )
            cv2.rectangle(image, top_left, bottom_right, 0, FRAME)
    around = Box(row.box.x, row.box.y - BESIDE_ROW, row.box.width, row.box.height + 2 * BESIDE_ROW)
    left, top, right, bottom = _pixels(around)
    return jpeg(image[top:bottom, left:right])


def _pixels(box: Box) -> tuple[int, int, int, int]:
    ends = (box.x, box.y, box.x + box.width, box.y + box.height)
    left, top, right, bottom = (round(end * KEPT_PER_MM) for end in ends)
    return left, top, right, bottom


def jpeg(image: Any) -> bytes:
    """Return a picture as it is kept, and shown."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
