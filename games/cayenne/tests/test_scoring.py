"""Scoring of Cayenne: markers, sheet and rubbers, with values worked out from the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.tests.sessions import (
    CORRECTION,
    MISDEAL,
    SLAM,
    Raw,
    ledger,
    markers,
    no_trump,
    rubber,
    sheet,
    trump,
)

PRINTED = {
    "hearts": {"hearts": 4, "diamonds": 3, "clubs": 2, "spades": 1},
    "diamonds": {"diamonds": 4, "hearts": 3, "clubs": 2, "spades": 1},
    "clubs": {"clubs": 4, "spades": 3, "hearts": 2, "diamonds": 1},
    "spades": {"spades": 4, "clubs": 3, "hearts": 2, "diamonds": 1},
}


@pytest.mark.parametrize(
    ("cayenne", "suit", "times"),
    [(rank, other, times) for rank, row in PRINTED.items() for other, times in row.items()],
)
def test_every_cell_of_the_multiplier_table(cayenne: str, suit: str, times: int) -> None:
    # A–B have the odd trick. Y–Z have honours without it: 2 for three of five.
    assert markers({"cayenne": cayenne, "trump": suit, "tricks": 7, "honours": 2}) == (times, 2 * times)


@pytest.mark.parametrize("cayenne", [None, *PRINTED])
def test_without_trumps_the_multiplier_is_eight_whatever_the_cayenne(cayenne: str | None) -> None:
    turned = {"cayenne": cayenne} if cayenne else {}
    assert markers({**turned, "trump": "grand", "tricks": 7}) == (8, 0)
    assert markers({**turned, "trump": "nullo", "tricks": 7}) == (0, 8)


@pytest.mark.parametrize(
    ("sentence", "hands", "expected"),
    [
        ("tricks of the others", [trump(1, 4, 2)], (0, 3 + 2)),
        ("three honours count 2", [trump(1, 7, 3)], (1 + 2, 0)),
        ("four count 4", [trump(1, 7, 4)], (1 + 4, 0)),
        ("five count 6", [trump(1, 7, 5)], (1 + 6, 0)),
        ("none of five are five of the others", [trump(1, 7, 0)], (1, 6)),
        ("honours without the odd trick stop at nine", [trump(3, 6, 5)], (9, 3)),
        ("honours just below nine", [trump(2, 6, 4)], (8, 2)),
        ("at eight they rise to nine", [no_trump("grand", 7), trump(1, 6, 3)], (9, 1)),
        ("at nine they add nothing", [trump(3, 6, 5), trump(1, 6, 3)], (9, 4)),
        ("at nullo the other side", [no_trump("nullo", 6)], (8, 0)),
        ("a misdeal moves nothing", [trump(1, 7, 3), MISDEAL], (3, 0)),
        ("a correction moves nothing", [trump(1, 7, 3), CORRECTION], (3, 0)),
        (
            "a game leaves what is above ten, and the other at nothing",
            [trump(1, 5, 2), trump(3, 9, 3)],
            (9 + 6 - 10, 0),
        ),
        ("both sides mark", [trump(1, 8, 3), trump(1, 5, 1)], (4, 2 + 4)),
    ],
)
def test_markers(sentence: str, hands: list[Raw], expected: tuple[int, int]) -> None:
    assert markers(*hands) == expected


@pytest.mark.parametrize(
    ("marker", "value"),
    list(enumerate([4, 3, 3, 3, 2, 2, 2, 1, 1, 1])),
)
def test_the_value_of_a_game_depends_on_the_losers_marker(marker: int, value: int) -> None:
    # Tricks of Y–Z set their marker. The five honours of A–B stop at nine, so that they win no game before.
    reached = {
        0: [],
        1: [trump(1, 6, 5)],
        2: [trump(1, 5, 5)],
        3: [trump(1, 4, 5)],
        4: [trump(1, 3, 5)],
        5: [trump(1, 2, 5)],
        6: [trump(2, 4, 5)],
        7: [trump(1, 4, 5), trump(1, 3, 5)],
        8: [trump(2, 3, 5)],
        9: [trump(3, 4, 5)],
    }[marker]
    assert markers(*reached)[1] == marker
    assert sheet(*reached, no_trump("grand", 8))[0][0] == value


@pytest.mark.parametrize(
    ("sentence", "hands", "expected"),
    [
        ("the second game of a hand is a quadruple", [trump(3, 4, 5), no_trump("grand", 8)], ([1, 4], [], 0, 0)),
        ("three games and two over", [no_trump("grand", 10)], ([4, 4, 4], [], 0, 0)),
        ("honours with the odd trick win a game", [trump(3, 8, 3)], ([4], [], 0, 0)),
        ("honours are shut out by a game of the others", [trump(3, 6, 3), trump(4, 3, 4)], ([], [2], 0, 0)),
        ("honours of the winners still count", [trump(4, 9, 5)], ([4, 4, 4], [], 0, 0)),
        ("a slam on the sheet", [trump(1, 13, 3)], ([], [], 6, 0)),
        ("a little slam", [trump(1, 1, 3)], ([], [], 0, 4)),
        ("both add up", [trump(1, 12, 2), trump(1, 12, 2)], ([3], [], 8, 0)),
        ("none at nullo", [no_trump("nullo", 0, "yz deduct")], ([], [], 0, 0)),
        ("none after a revoke", [trump(1, 13, 3, "ab deduct")], ([], [], 0, 0)),
        ("the others’ revoke leaves it", [trump(1, 13, 2, "yz deduct")], ([], [], 6, 0)),
        ("taken tricks make none", [trump(1, 10, 3, "yz tricks")], ([], [], 0, 0)),
        ("a slam of which tricks are taken is lost with the revoke", [trump(1, 13, 2, "ab tricks")], ([], [], 0, 0)),
    ],
)
def test_games_and_slams(sentence: str, hands: list[Raw], expected: tuple[Any, ...]) -> None:
    assert sheet(*hands) == expected


@pytest.mark.parametrize(
    ("sentence", "hands", "expected"),
    [
        # 6 × 1 + 4 = 10 before the honours, which is a quadruple; then 2 for honours.
        ("a little slam wins a game", [trump(1, 12, 3)], ([4], [], 0, 0)),
        ("a slam of the others", [trump(1, 0, 2)], ([], [4], 0, 0)),
        # 7 + 6 = 13 wins a game before the honours of the other side, which are shut out.
        ("it shuts out honours", [trump(1, 13, 0)], ([4], [], 0, 0)),
    ],
)
def test_slams_to_the_game(sentence: str, hands: list[Raw], expected: tuple[Any, ...]) -> None:
    assert sheet(*hands, slam_to_game=True) == expected


def test_slams_towards_the_game_count_between_tricks_and_honours() -> None:
    assert markers(trump(1, 12, 3), slam_to_game=True) == (2, 0)
    assert markers(trump(1, 13, 0), slam_to_game=True) == (3, 0)


@pytest.mark.parametrize(
    ("sentence", "before", "played", "expected"),
    [
        ("three times the multiplier off", [no_trump("grand", 7)], trump(2, 7, 2, "ab deduct"), (2 + 2, 4)),
        ("never below nothing", [trump(1, 7, 3)], trump(4, 7, 3, "ab deduct"), (9, 0)),
        ("three times the multiplier on", [], trump(2, 7, 3, "ab add"), (2 + 4, 6)),
        ("a side that revoked stops at nine", [], trump(4, 10, 3, "ab deduct"), (9, 0)),
        ("so do its honours", [trump(3, 6, 5)], trump(1, 8, 3, "ab deduct"), (9, 3)),
        # 3 + 12 = 15 is a single for Y–Z, which sets A–B back to 0; then A–B stop at nine again.
        ("the others win by it", [trump(3, 6, 5)], trump(4, 10, 3, "ab add"), (9, 5)),
        ("both revoked: both stop", [], no_trump("grand", 9, "ab add", "yz add"), (9, 9)),
        ("deduct before add, whatever the list", [trump(1, 7, 3)], trump(1, 7, 2, "yz add", "ab deduct"), (4, 2)),
        ("three tricks pass", [], trump(1, 7, 3, "ab tricks"), (2, 3)),
        ("two of two pass", [], trump(1, 2, 2, "ab tricks"), (0, 7 + 2)),
        ("with the odd trick by penalty honours win games", [], trump(4, 5, 3, "yz tricks"), (6, 0)),
        ("at nullo points may be taken", [], no_trump("nullo", 8, "yz deduct"), (0, 9)),
        ("at nullo the side that gets them may win", [], no_trump("nullo", 8, "ab deduct"), (0, 6)),
    ],
)
def test_revokes(sentence: str, before: list[Raw], played: Raw, expected: tuple[int, int]) -> None:
    assert markers(*before, played) == expected


@pytest.mark.parametrize(
    ("sentence", "hands", "table", "expected"),
    [
        ("a slam from love all: 16 + 8 + 6", [SLAM], {}, ("ab", 30, 0, 30)),
        ("the others’: 16 + 8 + 6", [no_trump("grand", 0)], {}, ("yz", 0, 30, 30)),
        ("at nullo without the slam", [no_trump("nullo", 0)], {}, ("ab", 24, 0, 24)),
        ("slams on the marker: 16 + 8", [SLAM], {"slam_to_game": True}, ("ab", 24, 0, 24)),
        # 3 × 8 = 24 are two quadruples of Y–Z and 4 over; then A–B win a double and three quadruples, with a slam.
        ("games of the losers are deducted", [no_trump("grand", 4), SLAM], {}, ("ab", 2 + 12 + 8 + 6, 8, 20)),
        ("a misdeal after it", [SLAM, MISDEAL], {"rubbers": 2}, None),
        ("a correction after it", [SLAM, CORRECTION], {}, None),
        ("no rubber", [trump(1, 7, 3)], {}, None),
        # 24 from the revoke are two games, the tricks are 56 more, and the slam still counts.
        ("won by revoke points and tricks", [no_trump("grand", 13, "yz add")], {}, ("ab", 30, 0, 30)),
        ("the losers’ revoke points cannot be dropped before", [no_trump("grand", 13, "yz add", "yz add")], {},
         ("ab", 30, 0, 30)),
    ],
)  # fmt: skip
def test_rubbers(
    sentence: str, hands: list[Raw], table: dict[str, Any], expected: tuple[str, int, int, int] | None
) -> None:
    assert rubber(*hands, **table) == expected


def test_a_second_rubber_starts_from_zero() -> None:
    state = ledger(SLAM, trump(1, 12, 3), rubbers=2)["state"]
    assert state == {
        "rubber": 2,
        "marker": {"ab": 8, "yz": 0},
        "games": {"ab": 0, "yz": 0},
        "sheet": {"ab": [], "yz": []},
        "slams": {"ab": 4, "yz": 0},
        "last_rubber": None,
    }


def dealers(*hands: Raw, **table: Any) -> list[str | None]:
    return [played["dealer"] for played in ledger(*hands, **table)["hands"]]


@pytest.mark.parametrize(
    ("sentence", "hands", "table", "expected"),
    [
        ("Z, A, Y, B, Z", [trump(1, 7, 2)] * 5, {}, ["Z", "A", "Y", "B", "Z"]),
        ("a misdeal keeps the dealer", [MISDEAL, MISDEAL, trump(1, 7, 2), MISDEAL], {}, ["Z", "Z", "Z", "A"]),
        ("a stated dealer takes over", [trump(1, 7, 2, dealer="B"), trump(1, 7, 2)], {}, ["B", "Z"]),
        ("a stated dealer misdeals", [{**MISDEAL, "dealer": "Y"}, trump(1, 7, 2)], {}, ["Y", "Y"]),
        ("another first dealer", [trump(1, 7, 2)] * 2, {"first_dealer": "Y"}, ["Y", "B"]),
        ("through the end of a rubber", [SLAM, SLAM], {"rubbers": 2}, ["Z", "A"]),
        ("a correction has none", [CORRECTION, trump(1, 7, 2)], {}, [None, "Z"]),
    ],
)
def test_the_dealers_rotate(sentence: str, hands: list[Raw], table: dict[str, Any], expected: list[str | None]) -> None:
    assert dealers(*hands, **table) == expected


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
    ("hands", "words"),
    [
        (
            [trump(2, 8, 2)],
            [
                "A and B: (8 − 6) tricks × 2 = 4; their marker is at 4",
                "Y and Z: 3 honours, 2 × 2 = 4; their marker is at 4",
            ],
        ),
        (
            [trump(3, 6, 5)],
            [
                "Y and Z: (7 − 6) tricks × 3 = 3; their marker is at 3",
                "A and B: 5 honours, 6 × 3 = 18; by honours alone they stop at 9",
            ],
        ),
        (
            [no_trump("nullo", 8, "yz deduct")],
            [
                "Y and Z revoked: 3 × 8 = 24 off; their marker is at 0",
                "Nullo, A and B took 8: (8 − 6) × 8 = 16 for Y and Z; having revoked they stop at 9",
            ],
        ),
        (
            [trump(1, 6, 2, "ab add", "ab tricks")],
            [
                "A and B revoked: 3 × 1 = 3 for Y and Z; their marker is at 3",
                "A and B revoked: tricks that pass to Y and Z: 3; their marker is at 3",
                "Y and Z: (10 − 6) tricks × 1 = 4; their marker is at 7",
                "Y and Z: 3 honours, 2 × 1 = 2; their marker is at 9",
            ],
        ),
        (
            [trump(4, 9, 2)],
            [
                "A and B: (9 − 6) tricks × 4 = 12; their marker is at 12",
                "A and B win a game, a quadruple: 4 on the sheet; their marker is at 2",
                "Y and Z: 3 honours don’t count because A and B won a game in this hand",
            ],
        ),
    ],
)
def test_zero_lines_explain_the_marker(hands: list[Raw], words: list[str]) -> None:
    assert [label for _rule, label, amount in lines(*hands) if not amount] == words
