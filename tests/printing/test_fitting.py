"""How words are made to fit their place."""

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
def test_words_take_no_more_room_than_there_is(words: str, width: float, height: float) -> None:
    taken, high = size_of(words, width, height)
    assert 0 < taken <= width + 0.01
    assert high <= (height or ONE_LINE) + 0.01


def test_what_fits_is_set_as_large_as_it_may_be() -> None:
    assert size_of("Anne", 60, 0) == pytest.approx(size_of("Anne", 30, 5))


def test_what_is_too_long_is_set_smaller_and_then_on_several_lines() -> None:
    (whole, one_line) = size_of("Misère ouverte", 60, 5)
    assert size_of("Misère ouverte", whole * 0.8, 5) == pytest.approx((whole * 7 / 9, one_line * 7 / 9))
    assert size_of("Misère ouverte", whole * 0.6, 5)[1] > one_line
