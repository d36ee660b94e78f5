"""Shorthand of Solo Whist: typed lines and the outcomes they stand for."""

import pytest

from tests.games.shorthand_table import parsed, refused, shorthand

ODD = "tricks not on the sheet"


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("1 3 pr 9", {"call": "proposal", "caller": 0, "partner": 2, "tricks": 9}),
        ("pr chloe anne +1", {"call": "proposal", "caller": 2, "partner": 0, "tricks": 9}),
        ("2 so 4", {"call": "solo", "caller": 1, "tricks": 4}),
        ("2 so -1", {"call": "solo", "caller": 1, "tricks": 4}),
        ("2 ab +", {"call": "abundance", "caller": 1, "tricks": 9}),
        ("2 abt +2", {"call": "abundance_in_trumps", "caller": 1, "tricks": 11}),
        ("4 mi +", {"call": "misere", "caller": 3, "made": True}),
        ("4 sp -", {"call": "spread", "caller": 3, "made": False}),
        ("4 sl -", {"call": "slam", "caller": 3, "made": False}),
        ("1 so 7.5", {"call": "solo", "caller": 0, "tricks": 7.5}),  # for the rules to refuse
        ("gr 3", {"call": "grand", "last_trick": 2}),
        ("--", {"call": "passed"}),
    ],
)
def test_a_valid_line(line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("solo_whist", size=4), line) == outcome


@pytest.mark.parametrize(("line", "tricks"), [("1 so +", 5), ("1 so -", 4), ("1 3 pr -", 7)])
def test_if_odd_tricks_do_not_count_made_or_failed_is_enough(line: str, tricks: int) -> None:
    read = shorthand("solo_whist", "british", size=4).read(line)
    assert read.raw
    assert read.raw["tricks"] == tricks
    assert [str(remark) for remark in read.remarks] == [ODD]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 9", "Still missing: call."),
        ("1 so", "Still missing: tricks."),
        ("1 so -", "By how many tricks? Type −1, −2 and so on."),
        ("1 pr +", "Still missing: who accepts."),
        ("gr", "Still missing: who took the last trick."),
        ("1 mi", "Still missing: + for made or − for lost."),
        ("1 mi +1", "Don’t type a number after + or − here."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert refused(shorthand("solo_whist", size=4), line) == why


def test_minus_nothing_is_neither_made_nor_lost() -> None:
    for rules in ("foster", "british"):
        assert refused(shorthand("solo_whist", rules, size=4), "1 so -0").startswith("By how many tricks?")


def test_a_grand_that_is_not_played_is_an_unknown_word() -> None:
    assert refused(shorthand("solo_whist", size=4, grand=False), "gr 3") == "“gr” is not recognised."
