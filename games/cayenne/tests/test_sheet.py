"""Score sheet of Cayenne: what each side made in a hand, and the sheet of the rubbers, from Foster's example."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.tests.sessions import CORRECTION, MISDEAL, RULES, SLAM, Raw, document, no_trump, trump
from games.scoring.documents import read
from tests.games.sheet_text import Cells, OnPaper

FOSTER = (
    {"cayenne": "hearts", "trump": "clubs", "tricks": 9, "honours": 1},
    {"cayenne": "hearts", "trump": "hearts", "tricks": 5, "honours": 3},
    {"trump": "grand", "tricks": 10},
    {"cayenne": "clubs", "trump": "spades", "tricks": 1, "honours": 1},
)
"""Foster's three hands from 6 to 8, after the hand that sets the markers there."""


def paper(*hands: Any, **table: Any) -> OnPaper:
    return OnPaper(read(document(*hands, **table), {"cayenne": RULES}.get).single().ledger())


def made(name: str, ab: str = "", yz: str = "") -> Cells:
    """Return the cells of one kind for both sides."""
    return {f"{name}-{side}": words for side, words in (("ab", ab), ("yz", yz)) if words}


def totals(*players: str) -> Cells:
    return {f"total-{seat}": words for seat, words in enumerate(players)}


def last_hand(*hands: Any, **table: Any) -> Cells:
    return {name: words for name, words in paper(*hands, **table).rows[-1].items() if name != "number"}


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
    ("hands", "table", "expected"),
    [
        # (10 − 6) × 8 = 32 for A and B, who lose 3 × 8 first and stop at 9.
        (
            [no_trump("nullo", 3, "ab deduct")],
            {},
            {"what": "revoke: A – B, Value of 3 off", "trump": "Nullo", "times": "8"}
            | made("tricks", "3", "10")
            | made("points", "8")
            | made("marker", "9", "0"),
        ),
        # 3 × 2 for the revoke and 1 × 2 for tricks, then 2 × 2 for honours.
        (
            [trump(2, 7, 3, "yz add")],
            {},
            {"what": "revoke: Y – Z, Value of 3 to the others", "cayenne": "♥", "trump": "♣", "times": "2"}
            | made("tricks", "7", "6")
            | made("honours", "3", "2")
            | made("points", "12")
            | made("marker", "2", "0")
            | made("games", "4"),
        ),
        # 6 for tricks, 2 for honours; the slam is on the sheet.
        (
            [trump(1, 12, 3)],
            {},
            {"what": "little slam: 4", "cayenne": "♥", "trump": "♠", "times": "1"}
            | made("tricks", "12", "1")
            | made("honours", "3", "2")
            | made("points", "8")
            | made("marker", "8", "0"),
        ),
        # 6 for tricks and 4 for the slam win a game; then 2 for honours.
        (
            [trump(1, 12, 3)],
            {"slam_to_game": True},
            {"what": "little slam: 4", "cayenne": "♥", "trump": "♠", "times": "1"}
            | made("tricks", "12", "1")
            | made("honours", "3", "2")
            | made("points", "12")
            | made("marker", "2", "0")
            | made("games", "4"),
        ),
        (
            [no_trump("grand", 7, cayenne="spades")],
            {},
            {"cayenne": "♠", "trump": "Grand", "times": "8"}
            | made("tricks", "7", "6")
            | made("points", "8")
            | made("marker", "8", "0"),
        ),
        ([MISDEAL], {}, {"what": "Misdeal"}),
        ([CORRECTION], {}, {"what": "Correction: paid late", **totals("10", "−10", "0", "0")}),
        (
            [SLAM],
            {},
            {"what": "slam: 6", "trump": "Grand", "times": "8", **totals("30", "−30", "30", "−30")}
            | made("tricks", "13", "0")
            | made("points", "56")
            | made("games", "4 4 4 4"),
        ),
    ],
    ids=[
        "a revoke that takes points off",
        "a revoke that adds points",
        "a slam on the sheet",
        "a slam on the marker",
        "grand with a cayenne that does not matter",
        "a misdeal",
        "a correction",
        "a rubber in one hand",
    ],
)
def test_the_row_of_a_hand(hands: list[Raw], table: dict[str, Any], expected: Cells) -> None:
    assert last_hand(*hands, **table) == expected


def test_misdeals_and_corrections_use_the_empty_columns() -> None:
    sheet = paper(MISDEAL, trump(1, 8, 3), CORRECTION)
    assert [row.across for row in sheet.sheet.filled(sheet.hands)] == [True, False, True]


def test_rubbers_are_separated_by_a_thicker_line() -> None:
    sheet = paper(SLAM, CORRECTION, trump(1, 8, 3), SLAM, trump(1, 8, 3), rubbers=3)
    begins = [row.begins for row in sheet.sheet.filled(sheet.hands)]
    assert begins == [False, True, False, False, True]
    alone = paper(trump(1, 8, 3), SLAM)
    assert [row.begins for row in alone.sheet.filled(alone.hands)] == [None, None]


def test_totals_are_carried_from_every_row() -> None:
    assert paper(*FOSTER[:3]).carried == totals("0", "0", "0", "0")
    assert paper(SLAM, MISDEAL, rubbers=2).carried == totals("30", "−30", "30", "−30")
    assert paper(SLAM, CORRECTION).carried == totals("40", "−40", "30", "−30")


def test_the_footer_has_the_totals() -> None:
    assert paper(*FOSTER, SLAM, rubbers=2).foot == [{"what": "Total", **totals("15", "−15", "15", "−15")}]


# The rubbers

HEAD = ["Rubber", "A – B", "=", "Y – Z", "=", "value"]


@pytest.mark.parametrize(
    ("hands", "table", "rows"),
    [
        (FOSTER, {}, [["1", "2 + 4 + 4", "10", "2 + 3 + 4 + 4 + 8 + 4", "25", "15"]]),
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
    ],
    ids=["Foster’s", "two, and one that is begun", "nothing on the sheet", "no hand", "slams on the marker"],
)
def test_the_sheet_of_several_rubbers(hands: tuple[Raw, ...], table: dict[str, Any], rows: list[list[str]]) -> None:
    assert paper(*hands, **table).boxes == [[HEAD, *rows]]


@pytest.mark.parametrize(("rubbers", "places", "hands"), [(1, 2, 20), (2, 2, 20), (3, 3, 28), (4, 4, 36), (99, 4, 36)])
def test_a_blank_sheet_has_room_for_a_few_rubbers(rubbers: int, places: int, hands: int) -> None:
    sheet = paper(rubbers=rubbers)
    ((head, *rows),) = sheet.blank_boxes
    assert head == HEAD
    assert [row[0] for row in rows] == ["1", "2", "3", "4"][:places]
    assert not any(cell.strip() for row in rows for cell in row[1:])
    assert len(sheet.blank) == sheet.sheet.hands == hands


def test_dealers_rotate_on_a_blank_sheet() -> None:
    assert paper().dealers == [3, 0, 1, 2] * 5
    assert paper(first_dealer="Y").dealers == [1, 2, 3, 0] * 5
    assert paper().blank == [{"number": str(number)} for number in range(1, 21)]


# Columns, small print and rule card


def test_the_columns() -> None:
    columns = ("Tricks", "Hon.", "Points", "Marker", "Games")
    sides = [f"{side} {what}" for side in ("A Ada – B Cora", "Y Ben – Z Dan") for what in columns]
    seats = [f"Total {letter}" for letter in "AYBZ"]
    named = OnPaper(read(document(players=["Ada", "Ben", "Cora", "Dan"]), {"cayenne": RULES}.get).single().ledger())
    assert named.heads == ["", "Remarks", "Cay.", "Trump", "×", *sides, *seats]


@pytest.mark.parametrize(
    ("to_game", "sentence"),
    [
        (False, "Rubbers: the games of a side, 8 for the winners, and slams."),
        (True, "Rubbers: the games of a side, and 8 for the winners."),
    ],
)
def test_the_small_print_explains_a_rubber(to_game: bool, sentence: str) -> None:
    assert str(paper(slam_to_game=to_game).sheet.explained()[-1]) == sentence


def test_the_small_print_has_the_ranks_and_the_figures() -> None:
    sheet = paper()
    words = " ".join(map(str, sheet.sheet.explained()))
    assert "hearts or clubs is the third colour, diamonds or spades the fourth" in words
    assert "quadruple at 0, triple at 1 to 3, double at 4 to 6, single at 7 to 9" in words
    cells = sheet.tariff_cells()
    assert cells[:14] == [
        *("Trump", "multiply by"),
        *("Cayenne", "4", "Second colour", "3", "Third colour", "2", "Fourth colour", "1"),
        *("Grand", "8", "Nullo", "8"),
    ]
    assert cells[14:] == [
        *("Held of five", "count", "3", "2", "4", "4", "5", "6"),
        *("Slam", "Points", "slam", "6", "little slam", "4"),
        *("The game is", "on the sheet", "a quadruple", "4", "a triple", "3", "a double", "2", "a single", "1"),
        *("The rubber", "Points", "Added to the side that wins it", "8"),
    ]


@pytest.mark.parametrize(
    ("to_game", "sentence"), [(False, "Here they go on the sheet."), (True, "Here they go on the marker.")]
)
def test_the_rule_card_has_the_cayenne_and_where_slams_count_at_this_table(to_game: bool, sentence: str) -> None:
    sheet = paper(slam_to_game=to_game)
    assert sheet.card() == [
        "The multiplier of each trump",
        "Slams at this table",
        "Revokes",
        "Tricks",
        "Slams",
        "Honours",
        "Winning a game",
        "The rubber",
        "Correction",
        "Tariff",
    ]
    cayenne, slams, *_rules = sheet.sheet.card()
    assert "hearts or clubs is the third" in str(cayenne.sentences[1])
    assert [str(words) for words in slams.sentences] == [sentence]
