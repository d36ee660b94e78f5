"""The picture of a row beside what was read from it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorekeeper.printing.marked_sheets.layout import layout_of
from scorekeeper.reading.sheet import photos
from tests.reading.pages import CODE

DARK = 128


def lines_across(*doubt: str) -> int:
    """Count the upright lines that the middle of a row's picture crosses, on a page without any ink."""
    page = layout_of(CODE).pages[0]
    size = (round(page.height * photos.KEPT_PER_MM), round(page.width * photos.KEPT_PER_MM))
    picture = photos.row_picture(photos.jpeg(np.full(size, 255, np.uint8)), page, 1, doubt)
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    dark = image[image.shape[0] // 2] < DARK
    return int(np.count_nonzero(dark[1:] & ~dark[:-1]))


@pytest.mark.parametrize(("doubt", "lines"), [((), 0), (("points",), 2), (("total-0",), 2), (("points", "total-0"), 4)])
def test_the_digits_of_a_number_in_doubt_have_one_frame(doubt: tuple[str, ...], lines: int) -> None:
    assert lines_across(*doubt) == lines
