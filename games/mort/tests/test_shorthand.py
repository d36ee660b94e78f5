"""Shorthand of Mort: typed lines and the outcomes they stand for."""

import pytest

from tests.games.shorthand_table import parsed, refused, shorthand


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("v 8", {"tricks": 8}),
        ("5 vivant", {"tricks": 5}),
        ("a 8", {"tricks": 5}),
        ("v +2", {"tricks": 8}),
        ("a +1", {"tricks": 6}),
        ("v 9 ra:o", {"tricks": 9, "revokes": [{"by": "adversaries", "penalty": "deduct"}]}),
        (
            "v 13 rv:a ra:tricks",
            {
                "tricks": 13,
                "revokes": [{"by": "vivant", "penalty": "add"}, {"by": "adversaries", "penalty": "tricks"}],
            },
        ),
        ("md", {"call": "misdeal"}),
        ("mdl", {"call": "misdeal_lost"}),
    ],
)
def test_a_valid_line(line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("mort"), line) == outcome


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("8", "Still missing: the side."),
        ("v", "Still missing: tricks."),
        ("v 14", "A side can have at most thirteen tricks."),
        ("v 7.5", "A side can have at most thirteen tricks."),
        ("v -1", "Type the side that won the odd trick, and by how many: +1, +2 and so on."),
        ("v +", "Type the side that won the odd trick, and by how many: +1, +2 and so on."),
        ("v 8 ra", "“ra” is not recognised."),
        ("v 8 ra:x", "“x” is not recognised."),
        ("v a 8", "“v” and “a” exclude each other."),
        ("md 8", "“8” does not belong to this hand."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert refused(shorthand("mort", names=("Ida", "Jo", "Max")), line) == why
