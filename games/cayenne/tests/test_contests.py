"""Contests of Cayenne: the sides, whether the dealer's side makes the trump it names, and who wins the rubber."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.tests.sessions import CORRECTION, MISDEAL, RULES, SLAM, document, no_trump, trump
from games.scoring.documents import read
from games.scoring.replay import Ledger
from tests.games.contest_checks import each_contested

AB, YZ = ("A, B", "Y, Z"), ("Y, Z", "A, B")
"""Each side, followed by its opponents."""


def ledger(*hands: Any, **table: Any) -> Ledger:
    return read(document(*hands, **table), {"cayenne": RULES}.get).single().ledger()


@pytest.mark.parametrize(
    ("hand", "call", "made"),
    [
        # Z deals, so his side names the trump. The number is the tricks of A and B.
        pytest.param(trump(4, 6, 3), "cayenne", True, id="seven in cayenne itself"),
        pytest.param(trump(4, 7, 3), "cayenne", False, id="six in cayenne itself"),
        pytest.param(trump(3, 0, 3), "second", True, id="all in the second colour"),
        pytest.param(trump(2, 9, 3), "third", False, id="four in the third colour"),
        pytest.param(trump(1, 5, 3), "fourth", True, id="eight in the fourth colour"),
        pytest.param(no_trump("grand", 6), "grand", True, id="seven at grand"),
        pytest.param(no_trump("nullo", 7), "nullo", True, id="six at nullo"),
        pytest.param(no_trump("nullo", 6), "nullo", False, id="seven at nullo"),
        # Y and Z had seven tricks; three of them pass to A and B as a penalty.
        pytest.param(trump(1, 6, 3, "yz tricks"), "fourth", False, id="the odd trick lost by a revoke"),
        pytest.param({**no_trump("grand", 6), "cayenne": "spades"}, "grand", True, id="grand, the cayenne being said"),
    ],
)
def test_the_dealers_side_makes_its_trump_with_the_odd_trick(hand: Any, call: str, made: bool) -> None:
    assert each_contested(ledger(hand)) == [[(call, *YZ, made)]]


def test_suits_rank_by_the_cayenne() -> None:
    """With clubs as cayenne, spades are second, hearts third, diamonds fourth."""
    named = ("clubs", "spades", "hearts", "diamonds")
    hands = [{"cayenne": "clubs", "trump": suit, "tricks": 6, "honours": 3} for suit in named]
    assert [found[0][0] for found in each_contested(ledger(*hands))] == ["cayenne", "second", "third", "fourth"]


def test_the_deal_and_the_right_to_name_trumps_rotate() -> None:
    hand, stated = trump(1, 7, 2), {**trump(1, 7, 2), "dealer": "B"}
    sides = [found[0][1] for found in each_contested(ledger(hand, hand, hand, stated, hand))]
    assert sides == ["Y, Z", "A, B", "Y, Z", "A, B", "Y, Z"]


def test_the_last_hand_of_a_rubber_decides_it_and_the_next_begins() -> None:
    assert each_contested(ledger(SLAM, trump(2, 6, 0), rubbers=2)) == [
        [("grand", *YZ, False), ("rubber", *AB, True), ("rubber", *YZ, False)],
        [("third", *AB, False)],
    ]


def test_a_misdeal_is_not_contested() -> None:
    assert each_contested(ledger(MISDEAL, CORRECTION, trump(2, 6, 0))) == [[], [("third", *YZ, True)]]
