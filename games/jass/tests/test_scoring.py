"""Scores of Jass that no worked example shows: who wins a game, what is paid for, and hands that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from games.jass.hand import hand_of
from games.jass.rules import JassRules
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from games.scoring.sessions import combined
from games.scoring.types import SeatNumber

FOUR = ("Anne", "Bruno", "Chloé", "David")
RULES = JassRules()
Raw = dict[str, Any]


def ledger(*hands: Raw, rules: str = "schieber", **options: Any) -> Ledger:
    return replay(RULES, RULES.table(FOUR, rules=rules, options=options), hands, Naming(FOUR))


def trumpf(points: int, **more: Any) -> Raw:
    return {"call": "trumpf", "points": points, **more}


def correction(first: int, other: int) -> Raw:
    return {"call": "correction", "amounts": dict(zip(FOUR, (first, other) * 2, strict=True)), "note": "Weis"}


def refusal(*hands: Raw, rules: str = "schieber", **options: Any) -> tuple[str | None, str]:
    """Return at which field the last of these hands is refused, and by which code."""
    refused = ledger(*hands, rules=rules, **options).refusal
    assert refused is not None
    assert refused.number == len(hands)
    return refused.error.field, refused.error.code


def games(played: Ledger) -> tuple[int, int]:
    """Return the games that each side has won."""
    assert played.refusal is None
    state: Any = played.state
    first, other = state.games
    return first, other


def test_stoeck_before_weis_before_tricks() -> None:
    near = [trumpf(157), trumpf(0)]
    both_there = {"stoeck": "team2", "weis_team1": 100}
    assert games(ledger(*near, trumpf(80, **both_there), target=177)) == (0, 1)
    assert games(ledger(*near, trumpf(80, **both_there), target=178)) == (1, 0)
    assert games(ledger(*near, trumpf(80, **both_there, out="team1"), target=177)) == (1, 0)
    assert refusal(*near, trumpf(80), target=200) == ("out", "required")


def test_a_correction_that_brings_both_sides_there_level_leaves_the_game_to_the_next_hand() -> None:
    level = [trumpf(57), correction(143, 100)]
    assert games(ledger(*level, target=200)) == (0, 0)
    assert games(ledger(*level, trumpf(60), target=200)) == (0, 1)
    assert games(ledger(*level, trumpf(60, out="team1"), target=200)) == (1, 0)
    assert games(ledger(*level, correction(0, 1), target=200)) == (0, 1)


def test_markers_begin_anew_and_the_lead_can_be_negative() -> None:
    state: Any = ledger(trumpf(80), trumpf(75), trumpf(90, out="team2"), target=200, games=2).state
    assert (state.marker, state.games, state.last_game.lead) == ((0, 0), (0, 1), -19)
    assert not RULES.over(RULES.table(FOUR, options={"games": 2}), state)


def test_a_stake_is_for_games_at_the_schieber_and_for_points_at_the_differenzler() -> None:
    won = ledger(trumpf(150), trumpf(120), target=150, games=3)
    assert games(won) == (1, 0)
    assert combined([won]).gains == (1, -1, 1, -1)
    announced, taken = (dict(zip(FOUR, numbers, strict=True)) for numbers in ((40, 60, 30, 20), (52, 41, 30, 34)))
    played = ledger({"call": "differenzler", "announced": announced, "points": taken}, rules="differenzler")
    assert played.totals == (12, 19, 0, 14)
    assert combined([played]).gains == (-3, -31, 45, -11)


def test_more_games_rank_before_more_points() -> None:
    played = ledger({"call": "trumpf", "match": "team1"}, trumpf(50), trumpf(0), target=258, games=2)
    state: Any = played.state
    assert played.totals == (307, 264, 307, 264)
    assert state.games == (1, 0)
    assert RULES.ranks(played.table, state._replace(won=(0, 1, 0, 1)), played.totals) == [(0, 307), (1, 264)] * 2


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ({"call": "obenabe", "points": 93, "suit": "rosen"}, ("suit", "unknown_field")),
        ({"call": "trumpf", "points": 93, "suit": "spades"}, ("suit", "unknown_choice")),
        ({"call": "trumpf", "points": 157, "match": "team2"}, ("points", "impossible")),
        ({"call": "trumpf", "points": 93, "weis_team2": 10}, ("weis_team2", "out_of_range")),
        ({"call": "differenzler", "points": 93}, ("call", "unknown_choice")),
    ],
)
def test_what_cannot_be_is_refused(hand: Raw, error: tuple[str, str]) -> None:
    assert refusal(hand) == error


def test_the_last_player_deals_first() -> None:
    dealers = [scored.dealer for scored in ledger(trumpf(80), trumpf(80), trumpf(80)).hands]
    assert dealers == [SeatNumber(3), SeatNumber(0), SeatNumber(1)]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (trumpf(93, suit="schilten"), "Schilten, 93 – 64"),
        (trumpf(93), "A suit, 93 – 64"),
        ({"call": "obenabe", "points": 93}, "Obenabe, 93 – 64"),
    ],
)
def test_a_hand_is_said_in_few_words(raw: Raw, words: str) -> None:
    assert str(hand_of(RULES.table(FOUR)).words(raw)) == words
