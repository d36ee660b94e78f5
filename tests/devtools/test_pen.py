"""The pen that fills in sheets for tests and benches."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.ui.marked_sheet import Marks
from scorekeeper.devtools.handwriting.pen import INKS, Pen
from scorekeeper.devtools.handwriting.samples import held_out
from tests.reading.boxes.written_cells import blank, cut, sheet

ROW = sheet(
    [
        ("tick", "call", "solo", 0),
        ("tick", "call", "misere", 0),
        ("sign", "total-0", "", 0),
        *[("digit", "total-0", "", place) for place in range(4)],
    ],
    rows=3,
)
MARKS: Marks = {"call": frozenset({"misere"}), "total-0": -120}


def inked(seed: int, marks: Marks, **slips: object) -> list[str]:
    """Return the boxes of the first row that have ink, by the first letter of their kind and their key or place."""
    page = blank(ROW)
    filled = Pen(held_out(), seed).fill(page, ROW, [marks], **slips)  # type: ignore[arg-type] # as the test gives it
    smaller = cv2.resize(255 - (page - filled), None, fx=8 / 12, fy=8 / 12)
    change = cut(np.asarray(smaller, np.uint8), ROW)
    return [
        f"{cell.kind[0]}{cell.key or cell.place}"
        for (row, cell), picture in change.items()
        if row == 1 and (picture[14:-14, 14:-14] < 200).any()
    ]


def test_it_writes_what_is_marked_and_where() -> None:
    assert inked(4, MARKS) == ["tmisere", "s0", "d1", "d2", "d3"]


def test_a_row_without_marks_stays_empty() -> None:
    assert inked(4, {}) == []


def test_the_same_seed_writes_the_same_and_another_does_not() -> None:
    page = blank(ROW)
    first, again, other = (Pen(held_out(), seed).fill(page, ROW, [MARKS]) for seed in (4, 4, 5))
    assert (first == again).all()
    assert not (first == other).all()
    assert (page == blank(ROW)).all()


def test_it_writes_in_colour_on_a_page_in_colour() -> None:
    page = np.asarray(cv2.cvtColor(blank(ROW), cv2.COLOR_GRAY2BGR), np.uint8)
    pens = (Pen(held_out(), seed) for seed in range(40))
    blue = next(pen for pen in pens if pen.writer.ink == "blue")
    darkest = blue.fill(page, ROW, [MARKS]).reshape(-1, 3).min(axis=0)
    assert darkest[0] > darkest[2]


def test_some_writers_use_each_ink() -> None:
    assert {Pen(held_out(), seed).writer.ink for seed in range(40)} == set(INKS)


def test_a_number_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="12345 has more digits than the 4 boxes of total-0"):
        Pen(held_out(), 4).fill(blank(ROW), ROW, [{"total-0": 12345}])


def test_an_astray_tick_is_taken_back_or_beside_its_box() -> None:
    assert "tsolo" in inked(4, MARKS, astray=[(1, "call", "solo")])
    page = blank(ROW)
    straight = Pen(held_out(), 4).fill(page, ROW, [{"call": frozenset({"solo"})}])
    beside = Pen(held_out(), 4).fill(page, ROW, [{"call": frozenset({"solo"})}], astray=[(1, "call", "solo")])
    distance = np.subtract(middle(page, beside), middle(page, straight))
    assert np.hypot(*distance) > 2 * 12  # of the four millimetres of a box


def middle(page: np.ndarray, filled: np.ndarray) -> tuple[float, float]:
    rows, columns = np.nonzero(page != filled)
    return float(rows.mean()), float(columns.mean())
