"""Marked sheet of French Tarot: what is ticked and written for a hand, and what a row means."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.marked_rows import marked_sheet, read, refused, row

FOUR, FIVE = ("fft", 4), ("fft", 5)
CLASSIC = ("classic", 4)
GARDE = "call=garde taker=0 bouts:2 points:49"


@pytest.mark.parametrize(
    ("table", "hand", "marks"),
    [
        (FOUR, {"call": "passed"}, "call=passed"),
        (FOUR, {"call": "petit_sec"}, "call=petit_sec"),
        (FIVE, {"call": "misdeal"}, "call=misdeal"),
        (FOUR, {"call": "garde", "taker": 0, "bouts": 2, "points": 49}, GARDE),
        (
            FOUR,
            {
                "call": "garde_contre",
                "taker": 3,
                "bouts": 3,
                "points": 88,
                "petit_au_bout": "attack",
                "poignees": [{"player": 3, "size": "double"}],
                "slam_announced": "grand",
                "slam_made": "grand",
            },
            "call=garde_contre taker=3 bouts:3 points:88 petit_au_bout=attack shown=double slam=announced,grand",
        ),
        (
            FIVE,
            {"call": "prise", "taker": 1, "partner": 4, "bouts": 1, "points": 53},
            "call=prise taker=1 partner=4 bouts:1 points:53",
        ),
        (
            FIVE,
            {"call": "prise", "taker": 1, "bouts": 1, "points": 53},
            "call=prise taker=1 partner=1 bouts:1 points:53",
        ),
        (
            CLASSIC,
            {
                "call": "garde",
                "taker": 0,
                "bouts": 2,
                "points": 49,
                "poignees": [{"player": 0, "size": "simple"}, {"player": 2, "size": "simple"}],
            },
            f"{GARDE} shown=simple shown-by=0,2",
        ),
        (
            CLASSIC,
            {
                "call": "garde",
                "taker": 0,
                "bouts": 2,
                "points": 49,
                "miseres": [{"player": 1, "kind": "no_honours"}],
            },
            f"{GARDE} shown=no_honours shown-by=1",
        ),
    ],
)
def test_a_hand_and_its_marks(table: tuple[str, int], hand: dict[str, Any], marks: str) -> None:
    rules, size = table
    sheet = marked_sheet("tarot", rules, size=size)
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


@pytest.mark.parametrize(
    ("points", "bouts", "written"), [(38.5, 2, 38), (40.5, 2, 40), (41.5, 2, 42), (50.5, 1, 50), (82.5, 1, None)]
)
def test_half_a_point_is_written_for_the_camp_that_wins(points: float, bouts: int, written: int | None) -> None:
    marks = marked_sheet("tarot", "fft", size=5).marks({"call": "prise", "taker": 0, "bouts": bouts, "points": points})
    assert (marks and marks["points"]) == written


@pytest.mark.parametrize(("size", "said"), [(3, True), (4, False), (5, True)])
def test_where_half_points_occur_the_legend_says_how_they_are_written(size: int, said: bool) -> None:
    sentences = [str(sentence) for sentence in marked_sheet("tarot", "fft", size=size).explained()]
    assert ("Half points are rounded: up if the contract is made, down if it fails." in sentences) is said


def test_where_the_dealer_of_five_sits_out_there_are_no_half_points() -> None:
    assert marked_sheet("tarot", "fft", size=5, five_players="mort").explained() == ()


def test_points_of_the_defence_are_written_as_those_of_the_attack() -> None:
    hand = {"call": "garde", "taker": 0, "bouts": 2, "defence_points": 42}
    assert marked_sheet("tarot", "fft").marks(hand) == row(GARDE)


@pytest.mark.parametrize(
    ("table", "more"),
    [
        (FOUR, {"poignees": [{"player": 0, "size": "simple"}, {"player": 1, "size": "simple"}]}),
        (FOUR, {"dealer": 2}),
        (FIVE, {"slam_made": "grand"}),
        (CLASSIC, {"slam_announced": "petit"}),
        (CLASSIC, {"poignees": [{"player": 0, "size": "simple"}], "miseres": [{"player": 1, "kind": "no_trumps"}]}),
    ],
)
def test_what_finds_no_boxes_is_left_to_words(table: tuple[str, int], more: dict[str, Any]) -> None:
    rules, size = table
    hand = {"call": "garde", "taker": 0, "bouts": 2, "points": 49, **more}
    assert marked_sheet("tarot", rules, size=size).marks(hand) is None


@pytest.mark.parametrize(
    ("table", "marks", "field", "why"),
    [
        (FOUR, "taker=0 bouts:2 points:49", "call", "This is still missing."),
        (FOUR, "call=garde,prise taker=0 bouts:2 points:49", "call", "Only one of these boxes can be ticked."),
        (FOUR, "call=garde taker=0 points:49", "bouts", "This is still missing."),
        (FOUR, "call=passed taker=0", "taker", "This does not belong to the hand marked in the other boxes."),
        (FOUR, f"{GARDE} slam=grand,defence", "slam", "Only one camp can make a slam."),
        (FIVE, GARDE, "partner", "This is still missing."),
        (CLASSIC, f"{GARDE} shown=simple", "shown-by", "Who showed it?"),
        (CLASSIC, f"{GARDE} shown-by=1", "shown-by", "This does not belong to the hand marked in the other boxes."),
    ],
)
def test_a_row_that_is_no_hand(table: tuple[str, int], marks: str, field: str, why: str) -> None:
    rules, size = table
    assert refused(marked_sheet("tarot", rules, size=size), marks) == (field, why)


def test_only_where_it_never_counts_is_left_open_who_showed_a_poignee() -> None:
    hand = {"call": "garde", "taker": 0, "poignees": [{"player": 0, "size": "simple"}]}
    assert [str(remark) for remark in marked_sheet("tarot", "fft").left_open(hand)] == [
        "who showed the poignée is not on the sheet"
    ]
    assert marked_sheet("tarot", "classic").left_open(hand) == ()
