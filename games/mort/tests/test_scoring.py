"""Scoring of Mort: markers and games, with values worked out from the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.mort.tests.sessions import (
    CORRECTION,
    LOST,
    MISDEAL,
    WIN,
    Raw,
    document,
    hand,
    last_game,
    ledger,
    markers,
    totals,
)


@pytest.mark.parametrize(
    ("sentence", "hands", "expected"),
    [
        ("seven tricks are one point", [hand(7)], (1, 0)),
        ("ten are four", [hand(10)], (4, 0)),
        ("six are one for the adversaries, who have seven", [hand(6)], (0, 1)),
        ("three are four for the adversaries", [hand(3)], (0, 4)),
        ("markers add up", [hand(8), hand(8), hand(5)], (4, 2)),
        ("a slam leaves the marker", [hand(10), hand(13)], (4, 0)),
        ("and so does one of the adversaries", [hand(8), hand(0)], (2, 0)),
        ("a misdeal moves nothing", [hand(8), MISDEAL, LOST], (2, 0)),
        ("a correction moves nothing", [hand(8), CORRECTION], (2, 0)),
        # 3 for the revoke, then 13 tricks actually won: a slam.
        ("a slam with penalty points", [hand(13, "a add")], (3, 0)),
    ],
)
def test_tricks(sentence: str, hands: list[Raw], expected: tuple[int, int]) -> None:
    assert markers(*hands) == expected


@pytest.mark.parametrize(
    ("sentence", "before", "played", "expected"),
    [
        ("three off Vivant’s marker, then his tricks", [hand(10)], hand(8, "v deduct"), (1 + 2, 0)),
        ("never below nothing", [hand(8)], hand(7, "v deduct"), (1, 0)),
        ("three to the adversaries", [], hand(7, "v add"), (1, 3)),
        ("three tricks of seven leave four", [], hand(7, "v tricks"), (0, 3)),
        ("of thirteen ten stay, and no slam", [], hand(13, "v tricks"), (4, 0)),
        ("thirteen by a side that revoked are no slam and stop at four", [], hand(13, "v add"), (4, 3)),
        ("a side that revoked stops at four", [hand(8)], hand(12, "v add"), (4, 3)),
        ("both revoked: neither wins", [hand(9), hand(4)], hand(12, "v add", "a add"), (4, 4)),
        # 4 − 3 = 1, then 1 + 3. In the order of the list, 4 would stay 4 and then drop to 1.
        ("deduct before add, whatever the list", [hand(3)], hand(6, "v add", "a deduct"), (0, 1 + 3)),
        ("two deductions", [hand(10)], hand(7, "v deduct", "v deduct"), (1, 0)),
        ("three tricks pass, and three come back", [], hand(5, "v tricks", "a tricks"), (0, 2)),
    ],
)
def test_revokes(sentence: str, before: list[Raw], played: Raw, expected: tuple[int, int]) -> None:
    assert markers(*before, played) == expected


@pytest.mark.parametrize(
    ("sentence", "hands", "expected"),
    [
        ("8 to 2, a double: 8 + 2 + 4 − 2", [hand(10), hand(5), hand(10)], ("vivant", "double", 12)),
        ("5 to 4, a simple game: 5 + 1 + 4 − 4", [hand(10), hand(3), hand(6)], ("adversaries", "simple", 6)),
        ("3 is simple: 5 + 1 + 4 − 3", [hand(4), hand(11)], ("vivant", "simple", 7)),
        ("10 to 0, a triple: 10 + 3 + 4", [hand(10), hand(12)], ("vivant", "triple", 17)),
        ("with a slam: 5 + 3 + 4 + 20", [hand(13), hand(11)], ("vivant", "triple", 32)),
        ("two slams against: 5 + 3 + 4 − 40", [hand(0), hand(0), hand(11)], ("vivant", "triple", -28)),
        ("won by the penalty, and the winners’ tricks count: 2 + 3 + 2", [hand(8), hand(8, "a add")],
         ("vivant", "triple", 7 + 3 + 4)),
        ("the losers’ tricks no longer count: 2 + 3 to 0", [hand(8), hand(3, "a add")],
         ("vivant", "triple", 5 + 3 + 4)),
        # 4 + 3 = 7, and thirteen tricks are a slam: 7 + 3 + 4 + 20.
        ("a slam in the hand that the penalty wins", [hand(10), hand(13, "a add")], ("vivant", "triple", 34)),
        # 7 + 3 tricks give 4 points.
        ("won with tricks taken", [hand(10), hand(7, "a tricks")], ("vivant", "triple", 8 + 3 + 4)),
        # Of two tricks, one passes; 12 tricks are 6 points.
        ("one trick stays", [hand(2, "v tricks")], ("adversaries", "triple", 6 + 3 + 4)),
        ("no game, no last game", [hand(10)], None),
        ("a misdeal after it", [WIN, MISDEAL], None),
        ("a lost misdeal after it", [WIN, LOST], None),
        ("a correction after it", [WIN, CORRECTION], None),
        ("a correction after the last", [WIN, WIN, WIN, CORRECTION], None),
    ],
)  # fmt: skip
def test_games(sentence: str, hands: list[Raw], expected: tuple[str, str, int] | None) -> None:
    assert last_game(*hands) == expected


@pytest.mark.parametrize(
    ("sentence", "hands", "table", "expected"),
    [
        ("Vivant double", [WIN], {}, (24, -12, -12)),
        ("the second Vivant loses", [WIN, hand(2)], {}, (24 + 12, -12 - 24, -12 + 12)),
        ("of four one has nothing to do with it", [WIN], {"players": 4}, (24, -12, -12, 0)),
        ("of four one shares", [WIN], {"players": 4, "sit_out_shares": True}, (12, -12, -12, 12)),
        ("at three the option is without effect", [WIN], {"sit_out_shares": True}, (24, -12, -12)),
        ("nothing moves before a game ends", [hand(10), hand(3)], {}, (0, 0, 0)),
    ],
)
def test_who_pays(sentence: str, hands: list[Raw], table: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert totals(*hands, **table) == expected


def roles(*hands: Any, **table: Any) -> tuple[int, str, str, str, str | None, bool]:
    state = ledger(*hands, **table)["state"]
    return tuple(state[key] for key in ("game", "vivant", "right", "left", "out", "tournee_over"))


@pytest.mark.parametrize(
    ("played", "table", "expected"),
    [
        (0, {}, (1, "Ada", "Ben", "Cora", None, False)),
        (1, {}, (2, "Ben", "Cora", "Ada", None, False)),
        (2, {}, (3, "Cora", "Ada", "Ben", None, False)),
        (3, {}, (3, "Cora", "Ada", "Ben", None, True)),
        (3, {"tournees": 2}, (4, "Ada", "Ben", "Cora", None, False)),
        (6, {"tournees": 2}, (6, "Cora", "Ada", "Ben", None, True)),
        (0, {"players": 4}, (1, "Ada", "Ben", "Cora", "Dan", False)),
        (1, {"players": 4}, (2, "Ben", "Cora", "Dan", "Ada", False)),
        (2, {"players": 4}, (3, "Cora", "Dan", "Ada", "Ben", False)),
        (3, {"players": 4}, (4, "Dan", "Ada", "Ben", "Cora", False)),
        (4, {"players": 4}, (4, "Dan", "Ada", "Ben", "Cora", True)),
    ],
)
def test_the_seats_during_a_tournee(played: int, table: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert roles(*[WIN] * played, **table) == expected


def dealers(*hands: Raw, **table: Any) -> list[str | None]:
    return [played["dealer"] for played in ledger(*hands, **table)["hands"]]


@pytest.mark.parametrize(
    ("sentence", "hands", "table", "expected"),
    [
        ("Vivant, Right, Vivant for Mort, Left, Vivant", [hand(7), hand(6)] * 2 + [MISDEAL], {},
         ["Ada", "Ben", "Ada", "Cora", "Ada"]),
        ("a misdeal keeps the dealer", [MISDEAL, MISDEAL, hand(7), hand(7)], {}, ["Ada", "Ada", "Ada", "Ben"]),
        ("a lost one does not", [LOST, LOST, LOST, LOST, LOST], {}, ["Ada", "Ben", "Ada", "Cora", "Ada"]),
        ("the next Vivant deals the next game", [hand(7), hand(10), WIN], {"players": 4}, ["Ada", "Ben", "Ben"]),
        ("Left stated in the second hand: Vivant had dealt for Mort", [LOST, {**LOST, "dealer": "Cora"}, LOST], {},
         ["Ada", "Cora", "Ada"]),
        ("Vivant stated when Right was due deals for Mort", [LOST, {**LOST, "dealer": "Ada"}, LOST], {},
         ["Ada", "Ada", "Cora"]),
        ("Vivant stated when Left was due deals for himself", [LOST, LOST, LOST, {**LOST, "dealer": "Ada"}, LOST], {},
         ["Ada", "Ben", "Ada", "Ada", "Ben"]),
        ("Right deals first", [LOST, LOST, LOST], {"first_dealer": "Ben"}, ["Ben", "Ada", "Cora"]),
        ("Left deals first", [LOST, LOST], {"first_dealer": "Cora"}, ["Cora", "Ada"]),
        ("a correction has none", [hand(7), CORRECTION, hand(7)], {}, ["Ada", None, "Ben"]),
    ],
)  # fmt: skip
def test_the_dealers_rotate(sentence: str, hands: list[Raw], table: dict[str, Any], expected: list[str | None]) -> None:
    assert dealers(*hands, **table) == expected


def test_the_derivation_of_the_hand_that_ends_a_game() -> None:
    lines = ledger(hand(13), hand(3), hand(11))["hands"][-1]["lines"]
    assert [(line["rule"], line["label"], line["amounts"]["Ada"]) for line in lines] == [
        ("tricks", "Ada and Mort: 11 − 6 tricks, their marker is at 5", 0),
        ("game-won", "Ada and Mort win the game: 5 − 4", 2),
        ("class", "A simple game: 1", 2),
        ("game-won", "Consolation: 4", 8),
        ("slam", "Slams of Ada and Mort: 20 × 1", 40),
    ]


SLAM_WORDS = "Ada and Mort win all thirteen tricks: a slam, 20 at the end of the game; their marker stays at 0"


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (hand(10), ["Ada and Mort: 10 − 6 tricks, their marker is at 4"]),
        (hand(13), [SLAM_WORDS]),
        (hand(6, "a tricks"), ["Ben and Cora revoked: tricks that pass to Ada and Mort: 3",
                               "Ada and Mort: 9 − 6 tricks, their marker is at 3"]),
        (hand(9, "v deduct"), ["Ada and Mort revoked: 0 off, their marker is at 0",
                               "Ada and Mort: 9 − 6 tricks, their marker is at 3"]),
        (hand(12, "v add"), ["Ada and Mort revoked: Ben and Cora add 3, their marker is at 3",
                             "Ada and Mort: 12 − 6 tricks, but they revoked, so they stop at 4"]),
    ],
)  # fmt: skip
def test_zero_lines_explain_the_marker(played: Raw, words: list[str]) -> None:
    (scored,) = ledger(played)["hands"]
    assert [line["label"] for line in scored["lines"]] == words
    assert not any(scored["amounts"].values())


def test_the_document_contains_its_options() -> None:
    assert document(players=4)["options"] == {}
    assert ledger(players=4)["options"] == {"sit_out_shares": False, "tournees": 1}
