"""The form of Hearts: points from the taps, what is left for the last player, and what the button says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.hearts.form import HeartsForm
from games.hearts.tests.sessions import NAMES, RULES, hand, ledger
from games.scoring.replay import Ledger
from games.ui.forms import OutcomeForm, Position


def form(data: Mapping[str, str] | None = None, **options: Any) -> HeartsForm:
    table = RULES.table(NAMES, options=options)
    return HeartsForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data)


@pytest.mark.parametrize(
    ("sentence", "taps", "points"),
    [
        ("the last player has the rest", {"queen": "1", "hearts-0": "5", "hearts-1": "1", "hearts-2": "6"}, "5 14 6 1"),
        (
            "the last player has the queen",
            {"queen": "3", "hearts-0": "5", "hearts-1": "1", "hearts-2": "6"},
            "5 1 6 14",
        ),
        ("all hearts are given already", {"queen": "1", "hearts-0": "4", "hearts-2": "9"}, "4 13 9 0"),
        ("a moon", {"queen": "moon-2"}, "0 0 26 0"),
        ("hearts tapped before a moon don't count", {"queen": "moon-0", "hearts-1": "5"}, "26 0 0 0"),
        ("all hearts and the queen are a moon", {"queen": "2", "hearts-2": "13"}, "0 0 26 0"),
        (
            "too many hearts are left to the rules",
            {"queen": "0", "hearts-0": "9", "hearts-1": "9", "hearts-2": "9"},
            "22 9 9 0",
        ),
    ],
)
def test_points_from_taps(sentence: str, taps: Mapping[str, str], points: str) -> None:
    filled = form(taps)
    assert list(filled.raw()["points"].values()) == [int(number) for number in points.split()], sentence
    assert filled.missing == []


@pytest.mark.parametrize(
    "taps", [{}, {"queen": "1"}, {"hearts-0": "5", "hearts-1": "1", "hearts-2": "7"}, {"queen": "1", "hearts-0": "5"}]
)
def test_points_are_missing(taps: Mapping[str, str]) -> None:
    assert [name for name, _words in form(taps).missing] == ["points"]


@pytest.mark.parametrize(
    ("taps", "left"), [({}, 13), ({"hearts-0": "5", "hearts-1": "1"}, 7), ({"hearts-0": "13", "hearts-1": "1"}, 0)]
)
def test_it_says_what_is_left(taps: Mapping[str, str], left: int) -> None:
    assert [str(part.said) for part in form(taps).says] == [f"what is left: {left}"]


def test_a_moon_asks_for_a_choice_where_there_is_one() -> None:
    moon = {"queen": "moon-2"}
    assert [name for name, _words in form(moon, moon="choice").missing] == ["moon"]
    assert form(moon | {"moon": "self"}, moon="choice").raw()["moon"] == "self"
    assert "moon" not in form({"queen": "0", "hearts-0": "9", "moon": "self"}, moon="choice").raw()


def button(form: type[OutcomeForm], played: Ledger) -> str:
    """Return what the button says of the last hand."""
    before = played.hands[-2].state if len(played.hands) > 1 else RULES.opening(played.table)
    position = Position(rules=RULES, table=played.table, state=before)
    return form(position).result(played.hands[-1]).render(NAMES)


def test_the_button_says_what_a_hand_brings() -> None:
    assert button(HeartsForm, ledger(hand(5, 14, 7, 0))) == "Bruno +14"
    assert button(HeartsForm, ledger(hand(0, 26, 0, 0))) == "Bruno shoots the moon"


def test_the_ledger_says_the_jack_first() -> None:
    table = RULES.table(NAMES, options={"jack": True, "moon": "choice"})
    raw = {"call": "hand", "points": {"0": 0, "1": 26, "2": 0, "3": 0}, "jack": 3, "moon": "self"}
    said = HeartsForm.describe(RULES, table, raw).render(NAMES)
    assert said == "David ♦J, Bruno shoots the moon, taken off"
