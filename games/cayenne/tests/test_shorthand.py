"""Shorthand of Cayenne: typed lines and the outcomes they stand for."""

import pytest

from tests.games.shorthand_table import parsed, refused, shorthand


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("c h ab 8 3", {"cayenne": "clubs", "trump": "hearts", "tricks": 8, "honours": 3}),
        ("h h yz 8 3", {"cayenne": "hearts", "trump": "hearts", "tricks": 5, "honours": 2}),
        ("d s yz +1 5", {"cayenne": "diamonds", "trump": "spades", "tricks": 6, "honours": 0}),
        ("h g ab 8", {"cayenne": "hearts", "trump": "grand", "tricks": 8}),
        ("n yz 7", {"trump": "nullo", "tricks": 6}),
        (
            "c c ab 9 5 ryz:t rab:o",
            {
                "cayenne": "clubs", "trump": "clubs", "tricks": 9, "honours": 5,
                "revokes": [{"by": "yz", "penalty": "tricks"}, {"by": "ab", "penalty": "deduct"}],
            },
        ),
        ("md", {"call": "misdeal"}),
    ],
)  # fmt: skip
def test_a_valid_line(line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("cayenne", size=4), line) == outcome


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ab 8 3", "Still missing: the cayenne, then the trump."),
        ("c ab 8 3", "Still missing: the trump, after the cayenne."),
        ("c h s ab 8 3", "Still missing: just the cayenne and one trump."),
        ("c h 8 3", "Still missing: the side."),
        ("c h ab 8", "Still missing: honours."),
        ("g ab 8 3", "“3” does not belong to this hand."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert refused(shorthand("cayenne", names=("Ida", "Jo", "Max", "Tom")), line) == why
