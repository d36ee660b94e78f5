"""Boxes of Schafkopf: one player or two, and what they can't say."""

from __future__ import annotations

import pytest

from tests.games.marked_rows import can_be_marked, marked_sheet, read, refused


def test_two_players_are_a_rufspiel() -> None:
    sheet = marked_sheet("schafkopf", "club", ramsch=True)
    assert read(sheet, "who=0,2 result=made step=schneider laufende:3") == {
        "call": "rufspiel",
        "declarer": 0,
        "partner": 2,
        "made": True,
        "step": "schneider",
        "laufende": 3,
    }
    assert read(sheet, "who=1 call=wenz result=lost tout=yes laufende:2 klopfer:1") == {
        "call": "wenz",
        "declarer": 1,
        "made": False,
        "tout": True,
        "laufende": 2,
        "klopfer": 1,
    }
    assert read(sheet, "who=3 call=ramsch") == {"call": "ramsch", "loser": 3}
    assert read(sheet, "call=passed") == {"call": "passed"}


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("who=0 result=made", "who"),
        ("who=0,1 call=solo result=made", "who"),
        ("who=0,1", "result"),
        ("who=0 call=bettel result=made laufende:3", "laufende"),
        ("who=0 call=passed", "who"),
    ],
)
def test_rows_that_mean_no_hand_are_refused(row: str, field: str) -> None:
    assert refused(marked_sheet("schafkopf", "club", ramsch=True), row)[0] == field


def test_what_is_left_to_words() -> None:
    four, five = (marked_sheet("schafkopf", "club", size=size, ramsch=True) for size in (4, 5))
    assert not can_be_marked(four, {"call": "ramsch", "loser": 0, "jungfrauen": [1]})
    assert (
        can_be_marked(four, {"call": "sie", "declarer": 0}),
        can_be_marked(five, {"call": "sie", "declarer": 0}),
    ) == (
        True,
        False,
    )
