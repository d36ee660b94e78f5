"""Boxes of Doppelkopf: one player or two, and what they can't say."""

from __future__ import annotations

import pytest

from tests.games.marked_rows import can_be_marked, marked_sheet, read, refused


def test_two_players_are_re_and_one_is_a_soloist() -> None:
    sheet = marked_sheet("doppelkopf", "home", pflichtsolo=True)
    assert read(sheet, "who=0,2 augen:135 fuchs=fuchs_re") == {
        "call": "normal",
        "re": [0, 2],
        "augen": 135,
        "fuchs_re": 1,
    }
    assert read(sheet, "who=1 augen:130 pflicht=yes") == {
        "call": "solo",
        "declarer": 1,
        "pflicht": True,
        "augen": 130,
    }
    assert read(sheet, "who=0,1 augen:99 armut=armut bock=bock")["call"] == "armut"


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("augen:135", "who"),
        ("who=0,1", "augen"),
        ("who=0,1 augen:241", "augen"),
        ("who=0,1 augen:135 pflicht=yes", "pflicht"),
        ("who=0 augen:135 armut=armut", "armut"),
        ("who=0 augen:135 fuchs=fuchs_re", "fuchs"),
    ],
)
def test_rows_that_mean_no_hand_are_refused(row: str, field: str) -> None:
    assert refused(marked_sheet("doppelkopf", "home", pflichtsolo=True), row)[0] == field


def test_what_is_left_to_words() -> None:
    four, five = marked_sheet("doppelkopf", "home"), marked_sheet("doppelkopf", "home", size=5)
    hand = {"call": "normal", "re": [0, 1], "augen": 240}
    assert not can_be_marked(four, hand | {"fuchs_re": 2})
    assert not can_be_marked(four, hand | {"extra_re": 1})
    schwarz = hand | {"re_announced": "schwarz", "schwarz": True}
    assert (can_be_marked(four, schwarz), can_be_marked(five, schwarz)) == (True, False)
