"""Score sheet of Mort: the deals below the seating of their game, and the settlement, from Foster's examples."""

from __future__ import annotations

from typing import Any

import pytest

from games.mort.tests.sessions import CORRECTION, LOST, MISDEAL, WIN, Raw, hand, paper
from tests.games.documents import own_tariff
from tests.games.sheet_text import Cells


def deal(tricks: tuple[int, int], marker: tuple[int, int], what: str = "", slam: str = "") -> Cells:
    """Return the cells of a deal without its number: tricks and marker of Vivant and Mort, then of the adversaries."""
    cells: Cells = {}
    for side, won, stands in zip(("vivant", "adversaries"), tricks, marker, strict=True):
        cells |= {f"tricks-{side}": str(won), f"marker-{side}": str(stands)}
    return cells | ({"what": what} if what else {}) | ({f"slams-{slam}": "20"} if slam else {})


def settled(game_class: int, net: str, *players: tuple[str, int]) -> Cells:
    """Return the further cells where a game ends: the settlement, and each player's gain and total."""
    cells = {"class": str(game_class), "consolation": "4", "net": net}
    for seat, (moved, total) in enumerate(players):
        cells |= ({f"gain-{seat}": moved} if moved else {}) | {f"total-{seat}": str(total).replace("-", "−")}
    return cells


def last_deal(rows: list[Cells]) -> Cells:
    return {name: words for name, words in rows[-1].items() if name != "number"}


# The seating


@pytest.mark.parametrize(
    ("players", "tournees", "headings"),
    [
        (
            4,
            1,
            [
                "Game 1: Vivant, Right, Left, –",
                "Game 2: –, Vivant, Right, Left",
                "Game 3: Left, –, Vivant, Right",
                "Game 4: Right, Left, –, Vivant",
            ],
        ),
        (
            3,
            2,
            [
                "Game 1, tournée 1: Vivant, Right, Left",
                "Game 2, tournée 1: Left, Vivant, Right",
                "Game 3, tournée 1: Right, Left, Vivant",
                "Game 4, tournée 2: Vivant, Right, Left",
                "Game 5, tournée 2: Left, Vivant, Right",
                "Game 6, tournée 2: Right, Left, Vivant",
            ],
        ),
    ],
)
def test_each_game_has_a_heading_with_the_roles(players: int, tournees: int, headings: list[str]) -> None:
    def heading(cells: Cells) -> str:
        return f"{cells['what']}: {', '.join(cells.get(f'gain-{seat}', '–') for seat in range(players))}"

    table = {"players": players, "tournees": tournees}
    for rows in (paper(*[WIN] * players * tournees, **table).rows, paper(**table).blank):
        assert [heading(row) for row in rows if "number" not in row] == headings


# A blank sheet


@pytest.mark.parametrize(
    ("players", "dealers"),
    [
        (3, [[0, 1, 0, 2, 0, 1, 0, 2], [1, 2, 1, 0, 1, 2, 1, 0], [2, 0, 2, 1, 2, 0, 2, 1]]),
        (4, [[0, 1, 0, 2, 0, 1], [1, 2, 1, 3, 1, 2], [2, 3, 2, 0, 2, 3], [3, 0, 3, 1, 3, 0]]),
    ],
)
def test_vivant_deals_first_and_for_mort(players: int, dealers: list[list[int]]) -> None:
    assert paper(players=players).dealers == [seat for game in dealers for seat in (None, *game)]


def test_another_first_dealer_deals_in_the_first_game_only() -> None:
    dealers = paper(first_dealer="Cora").dealers
    assert dealers[:13] == [None, 2, 0, 1, 0, 2, 0, 1, 0, None, 1, 2, 1]


def test_a_player_who_sits_out_is_struck_through_for_the_whole_game() -> None:
    assert paper(players=4).sitting_out == [(3,)] * 7 + [(0,)] * 7 + [(1,)] * 7 + [(2,)] * 7
    assert paper(players=3).sitting_out == [()] * 27


def test_a_sharing_player_who_sits_out_is_struck_through_in_the_heading_only() -> None:
    assert paper(players=4, sit_out_shares=True).sitting_out[:8] == [(3,), *[()] * 6, (0,)]


def test_deals_of_a_blank_sheet_are_numbered_per_game_with_nothing_filled_in() -> None:
    blank = paper(players=4).blank
    assert [row.get("number") for row in blank] == [None, *"123456"] * 4
    assert all(set(row) == {"number"} for row in blank if "number" in row)


def test_a_blank_sheet_has_four_tournees_at_most() -> None:
    assert paper(players=3, tournees=50).sheet.hands == 4 * 3 * 8


# A filled sheet


@pytest.mark.parametrize(
    ("hands", "table", "expected"),
    [
        pytest.param(
            [hand(10), hand(5), hand(10)],
            {},
            deal((10, 3), (8, 2), "A double game") | settled(2, "12", ("+24", 24), ("−12", -12), ("−12", -12)),
            id="Foster’s first game",
        ),
        pytest.param(
            [hand(4), hand(10), hand(6), hand(13)], {}, deal((13, 0), (4, 4), slam="vivant"), id="a slam in its column"
        ),
        pytest.param(
            [hand(4), hand(10), hand(6), hand(13), hand(6)],
            {},
            deal((6, 7), (4, 5), "A simple game") | settled(1, "−14", ("+28", 28), ("−14", -14), ("−14", -14)),
            id="the winners of a simple game pay for the slam",
        ),
        pytest.param([MISDEAL], {}, {"what": "Misdeal, the same dealer"}, id="a misdeal"),
        pytest.param([LOST], {}, {"what": "Misdeal, the deal passes"}, id="a misdeal that loses the deal"),
        pytest.param(
            [WIN],
            {"players": 4},
            deal((11, 2), (5, 0), "A triple game") | settled(3, "12", ("+24", 24), ("−12", -12), ("−12", -12), ("", 0)),
            id="four: who sits out has his total",
        ),
        # 4 + 3 for the revoke + 6 = 13, + 3 + 4 − 20 = 0: no counters move.
        pytest.param(
            [hand(10), hand(0), hand(12, "a add")],
            {},
            deal((12, 1), (13, 0), "A triple game, revoke: adversaries, 3 points to the others")
            | settled(3, "0", ("", 0), ("", 0), ("", 0)),
            id="a game that comes to nothing has its totals",
        ),
    ],
)
def test_the_row_of_the_last_deal(hands: list[Raw], table: dict[str, Any], expected: Cells) -> None:
    assert last_deal(paper(*hands, **table).rows) == expected


def test_the_sheet_uses_the_club_figures() -> None:
    slam = paper(hand(13), WIN, **own_tariff("added.slam.points", 50))
    assert (slam.rows[1]["slams-vivant"], slam.rows[2]["net"]) == ("50", "62")  # 5 + 3 + 4 + 50
    assert "50 for each of their slams" in str(slam.sheet.explained()[1])
    consoled = paper(WIN, **own_tariff("added.consolation.points", 6))
    assert (consoled.rows[1]["consolation"], consoled.rows[1]["net"]) == ("6", "14")
    assert paper(WIN, **own_tariff("class.triple.points", 7)).rows[1]["class"] == "7"


def test_deals_keep_their_number_below_headings_and_a_correction_before_a_game_is_above_its_heading() -> None:
    sheet = paper(CORRECTION, WIN, MISDEAL, CORRECTION, WIN, CORRECTION, hand(8))
    numbered = [row.get("number") or row["what"] for row in sheet.rows]
    assert numbered == ["1", "Game 1", "2", "Game 2", "3", "4", "5", "6", "Game 3", "7"]
    filled = sheet.sheet.filled(sheet.hands)
    # Headings, misdeals and corrections use the empty columns.
    assert [row.across for row in filled] == [True, True, False, True, True, True, False, True, True, False]
    assert [row.begins for row in filled] == [bool(row.heads) for row in filled]


def test_totals_are_carried_from_every_row() -> None:
    totals = {"total-0": "24", "total-1": "−12", "total-2": "−12"}
    assert paper(WIN).carried == totals
    assert paper(WIN, hand(8), MISDEAL).carried == totals
    assert paper(WIN, CORRECTION).carried == {"total-0": "34", "total-1": "−22", "total-2": "−12"}


def test_a_heading_has_the_totals_before_its_game() -> None:
    sheet = paper(WIN, hand(8))
    heading = sheet.sheet.filled(sheet.hands)[2]
    assert heading.carried is not None
    assert [sheet.words(heading.carried[f"total-{seat}"]) for seat in range(3)] == ["24", "−12", "−12"]


# Columns, small print and rule card


def test_the_columns() -> None:
    sides = [f"{side} {what}" for side in ("Vivant and Mort", "Adversaries") for what in ("Tricks", "Marker", "Slam")]
    settling = ["Settlement Class", "Settlement Cons.", "Settlement Net"]
    players = [f"{name} {sign}" for name in ("Ada", "Ben", "Cora") for sign in ("±", "Σ")]
    assert paper().heads == ["", "Remarks", *sides, *settling, *players]


ALONE = "Vivant wins or loses that twice, each adversary once."
SHARED = "Vivant and the player sitting out win or lose that once, and so does each adversary."


@pytest.mark.parametrize(
    ("players", "shares", "sentence"), [(3, False, ALONE), (3, True, ALONE), (4, False, ALONE), (4, True, SHARED)]
)
def test_the_small_print_and_the_rule_card_say_who_settles_what(players: int, shares: bool, sentence: str) -> None:
    sheet = paper(players=players, sit_out_shares=shares)
    _ring, net, of_class, who = map(str, sheet.sheet.explained())
    assert net == (
        "The result of a game is the winners’ marker, the class, 4 for consolation and 20 for each of their "
        "slams, less the losers’ marker and 20 for each of theirs."
    )
    assert "triple at 0, double at 1 or 2, simple at 3 or 4" in of_class
    seats = sheet.sheet.card()[0]
    assert str(seats.title) == "Seats, games and the deal"
    assert who == str(seats.sentences[-1]) == sentence


def test_the_small_print_has_what_is_added_to_the_marker() -> None:
    assert paper().tariff_cells() == [
        *("Class", "adds", "A triple game", "3", "A double game", "2", "A simple game", "1"),
        *("For", "adds", "Consolation", "4", "Each slam", "20"),
    ]
