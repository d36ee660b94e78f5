"""Scores of Hearts, worked by hand: what a club changes, the end of the game, passing and statistics."""

from __future__ import annotations

import pytest

from games.hearts.rules import HeartsState
from games.hearts.tests.sessions import NAMES, RULES, correction, hand, ledger
from games.scoring.replay import Ledger
from tests.games.contest_checks import each_contested

MOON = hand(0, 26, 0, 0)
OTHERS = "Anne, Chloé, David"


def words(played: Ledger) -> list[str]:
    return [line.label.render(NAMES) for line in played.hands[-1].entry.lines]


def state(played: Ledger) -> HeartsState:
    assert isinstance(played.state, HeartsState)
    return played.state


@pytest.mark.parametrize(("option", "choice"), [("others", None), ("choice", "others")])
def test_a_moon_for_the_others(option: str, choice: str | None) -> None:
    played = ledger({**MOON, **({"moon": choice} if choice else {})}, moon=option)
    assert played.totals == (26, 0, 26, 26)
    assert words(played) == ["Bruno shoots the moon: +26 for every other player"]


def test_a_club_has_its_own_figures() -> None:
    figures = {"special.others.points": 20, "special.self.points": 30, "special.jack.points": 5}
    tariff = RULES.tariff("standard").read_own({"name": "Ours", "figures": figures})
    for moon, amounts in {"others": (20, -5, 20, 20), "self": (0, -35, 0, 0)}.items():
        table = RULES.table(NAMES, options={"jack": True, "moon": moon}, tariff=tariff)
        outcome = RULES.outcome("hand", points=(0, 26, 0, 0), jack=table.seats[1])
        assert RULES.score(table, RULES.opening(table), outcome)[0].amounts == amounts


def test_the_end_is_judged_by_the_scores_alone() -> None:
    played = ledger(hand(24, 1, 1, 0), correction(Anne=1), target=25)
    assert state(played).over
    assert [NAMES[seat] for seat in state(played).winners] == ["David"]
    reopened = ledger(hand(24, 1, 1, 0), correction(Anne=1), correction(Anne=-5), hand(5, 0, 0, 21), target=25)
    assert reopened.totals == (25, 1, 1, 21)
    assert words(reopened) == ["Hearts, and the queen of spades", "Game over, lowest score 1: Bruno, Chloé"]


@pytest.mark.parametrize(
    ("size", "ways"),
    [(3, ["left", "right", "none", "left"]), (4, ["left", "right", "across", "none"]), (5, ["left", "right", "none"])],
)
def test_the_hands_played_say_how_cards_are_passed(size: int, ways: list[str]) -> None:
    names = ("Anne", "Bruno", "Chloé", "David", "Edith")[:size]
    points = {"call": "hand", "points": dict.fromkeys(names, 0) | {"Anne": 20, "Bruno": 6}}
    for played, way in enumerate(ways):
        after = ledger(*[points] * played, correction(Anne=-3), players=names)
        assert state(after).passing == way


def test_who_can_reach_the_target_with_the_next_hand_is_in_danger() -> None:
    assert state(ledger(hand(24, 2, 0, 0), target=50)).in_danger == (0,)
    assert state(ledger(hand(23, 3, 0, 0), target=50)).in_danger == ()


def test_a_moon_and_the_end_of_a_game_are_counted() -> None:
    assert each_contested(ledger(hand(5, 14, 7, 0), MOON, target=50)) == [[], [("moon", "Bruno", OTHERS, True)]]
    assert each_contested(ledger(hand(25, 1, 0, 0), target=25)) == [
        [
            ("game", "Anne", "Bruno, Chloé, David", False),
            ("game", "Bruno", OTHERS, False),
            ("game", "Chloé", "Anne, Bruno, David", True),
            ("game", "David", "Anne, Bruno, Chloé", True),
        ]
    ]
