"""Tariffs of the rules page, compared with the federation's figures."""

from games.tarot.page import worth


def test_each_defender_pays_the_value_of_the_contract():
    """By the FFT, a garde made by 8 is worth (25 + 8) × 2."""
    by_8 = next(row for row in worth().rows if row[0].words == "8")
    assert [cell.words for cell in by_8] == ["8", "33", "66", "132", "198"]
