"""The boxes of wiezen for the camera."""

from __future__ import annotations

from typing import Any

import pytest

from games.colour_whist.marked_sheet import ColourWhistMarkedSheet
from games.colour_whist.tests.sessions import COULEUR, RULES, Raw, table
from tests.games.marked_rows import read, refused, row


def sheet(**at: Any) -> ColourWhistMarkedSheet:
    return ColourWhistMarkedSheet(RULES, table(**at))


@pytest.mark.parametrize(
    ("at", "marks", "raw"),
    [
        ({}, "caller=0 partner=2 call=vraag tricks:9", {"call": "vraag", "caller": 0, "partner": 2, "tricks": 9}),
        (
            {},
            "caller=1 call=abondance level:10 tricks:9",
            {"call": "abondance", "caller": 1, "level": 10, "made": False},
        ),
        ({}, "caller=1 call=solo tricks:13", {"call": "solo", "caller": 1, "made": True}),
        (
            {},
            "caller=0,3 partner=2 call=miserie",
            {"call": "miserie", "declarers": {"0": True, "2": False, "3": True}},
        ),
        (
            COULEUR,
            "caller=0 partner=1 call=trou,trump_changed tricks:8",
            {"call": "trou", "caller": 0, "partner": 1, "tricks": 8, "trump_changed": True},
        ),
        (
            COULEUR,
            "caller=0 partner=1 call=emballage level:9 tricks:8",
            {"call": "emballage", "caller": 0, "partner": 1, "level": 9, "tricks": 8},
        ),
        (COULEUR, "call=passed", {"call": "passed"}),
    ],
)
def test_a_hand_and_its_marks(at: Raw, marks: str, raw: Raw) -> None:
    assert read(sheet(**at), marks) == raw
    assert sheet(**at).marks(raw) == row(marks)


@pytest.mark.parametrize(
    ("marks", "field"),
    [
        ("caller=0", "call"),
        ("call=miserie", "caller"),
        ("caller=0 partner=0 call=miserie", "partner"),
        ("caller=0,1 partner=2 call=vraag tricks:8", "caller"),
        ("caller=0 call=abondance tricks:9", "level"),
        ("caller=0 call=alleen level:5 tricks:9", "level"),
    ],
)
def test_marks_that_mean_no_hand(marks: str, field: str) -> None:
    assert refused(sheet(), marks)[0] == field
