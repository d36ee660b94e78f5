"""Refusals of tables and fields of Boston: field and code, from the paragraph "Errors" of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.boston.tests.sessions import (
    DECIMAL,
    MISERE,
    NAMES,
    NOT_GIVEN,
    ORIGINAL,
    PASSED,
    POOL,
    SEVEN,
    Raw,
    amounts,
    hand,
    partout,
    penalty,
    refusal,
)


@pytest.mark.parametrize(
    ("sentence", "players"),
    [
        ("nobody", []),
        ("three", NAMES[:3]),
        ("five", [*NAMES, "Emma"]),
        ("a name twice", ["Anne", "Bruno", "Chloé", "Anne"]),
        ("an empty name", ["Anne", "Bruno", "Chloé", ""]),
        ("a player called pool", ["Anne", "pool", "Chloé", "David"]),
        ("a player called each", ["Anne", "Bruno", "Chloé", "each"]),
    ],
)
@pytest.mark.parametrize("table", [DECIMAL, ORIGINAL, POOL], ids=["decimal", "original", "pool"])
def test_numbers_of_players(sentence: str, players: list[str], table: Raw) -> None:
    assert refusal(players=players, **table) == (None, "players", "players")


@pytest.mark.parametrize(
    ("sentence", "options", "field", "code"),
    [
        ("no such option", {"grand": True}, "options.grand", "unknown_option"),
        ("a word for over-tricks", {"overtricks": "yes"}, "options.overtricks", "invalid"),
        ("a number for the pool", {"pool": 1}, "options.pool", "invalid"),
        ("null for the pool", {"pool": None}, "options.pool", "invalid"),
        ("text for the ante", {"ante": "10"}, "options.ante", "invalid"),
        ("true for the ante", {"ante": True}, "options.ante", "invalid"),
        ("half a counter", {"ante": 2.5}, "options.ante", "invalid"),
        ("no ante at all", {"ante": 0}, "options.ante", "out_of_range"),
        ("too high an ante", {"ante": 1001}, "options.ante", "out_of_range"),
    ],
)
@pytest.mark.parametrize("table", [DECIMAL, ORIGINAL], ids=["decimal", "original"])
def test_options(sentence: str, options: Raw, field: str, code: str, table: Raw) -> None:
    assert refusal(SEVEN, **options, **table) == (None, field, code)


@pytest.mark.parametrize("ante", [1, 1000])
def test_the_limits_of_the_ante(ante: int) -> None:
    assert amounts(PASSED, pool=True, ante=ante) == (-ante,) * 4


def paid(**changes: Any) -> Raw:
    """Return a pass with one penalty, which is valid except for the changes."""
    return hand(PASSED, penalties=[hand(penalty("Bruno", "Anne", 10), **changes)])


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"),
    [
        ("no call", DECIMAL, hand(SEVEN, call=NOT_GIVEN), "call", "required"),
        ("no such call", DECIMAL, hand(SEVEN, call="boston"), "call", "unknown_choice"),
        ("a number for a call", DECIMAL, hand(SEVEN, call=7), "call", "invalid"),
        ("a bid of four", DECIMAL, hand(SEVEN, bid=4), "bid", "out_of_range"),
        ("a bid of fourteen", ORIGINAL, hand(SEVEN, bid=14), "bid", "out_of_range"),
        ("fourteen tricks", DECIMAL, hand(SEVEN, tricks=14), "tricks", "out_of_range"),
        ("fewer than none", DECIMAL, hand(SEVEN, tricks=-1), "tricks", "out_of_range"),
        ("text for a bid", DECIMAL, hand(SEVEN, bid="7"), "bid", "invalid"),
        ("half a trick", DECIMAL, hand(SEVEN, tricks=7.5), "tricks", "invalid"),
        ("true for tricks", DECIMAL, hand(SEVEN, tricks=True), "tricks", "invalid"),
        ("null for a bid", DECIMAL, hand(SEVEN, bid=None), "bid", "invalid"),
        ("no bidder", DECIMAL, hand(SEVEN, bidder=NOT_GIVEN), "bidder", "required"),
        ("no bid", DECIMAL, hand(SEVEN, bid=NOT_GIVEN), "bid", "required"),
        ("no tricks", DECIMAL, hand(SEVEN, tricks=NOT_GIVEN), "tricks", "required"),
        ("a bidder who is not at the table", DECIMAL, hand(SEVEN, bidder="Zoé"), "bidder", "unknown_player"),
        ("a seat for a bidder", DECIMAL, hand(SEVEN, bidder=0), "bidder", "invalid"),
        ("no bidder of a misère", DECIMAL, hand(MISERE, bidder=NOT_GIVEN), "bidder", "required"),
        ("no result of a misère", DECIMAL, hand(MISERE, made=NOT_GIVEN), "made", "required"),
        ("a number for made", DECIMAL, hand(MISERE, made=1), "made", "invalid"),
        ("null for made", DECIMAL, hand(MISERE, call="grand_spread", made=None), "made", "invalid"),
        ("tricks with a misère", DECIMAL, hand(MISERE, tricks=0), "tricks", "unknown_field"),
        ("a bid with a spread", DECIMAL, hand(MISERE, call="little_spread", bid=7), "bid", "unknown_field"),
        ("made with a bid of tricks", DECIMAL, hand(SEVEN, made=True), "made", "unknown_field"),
        ("a bidder in misère partout", DECIMAL, partout(4, 3, 3, 3, bidder="Anne"), "bidder", "unknown_field"),
        ("a bidder in a pass", DECIMAL, hand(PASSED, bidder="Anne"), "bidder", "unknown_field"),
        ("tricks of all in a bid", DECIMAL, hand(SEVEN, tricks_taken={}), "tricks_taken", "unknown_field"),
        ("the suit", DECIMAL, hand(SEVEN, suit="hearts"), "suit", "unknown_field"),
        ("no tricks of all four", DECIMAL, {"call": "misere_partout"}, "tricks_taken", "required"),
        (
            "tricks in a list",
            DECIMAL,
            {"call": "misere_partout", "tricks_taken": [4, 3, 3, 3]},
            "tricks_taken",
            "invalid",
        ),
        (
            "one of the four missing",
            DECIMAL,
            {"call": "misere_partout", "tricks_taken": {"Anne": 4, "Bruno": 3, "David": 6}},
            "tricks_taken.Chloé",
            "required",
        ),
        (
            "somebody else",
            DECIMAL,
            {"call": "misere_partout", "tricks_taken": {"Anne": 4, "Bruno": 3, "Chloé": 3, "Zoé": 3}},
            "tricks_taken.Zoé",
            "unknown_player",
        ),
        ("fourteen for one", DECIMAL, partout(0, 0, 14, 0), "tricks_taken.Chloé", "out_of_range"),
        ("fewer than none for one", DECIMAL, partout(8, 3, 3, -1), "tricks_taken.David", "out_of_range"),
        ("text for one", DECIMAL, partout("4", 3, 3, 3), "tricks_taken.Anne", "invalid"),
        ("true for one", DECIMAL, partout(True, 6, 3, 3), "tricks_taken.Anne", "invalid"),
        ("null for one", DECIMAL, partout(4, None, 3, 3), "tricks_taken.Bruno", "invalid"),
        ("fourteen together", DECIMAL, partout(4, 4, 3, 3), "tricks_taken", "total"),
        ("twelve together", ORIGINAL, partout(3, 3, 3, 3), "tricks_taken", "total"),
        ("none together", DECIMAL, partout(0, 0, 0, 0), "tricks_taken", "total"),
        ("penalties that are no list", DECIMAL, hand(PASSED, penalties={}), "penalties", "invalid"),
        ("null for penalties", DECIMAL, hand(PASSED, penalties=None), "penalties", "invalid"),
        ("a penalty that is a word", DECIMAL, hand(PASSED, penalties=["Bruno"]), "penalties.0", "invalid"),
        ("an amount below one", DECIMAL, paid(amount=0), "penalties.0.amount", "out_of_range"),
        ("text for an amount", DECIMAL, paid(amount="10"), "penalties.0.amount", "invalid"),
        ("half a counter", DECIMAL, paid(amount=2.5), "penalties.0.amount", "invalid"),
        ("no amount", DECIMAL, paid(amount=NOT_GIVEN), "penalties.0.amount", "required"),
        ("nobody pays", DECIMAL, paid(by=NOT_GIVEN), "penalties.0.by", "required"),
        ("a stranger pays", DECIMAL, paid(by="Zoé"), "penalties.0.by", "unknown_player"),
        ("the pool pays", POOL, paid(by="pool"), "penalties.0.by", "unknown_player"),
        ("nobody is paid", DECIMAL, paid(to=NOT_GIVEN), "penalties.0.to", "required"),
        ("a stranger is paid", DECIMAL, paid(to="Zoé"), "penalties.0.to", "unknown_player"),
        ("a penalty to oneself", DECIMAL, paid(to="Bruno"), "penalties.0.to", "same_player"),
        ("a penalty to a pool that is not kept", DECIMAL, paid(to="pool"), "penalties.0.to", "unknown_choice"),
        ("more to a penalty", DECIMAL, paid(why="revoke"), "penalties.0.why", "unknown_field"),
        (
            "the second of two",
            DECIMAL,
            hand(SEVEN, penalties=[penalty("Anne", "each", 10), penalty("Bruno", "Bruno", 10)]),
            "penalties.1.to",
            "same_player",
        ),
        ("a dealer who is not at the table", DECIMAL, hand(SEVEN, dealer="Zoé"), "dealer", "unknown_player"),
    ],
)
def test_an_invalid_field_is_refused(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


@pytest.mark.parametrize(
    ("sentence", "raw", "field", "code"),
    [
        ("the call before a field that does not belong", {"call": "bust", "what": 1}, "call", "unknown_choice"),
        ("a field that does not belong first", {"call": "tricks", "made": True}, "made", "unknown_field"),
        ("the bidder before the bid", hand(SEVEN, bidder="Zoé", bid=4), "bidder", "unknown_player"),
        ("the bid before the tricks", hand(SEVEN, bid=4, tricks=14), "bid", "out_of_range"),
        ("the tricks before the penalties", hand(SEVEN, tricks=14, penalties=[{}]), "tricks", "out_of_range"),
        (
            "somebody else before one missing",
            {"call": "misere_partout", "tricks_taken": {"Zoé": 13}},
            "tricks_taken.Zoé",
            "unknown_player",
        ),
        (
            "the penalties before the sum",
            partout(4, 4, 4, 4, penalties=[penalty("Anne", "Anne", 1)]),
            "penalties.0.to",
            "same_player",
        ),
        (
            "the first penalty before the second",
            hand(PASSED, penalties=[penalty("Anne", "Anne", 1), penalty("Anne", "each", 0)]),
            "penalties.0.to",
            "same_player",
        ),
        (
            "what does not belong to a penalty before what is missing",
            paid(by=NOT_GIVEN, why=1),
            "penalties.0.why",
            "unknown_field",
        ),
    ],
)
def test_the_first_error_is_reported(sentence: str, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw) == (1, field, code)


def test_the_invalid_hand_is_named() -> None:
    assert refusal(SEVEN, PASSED, hand(SEVEN, tricks=14)) == (3, "tricks", "out_of_range")


@pytest.mark.parametrize("table", [DECIMAL, POOL], ids=["no pool", "a pool"])
@pytest.mark.parametrize(
    ("sentence", "raw", "field", "code"),
    [
        ("no note", {"amounts": {"Anne": 5, "Bruno": -5}}, "note", "required"),
        ("amounts that do not sum to zero", {"amounts": {"Anne": 5}, "note": "why"}, "amounts", "total"),
        (
            "an amount for the pool",
            {"amounts": {"Anne": 5, "pool": -5}, "note": "why"},
            "amounts.pool",
            "unknown_player",
        ),
        ("penalties", {"amounts": {}, "note": "why", "penalties": []}, "penalties", "unknown_field"),
    ],
)
def test_a_correction(sentence: str, raw: Raw, field: str, code: str, table: Raw) -> None:
    assert refusal({"call": "correction", **raw}, **table) == (1, field, code)


def test_an_empty_list_of_penalties_is_allowed() -> None:
    assert amounts(hand(SEVEN, penalties=[])) == amounts(SEVEN)
