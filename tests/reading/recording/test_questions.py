"""Questions and remarks about a row, for the person who has the sheet."""

from __future__ import annotations

from dataclasses import replace

from games.scoring.types import State
from scorekeeper.reading import questions
from scorekeeper.reading.decoder.hands import ReadHand
from tests.games import marked_rows
from tests.reading.decoder.rows import row

SHEET = marked_rows.marked_sheet("tarot", "fft")
STATE: State = SHEET.rules.opening(SHEET.table)
ROW = row(SHEET, {}, {})
HAND = ReadHand(
    row=0,
    state=STATE,
    raw={"call": "prise", "taker": 0, "bouts": 2, "points": 49},
    scored=None,
    sure=1.0,
    written={0: 99, 1: -33, 2: -33, 3: -33},
    slips={},
)


def about(hand: ReadHand) -> list[str]:
    return list(questions.about(SHEET, hand, ROW))


def test_a_clear_hand_gets_no_remark():
    assert about(HAND) == []


def test_a_total_that_looks_different_is_named():
    name = SHEET.table.players[1]
    sentence = f"The total of {name} looks different on the sheet, but only this fits the hands."
    assert about(replace(HAND, overruled=("total-1",))) == [sentence]


def test_a_total_in_doubt_is_asked_about_and_not_also_mentioned():
    hand = replace(HAND, doubtful=("total-1",), overruled=("total-1",), maybe_slips=(1,))
    assert about(hand) == [f"In this row, is the total for {SHEET.table.players[1]} \N{MINUS SIGN}33?"]


def test_a_field_in_doubt_is_asked_about_and_not_also_mentioned():
    hand = replace(HAND, sure=0.9, doubtful=("points",), overruled=("points",))
    assert about(hand) == ["Points: is it 49?"]


def test_a_hand_in_doubt_without_a_doubtful_box_says_why_it_is_asked_about():
    sentence = "Not every box in this row is clear. Compare them with the picture."
    assert about(replace(HAND, sure=0.9)) == [sentence]
    assert about(replace(HAND, sure=0.9, slips={1: 3})) == [], "the page compares the totals"


def test_a_field_that_looks_different_is_named_with_its_heading():
    assert about(replace(HAND, overruled=("bouts",))) == [
        "Bouts: the sheet looks different, but only this fits the totals."
    ]


def test_the_totals_that_contradict_a_hand_are_named():
    one, other = SHEET.table.players[1:3]
    contradicted = replace(HAND, raw=None, others=(HAND.raw or {},))
    check = "Check whether a hand above is missing or wrong."
    assert about(replace(contradicted, slips=dict.fromkeys(range(4), 7))) == [
        f"All totals in this row differ from those expected after its hand. {check}"
    ]
    assert about(replace(contradicted, slips={1: 7, 2: -20})) == [
        f"The totals of {one} and {other} in this row differ from those expected after its hand. {check}"
    ]
