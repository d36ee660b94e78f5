"""Score sheet of Cayenne: what each side made in a hand, and the sheet of the rubbers, from Foster's example."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.tests.sessions import CORRECTION, MISDEAL, SLAM, Raw, no_trump, paper, trump
from tests.games.documents import own_tariff
from tests.games.sheet_text import Cells

FOSTER = (
    {"cayenne": "hearts", "trump": "clubs", "tricks": 9, "honours": 1},
    {"cayenne": "hearts", "trump": "hearts", "tricks": 5, "honours": 3},
    {"trump": "grand", "tricks": 10},
    {"cayenne": "clubs", "trump": "spades", "tricks": 1, "honours": 1},
)
"""Foster's three hands from 6 to 8, after the hand that sets the markers there."""


def made(name: str, ab: str = "", yz: str = "") -> Cells:
    """Return the cells of one kind for both sides."""
    return {f"{name}-{side}": words for side, words in (("ab", ab), ("yz", yz)) if words}


def totals(*players: str) -> Cells:
    return {f"total-{seat}": words for seat, words in enumerate(players)}


# Rows


def test_the_sheet_of_a_foster_rubber() -> None:
    assert paper(*FOSTER).rows == [
        {
            "number": "1",
            "cayenne": "♥",
            "trump": "♣",
            "times": "2",
            **(made("tricks", "9", "4") | made("honours", "1", "4")),
            **(made("points", "6", "8") | made("marker", "6", "8")),
        },
        {
            "number": "2",
            "cayenne": "♥",
            "trump": "♥",
            "times": "4",
            **(made("tricks", "5", "8") | made("honours", "3", "2")),
            **(made("points", "", "8") | made("marker", "0", "6") | made("games", "", "2")),
        },
        {
            "number": "3",
            "trump": "Grand",
            "times": "8",
            **made("tricks", "10", "3"),
            **(made("points", "32") | made("marker", "2", "0") | made("games", "2 4 4")),
        },
        {
            "number": "4",
            "what": "little slam: 4",
            "cayenne": "♣",
            "trump": "♠",
            "times": "3",
            **(made("tricks", "1", "12") | made("honours", "1", "4")),
            **(made("points", "", "30") | made("games", "", "3 4 4")),
            **totals("−15", "15", "−15", "15"),
        },
    ]


@pytest.mark.parametrize(
    ("played", "table", "expected"),
    [
        # (10 − 6) × 8 = 32 for A and B, who lose 3 × 8 first and stop at 9.
        pytest.param(
            no_trump("nullo", 3, "ab deduct"),
            {},
            {"what": "revoke: A – B, Value of 3 off", "trump": "Nullo", "times": "8"}
            | made("tricks", "3", "10")
            | made("points", "8")
            | made("marker", "9", "0"),
            id="a revoke that takes points off",
        ),
        # 6 for tricks and 4 for the slam win a game; then 2 for honours.
        pytest.param(
            trump(1, 12, 3),
            {"slam_to_game": True},
            {"what": "little slam: 4", "cayenne": "♥", "trump": "♠", "times": "1"}
            | made("tricks", "12", "1")
            | made("honours", "3", "2")
            | made("points", "12")
            | made("marker", "2", "0")
            | made("games", "4"),
            id="a slam on the marker",
        ),
        pytest.param(
            no_trump("grand", 7, cayenne="spades"),
            {},
            {"cayenne": "♠", "trump": "Grand", "times": "8"}
            | made("tricks", "7", "6")
            | made("points", "8")
            | made("marker", "8", "0"),
            id="grand with a cayenne that does not matter",
        ),
    ],
)
def test_the_row_of_a_hand(played: Raw, table: dict[str, Any], expected: Cells) -> None:
    assert paper(played, **table).rows == [{"number": "1", **expected}]


def test_rubbers_are_separated_by_a_thicker_line() -> None:
    sheet = paper(SLAM, CORRECTION, trump(1, 8, 3), SLAM, trump(1, 8, 3), rubbers=3)
    begins = [row.begins for row in sheet.sheet.filled(sheet.hands)]
    assert begins == [False, True, False, False, True]
    alone = paper(trump(1, 8, 3), SLAM)
    assert [row.begins for row in alone.sheet.filled(alone.hands)] == [None, None]


def test_totals_are_carried_from_every_row() -> None:
    assert paper(SLAM, MISDEAL, rubbers=2).carried == totals("30", "−30", "30", "−30")
    assert paper(SLAM, CORRECTION).carried == totals("40", "−40", "30", "−30")


# The rubbers

HEAD = ["Rubber", "A – B", "=", "Y – Z", "=", "value"]


@pytest.mark.parametrize(
    ("hands", "table", "rows"),
    [
        (
            (*FOSTER, SLAM, trump(2, 11, 3)),
            {"rubbers": 3},
            [
                ["1", "2 + 4 + 4", "10", "2 + 3 + 4 + 4 + 8 + 4", "25", "15"],
                ["2", "4 + 4 + 4 + 4 + 8 + 6", "30", "", "0", "30"],
                # 5 × 2 for tricks, and 2 × 2 for honours
                ["3", "4", "", "", "", ""],
            ],
        ),
        ((trump(1, 8, 3),), {}, []),
        ((), {}, []),
        ((SLAM,), {"slam_to_game": True}, [["1", "4 + 4 + 4 + 4 + 8", "24", "", "0", "24"]]),
        ((SLAM,), own_tariff("rubber.rubber.points", 20), [["1", "4 + 4 + 4 + 4 + 20 + 6", "42", "", "0", "42"]]),
    ],
    ids=["two, and one that is begun", "nothing on the sheet", "no hand", "slams on the marker", "a club figure"],
)
def test_the_sheet_of_several_rubbers(hands: tuple[Raw, ...], table: dict[str, Any], rows: list[list[str]]) -> None:
    assert paper(*hands, **table).boxes == [[HEAD, *rows]]


@pytest.mark.parametrize(("rubbers", "places", "hands"), [(1, 2, 20), (3, 3, 28), (99, 4, 36)])
def test_a_blank_sheet_has_room_for_a_few_rubbers(rubbers: int, places: int, hands: int) -> None:
    sheet = paper(rubbers=rubbers)
    ((head, *rows),) = sheet.blank_boxes
    assert head == HEAD
    assert [row[0] for row in rows] == ["1", "2", "3", "4"][:places]
    assert not any(cell.strip() for row in rows for cell in row[1:])
    assert sheet.blank == [{"number": str(number)} for number in range(1, hands + 1)]
    assert sheet.sheet.hands == hands


# Columns, small print and rule card


def test_the_columns() -> None:
    columns = ("Tricks", "Hon.", "Points", "Marker", "Games")
    sides = [f"{side} {what}" for side in ("A Ada – B Cora", "Y Ben – Z Dan") for what in columns]
    seats = [f"Total {letter}" for letter in "AYBZ"]
    assert paper(players=["Ada", "Ben", "Cora", "Dan"]).heads == ["", "Remarks", "Cay.", "Trump", "×", *sides, *seats]


@pytest.mark.parametrize(
    ("to_game", "printed", "on_card"),
    [
        (False, "Rubbers: the games of a side, 8 for the winners, and slams.", "Here they go on the sheet."),
        (True, "Rubbers: the games of a side, and 8 for the winners.", "Here they go on the marker."),
    ],
)
def test_the_small_print_and_the_rule_card_say_where_slams_count(to_game: bool, printed: str, on_card: str) -> None:
    sheet = paper(slam_to_game=to_game).sheet
    assert str(sheet.explained()[-1]) == printed
    cayenne, slams, *_rules = sheet.card()
    assert (str(cayenne.title), str(slams.title)) == ("The multiplier of each trump", "Slams at this table")
    assert cayenne.sentences[1] in sheet.explained()
    assert list(map(str, slams.sentences)) == [on_card]


def test_the_small_print_has_the_ranks_and_the_figures() -> None:
    sheet = paper()
    words = " ".join(map(str, sheet.sheet.explained()))
    assert "multiplier with it, 8 at grand and nullo." in words
    assert "hearts or clubs is the third colour, diamonds or spades the fourth" in words
    assert "quadruple at 0, triple at 1 to 3, double at 4 to 6, single at 7 to 9" in words
    assert sheet.tariff_cells() == [
        *("Trump", "multiply by"),
        *("Cayenne", "4", "Second colour", "3", "Third colour", "2", "Fourth colour", "1"),
        *("Grand", "8", "Nullo", "8"),
        *("Held of five", "count", "3", "2", "4", "4", "5", "6"),
        *("Slam", "points", "slam", "6", "little slam", "4"),
        *("The game is", "on the sheet", "a quadruple", "4", "a triple", "3", "a double", "2", "a single", "1"),
        *("The rubber", "points", "Added to the side that wins it", "8"),
    ]


def test_the_sheet_uses_the_club_multipliers() -> None:
    sheet = paper(SLAM, **own_tariff("multiplier.grand.times", 6))
    assert [row["times"] for row in sheet.rows] == ["6"]
    assert str(sheet.sheet.explained()[1]).endswith("multiplier with it, 6 at grand, 8 at nullo.")
