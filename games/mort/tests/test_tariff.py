"""A club's own tariff: each figure that can be set is the one that is paid."""

from __future__ import annotations

import pytest

from games.mort.rules import MortRules
from games.mort.tests.sessions import RULES, Raw, document, hand, last_game, ledger, totals
from games.scoring.documents import read
from games.scoring.tariffs import FigurePlace
from tests.games.documents import own_tariff
from tests.games.sheet_text import OnPaper

TRIPLE, DOUBLE, SIMPLE = [hand(11)], [hand(5), hand(11)], [hand(3), hand(11)]
"""Vivant wins 5 to 0, 5 to 2 and 5 to 4."""
SLAM, LOST_SLAM = [hand(13), hand(11)], [hand(0), hand(11)]

# Each adversary pays the winners' marker, class, consolation and slams, less the losers' marker and slams.
PAID: list[tuple[str, str, list[Raw], int, int]] = [
    ("a triple, 5 + 7 + 4", "class.triple.points", TRIPLE, 7, 16),
    ("a double, 5 + 7 + 4 − 2", "class.double.points", DOUBLE, 7, 14),
    ("a simple game, 5 + 7 + 4 − 4", "class.simple.points", SIMPLE, 7, 12),
    ("consolation, 5 + 3 + 7", "added.consolation.points", TRIPLE, 7, 15),
    ("no consolation, 5 + 3", "added.consolation.points", TRIPLE, 0, 8),
    ("a slam, 5 + 3 + 4 + 50", "added.slam.points", SLAM, 50, 62),
    ("a slam of the losers, 5 + 3 + 4 − 50", "added.slam.points", LOST_SLAM, 50, -38),
]
OWN: Raw = {
    "name": "Thursdays",
    "figures": {"class.triple.points": 7, "added.consolation.points": 6, "added.slam.points": 50},
}


@pytest.mark.parametrize(("sentence", "place", "hands", "own", "each"), PAID)
def test_a_club_figure(sentence: str, place: str, hands: list[Raw], own: int, each: int) -> None:
    tariff = own_tariff(place, own)
    assert totals(*hands, **tariff) == (2 * each, -each, -each)
    game = last_game(*hands, **tariff)
    assert game is not None
    assert game[2] == each


def test_derivations_use_the_club_figures() -> None:
    played = ledger(*SLAM, tariff=OWN)["hands"]
    assert [line["label"] for scored in played for line in scored["lines"]] == [
        "Ada and Mort win all thirteen tricks: a slam, 50 at the end of the game; their marker stays at 0",
        "Ada and Mort: 11 − 6 tricks, their marker is at 5",
        "Ada and Mort win the game: 5 − 0",
        "A triple game: 7",
        "Consolation: 6",
        "Slams of Ada and Mort: 50 × 1",
    ]


def test_the_sheet_uses_the_club_figures() -> None:
    paper = OnPaper(read(document(*SLAM, tariff=OWN), {"mort": RULES}.get).single().ledger())
    _heading, slam, won = paper.rows
    assert slam["slams-vivant"] == "50"
    assert (won["class"], won["consolation"], won["net"]) == ("7", "6", "68")  # 5 + 7 + 6 + 50
    assert "class, 6 for consolation and 50 for each" in str(paper.sheet.explained()[1])


def test_the_list_of_all_figures() -> None:
    tested = {FigurePlace.from_text(place) for _sentence, place, *_rest in PAID}
    for printed in MortRules.tariffs.values():
        assert set(printed.figures) == tested
