"""The form of Mort: outcomes from what is tapped."""

from __future__ import annotations

from typing import Any

import pytest

from games.mort.form import MortForm
from games.mort.tests.sessions import NAMES, RULES
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.ui.forms import Choices, Position

WON = {"call": "", "side": "vivant", "tricks": "9"}


def form(*played: dict[str, Any], **data: str) -> MortForm:
    """Return the form of the next hand after those played, filled in with this data."""
    table = RULES.table(NAMES[:3])
    state = replay(RULES, table, played, Naming(table.players, by_seat=True)).state
    return MortForm(Position(rules=RULES, table=table, state=state), data)


def missing(filled: MortForm) -> list[str]:
    return [str(words) for _group, words in filled.missing]


def test_the_tricks_are_vivants() -> None:
    assert form(**WON).raw() == {"tricks": 9}
    assert form(**{**WON, "side": "adversaries"}).raw() == {"tricks": 4}


def test_an_invalid_side_is_not_taken_for_vivant() -> None:
    assert form(**{**WON, "side": "dummy"}).raw() == {}


def test_a_side_tapped_for_an_earlier_vivant_is_asked_for_again() -> None:
    # Eleven tricks end Ada's game. The next Vivant is Ben, so that “vivant” would mean other players.
    stale = {**WON, "vivant": "0", "revokes-0-by": "adversaries", "revokes-0-penalty": "add"}
    assert form(**stale).raw() == {"tricks": 9, "revokes": [{"by": "adversaries", "penalty": "add"}]}
    after = form({"tricks": 11}, **stale)
    assert after.raw() == {}
    assert missing(after) == ["odd trick, now that Ben is Vivant"]
    side = after.group_by_name["side"]
    assert isinstance(side, Choices)
    assert not any(chip.checked for chip in side)
    assert form({"tricks": 11}, **{**stale, "vivant": "1"}).raw()["tricks"] == 9


def test_the_penalty_of_a_revoke_is_required() -> None:
    assert missing(form(**WON, **{"revokes-1-by": "vivant"})) == ["penalty of revoke 2"]
    assert missing(form(**WON, **{"revokes-1-penalty": "add"})) == []


@pytest.mark.parametrize("name", ["revokes-7-8-by", "revokes-by", "revokes--by", "revokes-07-by", "revokes-²-by"])
def test_an_unknown_revoke_field_is_ignored(name: str) -> None:
    assert form(**WON, **{name: "vivant"}).raw() == {"tricks": 9}


@pytest.mark.parametrize(
    ("side", "words"),
    [("vivant", "slam by Ada and Mort, marker 0 – 0"), ("adversaries", "slam by Ben and Cora, marker 0 – 0")],
)
def test_the_button_says_a_slam_because_the_marker_does_not(side: str, words: str) -> None:
    filled = form(call="", side=side, tricks="13")
    scored = replay(RULES, filled.table, [filled.raw()], Naming(filled.table.players, by_seat=True)).hands[0]
    assert filled.result(scored).render(filled.table.players) == words
