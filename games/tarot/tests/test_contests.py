"""Contests of Tarot: the camps, and whether the contract was won, which needs 56, 51, 41 or 36 points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tarot.tests.sessions import CLASSIC, FFT, FIVE, MORT, NOT_GIVEN, RULES, THREE, Raw, amounts, hand, ledger
from tests.games.contest_checks import contested, misjudged
from tests.games.strategies import sessions
from tests.property_tests import examples

CONTRACTS = ("prise", "garde", "garde_sans", "garde_contre")


@pytest.mark.parametrize("call", CONTRACTS)
@pytest.mark.parametrize(
    ("sentence", "bouts", "points", "made"),
    [
        ("two bouts: 41 are needed, and there", 2, 41, True),
        ("one short", 2, 40, False),
        ("three bouts: 36", 3, 36, True),
        ("one short", 3, 35, False),
        ("one bout: 51", 1, 51, True),
        ("one short", 1, 50, False),
        ("no bout: 56", 0, 56, True),
        ("one short", 0, 55, False),
    ],
)
def test_a_contract(call: str, sentence: str, bouts: int, points: int, made: bool) -> None:
    played = ledger(hand(call=call, bouts=bouts, points=points), **FFT)
    assert contested(played) == [(call, "Anne", "Bruno, Chloé, David", made)]


@pytest.mark.parametrize(
    ("sentence", "table", "played", "side", "defence"),
    [
        ("three at the table", THREE, hand(taker="Bruno"), "Bruno", "Anne, Chloé"),
        ("five: a called partner", FIVE, hand(taker="Chloé", partner="Emma"), "Chloé, Emma", "Anne, Bruno, David"),
        ("five: the taker called himself", FIVE, hand(taker="Chloé"), "Chloé", "Anne, Bruno, David, Emma"),
        ("five with a mort: Emma deals and sits out", MORT, hand(taker="David"), "David", "Anne, Bruno, Chloé"),
        ("Anne deals instead of her", MORT, hand(taker="David", dealer="Anne"), "David", "Bruno, Chloé, Emma"),
        ("classic", CLASSIC, hand(), "Anne", "Bruno, Chloé, David"),
    ],
)
def test_taker_and_partner_play_together(sentence: str, table: Raw, played: Raw, side: str, defence: str) -> None:
    assert contested(ledger(played, **table)) == [("prise", side, defence, True)]


def test_a_contract_half_a_point_short_fails() -> None:
    played = hand(points=40.5), hand(points=NOT_GIVEN, defence_points=50.5), hand(points=41.5)
    assert [found and found[3] for found in contested(ledger(*played, **THREE))] == [False, False, True]


def test_a_missed_announced_slam_does_not_make_a_contract_fail() -> None:
    """The prise made by 4 gains 29 from each defender; the slam costs 200 to each."""
    played = hand(slam_announced="grand")
    assert amounts(played, **FFT) == (-513, 171, 171, 171)
    assert contested(ledger(played, **FFT)) == [("prise", "Anne", "Bruno, Chloé, David", True)]


@pytest.mark.parametrize("call", ["passed", "petit_sec", "misdeal"])
def test_hands_that_nobody_played_are_not_contested(call: str) -> None:
    assert contested(ledger({"call": call}, **FFT)) == [None]


def test_mort_moves_with_the_deal() -> None:
    played = ledger(hand(), {"call": "passed"}, hand(taker="Bruno"), **MORT)
    assert contested(played) == [
        ("prise", "Anne", "Bruno, Chloé, David", True),
        None,
        ("prise", "Bruno", "Chloé, David, Emma", True),
    ]


@examples(20)
@given(st.data())
def test_made_contracts_gain_and_failed_contracts_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"contract"}) == []
