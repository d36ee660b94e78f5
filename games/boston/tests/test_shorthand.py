"""Shorthand of Boston: a bid is a number, and penalties are added at the end."""

import pytest

from tests.games.shorthand_table import parsed, refused, shorthand

SEVEN = {"call": "tricks", "bidder": 0, "bid": 7, "tricks": 8}


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("1 7 8", SEVEN),
        ("anne 7 +1", SEVEN),
        ("3 5 -1", {"call": "tricks", "bidder": 2, "bid": 5, "tricks": 4}),
        ("2 gs −", {"call": "grand_spread", "bidder": 1, "made": False}),
        ("mp 3 4 2 4", {"call": "misere_partout", "tricks_taken": {"0": 3, "1": 4, "2": 2, "3": 4}}),
        (
            "1 7 8 2>pool:40 br>each:50 2>3:10",
            SEVEN
            | {
                "penalties": [
                    {"by": 1, "to": "pool", "amount": 40},
                    {"by": 1, "to": "each", "amount": 50},
                    {"by": 1, "to": 2, "amount": 10},
                ]
            },
        ),
    ],
)
def test_a_valid_line(line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("boston", size=4, pool=True), line) == outcome


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7 8", "There is no player 7: they are numbered from 1 to 4."),
        ("1 7", "Still missing: tricks."),
        ("2 lm", "Still missing: + for made or − for lost."),
        ("2 lm -1", "Don’t type a number after + or − here."),
        ("mp 3 4 2", "Still missing: the tricks of all four in the order of their numbers."),
        ("-- 2>pool:40", "pool is not at this table."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert refused(shorthand("boston", size=4), line) == why
