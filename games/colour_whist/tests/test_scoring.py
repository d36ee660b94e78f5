"""Scoring of wiezen beyond the worked examples: reasons, a club's own figures, and contests."""

from __future__ import annotations

import pytest

from games.colour_whist.tests.sessions import COULEUR, PASSED, VRAAG, amounts, labels, ledger, misere
from games.scoring.documents import DocumentError
from tests.games.contest_checks import each_contested
from tests.games.documents import Raw, own_tariff


@pytest.mark.parametrize(
    ("hand", "table", "reasons"),
    [
        (VRAAG, {}, ["2, Vraag made"]),
        (VRAAG | {"tricks": 10}, {}, ["2 + 2, Vraag made by 2"]),
        (VRAAG | {"tricks": 7}, {}, ["6, Vraag lost"]),
        (VRAAG | {"tricks": 5}, {}, ["6 + 4, Vraag down by 3"]),
        (VRAAG | {"tricks": 13}, {}, ["(2 + 5) × 2*, Vraag with all 13 tricks"]),
        (misere(Anne=True, Chloe=False), {}, ["7, Miserie made by Anne", "7, Miserie lost by Chloé"]),
        ({"call": "abondance", "caller": "Anne", "level": 11, "made": False}, {}, ["8, Abondance 11 lost"]),
        (
            {"call": "seul", "caller": "Anne", "level": 6, "tricks": 11},
            COULEUR,
            ["6, Alleen 6 with 11 tricks"],
        ),
        (
            {"call": "emballage", "caller": "Anne", "partner": "David", "level": 9, "tricks": 8},
            COULEUR,
            ["11 + 3, Samen 9 down by 1"],
        ),
    ],
)
def test_every_amount_has_a_reason(hand: Raw, table: Raw, reasons: list[str]) -> None:
    assert labels(hand, **table) == reasons


@pytest.mark.parametrize(("tricks", "price"), [(8, 16), (12, 16), (13, 30), (7, -16)])
def test_a_trou_is_paid_without_steps(tricks: int, price: int) -> None:
    hand = {"call": "trou", "caller": "Anne", "partner": "Bruno", "tricks": tricks}
    assert amounts(hand, **COULEUR) == (price, price, -price, -price)


@pytest.mark.parametrize(("level", "tricks", "price"), [(5, 13, 6), (7, 8, 6), (8, 8, 7), (8, 13, 7), (8, 6, -9)])
def test_seul_eight_has_a_price_of_its_own(level: int, tricks: int, price: int) -> None:
    hand = {"call": "seul", "caller": "Anne", "level": level, "tricks": tricks}
    assert amounts(hand, **COULEUR) == (3 * price, -price, -price, -price)


def test_a_club_can_have_its_own_figures() -> None:
    assert amounts(VRAAG | {"tricks": 9}, **own_tariff("step.vraag.over", 5)) == (7, -7, 7, -7)
    factor = own_tariff("thirteen.each.factor", 1)
    assert amounts(VRAAG | {"tricks": 13}, **factor) == (7, -7, 7, -7)
    assert labels(VRAAG | {"tricks": 13}, **factor) == ["2 + 5, Vraag made by 5"]
    assert labels(VRAAG | {"tricks": 13}, **own_tariff("thirteen.each.factor", 3)) == [
        "(2 + 5) × 3, Vraag with all 13 tricks"
    ]


def test_a_stated_dealer_of_five_sits_out_and_a_passed_hand_keeps_him() -> None:
    five = ("Anne", "Bruno", "Chloé", "David", "Emma")
    hands = [PASSED | {"dealer": "Bruno"}, misere("piccolo", Anne=True)]
    played = ledger(*hands, players=five, **COULEUR)
    assert [scored.dealer for scored in played.hands] == [1, 1]
    assert played.totals == (2 * 24, 0, -16, -16, -16)
    with pytest.raises(DocumentError, match="not_playing"):
        ledger(hands[0], misere("piccolo", Bruno=True), players=five, **COULEUR)


def test_contests_are_of_the_callers_side_or_of_each_declarer() -> None:
    played = ledger(VRAAG, PASSED, misere(Anne=True, Bruno=False), VRAAG | {"tricks": 7})
    others = "Bruno, David"
    assert each_contested(played) == [
        [("vraag", "Anne, Chloé", others, True)],
        [],
        [("miserie", "Anne", "Bruno, Chloé, David", True), ("miserie", "Bruno", "Anne, Chloé, David", False)],
        [("vraag", "Anne, Chloé", others, False)],
    ]
