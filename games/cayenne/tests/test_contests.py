"""Who plays against whom at Cayenne: two partnerships, of which neither undertakes anything."""

from __future__ import annotations

from typing import Any

from games.cayenne.tests.sessions import CORRECTION, MISDEAL, RULES, SLAM, document, no_trump, trump
from games.scoring.documents import read
from games.scoring.replay import Ledger
from tests.games.contested import contested

PARTNERS = ("", "A, B", "Y, Z", None)


def ledger(*hands: Any, **table: Any) -> Ledger:
    return read(document(*hands, **table), {"cayenne": RULES}.get).ledger()


def test_partners_sit_opposite_each_other_whatever_is_trump_and_whoever_wins() -> None:
    played = trump(4, 9, 3), trump(1, 3, 2), no_trump("grand", 7), no_trump("nullo", 2)
    assert contested(ledger(*played)) == [PARTNERS] * 4


def test_they_stay_so_in_the_next_rubber() -> None:
    assert contested(ledger(SLAM, trump(2, 6, 0), rubbers=2)) == [PARTNERS] * 2


def test_a_misdeal_is_not_contested() -> None:
    assert contested(ledger(MISDEAL, CORRECTION, trump(2, 6, 0))) == [None, PARTNERS]
