"""The comparison of whole evenings finds every figure that differs, and ignores wording."""

from copy import deepcopy
from typing import Any

import pytest

from tests.games.evening_comparison import differences

LEDGER: dict[str, Any] = {
    "game": "toy",
    "options": {"rest": False},
    "hands": [
        {
            "number": 1,
            "dealer": "Kim",
            "amounts": {"Ida": 3, "Kim": -3},
            "lines": [
                {"label": "won", "rule": "toss", "amounts": {"Ida": 2, "Kim": -2}},
                {"label": "won again", "rule": "toss", "amounts": {"Ida": 1, "Kim": -1}},
                {"label": "nobody pays", "rule": "pot", "amounts": {"Ida": 0, "Kim": 0}},
            ],
            "state": {"pot": 0},
        }
    ],
    "totals": {"Ida": 3, "Kim": -3},
    "transfers": [{"from": "Kim", "to": "Ida", "amount": 3}],
}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """Return the ledger with one thing changed."""
    ledger = deepcopy(LEDGER)
    inside: Any = ledger
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = to
    return ledger


@pytest.mark.parametrize(
    "got",
    [
        LEDGER,
        changed("hands", 0, "lines", 0, "label", to="was lucky"),
        # Two lines of one rule with the same sum, and no line of zeros.
        changed("hands", 0, "lines", to=[{"label": "won", "rule": "toss", "amounts": {"Ida": 3, "Kim": -3}}]),
    ],
    ids=["itself", "another word", "fewer lines"],
)
def test_identical_evenings_have_no_differences(got: dict[str, Any]) -> None:
    assert differences(LEDGER, got) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["totals", "Ida"], 4),
        (["options", "rest"], 0),
        (["more"], {}),
        (["hands"], []),
        (["hands", 0, "dealer"], "Ida"),
        (["hands", 0, "amounts"], {"Ida": 2, "Kim": -2}),
        (["hands", 0, "state", "pot"], 1),
        (["hands", 0, "lines", 0, "rule"], "pot"),
        (["hands", 0, "lines"], []),
        (["transfers"], []),
        (["transfers", 0, "amount"], 2),
        (["transfers"], [{"from": "Kim", "to": "Ida", "amount": amount} for amount in (1, 2)]),
        (["error"], {"hand": 1, "field": None, "code": "over", "message": "It is over."}),
    ],
)
def test_different_evenings_are_told_apart(path: list[Any], value: Any) -> None:
    assert len(differences(LEDGER, changed(*path, to=value))) >= 1


def test_errors_are_compared_without_their_message() -> None:
    refused = {"hand": 3, "field": "points", "code": "invalid"}
    assert differences({"error": refused}, {"error": {**refused, "message": "Half a point."}}) == []
    assert differences({"error": refused}, {"error": {**refused, "hand": 2, "message": "Half a point."}})
    assert differences({"error": refused}, LEDGER)
