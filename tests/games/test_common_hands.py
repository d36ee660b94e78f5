"""Every registered game declares its ten most common hands, and its form can record each of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import games
from games import common_hands, registry
from games.common_hands import TEN, CommonHand
from games.game import Game
from games.ui.forms import Position
from tests.games.registry_cases import every_game_of_ours

FEWEST, MOST, MOST_OF_EACH = 2, 8, 17
"""Taps: the fewest, one choice and save; more than anybody would make at the table; and the most where numbers of
everybody are recorded, two digits before the play and two after it, and save."""


every_hand = pytest.mark.parametrize(
    "hand",
    [
        pytest.param(hand, id=f"{slug}, {hand.id}")
        for slug in registry.slugs()
        for hand in common_hands.common_hands(slug).hands
    ],
)


@every_game_of_ours
def test_a_game_declares_ten_different_hands_and_how_they_were_chosen(game: Game) -> None:
    hands = common_hands.common_hands(game.slug).hands
    assert len({hand.id for hand in hands}) == len(hands) == TEN
    assert len({(hand.document.table.rules, hand.document.table.size, json.dumps(hand.raw)) for hand in hands}) == TEN
    assert len(common_hands.common_hands(game.slug).source) > len("Our assumption.")


@every_hand
def test_a_common_hand_is_scored_and_says_why_it_is_common(hand: CommonHand) -> None:
    assert len(hand.document.ledger().hands) == 1
    assert hand.why.endswith(".")


@every_hand
def test_tapping_the_chips_of_a_common_hand_gives_that_hand(hand: CommonHand) -> None:
    rules, table = hand.document.rules, hand.document.table
    position = Position(rules=rules, table=table, state=rules.opening(table), number=1)
    form = registry.get(rules.slug).form(position, hand.chips)
    assert form.missing == []
    assert form.raw() == hand.raw


@every_hand
def test_a_hand_over_its_tap_budget_says_why(hand: CommonHand) -> None:
    has_numbers_of_each = any(isinstance(value, dict) for value in hand.raw.values())
    assert FEWEST <= hand.taps <= (MOST_OF_EACH if has_numbers_of_each else MOST)
    assert (hand.taps > hand.budget) == bool(hand.because)


def test_a_game_without_common_hands_has_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(games, "__path__", [str(tmp_path)])
    assert common_hands.common_hands.__wrapped__("tarot").hands == ()
