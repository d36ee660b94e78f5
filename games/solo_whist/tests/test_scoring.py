"""Scoring of Solo Whist: what neither the worked examples nor the evenings show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.tariffs import FigurePlace
from games.solo_whist.tests.sessions import (
    BRITISH,
    FOSTER,
    FREE,
    GRAND,
    MISERE,
    NOT_GIVEN,
    PASSED,
    PROPOSAL,
    RULES,
    SOLO,
    Raw,
    amounts,
    hand,
    ledger,
    refusal,
)
from tests.games.contest_checks import Pieces, contested, misjudged
from tests.games.documents import own_tariff
from tests.games.evening_comparison import wrong
from tests.games.strategies import sessions
from tests.property_tests import examples

IN_TRUMPS = hand(SOLO, call="abundance_in_trumps", tricks=9)


def test_whole_evenings_agree_with_an_independent_scorer() -> None:
    """It was written from the rules page alone."""
    assert wrong("solo_whist") == {}


@pytest.mark.parametrize(
    ("raw", "table", "rule", "label"),
    [
        (hand(PROPOSAL, tricks=10), FOSTER, "proposal", "5 + 2, Proposal made by 2"),
        (hand(PROPOSAL, tricks=6), FOSTER, "proposal", "5 + 2, Proposal down by 2"),
        (hand(PROPOSAL, tricks=6), FREE, "proposal", "5 + 1, Proposal down by 2, the first of them free*"),
        (hand(SOLO, tricks=7), BRITISH, "solo", "1, Solo made"),
        (hand(SOLO, tricks=3), BRITISH, "solo", "1, Solo lost"),
        (hand(IN_TRUMPS, tricks=8), FOSTER, "abundance", "20 + 1, Abundance in trumps down by 1"),
        (MISERE, FOSTER, "misere", "15, Misère made"),
        (hand(MISERE, call="spread", made=False), FOSTER, "spread", "30, Spread lost"),
        (hand(GRAND, last_trick="David"), FOSTER, "grand", "10, Grand: the last trick to David"),
    ],
)
def test_a_derivation_line_names_the_stake_and_the_odd_tricks(raw: Raw, table: Raw, rule: str, label: str) -> None:
    played = ledger(raw, **table)
    lines = played.hands[0].entry.lines
    assert [(line.rule, line.label.render(played.table.players)) for line in lines] == [(rule, label)]


# Statistics


@pytest.mark.parametrize(
    ("played", "contest"),
    [
        (hand(SOLO, caller="Bruno"), ("solo", "Bruno", "Anne, Chloé, David", True)),
        (hand(PROPOSAL, partner="Bruno", tricks=7), ("proposal", "Anne, Bruno", "Chloé, David", False)),
        (hand(MISERE, made=False), ("misere", "Anne", "Bruno, Chloé, David", False)),
        (GRAND, None),
        (PASSED, None),
    ],
)
def test_the_caller_and_his_partner_play_against_the_others(played: Raw, contest: Pieces | None) -> None:
    assert contested(ledger(played)) == [contest]


@examples(20)
@given(st.data())
def test_made_calls_gain_and_failed_calls_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"proposal", "solo", "misere", "abundance", "spread", "slam"}) == []


# A club's own tariff: each figure that can be set is the one that is paid

OWN = 7
ALONE = (3 * OWN, -OWN, -OWN, -OWN)
"""Anne gets 7 from each of the three others."""

MADE: dict[str, Raw] = {
    "proposal": PROPOSAL,
    "solo": SOLO,
    "misere": MISERE,
    "abundance": hand(SOLO, call="abundance", tricks=9),
    "abundance_in_trumps": IN_TRUMPS,
    "spread": hand(MISERE, call="spread"),
    "slam": hand(MISERE, call="slam"),
}


@pytest.mark.parametrize("table", [FOSTER, BRITISH], ids=["foster", "british"])
@pytest.mark.parametrize("call", MADE)
def test_a_club_figure_for_a_stake(table: Raw, call: str) -> None:
    expected = (OWN, -OWN, OWN, -OWN) if call == "proposal" else ALONE
    assert amounts(MADE[call], **table, **own_tariff(f"stake.{call}.each", OWN)) == expected


def test_a_grand_pays_the_club_stake_of_a_solo() -> None:
    assert amounts(GRAND, **own_tariff("stake.solo.each", OWN)) == (-21, 7, 7, 7)


# Three tricks over: 10 + 3 × 2 from each; by the British rules 1 + 3 × 2.
@pytest.mark.parametrize(("table", "each"), [(FOSTER, 16), (BRITISH, 7)], ids=["foster", "british"])
def test_a_club_figure_for_odd_tricks(table: Raw, each: int) -> None:
    expected = (3 * each, -each, -each, -each)
    assert amounts(hand(SOLO, tricks=8), **table, **own_tariff("odd_trick.each.each", 2)) == expected


def test_the_list_of_all_figures() -> None:
    tested = {FigurePlace("stake", call, "each") for call in MADE} | {FigurePlace("odd_trick", "each", "each")}
    for printed in RULES.tariffs.values():
        assert set(printed.figures) == tested


# Refusals, from the paragraph "Errors" of the rules page


@pytest.mark.parametrize(
    ("sentence", "raw", "field", "code"),
    [
        ("a proposal without its caller", hand(PROPOSAL, caller=NOT_GIVEN), "caller", "required"),
        ("a solo without tricks", hand(SOLO, tricks=NOT_GIVEN), "tricks", "required"),
        ("a misère without its result", hand(MISERE, made=NOT_GIVEN), "made", "required"),
        ("a misère with a partner", hand(MISERE, partner="Chloé"), "partner", "unknown_field"),
        ("made in a solo", hand(SOLO, made=True), "made", "unknown_field"),
        ("a caller in a grand", hand(GRAND, caller="Bruno"), "caller", "unknown_field"),
        ("a caller in a pass", hand(PASSED, caller="Bruno"), "caller", "unknown_field"),
        ("the last trick of a solo", hand(SOLO, last_trick="Anne"), "last_trick", "unknown_field"),
        ("the tricks before one player twice", hand(PROPOSAL, partner="Anne", tricks=14), "tricks", "out_of_range"),
    ],
)
def test_an_invalid_field_is_refused(sentence: str, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw) == (1, field, code)


def test_the_fields_are_read_in_the_order_of_the_page() -> None:
    wrong_fields: Raw = {"call": "bust", "made": True, "caller": "Zoé", "partner": "Zoé", "tricks": 14}
    for field in list(wrong_fields):
        assert refusal(hand(PROPOSAL, **wrong_fields))[:2] == (1, field)
        del wrong_fields[field]
