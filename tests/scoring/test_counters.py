"""Amounts as counters of several kinds."""

from __future__ import annotations

import pytest

from games.scoring.counters import red_and_white
from games.scoring.text import Amount, Text, joined

BOSTON, SOLO = red_and_white(red=10), red_and_white(red=5)


@pytest.mark.parametrize(
    ("amount", "red", "white"),
    [(0, 0, 0), (7, 0, 7), (10, 1, 0), (65, 6, 5), (-65, 6, 5), (-390, 39, 0), (12_345, 1234, 5)],
)
def test_ten_white_counters_are_a_red_one_in_boston(amount: int, red: int, white: int) -> None:
    counters = {kind.look: number for number, kind in BOSTON.pieces(amount)}
    assert (counters.get("disc", 0), counters.get("ring", 0)) == (red, white)
    assert 0 not in counters.values()


def test_five_white_counters_are_a_red_one_elsewhere() -> None:
    # For a solo with seven tricks, each of the others pays two red and two white counters.
    assert [(str(kind.some(number))) for number, kind in SOLO.pieces(12)] == ["2 red", "2 white"]


def test_an_amount_in_a_text_is_a_number_by_default() -> None:
    text = joined(
        [Text("{worth}*", {"worth": Amount(-65)}), Text("{bid}, {gain}", {"bid": 7, "gain": Amount(65, True)})]
    )
    assert str(text) == "−65*, 7, +65"
    assert text.render(amounts=lambda amount: f"<{amount.value}>") == "<-65>*, 7, <65>"
