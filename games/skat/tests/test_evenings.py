"""Whole evenings of Skat; the figures were worked out by a second scorer, written from the rules page alone."""

from tests.games.evenings import wrong


def test_the_evenings_agree_with_a_second_scorer() -> None:
    assert wrong("skat") == {}
