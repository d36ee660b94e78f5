"""Fitting text into a box."""

from __future__ import annotations

import json

import pytest

from scorekeeper.printing.typesetting import on_paper
from tests.printing.printed import typeset

ONE_LINE = 9 * 25.4 / 72  # millimetres: no letter of the largest size is higher
LONG = "Wolkenstein" * 5
WORDS = [
    "Anne",
    "Grande misère ouverte",
    "Anne-Marie",
    "Übertrag",
    "−1234",
    "שלום עליכם",
    "日本語の名前",
    LONG,
    on_paper(LONG),
]


def sizes_of(*boxes: tuple[str, float, float]) -> list[tuple[float, float]]:
    """Return the width and the height of words fitted into spaces of this width and height, in millimetres."""
    measured = [
        f"measure(width: {width}mm, fitted({json.dumps(words, ensure_ascii=False)}, {width}mm,"
        f" (9pt, 7pt, 5pt, 3.5pt), height: {height}mm)).values().map(one => one / 1mm)"
        for words, width, height in boxes
    ]
    return [(width, height) for width, height in typeset("fitting", f"({', '.join(measured)},)")]


def test_text_stays_within_its_box() -> None:
    spaces = [(60, 0), (12, 0), (12, 5), (6, 5), (2, 3)]
    boxes = [(words, width, height) for words in WORDS for width, height in spaces]
    for box, (taken, high) in zip(boxes, sizes_of(*boxes), strict=True):
        _words, width, height = box
        assert 0 < taken <= width + 0.01, box
        assert high <= (height or ONE_LINE) + 0.01, box


def test_text_that_fits_is_as_large_as_allowed() -> None:
    in_a_line, in_a_box = sizes_of(("Anne", 60, 0), ("Anne", 30, 5))
    assert in_a_line == pytest.approx(in_a_box)


def test_long_text_is_set_smaller_and_then_wrapped() -> None:
    [(full_width, one_line)] = sizes_of(("Misère ouverte", 60, 5))
    smaller, wrapped = sizes_of(("Misère ouverte", full_width * 0.8, 5), ("Misère ouverte", full_width * 0.6, 5))
    assert smaller == pytest.approx((full_width * 7 / 9, one_line * 7 / 9))
    assert wrapped[1] > one_line
