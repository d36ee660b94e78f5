"""Shorthand of Tarot: typed lines and the outcomes they stand for."""

from typing import Any

import pytest

from tests.games.shorthand_table import parsed, refused, shorthand

GARDE: dict[str, Any] = {"call": "garde", "taker": 0, "bouts": 2, "points": 49}


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("anne garde 2 49", GARDE),
        # With two bouts, the attack needs 41.
        ("1 g 2 +8", GARDE),
        ("1 g 2 -3", GARDE | {"points": 38}),
        ("4 gc 3 d42", {"call": "garde_contre", "taker": 3, "bouts": 3, "defence_points": 42}),
        ("1 g 2 49 pd po", GARDE | {"petit_au_bout": "defence", "poignees": [{"player": 0, "size": "simple"}]}),
        (
            "1 g 2 49 pod:3 pot:bru",
            GARDE | {"poignees": [{"player": 2, "size": "double"}, {"player": 1, "size": "triple"}]},
        ),
        (
            "1 g 2 49 mh:2 mt",
            GARDE | {"miseres": [{"player": 1, "kind": "no_honours"}, {"player": 0, "kind": "no_trumps"}]},
        ),
        ("1 g 2 49 la sm", GARDE | {"slam_announced": "petit", "slam_made": "grand"}),
        ("md @2", {"call": "misdeal", "dealer": 1}),
    ],
)
def test_a_valid_line_with_four_players(line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("tarot", "classic", size=4), line) == outcome


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("anne 3 g 2 49", GARDE | {"partner": 2}),
        ("g 2 49 anne chloé", GARDE | {"partner": 2}),
        ("1 1 g 2 49", GARDE | {"partner": 0}),
        ("1 al g 2 49,5", GARDE | {"points": 49.5}),
        ("1 3 g 2 49½ sd", GARDE | {"partner": 2, "points": 49.5, "slam_made": "defence"}),
    ],
)
def test_a_valid_line_with_five_players(line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("tarot", "fft", size=5), line) == outcome


def test_five_players_with_one_sitting_out_have_no_partner() -> None:
    assert parsed(shorthand("tarot", "fft", size=5, five_players="mort"), "1 g 2 49") == GARDE


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 2 49", "Still missing: contract."),
        ("1 g 2", "Still missing: points."),
        ("2 g 1 d", "Still missing: points."),
        ("1 g 2 +", "By how many points? Type +8, −3 and so on."),
        ("1 g 4 +1", "There are at most three bouts."),
        ("1 g 2 49 po:x", "x is not at this table."),
        ("1 g 2 49 al", "“al” is not recognised."),
        ("1 g 2 49 sd", "“sd” is not recognised."),
        ("ps 49", "“49” does not belong to this hand."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert refused(shorthand("tarot", "classic", names=("Ida", "Jo", "Max", "Tom")), line) == why
