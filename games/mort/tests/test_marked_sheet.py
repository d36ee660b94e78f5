"""Marked sheet of Mort: what is ticked for a hand, what a row means, and where totals are written."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.naming import Naming
from games.scoring.replay import replay
from tests.games.marked_rows import marked_sheet, read, refused, row


@pytest.mark.parametrize(
    ("hand", "marks"),
    [
        ({"call": "misdeal"}, "call=misdeal"),
        ({"call": "misdeal_lost"}, "call=misdeal_lost"),
        ({"tricks": 8}, "side=vivant tricks=8"),
        ({"tricks": 6}, "side=adversaries tricks=7"),
        ({"tricks": 0}, "side=adversaries tricks=13"),
        (
            {
                "tricks": 9,
                "revokes": [
                    {"by": "vivant", "penalty": "tricks"},
                    {"by": "adversaries", "penalty": "deduct"},
                    {"by": "adversaries", "penalty": "add"},
                ],
            },
            "side=vivant tricks=9 revokes-vivant=tricks revokes-adversaries=deduct,add",
        ),
    ],
)
def test_a_hand_and_its_marks(hand: dict[str, Any], marks: str) -> None:
    sheet = marked_sheet("mort", size=3)
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


def revokes(*listed: str) -> dict[str, Any]:
    by_and_penalty = [revoke.split() for revoke in listed]
    return {"tricks": 8, "revokes": [{"by": by, "penalty": penalty} for by, penalty in by_and_penalty]}


@pytest.mark.parametrize(
    "hand",
    [
        revokes("vivant add", "vivant add"),
        revokes("vivant tricks", "adversaries tricks"),
        {"tricks": 8, "dealer": 1},
    ],
    ids=["the same twice", "tricks from both sides", "another dealer"],
)
def test_what_finds_no_boxes_is_left_to_words(hand: dict[str, Any]) -> None:
    assert marked_sheet("mort", size=3).marks(hand) is None


@pytest.mark.parametrize(
    ("marks", "field", "why"),
    [
        ("side=vivant", "tricks", "This is still missing."),
        ("tricks=8", "side", "This is still missing."),
        ("side=vivant tricks=8,9", "tricks", "Only one of these boxes can be ticked."),
        ("call=misdeal tricks=8", "tricks", "This does not belong to the hand marked in the other boxes."),
        (
            "side=vivant tricks=8 revokes-vivant=tricks revokes-adversaries=tricks",
            "revokes-adversaries",
            "Where tricks are taken from both sides, the order matters: write this hand in words.",
        ),
    ],
)
def test_a_row_that_is_no_hand(marks: str, field: str, why: str) -> None:
    assert refused(marked_sheet("mort", size=3), marks) == (field, why)


def test_totals_are_written_where_a_game_ends() -> None:
    sheet = marked_sheet("mort", size=3)
    correction: dict[str, Any] = {"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "paid late"}
    hands: list[dict[str, Any]] = [{"tricks": 8}, {"tricks": 11}, {"call": "misdeal"}, correction]
    ledger = replay(sheet.rules, sheet.table, hands, Naming(sheet.table.players, by_seat=True))
    written = [{sheet.writes_total(scored, seat) for seat in sheet.table.seats} for scored in ledger.hands]
    assert written == [{False}, {True}, {False}, {True}]
