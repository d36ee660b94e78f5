"""How words are made to fit, against what the press itself makes of them."""

from __future__ import annotations

import pytest

from scorekeeper.printing.layout.fitting import broken_into, fitted
from scorekeeper.printing.layout.letters import POINT, wide
from scorekeeper.printing.typesetter import press


def in_millimetres(words: str, points: float) -> float:
    return wide(words) * points * POINT


def test_a_figure_is_as_wide_as_any_other() -> None:
    assert wide("1111") == pytest.approx(wide("8" * 4)) == pytest.approx(2 * wide("27"))


@pytest.mark.parametrize("words", ["Anne", "−1234", "Grande misère ouverte", "♠ Solo, Hand", "Übertrag", "40½"])
def test_words_are_as_wide_as_their_letters_to_a_hair(words: str) -> None:
    (whole,) = press().widths([words], "regular")
    assert whole == pytest.approx(wide(words), rel=0.03)


@pytest.mark.parametrize("words", ["שלום", "日本", "👩‍👧", "é"])
def test_a_letter_that_was_not_expected_is_asked_for(words: str) -> None:
    assert 0 < wide(words) < 2 * len(words)


def test_what_fits_is_set_as_large_as_it_may_be() -> None:
    assert fitted("Anne", 20) == ("Anne", 9, 1)


def test_what_is_too_long_is_set_smaller_then_on_several_lines() -> None:
    words = "Misère ouverte"
    whole = in_millimetres(words, 9)
    assert fitted(words, whole * 8.1 / 9) == (words, 8, 1)
    assert fitted(words, whole * 0.6, 7) == ("Misère\nouverte", 9, 1)


def test_what_has_no_other_place_is_drawn_together_to_just_that() -> None:
    words = "Wolkenstein" * 5
    found = fitted(words, 10)
    assert (found.words, found.size) == (words, 3.6)
    assert in_millimetres(words, 3.6) * found.squeezed == pytest.approx(10)


BROKEN = [
    ("an easy life", "an easy", ["an easy", "life"]),
    ("Anne-Marie", "Anne-", ["Anne-", "Marie"]),
    ("Diffe\u00adrenz", "Differ", ["Diffe-", "renz"]),
    ("Diffe\u00adrenz", "Differenz", ["Differenz"]),
    ("Wolken\u200bstein", "Wolken", ["Wolken", "stein"]),
    ("unbreakable", "un", ["unbreakable"]),
    ("ends with -", "ends with -", ["ends with -"]),
    ("", "m", [""]),
]


@pytest.mark.parametrize(("words", "width", "lines"), BROKEN)
def test_words_are_broken_where_they_may_be(words: str, width: str, lines: list[str]) -> None:
    assert broken_into(words, wide(width) + 0.01) == lines
