"""A session closed in the middle of a rubber, or of a game of Mort: its page shows what was unfinished."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.play.browsers import browser, words_of
from tests.play.tables import FOUR, GARDE, Scorer

pytestmark = pytest.mark.django_db

UNFINISHED = "was not finished and doesn’t count. It stood at:"
# (9 − 6) × 2 for the odd tricks; four of the five honours, 4 × 2.
SIX_TO_EIGHT = {"cayenne": "hearts", "trump": "clubs", "tricks": 9, "honours": 1}
GRAND = {"trump": "grand", "tricks": 13}
MORE_THAN_SIX = {"tricks": 10}


def summary(game: str, *hands: dict[str, Any], rules: str = "foster") -> str:
    """Return the text of the page of a session that was closed after these hands."""
    scorer = Scorer(game=game, rules=rules, players=FOUR, first_dealer=0)
    for hand in hands:
        scorer.record(hand)
    scorer.close()
    return words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))


def test_an_unfinished_rubber_of_cayenne() -> None:
    words = summary("cayenne", SIX_TO_EIGHT)
    assert f"The last rubber {UNFINISHED} Anne and Chloé 6 No game yet Bruno and David 8 No game yet" in words


def test_a_finished_rubber_of_cayenne() -> None:
    # (13 − 6) × 8 = 56: five games, of which the first four are the rubber.
    assert UNFINISHED not in summary("cayenne", GRAND)


def test_an_unfinished_game_of_mort() -> None:
    words = summary("mort", MORE_THAN_SIX)
    assert f"The last game {UNFINISHED}" in words
    assert "Anne and Mort 4" in words


def test_a_finished_game_of_mort() -> None:
    assert UNFINISHED not in summary("mort", MORE_THAN_SIX, MORE_THAN_SIX)


def test_a_game_in_which_every_hand_counts() -> None:
    assert UNFINISHED not in summary("tarot", GARDE, rules="fft")
