"""Reading in a photo, row by row, what the simulated pen has written."""

from __future__ import annotations

import numpy as np
import pytest

from games.ui.marked_sheet import Marks
from scorekeeper.reading.boxes.rows import seen
from scorekeeper.reading.observations import AnyNumberSeen, NumberSeen, RowSeen
from scorekeeper.reading.photo import registration
from scorekeeper.reading.photo.pictures import pages_of
from scorekeeper.reading.photo.registration import flatten
from tests.handwriting.camera import photograph
from tests.handwriting.pen import Pen
from tests.handwriting.samples import held_out
from tests.reading import own_page
from tests.reading.own_page import LAYOUT, PAGE

WRITTEN: list[Marks] = [
    {
        "call": frozenset("abcdef"[n % 6]),
        "taker": frozenset(str(n % 4)),
        "points": 37 + 91 * n,
        "total-0": 12 * n + 5,
        "total-1": -31 * n - 6,
        "total-2": 19 * n + 1,
    }
    for n in range(18)
]
EMPTY: Marks = {"call": frozenset(), "taker": frozenset(), "points": 0, "total-0": 0, "total-1": 0, "total-2": 0}


def number(seen: AnyNumberSeen) -> int:
    """Return the most likely number; nothing counts as 0."""
    assert isinstance(seen, NumberSeen)
    text = "".join(str(int(np.argmax(place.digits))) for place in seen.places if place.empty < max(place.digits))
    return (-1 if seen.minus is not None and seen.minus > 0.5 else 1) * int(text or 0)


def marks(row: RowSeen) -> Marks:
    """Return the most likely marks."""
    ticked = {
        field: frozenset(key for (of, key), box in row.ticks.items() if of == field and box.ticked > 0.5)
        for field in ("call", "taker")
    }
    totals = {f"total-{seat}": number(number_seen) for seat, number_seen in row.totals.items()}
    return ticked | {field: number(number_seen) for field, number_seen in row.numbers.items()} | totals


@pytest.mark.thorough
def test_what_is_written_is_seen_in_a_photo(monkeypatch):
    monkeypatch.setattr(registration, "layout_of", lambda _code: LAYOUT)
    page = np.repeat(own_page.picture()[..., np.newaxis], 3, axis=2)
    filled = Pen(held_out(), seed=2).fill(page, PAGE, WRITTEN)
    jpeg = photograph(filled, angle=15, turn=20, shadow=0.4, blur=0.5, noise=3, bend=0.008, seed=3, size=(2400, 3200))
    (image,) = pages_of(jpeg, "photo.jpg")
    hands, _carried = seen(flatten(image), PAGE)
    rows = [marks(row) for row in hands]
    assert rows[len(WRITTEN) :] == [EMPTY] * (len(PAGE.rows) - len(WRITTEN))
    fields = [(row[field], written[field]) for row, written in zip(rows, WRITTEN, strict=False) for field in written]
    assert sum(one == other for one, other in fields) >= 0.95 * len(fields)
