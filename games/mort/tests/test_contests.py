"""Contests of Mort: Vivant, with the dead hand, against the two adversaries, and who wins a game."""

from __future__ import annotations

from typing import Any

from games.mort.tests.sessions import CORRECTION, LOST, MISDEAL, RULES, WIN, document, hand
from games.scoring.documents import read
from games.scoring.replay import Ledger
from tests.games.contest_checks import Pieces, each_contested


def ledger(*hands: Any, **table: Any) -> Ledger:
    return read(document(*hands, **table), {"mort": RULES}.get).single().ledger()


def game(vivant: str, adversaries: str, *, won: bool) -> list[Pieces]:
    """Return the contests of a hand that ends a game, which Vivant won or lost."""
    return [("vivant", vivant, adversaries, won), ("adversary", adversaries, vivant, not won)]


def test_mort_has_no_stats_and_only_the_last_hand_of_a_game_counts() -> None:
    assert each_contested(ledger(hand(8), hand(5))) == [[("", "Ada", "Ben, Cora", None)]] * 2


def test_vivant_or_both_adversaries_win_a_game_and_the_next_has_the_next_vivant() -> None:
    assert each_contested(ledger(WIN, hand(8), hand(2), hand(6))) == [
        game("Ada", "Ben, Cora", won=True),
        [("", "Ben", "Cora, Ada", None)],
        game("Ben", "Cora, Ada", won=False),  # eleven tricks: five points
        [("", "Cora", "Ada, Ben", None)],
    ]


def test_a_penalty_can_decide_a_game_too() -> None:
    """Vivant has three points and adds three for the adversaries' revoke, which wins the game with only six tricks."""
    played = each_contested(ledger(hand(9), hand(6, "a add")))
    assert played == [[("", "Ada", "Ben, Cora", None)], game("Ada", "Ben, Cora", won=True)]


def test_with_four_players_one_sits_out_even_if_sharing_with_vivant() -> None:
    for shares in (False, True):
        played = ledger(WIN, hand(8), players=4, sit_out_shares=shares)
        assert each_contested(played) == [game("Ada", "Ben, Cora", won=True), [("", "Ben", "Cora, Dan", None)]]


def test_a_misdeal_is_not_contested() -> None:
    assert each_contested(ledger(MISDEAL, LOST, CORRECTION, hand(7))) == [[], [], [("", "Ada", "Ben, Cora", None)]]
