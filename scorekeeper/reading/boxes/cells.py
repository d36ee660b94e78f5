"""The boxes of a flattened page, each as a picture of its own."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from scorekeeper.printing.marked_sheets.layout import Box, Cell, PageLayout
from scorekeeper.reading.boxes.ink import MARGIN
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from scorekeeper.reading.photo.registration import Flat


def cut(flat: Flat, page: PageLayout) -> Mapping[tuple[int, Cell], npt.NDArray[np.uint8]]:
    """Return the picture of each box by the number of its row and its cell, with `MARGIN` round it."""
    return {(row.number, cell): _picture(flat, cell.box) for row in page.rows for cell in row.cells}


def _picture(flat: Flat, box: Box) -> npt.NDArray[np.uint8]:
    left, top = round(box.x * PIXELS_PER_MM) - MARGIN, round(box.y * PIXELS_PER_MM) - MARGIN
    width, height = round(box.width * PIXELS_PER_MM), round(box.height * PIXELS_PER_MM)
    return flat.image[top : top + height + 2 * MARGIN, left : left + width + 2 * MARGIN]
