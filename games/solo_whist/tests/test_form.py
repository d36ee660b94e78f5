"""Solo Whist on the form, in the ledger, in shorthand and on the marked sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.solo_whist.game import GAME
from games.solo_whist.tests.sessions import NAMES, RULES, Raw
from games.ui.forms import Position
from games.ui.hand_form import HandForm
from tests.games.marked_rows import marked_sheet, read, refused, row
from tests.games.shorthand_table import parsed, shorthand
from tests.games.shorthand_table import refused as not_understood


def form(data: Mapping[str, str] | None = None, **options: bool) -> HandForm:
    table = RULES.table(NAMES, options=options)
    return HandForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data)


def test_what_was_tapped_for_another_call_is_not_kept() -> None:
    tapped = {"caller": "1", "partner": "2", "tricks": "6", "made": "0", "last_trick": "3"}
    assert form({"call": "solo", **tapped}).raw() == {"call": "solo", "caller": 1, "tricks": 6}
    assert form({"call": "slam", **tapped}).raw() == {"call": "slam", "caller": 1, "made": False}
    assert form({"call": "grand", **tapped}).raw() == {"call": "grand", "last_trick": 3}


@pytest.mark.parametrize(
    ("taps", "missing"),
    [
        ({}, ["call", "caller", "tricks"]),
        ({"call": "proposal"}, ["caller", "partner", "tricks"]),
        ({"call": "spread"}, ["caller", "made"]),
        ({"call": "grand"}, ["last_trick"]),
    ],
)
def test_missing_fields_are_those_that_the_call_takes(taps: dict[str, str], missing: list[str]) -> None:
    assert [name for name, _words in form(taps).missing] == missing


def test_calls_are_listed_in_rising_order() -> None:
    ranked = ["proposal", "solo", "misere", "abundance", "abundance_in_trumps", "spread", "slam"]
    assert [choice.value for choice in form().call] == ranked


@pytest.mark.parametrize(("played", "minor"), [(True, ["grand", "passed"]), (False, ["passed"])])
def test_a_grand_is_offered_if_it_is_played(played: bool, minor: list[str]) -> None:
    filled = form(grand=played)
    assert [choice.value for choice in filled.minor_call] == minor
    assert ("last_trick" in filled.groups) is played
    calls = marked_sheet("solo_whist", grand=played).fields()[2]
    assert ("grand" in {box.key for box in getattr(calls, "boxes", ())}) is played


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"call": "proposal", "caller": 0, "partner": 2, "tricks": 9}, "Proposal by Anne with Chloé, 9 tricks"),
        ({"call": "solo", "caller": 1, "tricks": 1}, "Solo by Bruno, lost, 1 trick"),
        ({"call": "misere", "caller": 0, "made": True}, "Misère by Anne, made"),
        ({"call": "grand", "last_trick": 2}, "Grand, the last trick to Chloé"),
        ({"call": "passed"}, "All passed"),
    ],
)
def test_the_summary_line_of_a_hand(raw: Raw, words: str) -> None:
    assert GAME.describe(RULES.table(NAMES), raw).render(NAMES) == words


# Shorthand


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("1 3 pr 9", {"call": "proposal", "caller": 0, "partner": 2, "tricks": 9}),
        ("pr chloe anne +1", {"call": "proposal", "caller": 2, "partner": 0, "tricks": 9}),
        ("2 so -1", {"call": "solo", "caller": 1, "tricks": 4}),
        ("2 abt +2", {"call": "abundance_in_trumps", "caller": 1, "tricks": 11}),
        ("4 mi +", {"call": "misere", "caller": 3, "made": True}),
        ("4 sl -", {"call": "slam", "caller": 3, "made": False}),
        ("1 so 7.5", {"call": "solo", "caller": 0, "tricks": 7.5}),  # for the rules to refuse
        ("gr 3", {"call": "grand", "last_trick": 2}),
    ],
)
def test_a_valid_line(line: str, outcome: Raw) -> None:
    assert parsed(shorthand("solo_whist", size=4), line) == outcome


@pytest.mark.parametrize(("line", "tricks"), [("1 so +", 5), ("1 so -", 4), ("1 3 pr -", 7)])
def test_if_odd_tricks_do_not_count_made_or_failed_is_enough(line: str, tricks: int) -> None:
    understood = shorthand("solo_whist", "british", size=4).read(line)
    assert understood.raw
    assert understood.raw["tricks"] == tricks
    assert [str(remark) for remark in understood.remarks] == ["tricks not on the sheet"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 so -", "By how many tricks? Type −1, −2 and so on."),
        ("1 so -0", "By how many tricks? Type −1, −2 and so on."),
        ("1 pr +", "Still missing: who accepts."),
        ("gr", "Still missing: who took the last trick."),
        ("1 mi", "Still missing: + for made or − for lost."),
        ("1 mi +1", "Don’t type a number after + or − here."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert not_understood(shorthand("solo_whist", size=4), line) == why


def test_minus_nothing_is_neither_made_nor_lost_where_odd_tricks_do_not_count() -> None:
    assert not_understood(shorthand("solo_whist", "british", size=4), "1 so -0").startswith("By how many tricks?")


def test_a_grand_that_is_not_played_is_an_unknown_word() -> None:
    assert not_understood(shorthand("solo_whist", size=4, grand=False), "gr 3") == "“gr” is not recognised."


# The marked sheet


@pytest.mark.parametrize(
    ("rules", "hand", "marks"),
    [
        (
            "foster",
            {"call": "proposal", "caller": 2, "partner": 0, "tricks": 9},
            "call=proposal caller=2 partner=0 tricks:9",
        ),
        ("foster", {"call": "misere", "caller": 3, "made": True}, "call=misere caller=3 tricks:0"),
        ("foster", {"call": "spread", "caller": 3, "made": False}, "call=spread caller=3 tricks:1"),
        ("foster", {"call": "slam", "caller": 1, "made": True}, "call=slam caller=1 tricks:13"),
        ("foster", {"call": "slam", "caller": 1, "made": False}, "call=slam caller=1 tricks:12"),
        ("foster", {"call": "grand", "last_trick": 1}, "call=grand caller=1"),
        ("british", {"call": "solo", "caller": 3, "tricks": 5}, "call=solo caller=3 result=made"),
        ("british", {"call": "abundance", "caller": 3, "tricks": 8}, "call=abundance caller=3 result=lost"),
    ],
)
def test_a_hand_and_its_marks(rules: str, hand: Raw, marks: str) -> None:
    sheet = marked_sheet("solo_whist", rules)
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


def test_where_odd_tricks_are_worth_nothing_they_are_not_on_the_sheet() -> None:
    hand: dict[str, Any] = {"call": "solo", "caller": 3, "tricks": 8}
    british = marked_sheet("solo_whist", "british")
    assert british.marks(hand) == row("call=solo caller=3 result=made")
    assert [str(remark) for remark in british.left_open(hand)] == ["tricks not on the sheet"]
    assert marked_sheet("solo_whist", "foster").left_open(hand) == ()


def test_more_tricks_than_there_are_do_not_make_a_misere() -> None:
    why = "This must be between 0 and 13, not 14."
    assert refused(marked_sheet("solo_whist"), "call=misere caller=0 tricks:14") == ("tricks", why)
