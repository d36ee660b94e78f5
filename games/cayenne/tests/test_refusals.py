"""Refusals of tables and hands of Cayenne, from the paragraph "Errors" of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.tests.sessions import MISDEAL, NOT_GIVEN, SLAM, Raw, no_trump, refusal, trump


@pytest.mark.parametrize(
    ("sentence", "table", "expected"),
    [
        ("three players", {"players": ("A", "Y", "B")}, ("players", "players")),
        ("five players", {"players": ("A", "Y", "B", "Z", "X")}, ("players", "players")),
        ("a name twice", {"players": ("A", "Y", "A", "Z")}, ("players", "players")),
        ("an empty name", {"players": ("A", "Y", "", "Z")}, ("players", "players")),
        ("no rubber", {"rubbers": 0}, ("options.rubbers", "out_of_range")),
        ("rubbers as text", {"rubbers": "1"}, ("options.rubbers", "invalid")),
        ("slams to the game as a number", {"slam_to_game": 1}, ("options.slam_to_game", "invalid")),
        ("no such option", {"nullo": True}, ("options.nullo", "unknown_option")),
        ("the first dealer is not there", {"first_dealer": "X"}, ("first_dealer", "unknown_player")),
    ],
)
def test_invalid_tables_are_refused(sentence: str, table: dict[str, Any], expected: tuple[str, str]) -> None:
    assert refusal(trump(1, 99, 9), **table) == (None, *expected)


@pytest.mark.parametrize(
    ("sentence", "played", "expected"),
    [
        ("no such call", {"call": "passed"}, ("call", "unknown_choice")),
        ("Mort’s misdeal", {"call": "misdeal_lost"}, ("call", "unknown_choice")),
        ("the word we use ourselves", trump(1, 7, 3, call="hand"), ("call", "unknown_choice")),
        ("the call before the trump", {"call": "passed", "trump": "x"}, ("call", "unknown_choice")),
        ("no trump said", trump(1, 7, 3, trump=NOT_GIVEN), ("trump", "required")),
        ("nothing at all", {}, ("trump", "required")),
        ("no such trump", trump(1, 7, 3, trump="no_trump"), ("trump", "unknown_choice")),
        ("the trump as a number", trump(1, 7, 3, trump=1), ("trump", "invalid")),
        ("the trump as a list", trump(1, 7, 3, trump=["grand"]), ("trump", "invalid")),
        ("null", trump(1, 7, 3, trump=None), ("trump", "invalid")),
        ("the trump before unknown fields", trump(1, 7, 3, trump=NOT_GIVEN, slam="ab"), ("trump", "required")),
        ("the trump before the dealer", trump(1, 7, 3, trump="x", dealer="X"), ("trump", "unknown_choice")),
        ("a slam typed", trump(1, 13, 3, slam="ab"), ("slam", "unknown_field")),
        ("unknown fields before the cayenne", trump(1, 7, 3, cayenne="x", slam="ab"), ("slam", "unknown_field")),
        ("honours at grand", no_trump("grand", 7, honours=3), ("honours", "unknown_field")),
        ("honours at nullo", no_trump("nullo", 7, honours=0), ("honours", "unknown_field")),
        ("tricks with a misdeal", {**MISDEAL, "tricks": 7}, ("tricks", "unknown_field")),
        ("a trump with a misdeal", {**MISDEAL, "trump": "grand"}, ("trump", "unknown_field")),
        ("no cayenne", trump(1, 7, 3, cayenne=NOT_GIVEN), ("cayenne", "required")),
        ("no such cayenne", trump(1, 7, 3, cayenne="grand"), ("cayenne", "unknown_choice")),
        ("no such cayenne at grand", no_trump("grand", 7, cayenne="joker"), ("cayenne", "unknown_choice")),
        ("no cayenne said with null", no_trump("grand", 7, cayenne=None), ("cayenne", "invalid")),
        ("the cayenne before the tricks", trump(1, 99, 3, cayenne="x"), ("cayenne", "unknown_choice")),
        ("no tricks", trump(1, NOT_GIVEN, 3), ("tricks", "required")),
        ("half a trick", trump(1, 7.5, 3), ("tricks", "invalid")),
        ("text", trump(1, "7", 3), ("tricks", "invalid")),
        ("true", trump(1, True, 3), ("tricks", "invalid")),
        ("fourteen", trump(1, 14, 3), ("tricks", "out_of_range")),
        ("less than none", trump(1, -1, 3), ("tricks", "out_of_range")),
        ("the tricks before the honours", trump(1, 14, 6), ("tricks", "out_of_range")),
        ("no honours", trump(1, 7, NOT_GIVEN), ("honours", "required")),
        ("six honours", trump(1, 7, 6), ("honours", "out_of_range")),
        ("less than no honours", trump(1, 7, -1), ("honours", "out_of_range")),
        ("half an honour", trump(1, 7, 2.5), ("honours", "invalid")),
        ("the honours before the revokes", trump(1, 7, 6, revokes="x"), ("honours", "out_of_range")),
        ("revokes that are no list", trump(1, 7, 3, revokes="ab"), ("revokes", "invalid")),
        ("a revoke by a player", trump(1, 7, 3, "A add"), ("revokes.0.by", "unknown_choice")),
        ("no such penalty", trump(1, 7, 3, "ab add", "ab half"), ("revokes.1.penalty", "unknown_choice")),
        ("tricks at nullo", no_trump("nullo", 7, "ab tricks"), ("revokes.0.penalty", "impossible")),
        ("the place in the list", no_trump("nullo", 7, "ab add", "yz tricks"), ("revokes.1.penalty", "impossible")),
        ("no trick to take", trump(1, 0, 3, "ab tricks"), ("revokes.0.penalty", "impossible")),
        ("none of the others", trump(1, 13, 3, "yz tricks"), ("revokes.0.penalty", "impossible")),
        # Of four tricks, three pass and then the last one; nothing is left for the third revoke.
        ("none left", trump(1, 4, 3, "ab tricks", "ab tricks", "ab tricks"), ("revokes.2.penalty", "impossible")),
        # The points added end the rubber, but the offenders still have no trick to take.
        ("none left after the rubber", no_trump("grand", 0, "ab add", "ab add", "ab tricks"),
         ("revokes.2.penalty", "impossible")),
        ("a stranger deals", trump(1, 7, 3, dealer="X"), ("dealer", "unknown_player")),
        ("a correction without its reason", {"call": "correction", "amounts": {}}, ("note", "required")),
        ("a correction that does not sum to zero", {"call": "correction", "amounts": {"A": 1}, "note": "x"},
         ("amounts", "total")),
    ],
)  # fmt: skip
def test_invalid_hands_are_refused(sentence: str, played: Raw, expected: tuple[str, str]) -> None:
    assert refusal(trump(1, 7, 3), played) == (2, *expected)


@pytest.mark.parametrize("after", [SLAM, MISDEAL, {}, {"trump": "x"}, {**MISDEAL, "tricks": 1}])
def test_after_the_last_rubber_no_hand_is_accepted(after: Raw) -> None:
    assert refusal(SLAM, after) == (2, None, "over")
    assert refusal(SLAM, SLAM, after, rubbers=2) == (3, None, "over")


def test_a_correction_after_the_last_rubber_is_accepted_and_ends_nothing() -> None:
    correction = {"call": "correction", "amounts": {"A": 1, "Y": -1}, "note": "x"}
    assert refusal(SLAM, correction, MISDEAL) == (3, None, "over")
