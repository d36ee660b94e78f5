"""Marked sheet of French Tarot: what is ticked and written for a hand, and what a row means."""

from __future__ import annotations

from typing import Any

import pytest

from games.ui.marked_sheet import MarkedSheet
from tests.games.marked_rows import marked_sheet, read, refused, row

FOUR, FIVE = marked_sheet("tarot", "fft"), marked_sheet("tarot", "fft", size=5)
CLASSIC = marked_sheet("tarot", "classic")
GARDE: dict[str, Any] = {"call": "garde", "taker": 0, "bouts": 2, "points": 49}
MARKS = "call=garde taker=0 bouts:2 points:49"
SHOWN = {"poignees": [{"player": 0, "size": "simple"}]}


@pytest.mark.parametrize(
    ("sheet", "hand", "marks"),
    [
        (
            FOUR,
            GARDE
            | {"petit_au_bout": "attack", "poignees": [{"player": 0, "size": "double"}]}
            | {"slam_announced": "grand", "slam_made": "grand"},
            f"{MARKS} petit_au_bout=attack shown=double slam=announced,grand",
        ),
        (FIVE, {**GARDE, "partner": 4}, f"{MARKS} partner=4"),
        (FIVE, GARDE, f"{MARKS} partner=0"),
        (
            CLASSIC,
            {**GARDE, "poignees": [{"player": 0, "size": "simple"}, {"player": 2, "size": "simple"}]},
            f"{MARKS} shown=simple shown-by=0,2",
        ),
        (CLASSIC, {**GARDE, "miseres": [{"player": 1, "kind": "no_honours"}]}, f"{MARKS} shown=no_honours shown-by=1"),
    ],
)
def test_a_hand_and_its_marks(sheet: MarkedSheet, hand: dict[str, Any], marks: str) -> None:
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


@pytest.mark.parametrize(
    ("points", "bouts", "written"), [(38.5, 2, 38), (40.5, 2, 40), (41.5, 2, 42), (50.5, 1, 50), (82.5, 1, None)]
)
def test_half_a_point_is_written_for_the_camp_that_wins(points: float, bouts: int, written: int | None) -> None:
    marks = FIVE.marks({"call": "prise", "taker": 0, "bouts": bouts, "points": points})
    assert (marks and marks["points"]) == written


@pytest.mark.parametrize(("size", "said"), [(3, True), (4, False), (5, True)])
def test_where_half_points_occur_the_legend_says_how_they_are_written(size: int, said: bool) -> None:
    sentences = [str(sentence) for sentence in marked_sheet("tarot", "fft", size=size).explained()]
    assert ("Half points are rounded: up if the contract is made, down if it fails." in sentences) is said
    assert marked_sheet("tarot", "fft", size=5, five_players="mort").explained() == ()


@pytest.mark.parametrize(
    ("sheet", "more"),
    [
        (FOUR, {"poignees": [{"player": 0, "size": "simple"}, {"player": 1, "size": "simple"}]}),
        (FOUR, {"dealer": 2}),
        (FIVE, {"slam_made": "grand"}),
        (CLASSIC, {"slam_announced": "petit"}),
        (CLASSIC, {**SHOWN, "miseres": [{"player": 1, "kind": "no_trumps"}]}),
    ],
)
def test_what_finds_no_boxes_is_left_to_words(sheet: MarkedSheet, more: dict[str, Any]) -> None:
    assert sheet.marks({**GARDE, **more}) is None


@pytest.mark.parametrize(
    ("sheet", "marks", "field", "why"),
    [
        (FOUR, "taker=0 bouts:2 points:49", "call", "This is still missing."),
        (FOUR, "call=garde taker=0 points:49", "bouts", "This is still missing."),
        (FIVE, MARKS, "partner", "This is still missing."),
        (CLASSIC, f"{MARKS} shown=simple", "shown-by", "Who showed it?"),
        (CLASSIC, f"{MARKS} shown-by=1", "shown-by", "This does not belong to the hand marked in the other boxes."),
    ],
)
def test_a_row_that_is_no_hand(sheet: MarkedSheet, marks: str, field: str, why: str) -> None:
    assert refused(sheet, marks) == (field, why)


def test_only_where_it_never_counts_is_left_open_who_showed_a_poignee() -> None:
    remarks = [str(remark) for remark in FOUR.left_open({**GARDE, **SHOWN})]
    assert remarks == ["who showed the poignée is not on the sheet"]
    assert CLASSIC.left_open({**GARDE, **SHOWN}) == ()
