"""Rows of the ledger in games that pay when several hands are settled together."""

import re

import pytest

from tests.play.browsers import browser
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db


def rows(scorer: Scorer) -> list[tuple[str, str]]:
    """Return the class and the words of each row of the ledger, newest first."""
    page = browser(scorer).get(f"/s/{scorer.session.public_id}/ledger/")
    found = re.findall(r'<tr class="(hand|settled)[^"]*">(.*?)</tr>', page.content.decode(), re.DOTALL)
    return [(kind, " ".join(re.sub(r"<[^>]+>", " ", html).split())) for kind, html in found]


def test_mort_shows_the_marker_after_each_hand_and_a_game_as_a_row_of_its_own() -> None:
    """Foster's first example: Vivant, at 4 to 2, makes ten tricks and wins a double game, 8 to 2."""
    scorer = Scorer(game="mort", rules="foster", players=("Ada", "Ben", "Cora"), first_dealer=0)
    for tricks in (10, 5, 10):
        scorer.record({"tricks": tricks})
    settled, last, second, first = rows(scorer)
    assert settled == (
        "settled",
        "Game 1: Ada and Mort total 24 change +24 total −12 change −12 total −12 change −12",
    )
    assert last[1].startswith("3 why? Tricks: Vivant 10, adversaries 3 total 0")
    assert "marker" not in last[1]
    assert "+" not in last[1]
    assert "Marker 4 – 2" in second[1]
    assert "Marker 4 – 0" in first[1]


def test_cayenne_shows_markers_and_games_and_a_rubber_as_a_row_of_its_own() -> None:
    """A slam at grand, 7 × 8: four quadruples at once, worth 16 + 8 + 6 for the rubber and the slam."""
    scorer = Scorer(game="cayenne", rules="foster")
    scorer.record({"trump": "grand", "tricks": 7})
    scorer.record({"call": "misdeal"})
    scorer.record({"trump": "grand", "tricks": 13})
    settled, _slam, misdeal, first = rows(scorer)
    assert settled[0] == "settled"
    assert settled[1].startswith("Rubber 1: Anne and Chloé total 30 change +30 total −30 change −30")
    assert "Marker 8 – 0, games 0 – 0" in misdeal[1]
    assert "Marker 8 – 0, games 0 – 0" in first[1]


def test_an_amended_hand_changes_the_markers_of_later_rows() -> None:
    scorer = Scorer(game="cayenne", rules="foster")
    scorer.record({"trump": "grand", "tricks": 7})
    scorer.record({"call": "misdeal"})
    rows(scorer)
    scorer.amend(1, {"trump": "grand", "tricks": 6})
    misdeal, first = rows(scorer)
    assert "Marker 0 – 8, games 0 – 0" in misdeal[1]
    assert "Marker 0 – 8, games 0 – 0" in first[1]
