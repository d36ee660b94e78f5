"""Refusals of tables and hands of Mort, from the paragraph "Errors" of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.mort.tests.sessions import MISDEAL, WIN, Raw, hand, ledger, refusal
from games.scoring.documents import DocumentError


@pytest.mark.parametrize(
    ("sentence", "table", "expected"),
    [
        ("two players", {"players": 2}, ("players", "players")),
        ("five players", {"players": 5}, ("players", "players")),
        ("no tournée", {"tournees": 0}, ("options.tournees", "out_of_range")),
        ("half a tournée", {"tournees": 1.5}, ("options.tournees", "invalid")),
        ("true tournées", {"tournees": True}, ("options.tournees", "invalid")),
        ("sharing as a number", {"sit_out_shares": 1}, ("options.sit_out_shares", "invalid")),
        ("no such option", {"honours": True}, ("options.honours", "unknown_option")),
        ("the first dealer sits out", {"players": 4, "first_dealer": "Dan"}, ("first_dealer", "not_playing")),
        ("the first dealer is not there", {"first_dealer": "Dan"}, ("first_dealer", "unknown_player")),
    ],
)
def test_invalid_tables_are_refused(sentence: str, table: dict[str, Any], expected: tuple[str, str]) -> None:
    assert refusal(hand(99), **table) == (None, *expected)


@pytest.mark.parametrize(
    ("sentence", "played", "expected"),
    [
        ("no such call", {"call": "passed"}, ("call", "unknown_choice")),
        ("the word we use ourselves", {"call": "hand", "tricks": 8}, ("call", "unknown_choice")),
        ("no call at all", {"call": None, "tricks": 8}, ("call", "invalid")),
        ("the call before the fields", {"call": "slam", "slam": 1}, ("call", "unknown_choice")),
        ("a slam typed", hand(13, slam="vivant"), ("slam", "unknown_field")),
        ("honours", hand(8, honours=3), ("honours", "unknown_field")),
        ("tricks with a misdeal", {**MISDEAL, "tricks": 7}, ("tricks", "unknown_field")),
        ("revokes with a misdeal", {"call": "misdeal_lost", "revokes": []}, ("revokes", "unknown_field")),
        ("unknown fields before the tricks", hand(99, slam=1), ("slam", "unknown_field")),
        ("no tricks", {}, ("tricks", "required")),
        ("half a trick", hand(8.5), ("tricks", "invalid")),
        ("text", hand("8"), ("tricks", "invalid")),
        ("true", hand(True), ("tricks", "invalid")),
        ("null", hand(None), ("tricks", "invalid")),
        ("fourteen", hand(14), ("tricks", "out_of_range")),
        ("less than none", hand(-1), ("tricks", "out_of_range")),
        ("the tricks before the revokes", hand(14, revokes=[{}]), ("tricks", "out_of_range")),
        ("revokes that are no list", hand(8, revokes={}), ("revokes", "invalid")),
        ("a revoke that is none", hand(8, revokes=["vivant"]), ("revokes.0", "invalid")),
        ("by nobody", hand(8, revokes=[{"penalty": "add"}]), ("revokes.0.by", "required")),
        ("without a penalty", hand(8, revokes=[{"by": "vivant"}]), ("revokes.0.penalty", "required")),
        ("by Mort", hand(8, revokes=[{"by": "mort", "penalty": "add"}]), ("revokes.0.by", "unknown_choice")),
        ("by a player", hand(8, revokes=[{"by": "Ada", "penalty": "add"}]), ("revokes.0.by", "unknown_choice")),
        ("no such penalty", hand(8, "v add", "a halve"), ("revokes.1.penalty", "unknown_choice")),
        ("one field too many", hand(8, revokes=[{"by": "vivant", "penalty": "add", "points": 3}]),
         ("revokes.0.points", "unknown_field")),
        ("no trick to take", hand(0, "v tricks"), ("revokes.0.penalty", "impossible")),
        ("the only trick stays", hand(1, "v tricks"), ("revokes.0.penalty", "impossible")),
        ("the adversaries’ only trick stays", hand(12, "a tricks"), ("revokes.0.penalty", "impossible")),
        # Of four tricks, three pass, and the last one must stay.
        ("none left at the second", hand(4, "v tricks", "v tricks"), ("revokes.1.penalty", "impossible")),
        # The second revoke in the list is the first whose penalty is tricks; at the third, only one trick is left.
        ("the place is the list’s", hand(4, "v add", "v tricks", "v tricks"), ("revokes.2.penalty", "impossible")),
        ("a stranger deals", hand(8, dealer="Eve"), ("dealer", "unknown_player")),
        ("who sits out deals", hand(8, dealer="Dan"), ("dealer", "not_playing")),
        ("who sits out deals a misdeal", {**MISDEAL, "dealer": "Dan"}, ("dealer", "not_playing")),
        ("a correction without its reason", {"call": "correction", "amounts": {}}, ("note", "required")),
        ("a correction that does not sum to zero", {"call": "correction", "amounts": {"Ada": 1}, "note": "x"},
         ("amounts", "total")),
    ],
)  # fmt: skip
def test_invalid_hands_are_refused(sentence: str, played: Raw, expected: tuple[str, str]) -> None:
    assert refusal(hand(7), played, players=4) == (2, *expected)


def test_a_player_who_sits_out_is_named_in_the_error() -> None:
    with pytest.raises(DocumentError) as refused:
        ledger(players=4, first_dealer="Dan")
    assert refused.value.as_json()["error"]["message"] == "Dan sits this game out."


def test_of_two_tricks_only_one_can_be_taken() -> None:
    assert refusal(hand(2, "v tricks"), hand(14)) == (2, "tricks", "out_of_range")


def test_in_the_second_game_another_player_sits_out() -> None:
    assert refusal(WIN, hand(8, dealer="Ada"), players=4) == (2, "dealer", "not_playing")


@pytest.mark.parametrize(
    "after", [hand(7), MISDEAL, {"call": "misdeal_lost"}, hand(99), {"call": "misdeal", "slam": 1}]
)
def test_after_the_last_game_no_hand_is_accepted(after: Raw) -> None:
    assert refusal(WIN, WIN, WIN, after) == (4, None, "over")


def test_a_correction_after_the_last_game_is_accepted_and_ends_nothing() -> None:
    correction = {"call": "correction", "amounts": {"Ada": 1, "Ben": -1}, "note": "x"}
    assert refusal(WIN, WIN, WIN, correction, hand(7)) == (5, None, "over")
