"""Marked sheet of Cayenne: what is ticked for a hand, what a row means, and where totals are written."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.naming import Naming
from games.scoring.replay import replay
from tests.games.marked_rows import marked_sheet, read, refused, row

PLAYED = "cayenne=hearts trump=clubs side=ab tricks=9"


@pytest.mark.parametrize(
    ("hand", "marks"),
    [
        ({"call": "misdeal"}, "call=misdeal"),
        ({"cayenne": "hearts", "trump": "clubs", "tricks": 9, "honours": 1}, f"{PLAYED} honours=1"),
        (
            {"cayenne": "spades", "trump": "hearts", "tricks": 5, "honours": 1},
            "cayenne=spades trump=hearts side=yz tricks=8 honours=4",
        ),
        ({"trump": "grand", "tricks": 13}, "trump=grand side=ab tricks=13"),
        ({"cayenne": "clubs", "trump": "nullo", "tricks": 4}, "cayenne=clubs trump=nullo side=yz tricks=9"),
        (
            {"trump": "grand", "tricks": 9, "revokes": [{"by": "yz", "penalty": "add"}]},
            "trump=grand side=ab tricks=9 revokes-yz=add",
        ),
    ],
)
def test_a_hand_and_its_marks(hand: dict[str, Any], marks: str) -> None:
    sheet = marked_sheet("cayenne")
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


def test_many_rubbers_take_the_room_of_the_revokes() -> None:
    hand = {"trump": "grand", "tricks": 9, "revokes": [{"by": "yz", "penalty": "add"}]}
    few, many = marked_sheet("cayenne", rubbers=2), marked_sheet("cayenne", rubbers=3)
    assert (few.total_places, many.total_places) == (2, 3)
    assert few.marks(hand) is not None
    assert many.marks(hand) is None


@pytest.mark.parametrize(
    ("marks", "field", "why"),
    [
        (PLAYED, "honours", "This is still missing."),
        ("side=ab tricks=9 honours=1", "trump", "This is still missing."),
        (
            "trump=grand side=ab tricks=9 honours=1",
            "honours",
            "This does not belong to the hand marked in the other boxes.",
        ),
        ("trump=grand,nullo side=ab tricks=9", "trump", "Only one of these boxes can be ticked."),
    ],
)
def test_a_row_that_is_no_hand(marks: str, field: str, why: str) -> None:
    assert refused(marked_sheet("cayenne"), marks) == (field, why)


def test_totals_are_written_where_a_rubber_ends() -> None:
    sheet = marked_sheet("cayenne")
    hands = [{"trump": "grand", "tricks": 7}, {"trump": "grand", "tricks": 13}]
    ledger = replay(sheet.rules, sheet.table, hands, Naming(sheet.table.players, by_seat=True))
    written = [{sheet.writes_total(scored, seat) for seat in sheet.table.seats} for scored in ledger.hands]
    assert written == [{False}, {True}]
