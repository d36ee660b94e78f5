"""Scoring of Whist: what the worked examples don't show."""

from __future__ import annotations

from typing import Any

import pytest

from games.families.whist.game import after_hand, unfinished
from games.families.whist.rubber import RubberState
from games.game import AfterHand
from games.scoring.sessions import combined
from games.scoring.text import Text
from games.whist.tests.sessions import LOST, NAMES, TREBLE, Raw, hand, ledger, markers, played, refusal
from tests.games.contest_checks import Pieces, each_contested

AB, YZ = ("A, B", "Y, Z"), ("Y, Z", "A, B")
"""Each side, followed by its opponents."""


@pytest.mark.parametrize(
    ("hands", "rules", "expected"),
    [
        pytest.param([hand(7, 2), hand(6, 2, "ab deduct")], "short", (0, 1), id="not below 0"),
        # 2 − 3 is 0, then 3 for the revoke of the others: the other order would leave 2.
        pytest.param([hand(8, 2), hand(7, 2, "yz add", "ab deduct")], "short", (4, 0), id="off before added"),
        pytest.param([hand(2, 2, "ab tricks")], "long", (0, 7), id="as many tricks as there are"),
        pytest.param([hand(10, 2), hand(6, 2, "ab deduct"), hand(6, 3)], "short", (3, 2), id="honours at less than 4"),
        pytest.param([hand(10, 2), hand(6, 4, "ab deduct")], "short", (1, 1), id="stood at 4 when the hand began"),
        pytest.param([hand(8, 2), hand(6, 4)], "short", (0, 0), id="a game by honours"),
    ],
)
def test_the_markers(hands: list[Raw], rules: str, expected: tuple[int, int]) -> None:
    assert markers(*hands, rules=rules) == expected


def test_a_drive_is_paid_by_the_difference_of_the_sides() -> None:
    # 8 and 6 tricks against 5 and 7: 14 to 12.
    assert combined([played(hand(8), hand(6), rules="drive")]).gains == (2, -2, 2, -2)


def test_only_the_side_that_revoked_stops() -> None:
    last_game = ledger(hand(1, None, "ab"), rules="american")["state"]["last_game"]
    assert last_game == {"winner": "yz", "value": 7}


def test_lines_say_why_honours_do_not_count() -> None:
    late = ledger(hand(9, 2), hand(8, 0))["hands"][1]["lines"]
    assert [line["label"] for line in late] == [
        "A and B: 8 tricks, 2 above six; their marker is at 5",
        "A and B win the game, a treble: 3",
        "Y and Z: 4 honours come too late",
    ]
    stood = ledger(hand(10, 2), hand(6, 4))["hands"][1]["lines"][-1]
    assert (stood["rule"], stood["label"]) == ("honours", "A and B stood at 4: their 4 honours don’t count")


@pytest.mark.parametrize(
    ("figures", "value"),
    [
        pytest.param({"rubber.rubber.points": 5}, 3 + 3 + 5, id="the rubber"),
        pytest.param({"games.treble.points": 4}, 4 + 4 + 2, id="a treble"),
    ],
)
def test_a_club_can_change_the_values(figures: Raw, value: int) -> None:
    totals = ledger(TREBLE, TREBLE, tariff={"name": "Club", "version": 1, "figures": figures})["totals"]
    assert totals == {"A": value, "Y": -value, "B": value, "Z": -value}


def test_a_club_can_change_a_game_of_the_american_rules() -> None:
    tariff = {"name": "Club", "version": 1, "figures": {"games.0.points": 10}}
    assert ledger(hand(13), rules="american", tariff=tariff)["totals"]["A"] == 10


def after(*hands: Any, **table: Any) -> AfterHand:
    scored = played(*hands, **table)
    assert isinstance(scored.state, RubberState)
    return after_hand(scored.table, scored.state)


def in_words(text: Text | None) -> str:
    assert text is not None
    return text.render(NAMES)


def test_what_the_ledger_says_after_a_hand() -> None:
    assert in_words(after(hand(7, 2), rules="long").marker) == "Marker 1 – 0, games 0 – 0"
    assert in_words(after(hand(7), rules="american").marker) == "Marker 1 – 0"
    assert in_words(after(TREBLE, TREBLE).settled) == "Rubber 1: A and B"
    assert in_words(after(hand(0), hand(13), rules="american", games=3).settled) == "Game 2: A and B"
    assert after(hand(7), rules="drive") == AfterHand()


@pytest.mark.parametrize(
    ("hands", "table", "sentences"),
    [
        pytest.param([], {}, [], id="nothing"),
        pytest.param([LOST], {}, [], id="a lost deal"),
        pytest.param([hand(7, 2)], {}, ["The last rubber is not finished and doesn’t count."], id="a point"),
        pytest.param([TREBLE, TREBLE], {}, [], id="over"),
        pytest.param([TREBLE, TREBLE], {"rubbers": 2}, ["Rubbers played: 1 of 2."], id="one of two"),
        pytest.param(
            [hand(7)],
            {"rules": "american", "games": 2},
            ["The last game is not finished and doesn’t count.", "Games played: 0 of 2."],
            id="american",
        ),
        pytest.param([hand(7)], {"rules": "drive"}, [], id="a drive"),
    ],
)
def test_what_is_unfinished(hands: list[Raw], table: dict[str, Any], sentences: list[str]) -> None:
    scored = played(*hands, **table)
    assert isinstance(scored.state, RubberState)
    assert list(map(str, unfinished(scored.table, scored.state))) == sentences


@pytest.mark.parametrize(
    ("hands", "rules", "expected"),
    [
        pytest.param([hand(7, 2)], "short", [("tricks", *AB, True), ("tricks", *YZ, False)], id="seven"),
        # A and B won eight tricks; three of them pass to Y and Z.
        pytest.param(
            [hand(8, 2, "ab tricks")], "short", [("tricks", *AB, False), ("tricks", *YZ, True)], id="a revoke"
        ),
        pytest.param([LOST], "short", [], id="a lost deal"),
        pytest.param([TREBLE], "short", [("tricks", *AB, True), ("tricks", *YZ, False)], id="a game of a rubber"),
        pytest.param(
            [TREBLE, TREBLE],
            "short",
            [("tricks", *AB, True), ("tricks", *YZ, False), ("rubber", *AB, True), ("rubber", *YZ, False)],
            id="a rubber",
        ),
        pytest.param(
            [hand(0)],
            "american",
            [("tricks", *AB, False), ("tricks", *YZ, True), ("game", *AB, False), ("game", *YZ, True)],
            id="an American game",
        ),
        pytest.param([hand(6)], "drive", [("tricks", *AB, False), ("tricks", *YZ, True)], id="a drive"),
    ],
)
def test_contests(hands: list[Raw], rules: str, expected: list[Pieces]) -> None:
    assert each_contested(played(*hands, rules=rules))[-1] == expected


# Refusals, from the paragraph "Errors" of the rules page


@pytest.mark.parametrize(
    ("played_hand", "rules", "expected"),
    [
        (hand(7, 2, call="hand"), "short", ("call", "unknown_choice")),
        (LOST, "drive", ("call", "unknown_choice")),
        ({**LOST, "tricks": 7}, "short", ("tricks", "unknown_field")),
        (hand(7, 2, trump="hearts"), "short", ("trump", "unknown_field")),
        (hand(7, 2), "drive", ("honours", "unknown_field")),
        (hand(7, None, "ab"), "drive", ("revokes", "unknown_field")),
        (hand(7, 5), "long", ("honours", "out_of_range")),
        (hand(7, 2, "ab"), "short", ("revokes.0.penalty", "required")),
        (hand(7, 2, "ab keep"), "short", ("revokes.0.penalty", "unknown_choice")),
        # Three and then the last three of the offenders' six tricks are taken: the third revoke finds none.
        (hand(6, 2, *["ab tricks"] * 3), "long", ("revokes.2.penalty", "impossible")),
        # The order of the list doesn't matter: tricks are taken after points are added.
        (hand(0, 2, "ab tricks", "ab add"), "short", ("revokes.0.penalty", "impossible")),
        (hand(1, None, "ab", "ab"), "american", ("revokes.1.by", "impossible")),
    ],
)
def test_impossible_hands_are_refused(played_hand: Raw, rules: str, expected: tuple[str, str]) -> None:
    assert refusal(played_hand, rules=rules) == (1, *expected)


def test_tricks_of_nobody_are_refused_even_if_the_game_is_won_before() -> None:
    refused = refusal(hand(4, 2), hand(0, 2, "ab add", "ab tricks"))
    assert refused == (2, "revokes.1.penalty", "impossible")


@pytest.mark.parametrize("lost", [hand(7), LOST])
def test_nothing_is_played_after_the_last_game(lost: Raw) -> None:
    assert refusal(hand(13), lost, rules="american") == (2, None, "over")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"rules": "drive", "honours": True}, ("options.honours", "unknown_option")),
        ({"rules": "american", "games": 0}, ("options.games", "out_of_range")),
    ],
)
def test_invalid_tables_are_refused(table: dict[str, Any], expected: tuple[str, str]) -> None:
    assert refusal(**table) == (None, *expected)
