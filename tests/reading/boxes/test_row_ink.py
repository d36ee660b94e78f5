"""Rows that are struck out or too faint to read, written by the simulated pen and photographed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scorekeeper.printing.marked_sheets.layout import RowLayout
from scorekeeper.reading.boxes.rows import seen
from scorekeeper.reading.observations import RowSeen
from scorekeeper.reading.photo import registration
from scorekeeper.reading.photo.pictures import pages_of
from tests.handwriting.camera import photograph
from tests.handwriting.pen import Pen
from tests.handwriting.samples import held_out
from tests.handwriting.strokes import Picture
from tests.reading import own_page
from tests.reading.boxes.test_rows import EMPTY, WRITTEN, marks

pytestmark = pytest.mark.thorough

SIZE = (2400, 3200)  # of the photos, in pixels
FAINT = 0.2  # how much darker than the paper faint pencil is


@pytest.fixture(autouse=True)
def _own_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registration, "layout_of", lambda _code: own_page.LAYOUT)


def printed() -> Picture:
    return np.repeat(own_page.picture()[..., np.newaxis], 3, axis=2)


def strike(pen: Pen, page: Picture, row: RowLayout, *, left: float, middle: float, right: float) -> None:
    """Draw a line through a row, at these shares of its height."""
    box = row.box
    places = ((box.x + 6, left), (box.x + box.width / 2, middle), (box.x + box.width - 6, right))
    pen.line(page, own_page.PIXELS_PER_MM, [(x, box.y + share * box.height) for x, share in places])


def rows_in(page: Picture, seed: int, *, noise: float = 3) -> Sequence[RowSeen]:
    """Return what is seen in the rows of the page in a photo."""
    photo = photograph(page, angle=12, turn=4, shadow=0.3, blur=0.5, noise=noise, bend=0.008, seed=seed, size=SIZE)
    (image,) = pages_of(photo, "photo.jpg")
    return seen(registration.flatten(image), own_page.PAGE)[0]


@pytest.mark.parametrize("seed", [2, 3])
def test_a_row_that_is_struck_out_has_neither_a_hand_nor_totals(seed: int) -> None:
    pen = Pen(held_out(), seed)
    page = pen.fill(printed(), own_page.PAGE, WRITTEN)
    strike(pen, page, own_page.PAGE.rows[4], left=0.5, middle=0.55, right=0.45)
    strike(pen, page, own_page.PAGE.rows[9], left=0.35, middle=0.45, right=0.65)
    rows = rows_in(page, seed)
    assert [at for at, row in enumerate(rows) if row.struck] == [4, 9]
    assert [marks(rows[at]) for at in (4, 9)] == [EMPTY, EMPTY]


@pytest.mark.parametrize("first", [0, 9], ids=["whole page", "half of the page"])
def test_writing_that_is_too_faint_is_noticed(first: int) -> None:
    pen = Pen(held_out(), seed=3)
    page = pen.fill(printed(), own_page.PAGE, WRITTEN[:first])
    grey = 255 * (1 - FAINT)
    pen.writer = replace(pen.writer, ink="pencil", colour=(grey, grey, grey))
    page = pen.fill(page, own_page.PAGE, [*([{}] * first), *WRITTEN[first:]])
    rows = rows_in(page, seed=3)
    assert [at for at, row in enumerate(rows) if row.faint] == list(range(first, len(WRITTEN)))


@pytest.mark.parametrize("seed", range(3))
def test_printed_boxes_and_grain_are_no_faint_writing(seed: int) -> None:
    filled = Pen(held_out(), seed).fill(printed(), own_page.PAGE, WRITTEN)
    rows = rows_in(filled, seed, noise=5)
    assert not any(row.struck or row.faint for row in rows)
