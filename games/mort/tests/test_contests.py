"""Who plays against whom at Mort: Vivant, with the dead hand, against the players at its right and left."""

from __future__ import annotations

from typing import Any

from games.mort.tests.sessions import CORRECTION, LOST, MISDEAL, RULES, WIN, document, hand
from games.scoring.documents import read
from games.scoring.replay import Ledger
from tests.games.contested import contested


def ledger(*hands: Any, **table: Any) -> Ledger:
    return read(document(*hands, **table), {"mort": RULES}.get).ledger()


def test_mort_is_nobody_and_nothing_is_undertaken() -> None:
    assert contested(ledger(hand(8), hand(5))) == [("", "Ada", "Ben, Cora", None)] * 2


def test_the_next_game_has_the_next_vivant() -> None:
    assert contested(ledger(WIN, WIN, hand(6))) == [
        ("", "Ada", "Ben, Cora", None),
        ("", "Ben", "Cora, Ada", None),
        ("", "Cora", "Ada, Ben", None),
    ]


def test_of_four_one_sits_out_even_where_he_shares_with_vivant() -> None:
    for shares in (False, True):
        played = ledger(WIN, hand(8), players=4, sit_out_shares=shares)
        assert contested(played) == [("", "Ada", "Ben, Cora", None), ("", "Ben", "Cora, Dan", None)]


def test_a_misdeal_is_not_contested() -> None:
    assert contested(ledger(MISDEAL, LOST, CORRECTION, hand(7))) == [None, None, ("", "Ada", "Ben, Cora", None)]
