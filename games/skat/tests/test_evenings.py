"""Whole evenings of Skat, compared with a second scorer that was written from the rules page alone."""

from tests.games.evening_comparison import wrong


def test_the_evenings_agree_with_a_second_scorer() -> None:
    assert wrong("skat") == {}
