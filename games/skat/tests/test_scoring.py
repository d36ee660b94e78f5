"""Scoring of Skat that no worked example shows, with the calculation beside each expected value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.documents import read
from games.scoring.replay import Ledger
from games.skat.tests.sessions import (
    CLUBS,
    FOSTER,
    GRAND,
    GUCKI,
    ISKO,
    NULL,
    NULLO,
    OPEN,
    RAMSCH,
    RULES,
    SOLO,
    Raw,
    amounts,
    entry,
    hand,
    ledger,
)
from tests.games import worked_examples
from tests.games.contest_checks import contested, misjudged
from tests.games.strategies import sessions
from tests.property_tests import examples

PASSED: Raw = {"call": "passed"}
WITH_CONTRA: Raw = {**ISKO, "contra": True}
TURNED: Raw = {**GRAND, "call": "turned_grand", "matadors": 2, "passt_mir_nicht": True}
SPADES: Raw = {**SOLO, "suit": "spades", "matadors": 1}
HAND: Raw = {**CLUBS, "hand": True}
SAID = {"announced": "schneider"}
NO_TRICK = {"card_points": 4, "schwarz": True}
ALL = {"card_points": 120}
EVERY_TRICK = {**ALL, "schwarz": True}


@pytest.mark.parametrize(("sentence", "table", "played", "expected"), [
    ("diamond tournée: 5 × 2", FOSTER, hand(SOLO, call="tournee", suit="diamonds", matadors=1), 10),
    ("eleven matadors: 12 × (1 + 11)", FOSTER, hand(SOLO, suit="clubs", matadors=11), 144),
    ("61 is just won: 10 × (1 + 3)", FOSTER, hand(SOLO, card_points=61), 40),
    ("60 is lost: class 1", FOSTER, hand(SOLO, card_points=60), -40),
    ("31 is lost: class 1", FOSTER, hand(SOLO, card_points=31), -40),
    ("no card point, but a trick*: class 2", FOSTER, hand(SOLO, card_points=0), -50),
    ("lost without a trick*: class 3", FOSTER, hand(SOLO, **NO_TRICK), -60),
    ("120 card points, but a trick to the others: class 2", FOSTER, hand(SOLO, **ALL), 50),
    ("schwarz not announced: class 3", FOSTER, hand(SOLO, **EVERY_TRICK), 60),
    ("schneider announced, and not a trick: class 3", FOSTER, hand(SOLO, **SAID, **NO_TRICK), -60),
    ("schwarz announced, a trick lost: class 5", FOSTER, hand(SOLO, announced="schwarz", **ALL), -80),
    ("schwarz announced and lost with 40: class 5", FOSTER, hand(SOLO, announced="schwarz", card_points=40), -80),
    ("open grand, 120 but not every trick*: lost with class 5, single", FOSTER, hand(OPEN, schwarz=False), -168),
    ("turned grand, passt mir nicht, won: as usual", FOSTER, TURNED, 36),
    ("turned grand, passt mir nicht, lost: double", FOSTER, hand(TURNED, card_points=50), -72),
    ("gucki grand, announced and missed: 2 × 16 × (3 + 2)", FOSTER,
     hand(GRAND, call="gucki_grand", matadors=2, card_points=90, **SAID), -160),
    ("solo nullo lost: single", FOSTER, hand(NULLO, call="solo_nullo", made=False), -20),
    ("open solo nullo lost: single", FOSTER, hand(NULLO, call="open_solo_nullo", made=False), -40),
    ("revolution lost: single", FOSTER, hand(NULLO, call="revolution", made=False), -60),
    ("90 is no schneider: 11 × 2", GUCKI, hand(SPADES, card_points=90), 22),
    ("schwarz made: 11 × 4", GUCKI, hand(SPADES, **EVERY_TRICK), 44),
    ("lost in schneider*: 2 × 11 × 3", GUCKI, hand(SPADES, card_points=30), -66),
    ("lost without a trick*: 2 × 11 × 4", GUCKI, hand(SPADES, **NO_TRICK), -88),
    ("schneider announced, and not a trick: no unit more", GUCKI, hand(SPADES, **SAID, **NO_TRICK), -132),
    ("schwarz announced: 3 × 11 × 4", GUCKI, hand(SPADES, announced="schwarz", **EVERY_TRICK), 132),
    ("schwarz announced and missed: double", GUCKI, hand(SPADES, announced="schwarz", **ALL), -264),
    ("grand with four: 24 × 5", GUCKI, hand(GRAND, matadors=4), 120),
    ("61 is won: 12 × 2", ISKO, hand(CLUBS, card_points=61), 24),
    ("60 is lost, double", ISKO, hand(CLUBS, card_points=60), -48),
    ("89 is no schneider", ISKO, hand(CLUBS, card_points=89), 24),
    ("31 is lost without schneider", ISKO, hand(CLUBS, card_points=31), -48),
    ("schwarz: 12 × 4", ISKO, hand(CLUBS, **EVERY_TRICK), 48),
    ("the declarer without a trick: 2 × 12 × 4", ISKO, hand(CLUBS, **NO_TRICK), -96),
    ("hand lost, double as well: 2 × 12 × 3", ISKO, hand(HAND, card_points=60), -72),
    ("schneider announced and missed by one: 2 × 12 × 5", ISKO, hand(HAND, **SAID, card_points=89), -120),
    ("schwarz announced and made: 12 × 7", ISKO, hand(HAND, announced="schwarz", **EVERY_TRICK), 84),
    ("schwarz announced, a trick lost: 2 × 12 × 7", ISKO, hand(HAND, announced="schwarz", **ALL), -168),
    ("ouvert with schwarz said: 12 × 8", ISKO, hand(HAND, ouvert=True, announced="schwarz", **EVERY_TRICK), 96),
    ("ouvert, a trick lost: 2 × 12 × 8", ISKO, hand(HAND, ouvert=True, card_points=118), -192),
    ("the highest suit game: 12 × 18", ISKO, hand(HAND, matadors=11, ouvert=True, **EVERY_TRICK), 216),
    ("null hand", ISKO, hand(NULL, hand=True), 35),
    ("the bid is just reached", ISKO, hand(CLUBS, bid=24), 24),
    ("one value more is overbid: 2 × 36", ISKO, hand(CLUBS, bid=27), -72),
    ("the bid is itself a multiple: 2 × 48", ISKO, hand(CLUBS, bid=48), -96),
    ("a grand with one after 50: 2 × 72", ISKO, hand(GRAND, bid=50), -144),
    ("lost in schneider, 48 reaches the bid", ISKO, hand(HAND, bid=46, card_points=30), -96),
    ("lost far above the bid: twice its own value", ISKO, hand(CLUBS, matadors=5, card_points=40), -144),
    ("announced steps that are missed count against the bid", ISKO, hand(HAND, bid=60, **SAID), -120),
    ("contra, lost: 2 × −48", WITH_CONTRA, hand(CLUBS, contra="contra", card_points=50), -96),
    ("re, lost: 4 × −48", WITH_CONTRA, hand(CLUBS, contra="re", card_points=50), -192),
    ("a hand game won, where lost ones count once", {"rules": "pub", "single_hand": True}, HAND, 36),
    ("null is a valid value", WITH_CONTRA, hand(CLUBS, announced=None, contra=None), 24),
])  # fmt: skip
def test_a_game(sentence: str, table: Raw, played: Raw, expected: int) -> None:
    assert entry(played, **table) == expected


@pytest.mark.parametrize(("sentence", "taken", "trickless", "book", "modern"), [
    ("0 card points, but a trick", (70, 50, 0), [], (-20, 0, 0), (-70, 0, 0)),
    ("two tie", (50, 50, 20), [], (-20, -20, 0), (-50, -50, 0)),
    ("two tie, one without a trick", (60, 60, 0), ["Clara"], (-30, -30, 0), (-120, -120, 0)),
    ("all three have 40", (40, 40, 40), [], (0, 0, 0), (0, 0, 0)),
    ("everything, but the others took a trick", (120, 0, 0), [], (-20, 0, 0), (-120, 0, 0)),
])  # fmt: skip
def test_ramsch(
    sentence: str, taken: tuple[int, ...], trickless: list[str], book: tuple[int, ...], modern: tuple[int, ...]
) -> None:
    points = dict(zip(("Anna", "Ben", "Clara"), taken, strict=True))
    played = {"call": "ramsch", "points_taken": points, "trickless": trickless}
    for sheet, table in ((book, FOSTER), (book, GUCKI), (modern, {**ISKO, "ramsch": True})):
        assert amounts(played, **table, payment="sheet") == sheet
        assert amounts(played, **table, payment="each") == tuple(3 * own - sum(sheet) for own in sheet)


def test_two_losers_among_four_pay_the_other_two() -> None:
    played = {"call": "ramsch", "points_taken": {"Anna": 50, "Ben": 50, "Clara": 20}}
    assert amounts(played, players=4) == (-40, -40, 40, 40)


def test_a_limit_cuts_the_loss_of_both_losers_of_a_ramsch() -> None:
    """50 each, pushed on twice: 200, of which 120 are lost; the third has 20."""
    tie = {"call": "ramsch", "points_taken": {"Anna": 50, "Ben": 50, "Clara": 20}, "pushed": 2}
    assert amounts(tie, rules="pub", ramsch_limit=120) == (-120, -120, 0)
    assert amounts(tie, rules="pub", ramsch_limit=120, payment="each") == (-120, -120, 240)


def test_of_five_the_dealer_and_the_third_to_his_left_sit_out() -> None:
    """Emil deals first, then Anna; a dealer who is stated takes their place."""
    played = ledger(*[PASSED] * 2, {"call": "passed", "dealer": "Ben"}, rules="pub", players=5)
    playing = [played.rules.playing(played.table, state) for _scored, state in played.played()]
    assert playing == [(0, 1, 3), (1, 2, 4), (0, 2, 3)]


# Who declared against whom


def test_the_declarer_plays_against_the_two_others_who_are_not_sitting_out() -> None:
    overbid = hand(HAND, bid=46, card_points=74, dealer="David")
    ramsch = {"call": "ramsch", "points_taken": {"Anna": 50, "Ben": 40, "David": 30}}
    assert contested(ledger(CLUBS, overbid, hand(NULL, dealer="Ben", made=False), ramsch, PASSED,
                            **ISKO, players=4, ramsch=True)) == [
        ("suit", "Anna", "Ben, Clara", True),
        ("suit", "Anna", "Ben, Clara", False),
        ("null", "Anna", "Clara, David", False),
        None,
        None,
    ]  # fmt: skip


@examples(20)
@given(st.data())
def test_made_games_gain_and_failed_games_lose(data: st.DataObject) -> None:
    played = data.draw(sessions(RULES)).ledger
    assert misjudged(played, {"foster-value", "nullo", "gucki-solo-value", "isko-value", "overbid", "null"}) == []


# Lists, and their tournament points (Seeger-Fabian)


def points(played: Ledger) -> tuple[int, ...]:
    return RULES.tournament_points(played.table, *played.table_list())


WON: Raw = {**GRAND, "bid": 48, "matadors": 4, "card_points": 95}
"""A grand with four and schneider: 24 × 6 = 144."""
LOST: Raw = {**CLUBS, "suit": "diamonds", "matadors": 2, "card_points": 50}
"""Diamonds with two, lost: twice 9 × 3 = 27."""
CORRECTION: Raw = {"call": "correction", "amounts": {"Anna": 10, "Ben": -10}, "note": "paid late"}


@pytest.mark.parametrize(("sentence", "table", "hands", "expected"), [
    ("overbid: −2 × 48 − 50", ISKO, [hand(HAND, bid=46, card_points=74)], (-146, 40, 40)),
    ("re multiplies the game only: −4 × 54 − 50", WITH_CONTRA, [hand(LOST, contra="re")], (-266, 40, 40)),
    ("a Ramsch counts for its loser: 194 − 50", {**ISKO, "ramsch": True}, [RAMSCH, WON], (144, 0, 0)),
    ("a correction counts, what all passed is nothing", ISKO, [PASSED, CORRECTION, WON], (204, -10, 0)),
    ("of four, paid: who sits out gets 30 too", {**ISKO, "payment": "each", "players": 4}, [LOST], (-104, 30, 30, 30)),
    ("Foster: a gucki lost is double, −30 − 50", FOSTER, [hand(NULLO, made=False)], (-80, 40, 40)),
])  # fmt: skip
def test_tournament_points(sentence: str, table: Raw, hands: list[Raw], expected: tuple[int, ...]) -> None:
    assert points(ledger(*hands, **table)) == expected


LISTS = [
    example
    for example in worked_examples.examples("skat")
    if example["document"].get("options", {}).get("seeger") and "totals" in example["expect"]
]


@pytest.mark.parametrize("example", LISTS, ids=[example["title"] for example in LISTS])
@pytest.mark.parametrize("payment", ["each", "sheet"])
def test_a_worked_list_gives_the_same_result_however_it_was_paid(example: dict[str, Any], payment: str) -> None:
    document = {**example["document"], "options": {"payment": payment}}
    played = read(document, {"skat": RULES}.get).single().ledger()
    assert played.refusal is None
    assert points(played) == tuple(example["expect"]["totals"].values())


def test_ties_on_a_seeger_fabian_list_are_ranked_by_games_won() -> None:
    """18 + 50 and 22 + 50 are 140 with two games, 90 + 50 are 140 with one; two games rank first."""
    hands = [
        hand(CLUBS, suit="diamonds"),
        hand(CLUBS, suit="spades"),
        hand(CLUBS, declarer="Ben", suit="hearts", matadors=8),
    ]
    played = ledger(*hands, **ISKO, seeger=True)
    assert played.totals == (140, 140, 0)
    anna, ben, clara = played.rules.ranks(played.table, played.state, played.totals)
    assert anna > ben > clara


def test_the_points_of_a_list_are_doubled_in_a_bock_round_however_hands_are_paid() -> None:
    """Clubs with one, 24: once before the round that it sets off, doubled in its three hands, then once more."""
    hands = [hand(CLUBS, bock=1), CLUBS, CLUBS, CLUBS, CLUBS]
    for payment, totals in (("sheet", (192, 0, 0)), ("each", (384, -192, -192))):
        played = ledger(*hands, rules="pub", payment=payment)
        assert played.totals == totals
        assert played.table_list().points == (192, 0, 0)
