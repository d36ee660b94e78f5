"""Scoring of hands of Solo Whist, from the paragraph "Payment" of the rules page.

Expected values are worked out from the page, with the calculation beside each. Anne, Bruno, Chloé and David sit in
this order.
"""

from __future__ import annotations

import pytest

from games.scoring.documents import ledger_document
from games.solo_whist.tests.sessions import (
    BRITISH,
    FOSTER,
    FREE,
    GRAND,
    MISERE,
    NAMES,
    PASSED,
    PROPOSAL,
    SOLO,
    Raw,
    amounts,
    hand,
    ledger,
)


def alone(v: int) -> tuple[int, ...]:
    """Return the amounts if Anne settles v with each of the three others."""
    return (3 * v, -v, -v, -v)


def together(v: int) -> tuple[int, ...]:
    """Return the amounts if Anne and Chloé settle v each, with one adversary each."""
    return (v, -v, v, -v)


@pytest.mark.parametrize(
    ("sentence", "table", "tricks", "v"),
    [
        ("eight are needed: one red, which is 5", FOSTER, 8, 5),
        ("nine: 5 + 1", FOSTER, 9, 6),
        ("all thirteen: 5 + 5", FOSTER, 13, 10),
        ("seven: 5 + 1 to the others", FOSTER, 7, -6),
        ("none: 5 + 8 to the others", FOSTER, 0, -13),
        ("eight with the first under-trick free: as ever", FREE, 8, 5),
        ("nine with the first under-trick free: over-tricks count", FREE, 9, 6),
        ("seven, the first is free: 5 + 0", FREE, 7, -5),
        ("six, the first is free: 5 + 1", FREE, 6, -6),
        ("none, the first is free: 5 + 7", FREE, 0, -12),
        ("British: made is 1", BRITISH, 8, 1),
        ("British: over-tricks do not count", BRITISH, 13, 1),
        ("British: failed is 1", BRITISH, 7, -1),
        ("British: nor do under-tricks", BRITISH, 0, -1),
    ],
)
def test_a_proposal(sentence: str, table: Raw, tricks: int, v: int) -> None:
    assert amounts(hand(PROPOSAL, tricks=tricks), **table) == together(v)


@pytest.mark.parametrize(
    ("sentence", "camps", "expected"),
    [
        ("neighbours", {"caller": "Anne", "partner": "Bruno"}, (6, 6, -6, -6)),
        ("neighbours the other way round", {"caller": "Bruno", "partner": "Anne"}, (6, 6, -6, -6)),
        ("across the end of the row", {"caller": "David", "partner": "Anne"}, (6, -6, -6, 6)),
        ("opposite each other", {"caller": "Bruno", "partner": "David"}, (-6, 6, -6, 6)),
    ],
)
def test_partners_may_sit_anywhere(sentence: str, camps: Raw, expected: tuple[int, ...]) -> None:
    assert amounts(hand(PROPOSAL, tricks=9, **camps)) == expected


@pytest.mark.parametrize(
    ("sentence", "table", "call", "tricks", "v"),
    [
        ("a solo needs five: two red, which are 10", FOSTER, "solo", 5, 10),
        ("seven: two red and two white from each", FOSTER, "solo", 7, 12),
        ("four: two red and one white to each", FOSTER, "solo", 4, -11),
        ("none: 10 + 5", FOSTER, "solo", 0, -15),
        ("all thirteen: 10 + 8", FOSTER, "solo", 13, 18),
        ("an abundance needs nine: four red, which are 20", FOSTER, "abundance", 9, 20),
        ("eleven: 20 + 2", FOSTER, "abundance", 11, 22),
        ("eight: 20 + 1", FOSTER, "abundance", 8, -21),
        ("none: 20 + 9", FOSTER, "abundance", 0, -29),
        ("all thirteen, and no slam was called: 20 + 4", FOSTER, "abundance", 13, 24),
        ("in trumps it pays the same", FOSTER, "abundance_in_trumps", 9, 20),
        ("in trumps, ten: 20 + 1", FOSTER, "abundance_in_trumps", 10, 21),
        ("in trumps, six: 20 + 3", FOSTER, "abundance_in_trumps", 6, -23),
        ("a solo with four, the first is free: 10 + 0", FREE, "solo", 4, -10),
        ("a solo with three, the first is free: 10 + 1", FREE, "solo", 3, -11),
        ("a solo with six: an over-trick is not free", FREE, "solo", 6, 11),
        ("an abundance with seven, the first is free: 20 + 1", FREE, "abundance", 7, -21),
        ("in trumps with eight, the first is free: 20 + 0", FREE, "abundance_in_trumps", 8, -20),
        ("British: a solo is 1", BRITISH, "solo", 5, 1),
        ("British: over-tricks do not count", BRITISH, "solo", 9, 1),
        ("British: failed is 1, by however many", BRITISH, "solo", 1, -1),
        ("British: an abundance is 3", BRITISH, "abundance", 9, 3),
        ("British: an abundance failed", BRITISH, "abundance", 5, -3),
        ("British: in trumps it is 3 as well", BRITISH, "abundance_in_trumps", 10, 3),
        ("British: in trumps failed", BRITISH, "abundance_in_trumps", 8, -3),
    ],
)
def test_a_call_counted_by_tricks(sentence: str, table: Raw, call: str, tricks: int, v: int) -> None:
    assert amounts(hand(SOLO, call=call, tricks=tricks), **table) == alone(v)


@pytest.mark.parametrize(
    ("sentence", "table", "call", "v"),
    [
        ("a misère: three red, which are 15", FOSTER, "misere", 15),
        ("a spread: six red, which are 30", FOSTER, "spread", 30),
        ("a slam: eight red, which are 40", FOSTER, "slam", 40),
        ("the first under-trick has nothing to do with it", FREE, "slam", 40),
        ("British: a misère is 2", BRITISH, "misere", 2),
        ("British: a spread is 4", BRITISH, "spread", 4),
        ("British: a slam is 6", BRITISH, "slam", 6),
    ],
)
def test_made_and_failed_calls(sentence: str, table: Raw, call: str, v: int) -> None:
    assert amounts(hand(MISERE, call=call, made=True), **table) == alone(v)
    assert amounts(hand(MISERE, call=call, made=False), **table) == alone(-v)


@pytest.mark.parametrize(
    ("caller", "expected"),
    [("Bruno", (-12, 36, -12, -12)), ("Chloé", (-12, -12, 36, -12)), ("David", (-12, -12, -12, 36))],
)
def test_anybody_may_be_the_caller(caller: str, expected: tuple[int, ...]) -> None:
    assert amounts(hand(SOLO, caller=caller, tricks=7)) == expected


def test_losing_a_grand_at_the_last_trick_costs_a_solo_to_each() -> None:
    assert amounts(GRAND) == alone(-10)
    assert amounts(GRAND, **FREE) == alone(-10)
    assert amounts(GRAND, **BRITISH) == alone(-1)
    assert amounts(hand(GRAND, last_trick="Chloé")) == (10, 10, -30, 10)


def test_nothing_is_paid_when_all_pass() -> None:
    scored = ledger(PASSED).hands[0]
    assert scored.entry.lines == ()
    assert scored.entry.amounts == (0, 0, 0, 0)
    assert amounts(PASSED, grand=False) == (0, 0, 0, 0)


# The deal and the state


def test_the_deal_passes_after_every_hand_but_not_after_a_correction() -> None:
    correction = {"call": "correction", "amounts": {"Anne": 5, "Bruno": -5}, "note": "counters found on the floor"}
    played = ledger(SOLO, PASSED, GRAND, correction, PROPOSAL, hand(MISERE, dealer="Bruno"), SOLO)
    dealers = [None if scored.dealer is None else NAMES[scored.dealer] for scored in played.hands]
    assert dealers == ["David", "Anne", "Bruno", None, "Chloé", "Bruno", "Chloé"]


def test_hands_are_independent() -> None:
    played = ledger(SOLO, MISERE)
    documents = [hand["state"] for hand in ledger_document(played)["hands"]]
    assert documents == [{}, {}]


# Words


@pytest.mark.parametrize(
    ("raw", "table", "rule", "label"),
    [
        (PROPOSAL, FOSTER, "proposal", "5, Proposal made"),
        (hand(PROPOSAL, tricks=10), FOSTER, "proposal", "5 + 2, Proposal made by 2"),
        (hand(PROPOSAL, tricks=6), FOSTER, "proposal", "5 + 2, Proposal down by 2"),
        (hand(PROPOSAL, tricks=6), FREE, "proposal", "5 + 1, Proposal down by 2, the first of them free*"),
        (hand(SOLO, tricks=4), FREE, "solo", "10 + 0, Solo down by 1, the first of them free*"),
        (hand(SOLO, tricks=7), BRITISH, "solo", "1, Solo made"),
        (hand(SOLO, tricks=3), BRITISH, "solo", "1, Solo lost"),
        (hand(SOLO, call="abundance", tricks=11), FOSTER, "abundance", "20 + 2, Abundance made by 2"),
        (
            hand(SOLO, call="abundance_in_trumps", tricks=8),
            FOSTER,
            "abundance",
            "20 + 1, Abundance in trumps down by 1",
        ),
        (MISERE, FOSTER, "misere", "15, Misère made"),
        (hand(MISERE, call="spread", made=False), FOSTER, "spread", "30, Spread lost"),
        (hand(MISERE, call="slam"), BRITISH, "slam", "6, Slam made"),
        (hand(GRAND, last_trick="David"), FOSTER, "grand", "10, Grand: the last trick to David"),
    ],
)
def test_a_derivation_line_names_the_stake_and_the_odd_tricks(raw: Raw, table: Raw, rule: str, label: str) -> None:
    played = ledger(raw, **table)
    lines = played.hands[0].entry.lines
    assert [(line.rule, line.label.render(played.table.players)) for line in lines] == [(rule, label)]
