"""Marked sheet of Solo Whist: what is ticked and written for a hand, and what a row means."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.marked_rows import marked_sheet, read, refused, row


@pytest.mark.parametrize(
    ("rules", "hand", "marks"),
    [
        ("foster", {"call": "passed"}, "call=passed"),
        (
            "foster",
            {"call": "proposal", "caller": 2, "partner": 0, "tricks": 9},
            "call=proposal caller=2 partner=0 tricks:9",
        ),
        ("foster", {"call": "solo", "caller": 3, "tricks": 4}, "call=solo caller=3 tricks:4"),
        ("foster", {"call": "misere", "caller": 3, "made": True}, "call=misere caller=3 tricks:0"),
        ("foster", {"call": "spread", "caller": 3, "made": False}, "call=spread caller=3 tricks:1"),
        ("foster", {"call": "slam", "caller": 1, "made": True}, "call=slam caller=1 tricks:13"),
        ("foster", {"call": "slam", "caller": 1, "made": False}, "call=slam caller=1 tricks:12"),
        ("foster", {"call": "grand", "last_trick": 1}, "call=grand caller=1"),
        ("british", {"call": "solo", "caller": 3, "tricks": 5}, "call=solo caller=3 result=made"),
        ("british", {"call": "abundance", "caller": 3, "tricks": 8}, "call=abundance caller=3 result=lost"),
        ("british", {"call": "slam", "caller": 1, "made": False}, "call=slam caller=1 result=lost"),
    ],
)
def test_a_hand_and_its_marks(rules: str, hand: dict[str, Any], marks: str) -> None:
    sheet = marked_sheet("solo_whist", rules)
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


def test_where_odd_tricks_are_worth_nothing_they_are_not_on_the_sheet() -> None:
    hand = {"call": "solo", "caller": 3, "tricks": 8}
    british = marked_sheet("solo_whist", "british")
    assert british.marks(hand) == row("call=solo caller=3 result=made")
    assert [str(remark) for remark in british.left_open(hand)] == ["tricks not on the sheet"]
    assert marked_sheet("solo_whist", "foster").left_open(hand) == ()


def test_without_grand_there_is_no_box_for_it() -> None:
    calls = marked_sheet("solo_whist", grand=False).fields()[2]
    assert "grand" not in {box.key for box in getattr(calls, "boxes", ())}


def test_another_dealer_is_left_to_words() -> None:
    assert marked_sheet("solo_whist").marks({"call": "solo", "caller": 0, "tricks": 6, "dealer": 0}) is None


@pytest.mark.parametrize(
    ("marks", "field", "why"),
    [
        ("caller=0 tricks:8", "call", "This is still missing."),
        ("call=solo tricks:8", "caller", "This is still missing."),
        ("call=solo caller=0", "tricks", "This is still missing."),
        ("call=proposal caller=0 tricks:8", "partner", "This is still missing."),
        (
            "call=solo caller=0 partner=2 tricks:8",
            "partner",
            "This does not belong to the hand marked in the other boxes.",
        ),
        ("call=misere caller=0 tricks:14", "tricks", "This must be between 0 and 13, not 14."),
    ],
)
def test_a_row_that_is_no_hand(marks: str, field: str, why: str) -> None:
    assert refused(marked_sheet("solo_whist"), marks) == (field, why)
