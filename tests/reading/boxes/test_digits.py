"""Digits in boxes, written by the simulated pen from samples that the model has never seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from scorekeeper.reading.boxes import ink
from scorekeeper.reading.observations import DigitSeen
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from tests.handwriting.samples import MNIST_EACH, OPTDIGITS_EACH, SIDE, held_out
from tests.reading.boxes.written_cells import blank, cut, photographed, sheet, written

NUMBERS = sheet([("digit", "points", "", place) for place in range(10)], rows=12)


def rows(seed: int) -> list[dict[str, int]]:
    return [{"points": int(number)} for number in np.random.default_rng(seed).integers(10**9, 10**10, 12)]


def seen(seed: int, corrected: Sequence[tuple[int, str, int]] = (), **writer: Any) -> list[tuple[int, DigitSeen]]:
    """Return the digits that one writer wrote in 120 boxes, each with what was seen there."""
    marks = rows(seed)
    cells = written(NUMBERS, marks, seed, corrected=corrected, writer=writer)
    found = ink.digits_in(list(cells.values()))
    return [
        (int(str(marks[row - 1]["points"])[cell.place]), digit) for (row, cell), digit in zip(cells, found, strict=True)
    ]


def likeliest(digit: DigitSeen) -> int:
    return int(np.argmax(digit.digits))


def test_the_probabilities_of_a_cell_sum_to_one() -> None:
    for _, digit in seen(1):
        assert len(digit.digits) == 10
        assert digit.empty + sum(digit.digits) == pytest.approx(1)


@pytest.mark.parametrize(
    ("writer", "accuracy"),
    [
        pytest.param({"ink": "blue", "colour": (150.0, 60.0, 25.0)}, 0.96, id="blue"),
        pytest.param({"ink": "pencil", "colour": (130.0, 130.0, 130.0)}, 0.965, id="pencil"),
        pytest.param({"height": 3.2}, 0.965, id="small"),
        pytest.param({"slant": 0.3}, 0.94, id="slanted"),
    ],
)
def test_most_digits_are_read(writer: dict[str, Any], accuracy: float) -> None:
    read = [likeliest(digit) == truth for seed in range(8) for truth, digit in seen(seed, **writer)]
    assert np.mean(read) >= accuracy


def test_its_probabilities_are_calibrated() -> None:
    found = [pair for seed in range(20, 32) for pair in seen(seed)]
    sure = np.mean([max(digit.digits) for _, digit in found])
    right = np.mean([likeliest(digit) == truth for truth, digit in found])
    assert sure == pytest.approx(right, abs=0.03)


def test_empty_boxes_are_empty() -> None:
    cells = cut(photographed(blank(NUMBERS), seed=3), NUMBERS)
    found = ink.digits_in(list(cells.values()))
    assert min(digit.empty for digit in found) > 0.9
    assert not any(digit.astray for digit in found)


def test_an_empty_box_between_two_digits_is_seen_as_empty() -> None:
    """Their ends reach into its cell, but are not taken for a digit."""
    page = sheet([("digit", field, "", 0) for field in "abc"], rows=12)
    found = []
    for seed in range(6):
        cells = written(page, [{"a": row % 10, "c": (row + 3) % 10} for row in range(12)], seed)
        found += ink.digits_in([picture for (_, cell), picture in cells.items() if cell.field == "b"])
    assert np.mean([digit.empty > 0.5 for digit in found]) >= 0.97


def test_a_digit_that_reaches_far_into_the_next_box_does_not_count_there() -> None:
    """Only a part of the 4 is in this cell, and the middle of that part is in its box."""
    blank_cell = np.full((PIXELS_PER_MM * 17 // 2, PIXELS_PER_MM * 7), 255, np.uint8)
    four, width = blank_cell.copy(), blank_cell.shape[1]
    cv2.polylines(four, [np.array([(width - 8, 12), (width - 18, 40), (width + 8, 40)])], False, 40, 4)
    (alone,) = ink.digits_in([four])
    assert alone.empty > 0.9
    moved = np.full_like(four, 255)
    moved[:, :-16] = four[:, 16:]
    (own,) = ink.digits_in([moved])
    assert own.empty < 0.5


def test_ink_that_is_not_a_single_digit_may_be_crossed_out() -> None:
    scribble = np.full((PIXELS_PER_MM * 17 // 2, PIXELS_PER_MM * 7), 255, np.uint8)
    way = [(12 + 32 * (step % 2), 16 + 3 * step) for step in range(12)]
    cv2.polylines(scribble, [np.array(way)], False, 40, 4)
    (digit,) = ink.digits_in([scribble])
    assert digit.astray
    assert digit.empty == pytest.approx(min(digit.digits), abs=0.02)


def test_a_corrected_digit_is_not_read_as_certain() -> None:
    """If it is crossed out or written over, the cell is astray, or no digit has nearly all of the probability."""
    found = []
    for seed in range(8):
        every_third = [(row, "points", place) for row in range(1, 13) for place in range(0, 10, 3)]
        pairs = seen(seed, corrected=every_third)
        found += [(truth, digit) for at, (truth, digit) in enumerate(pairs) if at % 10 % 3 == 0]
    assert np.mean([digit.astray for _, digit in found]) >= 0.75
    silently_wrong = [
        not digit.astray and max(digit.digits) > 0.95 and likeliest(digit) != truth for truth, digit in found
    ]
    assert np.mean(silently_wrong) <= 0.04


def test_without_cells_there_are_no_digits() -> None:
    assert ink.digits_in([]) == []


def test_the_model_is_small() -> None:
    assert ink.MODEL.stat().st_size < 400_000
    network = cv2.dnn.readNetFromONNX(str(ink.MODEL))
    network.setInput(np.zeros((3, 1, ink.SIDE, ink.SIDE), np.float32))
    chances = network.forward()
    assert chances.shape == (3, ink.CLASSES)
    assert chances.argmax(axis=1).tolist() == [ink.EMPTY] * 3


def test_each_digit_has_its_row_of_samples() -> None:
    samples = held_out()
    assert samples.shape == (10, MNIST_EACH + OPTDIGITS_EACH, SIDE, SIDE)
    right = [
        chances[:10].argmax() == which
        for which in range(10)
        for chances in ink.probabilities(list(samples[which, :MNIST_EACH]))
    ]
    assert np.mean(right) >= 0.97
