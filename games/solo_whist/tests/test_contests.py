"""Contests of Solo Whist: the caller and his partner, and whether the call was made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.solo_whist.tests.sessions import (
    BRITISH,
    FOSTER,
    FREE,
    GRAND,
    MISERE,
    PASSED,
    PROPOSAL,
    RULES,
    SOLO,
    Raw,
    hand,
    ledger,
)
from tests.games.contest_checks import contested, misjudged
from tests.games.strategies import sessions
from tests.property_tests import examples

every_table = pytest.mark.parametrize("table", [FOSTER, BRITISH, FREE], ids=["foster", "british", "first free"])


@every_table
@pytest.mark.parametrize(
    ("call", "tricks", "made"),
    [
        ("solo", 5, True),
        ("solo", 4, False),
        ("solo", 13, True),
        ("abundance", 9, True),
        ("abundance", 8, False),
        ("abundance_in_trumps", 9, True),
        ("abundance_in_trumps", 8, False),
    ],
)
def test_a_call_of_tricks(table: Raw, call: str, tricks: int, made: bool) -> None:
    played = hand(SOLO, call=call, caller="Bruno", tricks=tricks)
    assert contested(ledger(played, **table)) == [(call, "Bruno", "Anne, Chloé, David", made)]


@every_table
@pytest.mark.parametrize(("tricks", "made"), [(8, True), (7, False), (13, True), (0, False)])
@pytest.mark.parametrize(
    ("partner", "others"), [("Chloé", "Bruno, David"), ("Bruno", "Chloé, David"), ("David", "Bruno, Chloé")]
)
def test_a_proposal_is_played_with_whoever_accepted(
    table: Raw, tricks: int, made: bool, partner: str, others: str
) -> None:
    played = hand(PROPOSAL, partner=partner, tricks=tricks)
    assert contested(ledger(played, **table)) == [("proposal", f"Anne, {partner}", others, made)]


@every_table
@pytest.mark.parametrize("call", ["misere", "spread", "slam"])
@pytest.mark.parametrize("made", [True, False])
def test_made_and_failed_calls(table: Raw, call: str, made: bool) -> None:
    played = hand(MISERE, call=call, caller="David", made=made)
    assert contested(ledger(played, **table)) == [(call, "David", "Anne, Bruno, Chloé", made)]


@pytest.mark.parametrize(("sentence", "played"), [("a grand", GRAND), ("all passed", PASSED)])
def test_if_nobody_calls_each_plays_alone(sentence: str, played: Raw) -> None:
    assert contested(ledger(played)) == [None]


@examples(20)
@given(st.data())
def test_made_calls_gain_and_failed_calls_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"proposal", "solo", "misere", "abundance", "spread", "slam"}) == []
