"""Scoring of hands of Boston, from the paragraph "Payment" of the rules page.

Expected values are worked out from the page, with the calculation beside each. Anne, Bruno, Chloé and David sit in this
order. Every cell of the tables is checked in `test_tariff.py`.
"""

from __future__ import annotations

import pytest

from games.boston.tests.sessions import (
    DECIMAL,
    MISERE,
    ORIGINAL,
    PASSED,
    POOL,
    SEVEN,
    Raw,
    amounts,
    hand,
    ledger,
    partout,
    penalty,
    printed,
)


def alone(v: int) -> tuple[int, ...]:
    """Return the amounts if Anne settles v with each of the three others."""
    return (3 * v, -v, -v, -v)


@pytest.mark.parametrize(
    ("sentence", "table", "bid", "tricks", "v"),
    [
        ("five bid and made", DECIMAL, 5, 5, 10),
        ("five bid and made, original", ORIGINAL, 5, 5, 12),
        ("five bid, one short, costs less than it would have won", ORIGINAL, 5, 4, -11),
        ("five bid, one short", DECIMAL, 5, 4, -10),
        ("seven bid, nine taken, original", ORIGINAL, 7, 9, 21),
        ("eight short of eight: 110 as printed", ORIGINAL, 8, 0, -110),
        ("thirteen bid and made", DECIMAL, 13, 13, 170),
        ("thirteen bid, no trick: payable", ORIGINAL, 13, 0, -433),
        ("over-tricks off: seven bid, eleven taken pays as seven", {"overtricks": False}, 7, 11, 20),
        ("over-tricks off, original", {"overtricks": False, **ORIGINAL}, 9, 13, 32),
        ("over-tricks off: a failure is paid as ever", {"overtricks": False}, 7, 5, -30),
    ],
)
def test_a_bid_of_tricks(sentence: str, table: Raw, bid: int, tricks: int, v: int) -> None:
    assert amounts(hand(SEVEN, bid=bid, tricks=tricks), **table) == alone(v)


@pytest.mark.parametrize("table", [DECIMAL, ORIGINAL], ids=["decimal", "original"])
@pytest.mark.parametrize(
    ("call", "v"), [("little_misere", 20), ("grand_misere", 40), ("little_spread", 80), ("grand_spread", 160)]
)
def test_the_miseres_are_the_same_in_both_rule_sets(table: Raw, call: str, v: int) -> None:
    assert amounts(hand(MISERE, call=call, made=True), **table) == alone(v)
    assert amounts(hand(MISERE, call=call, made=False), **table) == alone(-v)


@pytest.mark.parametrize(
    ("bidder", "expected"),
    [("Bruno", (-20, 60, -20, -20)), ("Chloé", (-20, -20, 60, -20)), ("David", (-20, -20, -20, 60))],
)
def test_anybody_may_be_the_bidder(bidder: str, expected: tuple[int, ...]) -> None:
    assert amounts(hand(SEVEN, bidder=bidder)) == expected
    assert amounts(hand(MISERE, bidder=bidder)) == expected


# Misère partout


@pytest.mark.parametrize(
    ("sentence", "tricks", "expected"),
    [
        ("four: three times 4 less 9 is 3 red", (4, 3, 3, 3), (-30, 10, 10, 10)),
        ("seven: 21 less 6 is 15 red", (7, 3, 2, 1), (-150, 40, 50, 60)),
        ("six, two, five, none: 4, 1 and 6 red of 11", (6, 2, 5, 0), (-110, 40, 10, 60)),
        ("two tie with five: 7 red, half each is 35", (5, 5, 1, 2), (-35, -35, 40, 30)),
        ("they need not be neighbours", (1, 5, 2, 5), (40, -35, 30, -35)),
        ("three take four: a red each to the fourth", (4, 4, 4, 1), (-10, -10, -10, 30)),
        ("two tie with six: 6 + 5 red, 55 each", (6, 0, 1, 6), (-55, 60, 50, -55)),
        ("five against two fours: 7 red, of which 1, 1 and 5", (5, 4, 4, 0), (-70, 10, 10, 50)),
        ("all thirteen: 39 red", (0, 0, 13, 0), (130, 130, -390, 130)),
    ],
)
def test_misere_partout(sentence: str, tricks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert sum(expected) == 0
    assert amounts(partout(*tricks)) == expected
    assert amounts(partout(*tricks), **ORIGINAL) == expected


def test_one_loser_of_misere_partout_pays_by_the_tricks_over_thirteen() -> None:
    for most in range(5, 14):
        rest = 13 - most
        others = (min(rest, most - 1), rest - min(rest, most - 1), 0)
        assert amounts(partout(most, *others))[0] == -10 * (4 * most - 13)


# The pool


def pools(*hands: Raw, **options: object) -> list[int]:
    """Return what is in the pool after each hand."""
    return [played["state"]["pool"] for played in printed(*hands, pool=True, **options)["hands"]]


def test_without_a_pool_hands_are_independent() -> None:
    assert [played["state"] for played in printed(SEVEN, PASSED)["hands"]] == [{}, {}]


@pytest.mark.parametrize(
    ("sentence", "raw", "expected", "pool"),
    [
        ("a pass asks for the ante", PASSED, (-10, -10, -10, -10), 40),
        ("made: 60 and the pool of 40, less the ante", SEVEN, (90, -30, -30, -30), 0),
        ("a misère takes it as well", MISERE, (90, -30, -30, -30), 0),
        ("failed by one: 3 × 20 and 40 into the pool", hand(SEVEN, tricks=6), (-110, 10, 10, 10), 80),
        ("a misère lost", hand(MISERE, made=False), (-110, 10, 10, 10), 80),
        ("misère partout leaves it alone", partout(4, 3, 3, 3), (-40, 0, 0, 0), 40),
    ],
)
def test_the_first_hand_with_a_pool(sentence: str, raw: Raw, expected: tuple[int, ...], pool: int) -> None:
    assert amounts(raw, **POOL) == expected
    assert pools(raw) == [pool]
    assert sum(expected) + pool == 0


def test_the_ante_is_required_only_if_the_pool_is_empty() -> None:
    fails = hand(SEVEN, bidder="Bruno", tricks=5)
    assert pools(PASSED, fails, partout(5, 5, 1, 2), fails, SEVEN, PASSED) == [40, 80, 80, 160, 0, 40]
    assert pools(PASSED, SEVEN, SEVEN, ante=25) == [100, 0, 0]
    # With 40 in the pool, Anne gets 3 × 20 and the pool, and nobody pays an ante.
    assert amounts(PASSED, SEVEN, **POOL) == (100, -20, -20, -20)
    # With an empty pool, each pays 10, and Anne takes it all out again.
    assert amounts(PASSED, SEVEN, SEVEN, **POOL) == (90, -30, -30, -30)


def test_a_pool_may_double_without_limit() -> None:
    assert pools(*[hand(SEVEN, tricks=6)] * 5) == [80, 160, 320, 640, 1280]


def test_a_penalty_to_the_pool_starts_the_next_one() -> None:
    # Anne gets the pool of 40. The 40 from Bruno's penalty stay, so the next hand has no ante.
    spoilt = hand(MISERE, penalties=[penalty("Bruno", "pool", 40)])
    assert amounts(spoilt, **POOL) == (90, -70, -30, -30)
    assert pools(spoilt, PASSED) == [40, 40]
    assert amounts(spoilt, PASSED, **POOL) == (0, 0, 0, 0)


def test_a_correction_leaves_the_pool_unchanged_and_needs_no_ante() -> None:
    correction = {"call": "correction", "amounts": {"Anne": 10, "Bruno": -10}, "note": "a wrong counter"}
    assert pools(correction, PASSED, correction) == [0, 40, 40]
    assert amounts(correction, **POOL) == (10, -10, 0, 0)


def test_without_a_pool_the_ante_has_no_effect() -> None:
    assert amounts(SEVEN, ante=500) == alone(20)


@pytest.mark.parametrize(
    ("sentence", "hands", "options", "transfers"),
    [
        (
            "40 in the pool: 10 back to each, and nobody owes anything",
            [PASSED],
            {},
            [],
        ),
        (
            # −1 each, and 1 more from Bruno: −1, −2, −1, −1, with 5 in the pool. Each gets 1, and Bruno the odd one.
            "an odd counter goes to the lowest total",
            [hand(PASSED, penalties=[penalty("Bruno", "pool", 1)])],
            {"ante": 1},
            [],
        ),
        (
            # −1 each, Chloé pays 3 to David, David 2 to the pool: −1, −1, −4, 0, with 6 in the pool. Each gets 1,
            # then Chloé 1 more, and Anne, who sits before Bruno: 1, 0, −2, 1.
            "of two odd counters the second goes to the earlier seat of those who tie",
            [hand(PASSED, penalties=[penalty("Chloé", "David", 3), penalty("David", "pool", 2)])],
            {"ante": 1},
            [{"from": "Chloé", "to": "Anne", "amount": 1}, {"from": "Chloé", "to": "David", "amount": 1}],
        ),
    ],
)
def test_a_remaining_pool_is_shared(sentence: str, hands: list[Raw], options: Raw, transfers: list[Raw]) -> None:
    scored = printed(*hands, pool=True, **options)
    assert sorted(scored["transfers"], key=str) == sorted(transfers, key=str)
    # The share is not in the totals.
    assert sum(scored["totals"].values()) == -scored["state"]["pool"] < 0


# Penalties


@pytest.mark.parametrize(
    ("sentence", "to", "amount", "expected"),
    [
        ("to each of the others", "each", 50, (50, -150, 50, 50)),
        ("to one player", "Chloé", 25, (0, -25, 25, 0)),
        ("one white counter", "Anne", 1, (1, -1, 0, 0)),
    ],
)
def test_a_penalty(sentence: str, to: str, amount: int, expected: tuple[int, ...]) -> None:
    assert amounts(hand(PASSED, penalties=[penalty("Bruno", to, amount)])) == expected


def test_penalties_are_paid_in_addition_to_the_hand() -> None:
    paid = [penalty("Bruno", "Anne", 10), penalty("Anne", "each", 5)]
    # 60 − 15 + 10; −20 − 10 + 5; −20 + 5
    assert amounts(hand(SEVEN, penalties=paid)) == (55, -25, -15, -15)
    assert amounts(hand(MISERE, penalties=paid)) == (55, -25, -15, -15)
    # −30 − 15 + 10; 10 − 10 + 5; 10 + 5
    assert amounts(partout(4, 3, 3, 3, penalties=paid)) == (-35, 5, 15, 15)


def test_a_passed_hand_without_pool_and_penalty_has_no_derivation() -> None:
    scored = ledger(PASSED).hands[0]
    assert scored.entry.lines == ()
    assert scored.entry.amounts == (0, 0, 0, 0)


# The deal


def test_the_deal_passes_after_every_hand_but_not_after_a_correction() -> None:
    correction = {"call": "correction", "amounts": {"Anne": 5, "Bruno": -5}, "note": "counters found on the floor"}
    played = printed(SEVEN, PASSED, partout(4, 3, 3, 3), correction, MISERE, hand(SEVEN, dealer="Bruno"), PASSED)
    dealers = [scored["dealer"] for scored in played["hands"]]
    assert dealers == ["David", "Anne", "Bruno", None, "Chloé", "Bruno", "Chloé"]


# Words


@pytest.mark.parametrize(
    ("raw", "table", "lines"),
    [
        (SEVEN, DECIMAL, [("tricks-made", "20, 7 bid and 7 taken")]),
        (hand(SEVEN, tricks=9), DECIMAL, [("tricks-made", "20*, 7 bid and 9 taken")]),
        (hand(SEVEN, tricks=9), ORIGINAL, [("tricks-made", "21, 7 bid and 9 taken")]),
        (
            hand(SEVEN, tricks=9),
            {"overtricks": False},
            [("tricks-made", "20, 7 bid and 9 taken, over-tricks not counted")],
        ),
        (hand(SEVEN, tricks=4), DECIMAL, [("tricks-failed", "40, 7 bid and 4 taken, short by 3")]),
        (MISERE, DECIMAL, [("misere", "20, Little misère made")]),
        (hand(MISERE, call="grand_spread", made=False), DECIMAL, [("misere", "160, Grand spread lost")]),
        (
            partout(6, 2, 5, 0),
            DECIMAL,
            [("misere-partout", "Misère partout, Anne took the most: 10 for each trick fewer than 6")],
        ),
        (
            partout(5, 5, 1, 2),
            DECIMAL,
            [("misere-partout", "Misère partout, Anne, Bruno took the most and share: 10 for each trick fewer than 5")],
        ),
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
            hand(SEVEN, tricks=6),
            POOL,
            [
                ("pool", "Into the empty pool: 10 from each*"),
                ("tricks-failed", "20, 7 bid and 6 taken, short by 1"),
                ("pool", "Anne doubles the pool: 40"),
            ],
        ),
    ],
)
def test_the_derivation_says_what_was_paid_and_why(raw: Raw, table: Raw, lines: list[tuple[str, str]]) -> None:
    found = printed(raw, **table)["hands"][0]["lines"]
    assert [(line["rule"], line["label"]) for line in found] == lines
