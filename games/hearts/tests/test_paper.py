"""Hearts on paper: typed lines, the boxes for the camera, and the score sheet."""

from __future__ import annotations

import pytest

from games.hearts.tests.sessions import correction, hand, ledger
from tests.games.marked_rows import marked_sheet, read, row
from tests.games.marked_rows import refused as row_refused
from tests.games.sheet_text import OnPaper
from tests.games.shorthand_table import parsed, refused, shorthand


def points(*numbers: int) -> dict[str, int]:
    return {str(seat): number for seat, number in enumerate(numbers)}


@pytest.mark.parametrize(
    ("line", "numbers"), [("5 14 7 0", (5, 14, 7, 0)), ("h 0 0 26 0", (0, 0, 26, 0)), ("9 9 9 9", (9, 9, 9, 9))]
)
def test_a_line_has_the_points_in_the_order_of_the_seats(line: str, numbers: tuple[int, ...]) -> None:
    assert parsed(shorthand("hearts", size=4), line) == {"call": "hand", "points": points(*numbers)}


def test_a_line_has_the_jack_first_and_the_choice_last() -> None:
    read_line = shorthand("hearts", size=4, jack=True, moon="choice")
    expected = {"call": "hand", "points": points(0, 26, 0, 0), "jack": 3, "moon": "self"}
    assert parsed(read_line, "4 0 26 0 0 s") == expected
    assert parsed(read_line, "david 0 26 0 0 self") == expected


def test_a_line_without_everybodys_points_is_refused() -> None:
    assert refused(shorthand("hearts", size=4), "5 14 7") == "Still missing: the points of each player."


def test_boxes() -> None:
    sheet = marked_sheet("hearts", jack=True, moon="choice")
    raw = {"call": "hand", "points": points(0, 26, 0, 0), "jack": 3, "moon": "self"}
    marks = "points-0:0 points-1:26 points-2:0 points-3:0 jack=3 moon=self"
    assert sheet.marks(raw) == row(marks)
    assert read(sheet, marks) == raw
    assert row_refused(sheet, "points-0:0 points-1:26 points-3:0 jack=3")[0] == "points-2"


def test_the_score_sheet_has_a_column_for_a_moon_and_the_jack() -> None:
    played = ledger(hand(5, 14, 7, 0, jack="Anne"), hand(0, 0, 26, 0, jack="Bruno"), correction(Anne=5), jack=True)
    assert [cells["what"] for cells in OnPaper(played).rows] == [
        "♦J: Anne",
        "moon: Chloé, ♦J: Bruno",
        "Correction: a revoke",
    ]
    assert OnPaper(played).rows[1]["gain-1"] == "+16"
    assert OnPaper(played).rows[1]["total-1"] == "30"
    assert "Moon" in OnPaper(ledger(hand(5, 14, 7, 0))).heads
