"""Whole tournées of Mort, compared with a second scorer that was written from the rules page alone."""

from tests.games.evening_comparison import wrong


def test_whole_evenings_agree_with_an_independent_scorer() -> None:
    assert wrong("mort") == {}
