"""Numbers written without boxes are split into digits, in the likeliest ways."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from scorekeeper.printing.marked_sheets.layout import Box
from scorekeeper.reading.decoder.evidence import number_cost, number_guesses
from scorekeeper.reading.lists import numbers
from scorekeeper.reading.lists.cells import InkPiece, cut
from scorekeeper.reading.lists.table import FlatTable
from scorekeeper.reading.observations import DigitSeen, FreeNumberSeen, NumberSeen, ValueSeen
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from tests.handwriting.pen import Pen
from tests.handwriting.samples import held_out

EDGE, HIGH, WIDE = 2.5, 5.0, 20.0
TEXTS = ("12", "-48", "144", "7", "96", "-230", "1024", "55", "-3", "318", "60", "472")


def pieces_of(texts: Sequence[str], seed: int) -> list[list[InkPiece]]:
    """Return the ink in cells below each other, with lines around them."""
    rows = tuple(round((EDGE + row * HIGH) * PIXELS_PER_MM) for row in range(len(texts) + 1))
    columns = round(EDGE * PIXELS_PER_MM), round((EDGE + WIDE) * PIXELS_PER_MM)
    page = np.full((rows[-1] + rows[0], columns[1] + columns[0], 3), 255, np.uint8)
    for y in rows:
        cv2.line(page, (columns[0], y), (columns[1], y), (30, 30, 30), 2)
    for x in columns:
        cv2.line(page, (x, rows[0]), (x, rows[-1]), (30, 30, 30), 2)
    pen = Pen(held_out(), seed)
    pen.writer = replace(pen.writer, height=3.0)
    for row, text in enumerate(texts):
        pen.write(page, Box(EDGE, EDGE + row * HIGH, WIDE, HIGH), PIXELS_PER_MM, text)
    flat = FlatTable(image=page.min(axis=2), columns=columns, rows=rows, places=np.zeros((0, 0, 2)))
    found = cut(flat)
    return [found.get((row, 0), []) for row in range(len(texts))]


def digit(which: int) -> DigitSeen:
    return DigitSeen(empty=0.0, digits=tuple(float(other == which) for other in range(10)))


def test_most_numbers_are_read_and_the_others_are_among_the_guesses():
    read = near = 0
    for seed in range(4):
        cells = pieces_of(TEXTS, seed)
        seen = numbers.look_at(cells, places=[4] * len(cells), signed=[True] * len(cells))
        for text, number in zip(TEXTS, seen, strict=True):
            guesses = [guess.number for guess in number_guesses(number)]
            read += guesses[0] == int(text)
            near += int(text) in guesses
    assert read >= 0.75 * 4 * len(TEXTS)
    assert near >= 0.9 * 4 * len(TEXTS)


def test_an_empty_cell_has_no_number():
    (seen,) = numbers.look_at([[]], places=[4], signed=[True])
    assert [guess.number for guess in number_guesses(seen)] == [None]


def test_a_dash_is_distinguished_from_any_number_of_digits():
    row = round(HIGH * PIXELS_PER_MM)
    dash, *digits = pieces_of(["-", "1", "24", "1175"], seed=1)
    assert numbers.dash(dash, row) > 0.9
    assert all(numbers.dash(digit, row) < 0.1 for digit in digits)
    assert numbers.dash([], row) == 0


def test_touching_ink_of_two_rows_is_split():
    page = np.full((120, 120), 255, np.uint8)
    cv2.line(page, (60, 25), (60, 95), 40, 4)
    flat = FlatTable(image=page, columns=(10, 110), rows=(20, 60, 100), places=np.zeros((0, 0, 2)))
    assert sorted(cut(flat)) == [(0, 0), (1, 0)]


class TestWays:
    """A number that can be split in several ways costs what its likeliest way does."""

    SEEN = FreeNumberSeen(
        ways=((0.8, NumberSeen(places=(digit(1), digit(2)))), (0.2, NumberSeen(places=(digit(8),)))),
    )

    def test_the_likeliest_comes_first(self):
        guesses = number_guesses(self.SEEN)
        assert [guess.number for guess in guesses[:2]] == [12, 8]
        assert guesses[0].cost < guesses[1].cost

    def test_a_number_without_a_way_is_impossible(self):
        assert number_cost(self.SEEN, 123) == float("inf")

    def test_it_is_stored_as_json(self):
        value = ValueSeen(number=self.SEEN, negative=True)
        assert ValueSeen.from_json(json.loads(json.dumps(value.as_json()))) == value

    @pytest.mark.parametrize(("number", "chance"), [(12, 0.8), (8, 0.2)])
    def test_costs(self, number, chance):
        assert number_cost(self.SEEN, number) == pytest.approx(-np.log(chance), abs=0.01)
