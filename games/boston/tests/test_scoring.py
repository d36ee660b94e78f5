"""Scoring of Boston: whole evenings, and what neither they nor the worked examples show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boston.tests.sessions import (
    DECIMAL,
    MISERE,
    NAMES,
    NOT_GIVEN,
    ORIGINAL,
    PASSED,
    POOL,
    RULES,
    SEVEN,
    Raw,
    amounts,
    hand,
    ledger,
    partout,
    penalty,
    printed,
    refusal,
)
from tests.games.contest_checks import contested, misjudged
from tests.games.evening_comparison import wrong
from tests.games.strategies import sessions
from tests.property_tests import examples


def test_whole_evenings_agree_with_an_independent_scorer() -> None:
    """The second scorer was written from the rules page alone."""
    assert wrong("boston") == {}


def test_a_remaining_pool_is_shared() -> None:
    # −1 each, Chloé pays 3 to David, David 2 to the pool: −1, −1, −4, 0, with 6 in the pool. Each gets 1,
    # then Chloé 1 more, and Anne, who sits before Bruno: 1, 0, −2, 1.
    paid = [penalty("Chloé", "David", 3), penalty("David", "pool", 2)]
    scored = printed(hand(PASSED, penalties=paid), pool=True, ante=1)
    assert sorted(scored["transfers"], key=str) == [
        {"from": "Chloé", "to": "Anne", "amount": 1},
        {"from": "Chloé", "to": "David", "amount": 1},
    ]
    assert list(scored["totals"].values()) == [-1, -1, -4, 0]


@pytest.mark.parametrize(
    ("raw", "table", "lines"),
    [
        (hand(SEVEN, tricks=9), DECIMAL, [("tricks-made", "20*, 7 bid and 9 taken")]),
        (hand(SEVEN, tricks=9), ORIGINAL, [("tricks-made", "21, 7 bid and 9 taken")]),
        (SEVEN, {"overtricks": False}, [("tricks-made", "20, 7 bid and 7 taken")]),
        (
            hand(SEVEN, tricks=9),
            {"overtricks": False},
            [("tricks-made", "20, 7 bid and 9 taken, over-tricks not counted")],
        ),
        (MISERE, DECIMAL, [("misere", "20, Little misère made")]),
        (hand(MISERE, call="grand_spread", made=False), DECIMAL, [("misere", "160, Grand spread lost")]),
        (
            hand(
                SEVEN,
                penalties=[penalty("Bruno", "pool", 40), penalty("David", "each", 50), penalty("Anne", "Bruno", 1)],
            ),
            POOL,
            [
                ("pool", "Into the empty pool: 10 from each*"),
                ("tricks-made", "20, 7 bid and 7 taken"),
                ("pool", "Anne takes the pool: 40"),
                ("penalty", "Penalty of Bruno to the pool: 40"),
                ("penalty", "Penalty of David to each of the others: 50"),
                ("penalty", "Penalty of Anne to Bruno: 1"),
            ],
        ),
        (
            hand(SEVEN, tricks=4),
            POOL,
            [
                ("pool", "Into the empty pool: 10 from each*"),
                ("tricks-failed", "40, 7 bid and 4 taken, short by 3"),
                ("pool", "Anne doubles the pool: 40"),
            ],
        ),
    ],
)
def test_the_derivation_says_what_was_paid_and_why(raw: Raw, table: Raw, lines: list[tuple[str, str]]) -> None:
    found = printed(raw, **table)["hands"][0]["lines"]
    assert [(line["rule"], line["label"]) for line in found] == lines


# Contests


def test_a_bidder_is_against_the_others_whatever_penalties_and_the_pool_cost() -> None:
    made = hand(SEVEN, penalties=[penalty("Anne", "each", 1000)])
    lost_misere = hand(MISERE, bidder="Chloé", made=False)
    played = ledger(hand(SEVEN, tricks=6), made, lost_misere, partout(6, 2, 5, 0), PASSED, pool=True, ante=1000)
    assert contested(played) == [
        ("tricks", "Anne", "Bruno, Chloé, David", False),
        ("tricks", "Anne", "Bruno, Chloé, David", True),
        ("little_misere", "Chloé", "Anne, Bruno, David", False),
        None,
        None,
    ]


@examples(20)
@given(st.data())
def test_made_calls_gain_and_failed_calls_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"tricks-made", "tricks-failed", "misere"}) == []


# What is refused, from the paragraph "Errors" of the rules page


@pytest.mark.parametrize("players", [[*NAMES, "Emma"], ["Anne", "Bruno", "Chloé", "each"]])
def test_impossible_players_are_refused(players: list[str]) -> None:
    assert refusal(players=players) == (None, "players", "players")


def test_the_limits_of_the_ante() -> None:
    for ante in (1, 1000):
        assert amounts(PASSED, pool=True, ante=ante) == (-ante,) * 4
    assert refusal(SEVEN, ante=1001) == (None, "options.ante", "out_of_range")


def paid(**changes: object) -> Raw:
    """Return a pass with one penalty, which is valid except for the changes."""
    return hand(PASSED, penalties=[hand(penalty("Bruno", "Anne", 10), **changes)])


@pytest.mark.parametrize(
    ("raw", "field", "code"),
    [
        (hand(SEVEN, bid=NOT_GIVEN), "bid", "required"),
        (hand(SEVEN, tricks=NOT_GIVEN), "tricks", "required"),
        (hand(MISERE, made=NOT_GIVEN), "made", "required"),
        ({"call": "misere_partout"}, "tricks_taken", "required"),
        (partout(0, 0, 14, 0), "tricks_taken.Chloé", "out_of_range"),
        (partout(3, 3, 3, 3), "tricks_taken", "total"),
        (paid(amount=0), "penalties.0.amount", "out_of_range"),
        (paid(amount=NOT_GIVEN), "penalties.0.amount", "required"),
        (paid(by=NOT_GIVEN), "penalties.0.by", "required"),
        (paid(by="pool"), "penalties.0.by", "unknown_player"),
        (paid(to=NOT_GIVEN), "penalties.0.to", "required"),
        (paid(to="Zoé"), "penalties.0.to", "unknown_player"),
        (partout(4, 4, 4, 4, penalties=[penalty("Anne", "Anne", 1)]), "penalties.0.to", "same_player"),
    ],
)
def test_an_invalid_field_is_refused(raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **POOL) == (1, field, code)


def test_the_fields_are_read_in_the_order_of_the_page() -> None:
    wrong_fields: Raw = {"bidder": "Zoé", "bid": 4, "tricks": 14, "penalties": [penalty("Anne", "Anne", 1), 7]}
    for field in list(wrong_fields):
        refused = refusal(hand(SEVEN, **wrong_fields))
        assert refused[:2] == (1, "penalties.0.to" if field == "penalties" else field)
        del wrong_fields[field]
