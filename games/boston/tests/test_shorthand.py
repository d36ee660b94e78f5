"""Shorthand of Boston: typed lines and the outcomes they stand for."""

import pytest

from tests.games.shorthand_table import parsed, refused, shorthand


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("1 7 8", {"call": "tricks", "bidder": 0, "bid": 7, "tricks": 8}),
        ("david 13 13", {"call": "tricks", "bidder": 3, "bid": 13, "tricks": 13}),
        ("3 5 +", {"call": "tricks", "bidder": 2, "bid": 5, "tricks": 5}),
        ("3 5 +2", {"call": "tricks", "bidder": 2, "bid": 5, "tricks": 7}),
        ("3 5 -1", {"call": "tricks", "bidder": 2, "bid": 5, "tricks": 4}),
        ("2 lm +", {"call": "little_misere", "bidder": 1, "made": True}),
        ("2 gs −", {"call": "grand_spread", "bidder": 1, "made": False}),
        ("mp 3 4 2 4", {"call": "misere_partout", "tricks_taken": {"0": 3, "1": 4, "2": 2, "3": 4}}),
        ("--", {"call": "passed"}),
        (
            "1 7 8 2>pool:40 br>each:50 2>3:10",
            {
                "call": "tricks", "bidder": 0, "bid": 7, "tricks": 8,
                "penalties": [
                    {"by": 1, "to": "pool", "amount": 40},
                    {"by": 1, "to": "each", "amount": 50},
                    {"by": 1, "to": 2, "amount": 10},
                ],
            },
        ),
    ],
)  # fmt: skip
def test_a_valid_line(line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("boston", size=4, pool=True), line) == outcome


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7 8", "There is no player 7: they are numbered from 1 to 4."),
        ("1 7", "Still missing: tricks."),
        ("1 7 -", "By how many tricks? Type −1, −2 and so on."),
        ("2 lm", "Still missing: + for made or − for lost."),
        ("2 lm -1", "Don’t type a number after + or − here."),
        ("2 lm gm +", "“lm” and “gm” exclude each other."),
        ("mp 3 4 2", "Still missing: the tricks of all four in the order of their numbers."),
        ("-- 2>pool:40", "pool is not at this table."),
        ("pool 7 8", "“pool” is not recognised."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert refused(shorthand("boston", size=4), line) == why
