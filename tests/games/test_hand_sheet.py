"""Boxes that are made from the declaration of a hand, for items that no game leaves to them entirely."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import pytest

from games._example.rules import ExampleRules
from games.scoring.errors import Code, RuleError
from games.scoring.hand import Answer, Call, Hand, OneOf, Player, Points
from games.scoring.text import Text
from games.scoring.types import Deal, SeatNumber
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.marked_sheet import DigitBoxes, MarkedRow, Ticks
from tests.games.marked_rows import NAMES, read, refused, row

DEAL = Deal(SeatNumber(0))


class Trump(StrEnum):
    HEARTS = "hearts"
    SPADES = "spades"


TRUMP = OneOf(
    "trump",
    Text("Trump"),
    Text("trump"),
    answers=(
        Answer(Trump.HEARTS, Text("Hearts"), Text("hearts"), Text("h"), box="♥"),
        Answer(Trump.SPADES, Text("♠"), Text("spades"), Text("s")),
    ),
)
POINTS = Points(
    "points",
    Text("Points"),
    Text("points"),
    total=120,
    other="points_of_others",
    other_label=Text("of the others"),
    other_short=Text("o"),
    other_means=Text("points of the others"),
    one=Text("{points} points"),
    halves=True,
    needs=lambda _raw: 61,
    unknown=Text(""),
)


class CountingRules(ExampleRules):
    """The example, with a trump and card points instead of made or lost."""

    hand = Hand(
        by="declarer",
        calls=(
            Call(
                "hand",
                Text("Alone"),
                Text("a"),
                "A",
                (Player("declarer", Text("Declarer"), Text("declarer")), TRUMP, POINTS),
            ),
        ),
    )


def sheet() -> HandMarkedSheet:
    rules = CountingRules()
    return HandMarkedSheet(rules, rules.table(NAMES[:3]))


def test_words_have_boxes_and_points_have_digits() -> None:
    _declarer, trump, points = sheet().fields()
    assert isinstance(trump, Ticks)
    assert [(box.key, str(box.head), str(box.means)) for box in trump.boxes] == [
        ("hearts", "♥", "hearts"),
        ("spades", "♠", "spades"),
    ]
    assert isinstance(points, DigitBoxes)
    assert (points.name, points.places) == ("points", 3)


def test_a_hand_and_its_marks() -> None:
    hand = {"declarer": 1, "trump": "hearts", "points": 70}
    assert sheet().marks(hand) == row("declarer=1 trump=hearts points:70")
    assert read(sheet(), "declarer=1 trump=hearts points:70") == hand


def test_points_of_the_other_side_are_written_as_those_of_the_first() -> None:
    hand = {"declarer": 1, "trump": "hearts", "points_of_others": 50}
    assert sheet().marks(hand) == row("declarer=1 trump=hearts points:70")


@pytest.mark.parametrize("hand", [{"points": 70.5}, {"points": 1000}], ids=["half a point", "a fourth digit"])
def test_numbers_without_boxes_are_left_to_words(hand: dict[str, Any]) -> None:
    assert sheet().marks({"declarer": 1, "trump": "hearts", **hand}) is None


def test_a_word_that_is_needed_must_be_ticked() -> None:
    assert refused(sheet(), "declarer=1 points:70") == ("trump", "This is still missing.")


def test_a_box_of_a_shared_field_is_taken_alone_and_the_others_are_left() -> None:
    marked = MarkedRow(row("step=hand,schwarz"), DEAL)
    assert marked.tick("step", "hand")
    assert not marked.tick("step", "hand")
    with pytest.raises(RuleError) as caught:
        marked.refuse_rest()
    assert (caught.value.code, caught.value.field) == (Code.INVALID, "step")
    assert marked.tick("step", "schwarz")
    marked.refuse_rest()
