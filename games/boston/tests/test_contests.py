"""Contests of Boston: who bid, and whether the call was made, regardless of other payments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boston.tests.sessions import MISERE, PASSED, RULES, SEVEN, Raw, amounts, hand, ledger, partout, penalty
from tests.games.contest_checks import contested, misjudged
from tests.games.strategies import sessions
from tests.property_tests import examples

OTHERS = "Bruno, Chloé, David"


@pytest.mark.parametrize("rules", ["decimal", "original"])
@pytest.mark.parametrize(
    ("sentence", "bid", "tricks", "made"),
    [
        ("the lowest bid, exactly", 5, 5, True),
        ("one short", 5, 4, False),
        ("seven with two over-tricks", 7, 9, True),
        ("none of seven", 7, 0, False),
        ("all thirteen", 13, 13, True),
        ("all but one", 13, 12, False),
    ],
)
def test_a_bid_of_tricks(rules: str, sentence: str, bid: int, tricks: int, made: bool) -> None:
    played = ledger(hand(SEVEN, bid=bid, tricks=tricks), rules=rules)
    assert contested(played) == [("tricks", "Anne", OTHERS, made)]


@pytest.mark.parametrize("call", ["little_misere", "grand_misere", "little_spread", "grand_spread"])
@pytest.mark.parametrize("made", [True, False])
def test_a_misere(call: str, made: bool) -> None:
    played = ledger(hand(MISERE, call=call, bidder="Chloé", made=made))
    assert contested(played) == [(call, "Chloé", "Anne, Bruno, David", made)]


@pytest.mark.parametrize(("sentence", "played"), [("misère partout", partout(6, 2, 5, 0)), ("passed out", PASSED)])
def test_if_nobody_bids_each_plays_alone(sentence: str, played: Raw) -> None:
    assert contested(ledger(played)) == [None]


def test_a_penalty_larger_than_the_gain_does_not_make_a_call_fail() -> None:
    played = hand(SEVEN, penalties=[penalty("Anne", "each", 1000)])
    assert amounts(played)[0] < 0
    assert contested(ledger(played)) == [("tricks", "Anne", OTHERS, True)]


def test_nor_does_the_pool() -> None:
    options: dict[str, Any] = {"pool": True, "ante": 1000}
    assert contested(ledger(hand(SEVEN, tricks=6), SEVEN, **options)) == [
        ("tricks", "Anne", OTHERS, False),
        ("tricks", "Anne", OTHERS, True),
    ]


@examples(20)
@given(st.data())
def test_made_calls_gain_and_failed_calls_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"tricks-made", "tricks-failed", "misere"}) == []
