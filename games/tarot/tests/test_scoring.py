"""Scoring of Tarot, from the rules page: what the worked examples don't show.

S is what one defender pays the attack. Expected values are worked out from the page, with the calculation beside each.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tarot.tests.sessions import (
    CLASSIC,
    FFT,
    FIVE,
    MORT,
    NAMES,
    RULES,
    THREE,
    Raw,
    amounts,
    four,
    hand,
    labels,
    ledger,
    poor,
    simple,
)
from tests.games.contest_checks import contested, misjudged
from tests.games.strategies import sessions
from tests.property_tests import examples


@pytest.mark.parametrize("table", [CLASSIC, FFT], ids=["classic", "fft"])
@pytest.mark.parametrize(
    ("call", "bouts", "needed", "multiplier"),
    [("prise", 0, 56, 1), ("garde", 1, 51, 2), ("garde_sans", 2, 41, 4), ("garde_contre", 3, 36, 6)],
)
def test_a_contract_is_made_with_the_points_needed(
    table: Raw, call: str, bouts: int, needed: int, multiplier: int
) -> None:
    """Just made, it is worth 25; one short of that, 25 + 1."""
    for points, s in ((needed, 25), (needed - 1, -26)):
        played = ledger(hand(call=call, bouts=bouts, points=points), **table)
        assert played.totals == four(s * multiplier)
        assert contested(played) == [(call, "Anne", "Bruno, Chloé, David", s > 0)]


def test_a_mort_does_nothing_at_three_or_four() -> None:
    # 25 + 4 = 29
    assert amounts(hand(taker="Bruno"), **THREE, five_players="mort") == (-29, 58, -29)
    assert amounts(hand(taker="Chloé"), **FFT, five_players="mort") == (-29, -29, 87, -29)


def test_each_bonus_has_its_own_derivation_line() -> None:
    # A garde sans made by 35: 76 − 41 = 35; (25 + 35) × 4 = 240; petit −40; slam −200.
    played = hand(
        call="garde_sans",
        points=76,
        petit_au_bout="defence",
        slam_announced="grand",
        poignees=[simple("Bruno"), simple("Anne")],
        miseres=[poor("Chloé", "no_trumps"), poor("David", "no_honours")],
    )
    assert [(line.rule, line.amounts) for line in ledger(played).hands[0].entry.lines] == [
        ("contract", four(240)),
        ("petit-au-bout", four(-40)),
        ("slam", four(-200)),
        ("poignee", (20, -60, 20, 20)),
        ("poignee", (60, -20, -20, -20)),
        ("misere", (10, 10, -30, 10)),
        ("misere", (10, 10, 10, -30)),
    ]


@pytest.mark.parametrize(
    ("played", "to_ten", "s", "label"),
    [
        (hand(call="garde", points=49), False, 66, "(25 + 8) × 2, Garde made by 8"),
        (hand(call="garde_sans", bouts=1, points=47), False, -116, "(25 + 4) × 4, Garde sans down by 4"),
        (hand(points=41), True, 25, "25 × 1, Prise just made"),
        (hand(points=37), True, -25, "(25 + 0) × 1, Prise down by 4, rounded to 0"),
        (hand(points=45), True, 25, "(25 + 0) × 1, Prise made by 4, rounded to 0"),
        (hand(points=46), True, 35, "(25 + 10) × 1, Prise made by 5, rounded to 10"),
        (hand(points=55), True, 35, "(25 + 10) × 1, Prise made by 14, rounded to 10"),
        (hand(call="garde", points=56), True, 90, "(25 + 20) × 2, Garde made by 15, rounded to 20"),
    ],
)
def test_a_contract_in_words(played: Raw, to_ten: bool, s: int, label: str) -> None:
    """A contract lost narrowly is not called made after it is rounded, nor one made by four just made."""
    assert amounts(played, round_to_ten=to_ten) == four(s)
    assert labels(played, round_to_ten=to_ten) == [label]


def test_a_missed_announced_slam_does_not_make_a_contract_fail() -> None:
    """The prise made by 4 gains 29 from each defender; the slam costs 200 to each."""
    played = hand(slam_announced="grand")
    assert amounts(played, **FFT) == (-513, 171, 171, 171)
    assert contested(ledger(played, **FFT)) == [("prise", "Anne", "Bruno, Chloé, David", True)]


@pytest.mark.parametrize(
    ("sentence", "table", "played", "side", "defence"),
    [
        ("three at the table", THREE, hand(taker="Bruno"), "Bruno", "Anne, Chloé"),
        ("five: a called partner", FIVE, hand(taker="Chloé", partner="Emma"), "Chloé, Emma", "Anne, Bruno, David"),
        ("five: the taker called himself", FIVE, hand(taker="Chloé"), "Chloé", "Anne, Bruno, David, Emma"),
        ("five with a mort: Emma deals and sits out", MORT, hand(taker="David"), "David", "Anne, Bruno, Chloé"),
        ("Anne deals instead of her", MORT, hand(taker="David", dealer="Anne"), "David", "Bruno, Chloé, Emma"),
    ],
)
def test_taker_and_partner_play_together(sentence: str, table: Raw, played: Raw, side: str, defence: str) -> None:
    assert contested(ledger(played, **table)) == [("prise", side, defence, True)]


def test_hands_that_nobody_played_are_not_contested_and_move_no_points() -> None:
    played = ledger(*({"call": call} for call in ("passed", "petit_sec", "misdeal")), **FFT)
    assert contested(played) == [None] * 3
    assert played.totals == (0, 0, 0, 0)


@examples(20)
@given(st.data())
def test_made_contracts_gain_and_failed_contracts_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"contract"}) == []


def test_a_stated_mort_deals_until_somebody_takes() -> None:
    played = ledger({"call": "passed", "dealer": "Bruno"}, {"call": "petit_sec"}, hand(), hand(taker="Bruno"), **MORT)
    seats = [scored.dealer for scored in played.hands]
    assert [NAMES[seat] for seat in seats if seat is not None] == ["Bruno", "Bruno", "Bruno", "Chloé"]


def test_a_correction_may_include_the_mort() -> None:
    correction = {"call": "correction", "amounts": {"Emma": 6, "Anne": -6}, "note": "fetched the drinks"}
    assert ledger(correction, **MORT).totals == (-6, 0, 0, 0, 6)
