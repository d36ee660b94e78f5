"""Marked sheet of Boston: what is ticked and written for a hand, and what a row means."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.marked_rows import marked_sheet, read, refused, row

PENALTY = {"penalties": [{"by": 1, "to": "each", "amount": 50}]}


@pytest.mark.parametrize(
    ("hand", "marks"),
    [
        ({"call": "tricks", "bidder": 0, "bid": 7, "tricks": 8}, "bid=7 tricks-0:8"),
        ({"call": "little_misere", "bidder": 2, "made": True}, "bid=little_misere tricks-2:0"),
        ({"call": "grand_spread", "bidder": 2, "made": False}, "bid=grand_spread tricks-2:1"),
        (
            {"call": "misere_partout", "tricks_taken": {"0": 6, "1": 2, "2": 5, "3": 0}},
            "bid=misere_partout tricks-0:6 tricks-1:2 tricks-2:5 tricks-3:0",
        ),
    ],
)
def test_a_hand_and_its_marks(hand: dict[str, Any], marks: str) -> None:
    sheet = marked_sheet("boston")
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand
    assert sheet.marks({**hand, **PENALTY}) is None  # left to words


def test_any_number_of_tricks_loses_a_misere() -> None:
    lost = {"call": "grand_misere", "bidder": 1, "made": False}
    assert read(marked_sheet("boston"), "bid=grand_misere tricks-1:3") == lost


@pytest.mark.parametrize(
    ("marks", "field", "why"),
    [
        ("tricks-0:8", "bid", "This is still missing."),
        ("bid=7", "bid", "Write the tricks of the bidder alone."),
        ("bid=7 tricks-0:8 tricks-1:5", "bid", "Write the tricks of the bidder alone."),
        ("bid=passed tricks-0:8", "bid", "A hand that was passed has no tricks."),
        ("bid=misere_partout tricks-0:8", "bid", "Write the tricks of all four."),
        ("bid=little_misere tricks-0:14", "tricks-0", "This must be between 0 and 13, not 14."),
    ],
)
def test_a_row_that_is_no_hand(marks: str, field: str, why: str) -> None:
    assert refused(marked_sheet("boston"), marks) == (field, why)
