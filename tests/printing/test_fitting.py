"""Fitting text into a box."""

from __future__ import annotations

import json

import pytest

from scorekeeper.printing.names import on_paper
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


def size_of(words: str, width: float, height: float) -> tuple[float, float]:
    """Return the width and the height of words fitted into this space, in millimetres."""
    body = f"fitted({json.dumps(words, ensure_ascii=False)}, {width}mm, (9pt, 7pt, 5pt, 3.5pt), height: {height}mm)"
    width, height = typeset("fitting", f"measure(width: {width}mm, {body}).values().map(one => one / 1mm)")
    return width, height


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize(("width", "height"), [(60, 0), (12, 0), (12, 5), (6, 5), (2, 3)])
def test_text_stays_within_its_box(words: str, width: float, height: float) -> None:
    taken, high = size_of(words, width, height)
    assert 0 < taken <= width + 0.01
    assert high <= (height or ONE_LINE) + 0.01


def test_text_that_fits_is_as_large_as_allowed() -> None:
    assert size_of("Anne", 60, 0) == pytest.approx(size_of("Anne", 30, 5))


def test_long_text_is_set_smaller_and_then_wrapped() -> None:
    (full_width, one_line) = size_of("Misère ouverte", 60, 5)
    assert size_of("Misère ouverte", full_width * 0.8, 5) == pytest.approx((full_width * 7 / 9, one_line * 7 / 9))
    assert size_of("Misère ouverte", full_width * 0.6, 5)[1] > one_line
