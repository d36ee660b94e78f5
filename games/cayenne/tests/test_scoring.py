"""Scoring of Cayenne: what neither the worked examples nor the evenings show."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.tariff import GAME_CLASS, TARIFFS
from games.cayenne.tests.sessions import (
    CORRECTION,
    MISDEAL,
    RULES,
    SLAM,
    Raw,
    ledger,
    markers,
    no_trump,
    refusal,
    rubber,
    scored,
    sheet,
    trump,
)
from games.scoring.tariffs import FigurePlace
from tests.games.contest_checks import each_contested
from tests.games.documents import own_tariff
from tests.games.evening_comparison import wrong


def test_whole_evenings_agree_with_an_independent_scorer() -> None:
    """It was written from the rules page alone."""
    assert wrong("cayenne") == {}


def test_the_value_of_a_game_depends_on_the_losers_marker() -> None:
    figures = TARIFFS["foster"].figures
    assert [figures["games", of_class, "points"] for of_class in GAME_CLASS] == [4, 3, 3, 3, 2, 2, 2, 1, 1, 1]


def test_tricks_taken_as_a_penalty_make_no_slam() -> None:
    assert sheet(trump(1, 10, 3, "yz tricks")) == ([], [], 0, 0)


# Lines of the ledger


def lines(*hands: Raw, **table: Any) -> list[tuple[str, str, int]]:
    """Return the lines of the last hand: rule, label, and A's amount."""
    return [
        (line["rule"], line["label"], line["amounts"]["A"]) for line in ledger(*hands, **table)["hands"][-1]["lines"]
    ]


def test_the_derivation_of_the_hand_that_ends_a_rubber() -> None:
    assert lines(no_trump("grand", 4), SLAM) == [
        ("tricks", "A and B: (13 − 6) tricks × 8 = 56; their marker is at 56", 0),
        ("game-won", "A and B win a game, a double: 2 on the sheet; their marker is at 46", 0),
        ("game-won", "A and B win a game, a quadruple: 4 on the sheet; their marker is at 36", 0),
        ("game-won", "A and B win a game, a quadruple: 4 on the sheet; their marker is at 26", 0),
        ("game-won", "A and B win a game, a quadruple: 4 on the sheet; their marker is at 16", 0),
        ("slam", "A and B: slam, 6 on the sheet", 0),
        ("rubber", "Games of A and B: 2 + 4 + 4 + 4 = 14", 14),
        ("rubber", "A and B win the rubber: 8", 8),
        ("slam", "Slams of A and B: 6", 6),
        ("rubber", "Games of Y and Z: 4 + 4 = 8", -8),
    ]


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (
            trump(3, 6, 5),
            [
                "Y and Z: (7 − 6) tricks × 3 = 3; their marker is at 3",
                "A and B: 5 honours, 6 × 3 = 18; by honours alone they stop at 9",
            ],
        ),
        (
            no_trump("nullo", 8, "yz deduct"),
            [
                "Y and Z revoked: 3 × 8 = 24 off; their marker is at 0",
                "Nullo, A and B took 8: (8 − 6) × 8 = 16 for Y and Z; having revoked they stop at 9",
            ],
        ),
        (
            trump(1, 6, 2, "ab add", "ab tricks"),
            [
                "A and B revoked: 3 × 1 = 3 for Y and Z; their marker is at 3",
                "A and B revoked: tricks that pass to Y and Z: 3; their marker is at 3",
                "Y and Z: (10 − 6) tricks × 1 = 4; their marker is at 7",
                "Y and Z: 3 honours, 2 × 1 = 2; their marker is at 9",
            ],
        ),
        (
            trump(4, 9, 2),
            [
                "A and B: (9 − 6) tricks × 4 = 12; their marker is at 12",
                "A and B win a game, a quadruple: 4 on the sheet; their marker is at 2",
                "Y and Z: 3 honours don’t count because A and B won a game in this hand",
            ],
        ),
    ],
)
def test_zero_lines_explain_the_marker(played: Raw, words: list[str]) -> None:
    assert [(label, amount) for _rule, label, amount in lines(played)] == [(label, 0) for label in words]


# Statistics

AB, YZ = ("A, B", "Y, Z"), ("Y, Z", "A, B")
"""Each side, followed by its opponents."""


@pytest.mark.parametrize(
    ("hand", "call", "made"),
    [
        # Z deals, so his side names the trump. The number is the tricks of A and B.
        pytest.param(trump(4, 6, 3), "cayenne", True, id="seven in cayenne itself"),
        pytest.param(trump(2, 9, 3), "third", False, id="four in the third colour"),
        pytest.param({**no_trump("grand", 6), "cayenne": "spades"}, "grand", True, id="grand, the cayenne being said"),
        pytest.param(no_trump("nullo", 7), "nullo", True, id="six at nullo"),
        pytest.param(no_trump("nullo", 6), "nullo", False, id="seven at nullo"),
        # Y and Z had seven tricks; three of them pass to A and B as a penalty.
        pytest.param(trump(1, 6, 3, "yz tricks"), "fourth", False, id="the odd trick lost by a revoke"),
    ],
)
def test_the_dealers_side_makes_its_trump_with_the_odd_trick(hand: Raw, call: str, made: bool) -> None:
    assert each_contested(scored(hand)) == [[(call, *YZ, made)]]


def test_the_last_hand_of_a_rubber_decides_it_and_the_next_begins() -> None:
    assert each_contested(scored(SLAM, trump(2, 6, 0), MISDEAL, rubbers=2)) == [
        [("grand", *YZ, False), ("rubber", *AB, True), ("rubber", *YZ, False)],
        [("third", *AB, False)],
        [],
    ]


# A club's own tariff: each figure that can be set is the one that counts

OWN = 7
MULTIPLIED = {
    "cayenne": trump(4, 7, 2),
    "second": trump(3, 7, 2),
    "third": trump(2, 7, 2),
    "fourth": trump(1, 7, 2),
    "grand": no_trump("grand", 7),
    "nullo": no_trump("nullo", 6),
}
BEFORE = {"quadruple": [], "triple": [trump(1, 6, 5)], "double": [trump(1, 3, 5)], "single": [trump(3, 4, 5)]}
"""The marker of Y and Z is at 0, 1, 4 or 9."""


@pytest.mark.parametrize("rank", MULTIPLIED)
def test_one_club_multiplier_for_all_suits(rank: str) -> None:
    """A and B have the odd trick, or at nullo they don't; Y and Z have three honours."""
    honours = 0 if rank in ("grand", "nullo") else 2 * 3
    assert markers(MULTIPLIED[rank], **own_tariff(f"multiplier.{rank}.times", 3)) == (3, honours)


def test_a_revoke_counts_three_tricks_by_the_club_multiplier() -> None:
    # Y–Z add 3 × 1; A–B have 1 for the odd trick and 2 for honours.
    assert markers(trump(2, 7, 3, "ab add"), **own_tariff("multiplier.third.times", 1)) == (3, 3)


@pytest.mark.parametrize("held", [3, 4, 5])
def test_a_club_figure_for_honours(held: int) -> None:
    assert markers(trump(1, 7, held), **own_tariff(f"honours.{held}.points", OWN)) == (1 + OWN, 0)
    # The odd trick and the honours, both multiplied by three: 3 + 3 × 1.
    assert markers(trump(3, 7, held), **own_tariff(f"honours.{held}.points", 1)) == (6, 0)


@pytest.mark.parametrize(("tricks", "odd"), [(13, 7), (12, 6)])
def test_a_club_figure_for_a_slam(tricks: int, odd: int) -> None:
    assert sheet(trump(1, tricks, 3), **own_tariff(f"slams.{tricks}.points", 9)) == ([], [], 9, 0)
    # On the marker: 7 or 6 for tricks and 1 for the slam, then 2 for the other side's honours.
    assert markers(trump(1, tricks, 2), slam_to_game=True, **own_tariff(f"slams.{tricks}.points", 1)) == (odd + 1, 2)


@pytest.mark.parametrize("of_class", BEFORE)
def test_a_club_figure_for_a_game(of_class: str) -> None:
    own = own_tariff(f"games.{of_class}.points", OWN)
    assert sheet(*BEFORE[of_class], no_trump("grand", 8), **own)[0][0] == OWN


@pytest.mark.parametrize(
    ("place", "own", "value"),
    [
        ("rubber.rubber.points", 20, 16 + 20 + 6),
        ("games.quadruple.points", 7, 4 * 7 + 8 + 6),
        ("slams.13.points", 10, 16 + 8 + 10),
    ],
)
def test_a_rubber_by_club_figures(place: str, own: int, value: int) -> None:
    assert rubber(SLAM, **own_tariff(place, own)) == ("ab", value, 0, value)
    assert list(ledger(SLAM, **own_tariff(place, own))["totals"].values()) == [value, -value, value, -value]


def test_derivations_use_the_club_figures() -> None:
    figures = {"games.quadruple.points": 5, "slams.13.points": 10, "rubber.rubber.points": 20}
    words = [label for _rule, label, _amount in lines(SLAM, tariff={"name": "Thursdays", "figures": figures})]
    assert words[-4:] == [
        "A and B: slam, 10 on the sheet",
        "Games of A and B: 5 + 5 + 5 + 5 = 20",
        "A and B win the rubber: 20",
        "Slams of A and B: 10",
    ]


def test_the_list_of_all_figures() -> None:
    tested = {
        *(FigurePlace("multiplier", rank, "times") for rank in MULTIPLIED),
        *(FigurePlace("honours", held, "points") for held in ("3", "4", "5")),
        *(FigurePlace("slams", tricks, "points") for tricks in ("13", "12")),
        *(FigurePlace("games", of_class, "points") for of_class in BEFORE),
        FigurePlace("rubber", "rubber", "points"),
    }
    for printed in RULES.tariffs.values():
        assert set(printed.figures) == tested


def test_a_multiplier_is_never_zero() -> None:
    assert TARIFFS["foster"].schedules[0].low == 1


# Refusals, from the paragraph "Errors" of the rules page


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param(trump(1, 7, 3, call="hand"), ("call", "unknown_choice"), id="the word we use ourselves"),
        pytest.param(trump(1, 7, 3, cayenne="grand"), ("cayenne", "unknown_choice"), id="no such cayenne"),
        pytest.param(no_trump("grand", 7, cayenne="joker"), ("cayenne", "unknown_choice"), id="nor at grand"),
        pytest.param(no_trump("grand", 7, cayenne=None), ("cayenne", "invalid"), id="no cayenne said with null"),
        pytest.param(trump(1, 7, 6), ("honours", "out_of_range"), id="six honours"),
        pytest.param(no_trump("nullo", 7, "ab add", "yz tricks"), ("revokes.1.penalty", "impossible"), id="at nullo"),
        # Of four tricks, three pass and then the last one; nothing is left for the third revoke.
        pytest.param(trump(1, 4, 3, *["ab tricks"] * 3), ("revokes.2.penalty", "impossible"), id="none left"),
        # The points added end the rubber, but the offenders still have no trick to take.
        pytest.param(
            no_trump("grand", 0, "ab add", "ab add", "ab tricks"),
            ("revokes.2.penalty", "impossible"),
            id="none left after the rubber",
        ),
    ],
)
def test_invalid_hands_are_refused(played: Raw, expected: tuple[str, str]) -> None:
    assert refusal(trump(1, 7, 3), played) == (2, *expected)


def test_the_fields_are_read_in_the_order_of_the_page() -> None:
    spoilt: Raw = {"call": "passed", "trump": "x", "slam": "ab", "cayenne": "x", "tricks": 99, "honours": 9}
    spoilt["revokes"] = 7
    for field in list(spoilt):
        assert refusal({**trump(1, 7, 3), **spoilt})[:2] == (1, field)
        del spoilt[field]


def test_after_the_last_rubber_only_a_correction_is_accepted_and_ends_nothing() -> None:
    assert refusal(SLAM, SLAM, {"trump": "x"}, rubbers=2) == (3, None, "over")
    assert refusal(SLAM, CORRECTION, MISDEAL) == (3, None, "over")
    assert refusal(rubbers=0) == (None, "options.rubbers", "out_of_range")
