"""Amounts in red and white counters, beside the white ones that everything is counted in."""

from __future__ import annotations

import pytest

from games.boston.rules import in_red_and_white
from games.boston.tests.sessions import NAMES, RULES
from tests.play.browsers import browser
from tests.play.tables import Scribe


@pytest.mark.parametrize(
    ("amount", "words"),
    [(0, "0 white"), (7, "7 white"), (10, "1 red"), (65, "6 red 5 white"), (-65, "−6 red 5 white"), (-390, "−39 red")],
)
def test_ten_white_are_a_red(amount: int, words: str) -> None:
    assert str(in_red_and_white(RULES.table(NAMES), amount)).replace("\u00a0", " ") == words


@pytest.mark.django_db
def test_a_hand_and_the_payments_are_said_in_counters_too() -> None:
    options = {"overtricks": True, "pool": False, "ante": 10}
    scribe = Scribe(game="boston", rules="original", options=options, players=NAMES)
    # Seven bid and nine taken, original table: 21 from each.
    scribe.record({"call": "tricks", "bidder": 0, "bid": 7, "tricks": 9})
    here = f"/s/{scribe.session.public_id}/"
    page = browser(scribe).get(f"{here}hands/1/").content.decode().replace("\u00a0", " ")
    assert page.count("<td>6 red 3 white</td>") == 1
    assert page.count("<td>−2 red 1 white</td>") == 3
    assert browser(scribe).get(f"{here}close/").content.decode().count("2\u00a0red 1\u00a0white") == 3
