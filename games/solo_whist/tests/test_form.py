"""The form of Solo Whist: outcomes from what is tapped, and their description in words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.solo_whist.game import GAME
from games.solo_whist.tests.sessions import NAMES, RULES, Raw
from games.ui.forms import Position
from games.ui.hand_form import HandForm


def form(data: Mapping[str, str] | None = None, *, error: RuleError | None = None, **options: bool) -> HandForm:
    table = RULES.table(NAMES, options=options)
    return HandForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data, error=error)


@pytest.mark.parametrize(
    ("sentence", "taps", "raw"),
    [
        (
            "a solo: three taps and the button",
            {"call": "solo", "caller": "1", "tricks": "6"},
            {"caller": 1, "tricks": 6},
        ),
        (
            "a proposal: one more for the partner",
            {"call": "proposal", "caller": "0", "partner": "2", "tricks": "9"},
            {"caller": 0, "partner": 2, "tricks": 9},
        ),
        ("a misère made", {"call": "misere", "caller": "3", "made": "1"}, {"caller": 3, "made": True}),
        ("a misère lost", {"call": "misere", "caller": "3", "made": "0"}, {"caller": 3, "made": False}),
        ("a grand", {"call": "grand", "last_trick": "2"}, {"last_trick": 2}),
        ("a pass", {"call": "passed"}, {}),
        (
            "what was tapped for another call is not kept",
            {"call": "solo", "caller": "1", "tricks": "6", "partner": "2", "made": "0", "last_trick": "3"},
            {"caller": 1, "tricks": 6},
        ),
        (
            "tricks of a misère are not kept",
            {"call": "slam", "caller": "1", "made": "1", "tricks": "6"},
            {"caller": 1, "made": True},
        ),
    ],
)
def test_taps_become_a_hand(sentence: str, taps: dict[str, str], raw: Raw) -> None:
    filled = form(taps)
    assert filled.raw() == {"call": taps["call"], **raw}
    assert filled.missing == []
    assert not filled.rare_count


@pytest.mark.parametrize(
    ("taps", "missing"),
    [
        ({}, ["call", "caller", "tricks"]),
        ({"call": "proposal"}, ["caller", "partner", "tricks"]),
        ({"call": "spread"}, ["caller", "made"]),
        ({"call": "spread", "caller": "3"}, ["made"]),
        ({"call": "grand"}, ["last_trick"]),
        ({"call": "abundance", "tricks": "9"}, ["caller"]),
    ],
)
def test_missing_fields_are_those_that_the_call_takes(taps: dict[str, str], missing: list[str]) -> None:
    assert [name for name, _words in form(taps).missing] == missing


def test_calls_are_listed_in_rising_order() -> None:
    ranked = ["proposal", "solo", "misere", "abundance", "abundance_in_trumps", "spread", "slam"]
    assert [choice.value for choice in form().call] == ranked


def test_a_grand_is_offered_if_it_is_played() -> None:
    assert [choice.value for choice in form().minor_call] == ["grand", "passed"]
    assert [choice.value for choice in form(grand=False).minor_call] == ["passed"]


def test_rare_fields_are_counted() -> None:
    assert form({"call": "passed", "note": "late", "dealer": "0"}).rare_count == 2
    assert form({"call": "passed", "dealer": "3"}).rare_count == 0


def test_an_error_is_shown_at_its_group() -> None:
    refused = form({"call": "proposal"}, error=RuleError(Code.SAME_PLAYER, "partner", Text("Nobody is.")))
    assert str(refused.error_at("partner")) == "Nobody is."
    assert refused.error_at("caller") is None
    assert refused.general_error is None


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"call": "proposal", "caller": 0, "partner": 2, "tricks": 9}, "Proposal by Anne with Chloé, 9 tricks"),
        ({"call": "solo", "caller": 1, "tricks": 1}, "Solo by Bruno, 1 trick"),
        ({"call": "abundance_in_trumps", "caller": 3, "tricks": 10}, "Abundance in trumps by David, 10 tricks"),
        ({"call": "misere", "caller": 0, "made": True}, "Misère by Anne, made"),
        ({"call": "spread", "caller": 0, "made": False}, "Spread by Anne, lost"),
        ({"call": "grand", "last_trick": 2}, "Grand, the last trick to Chloé"),
        ({"call": "passed"}, "All passed"),
    ],
)
def test_the_summary_line_of_a_hand(raw: Raw, words: str) -> None:
    table = RULES.table(NAMES)
    assert GAME.describe(table, raw).render(NAMES) == words
