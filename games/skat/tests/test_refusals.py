"""Refusals of tables and hands of Skat that no worked example shows, from "Errors" of the rules page."""

from __future__ import annotations

import pytest

from games.scoring.documents import DocumentError
from games.skat.tests.sessions import (
    CLUBS,
    FOSTER,
    FOUR,
    GRAND,
    GUCKI,
    ISKO,
    NULL,
    OPEN,
    RAMSCH,
    SOLO,
    TOURNEE,
    Raw,
    amounts,
    hand,
    refusal,
)

CONTRA: Raw = {**ISKO, "contra": True}
PASSED: Raw = {"call": "passed"}
ONE_TRICKLESS: Raw = {**RAMSCH, "points_taken": {"Anna": 70, "Ben": 50, "Clara": 0}}


@pytest.mark.parametrize(
    ("sentence", "options", "field", "code"),
    [
        ("five at the table of ISkO", {**ISKO, "players": 5}, "players", "players"),
        ("two in the pub", {"rules": "pub", "players": 2}, "players", "players"),
        ("seeger in the book's game", {"seeger": True}, "options.seeger", "unknown_option"),
        ("seeger and contra", {**CONTRA, "seeger": True}, "options.seeger", "impossible"),
        (
            "seeger in the pub, paid hand by hand",
            {"rules": "pub", "seeger": True, "payment": "each"},
            "options.seeger",
            "impossible",
        ),
    ],
)
def test_tables(sentence: str, options: Raw, field: str, code: str) -> None:
    assert refusal(PASSED, **options) == (None, field, code)


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"),
    [
        ("a tournée in Gucki-solo", GUCKI, TOURNEE, "call", "unknown_choice"),
        ("Ramsch where it is not played", {"ramsch": False}, RAMSCH, "call", "unknown_choice"),
        ("a suit in a grand", ISKO, hand(GRAND, bid=18, suit="clubs"), "suit", "unknown_field"),
        ("an announcement in an open grand", FOSTER, hand(OPEN, announced="schwarz"), "announced", "unknown_field"),
        ("a bid in the book's game", FOSTER, hand(SOLO, bid=18), "bid", "unknown_field"),
        ("hand in Gucki-solo", GUCKI, hand(SOLO, hand=True), "hand", "unknown_field"),
        ("a declarer in a Ramsch", FOSTER, hand(RAMSCH, declarer="Anna"), "declarer", "unknown_field"),
        ("a stated dealer declares", FOUR, hand(SOLO, dealer="Anna"), "declarer", "not_playing"),
        ("no such announcement", FOSTER, hand(SOLO, announced="ouvert"), "announced", "unknown_choice"),
        ("five matadors in a grand of ISkO", ISKO, hand(GRAND, bid=18, matadors=5), "matadors", "out_of_range"),
        ("any word for contra where it is not played", ISKO, hand(CLUBS, contra="sub"), "contra", "unknown_choice"),
        ("a number for contra where it is not played", ISKO, hand(CLUBS, contra=2), "contra", "invalid"),
        ("no such contra", CONTRA, hand(CLUBS, contra="sub"), "contra", "unknown_choice"),
        ("1 card point", FOSTER, hand(SOLO, card_points=1), "card_points", "impossible"),
        ("9: two cards cannot hold it", FOSTER, hand(SOLO, card_points=9, schwarz=True), "schwarz", "impossible"),
        ("schwarz with 16", ISKO, hand(CLUBS, card_points=16, schwarz=True), "schwarz", "impossible"),
        ("schwarz with 23", GUCKI, hand(SOLO, card_points=23, schwarz=True), "schwarz", "impossible"),
        ("a null hand below the bid", ISKO, hand(NULL, bid=36, hand=True), "bid", "impossible"),
        ("a null ouvert below the bid", ISKO, hand(NULL, bid=48, ouvert=True), "bid", "impossible"),
        ("a null ouvert hand below the bid", ISKO, hand(NULL, bid=60, ouvert=True, hand=True), "bid", "impossible"),
        ("a trick taken", FOSTER, hand(ONE_TRICKLESS, trickless=["Clara", "Ben"]), "trickless.1", "impossible"),
        ("the dealer of four, trickless", FOUR, hand(RAMSCH, trickless=["David"]), "trickless.0", "not_playing"),
        # The order of checking.
        (
            "who sits out before announcements",
            {**ISKO, **FOUR},
            hand(CLUBS, declarer="David", ouvert=True),
            "declarer",
            "not_playing",
        ),
        ("announcements before card points", ISKO, hand(CLUBS, ouvert=True, card_points=1), "ouvert", "impossible"),
        ("card points before schwarz", FOSTER, hand(SOLO, card_points=1, schwarz=True), "card_points", "impossible"),
        ("announced before ouvert", ISKO, hand(CLUBS, announced="schneider", ouvert=True), "announced", "impossible"),
        (
            "the total before a trick that cannot be",
            FOSTER,
            {**RAMSCH, "points_taken": {"Anna": 70, "Ben": 40, "Clara": 9}, "trickless": ["Clara"]},
            "points_taken",
            "total",
        ),
    ],
)
def test_hands(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


@pytest.mark.parametrize("points", [0, 2, 8, 10, 15, 20, 22])
def test_a_declarer_without_tricks_has_the_points_of_the_skat(points: int) -> None:
    assert amounts(hand(SOLO, card_points=points, schwarz=True)) == (-120, 60, 60)


@pytest.mark.parametrize("rules", ["isko", "pub"])
def test_the_63_values_that_a_game_can_have_are_bid_and_no_others(rules: str) -> None:
    """With or without at most 11 matadors, 4 in a grand; one for the game, and at most six for hand up to ouvert."""
    values = {unit * steps for unit in (9, 10, 11, 12) for steps in range(2, 19)} | {23, 35, 46, 59}
    values |= {24 * steps for steps in range(2, 12)}
    assert len(values) == 63
    for bid in values:
        amounts(hand(GRAND, bid=bid), rules=rules)
    for bid in {*range(300)} - values:
        assert refusal(hand(GRAND, bid=bid), rules=rules) == (1, "bid", "out_of_range"), bid


def test_the_error_for_a_null_says_what_to_enter_instead() -> None:
    with pytest.raises(DocumentError) as refused:
        amounts(hand(NULL, bid=24), rules="isko")
    assert "lost at once" in str(refused.value.error.message)
    assert amounts(hand(CLUBS, bid=24, card_points=31), rules="isko") == (-48, 0, 0)
