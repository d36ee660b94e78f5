"""Seeger-Fabian scores: 50 more for a game won; 50 less for one lost, and 40 or 30 for each other player."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.documents import read
from games.scoring.replay import Ledger
from games.skat.tests.sessions import CLUBS, FOSTER, GUCKI, ISKO, NULL, NULLO, RAMSCH, RULES, SOLO, Raw, hand, ledger
from tests.games import worked_examples

GRAND: Raw = {"call": "grand", "declarer": "Anna", "bid": 48, "matadors": 4, "card_points": 95}
"""A grand with four and schneider: 24 × 6 = 144."""
DIAMONDS: Raw = {"call": "suit", "declarer": "Anna", "suit": "diamonds", "bid": 18, "matadors": 2, "card_points": 50}
"""Diamonds with two, lost: twice 9 × 3 = 27."""
OUVERT: Raw = {"call": "null", "declarer": "Clara", "bid": 23, "made": True, "ouvert": True}
"""A null ouvert, made: 46."""
PASSED: Raw = {"call": "passed"}
CORRECTION: Raw = {"call": "correction", "amounts": {"Anna": 10, "Ben": -10}, "note": "paid late"}


def points(ledger: Ledger) -> tuple[int, ...]:
    return RULES.tournament_points(ledger.table, *ledger.table_list())


@pytest.mark.parametrize(
    ("sentence", "table", "hands", "expected"),
    [
        ("nothing was played", ISKO, [], (0, 0, 0)),
        ("won: 144 + 50", ISKO, [GRAND], (194, 0, 0)),
        ("lost: −54 − 50, and 40 to the others", ISKO, [DIAMONDS], (-104, 40, 40)),
        ("three games: 194 − 104, 40, 40 + 46 + 50", ISKO, [GRAND, DIAMONDS, OUVERT], (90, 40, 136)),
        ("the same on a sheet", {**ISKO, "payment": "sheet"}, [GRAND, DIAMONDS, OUVERT], (90, 40, 136)),
        ("overbid: −2 × 48 − 50", ISKO, [hand(CLUBS, bid=46, hand=True, card_points=74)], (-146, 40, 40)),
        ("contra doubles the game: 2 × 23 + 50", {**ISKO, "contra": True}, [hand(NULL, contra="contra")], (96, 0, 0)),
        ("and re once more: −4 × 54 − 50", {**ISKO, "contra": True}, [hand(DIAMONDS, contra="re")], (-266, 40, 40)),
        ("a Ramsch counts for its loser: 194 − 50", {**ISKO, "ramsch": True}, [RAMSCH, GRAND], (144, 0, 0)),
        ("a correction counts, what all passed is nothing", ISKO, [PASSED, CORRECTION, GRAND], (204, -10, 0)),
        ("Foster: 10 × (1 + 3) + 50", FOSTER, [SOLO], (90, 0, 0)),
        ("Foster: a gucki lost is double, −30 − 50", FOSTER, [hand(NULLO, made=False)], (-80, 40, 40)),
        ("Gucki-solo: a nullo lost, −30 − 50", GUCKI, [hand(NULLO, made=False)], (-80, 40, 40)),
    ],
)
def test_tournament_points_of_three_players(
    sentence: str, table: Raw, hands: list[Raw], expected: tuple[int, ...]
) -> None:
    assert points(ledger(*hands, **table)) == expected


@pytest.mark.parametrize("table", [{**ISKO, "payment": "each"}, {**ISKO, "payment": "sheet"}, {**ISKO, "seeger": True}])
def test_with_four_players_the_one_sitting_out_gets_thirty_points_too(table: dict[str, Any]) -> None:
    """David deals and sits out, then Anna. Anna gets −104 and each of the others 30; then Clara wins 46 + 50."""
    assert points(ledger(DIAMONDS, OUVERT, players=4, **table)) == (-104, 30, 126, 30)


LISTS = [
    example for example in worked_examples.examples("skat") if example["document"].get("options", {}).get("seeger")
]
WRITTEN = [example for example in LISTS if "totals" in example["expect"]]


@pytest.mark.parametrize("example", WRITTEN, ids=[example["title"] for example in WRITTEN])
@pytest.mark.parametrize("payment", ["each", "sheet", "list"])
def test_a_worked_list_gives_the_same_result_however_it_was_paid(example: dict[str, Any], payment: str) -> None:
    document = example["document"]
    options = document["options"] if payment == "list" else {"payment": payment}
    played = read({**document, "options": options}, {"skat": RULES}.get).single().ledger()
    assert played.refusal is None
    assert points(played) == tuple(example["expect"]["totals"].values())


def test_there_are_worked_lists() -> None:
    assert len(WRITTEN) >= 4
