"""Refusals of tables and hands of Skat: field and code, from the paragraph "Errors" of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.documents import DocumentError, read
from games.skat.tests.sessions import (
    CLUBS,
    FOSTER,
    FOUR,
    GRAND,
    GUCKI,
    ISKO,
    NOT_GIVEN,
    NULL,
    NULLO,
    OPEN,
    RAMSCH,
    RULES,
    SOLO,
    TOURNEE,
    Raw,
    amounts,
    hand,
    refusal,
)

CONTRA: Raw = {"rules": "isko", "contra": True}


@pytest.mark.parametrize("rules", ["foster", "gucki_solo", "isko"])
@pytest.mark.parametrize(
    "players",
    [["Anna", "Ben"], ["Anna", "Ben", "Clara", "David", "Eva"], ["Anna", "Ben", "Anna"], ["Anna", " ", "Clara"]],
    ids=["two", "five", "a name twice", "an empty name"],
)
def test_impossible_numbers_of_players_are_refused(rules: str, players: list[str]) -> None:
    document = {
        "format": "scorekeeper.session",
        "version": 1,
        "game": "skat",
        "rules": rules,
        "players": players,
        "hands": [],
    }
    with pytest.raises(DocumentError) as refused:
        read(document, {"skat": RULES}.get)
    assert (refused.value.hand, refused.value.error.field, refused.value.error.code) == (None, "players", "players")


@pytest.mark.parametrize(
    ("sentence", "options", "field", "code"),
    [
        ("contra in the book's game", {"contra": True}, "options.contra", "unknown_option"),
        ("seeger in the book's game", {"seeger": True}, "options.seeger", "unknown_option"),
        ("contra in Gucki-solo", {**GUCKI, "contra": False}, "options.contra", "unknown_option"),
        ("another word for the payment", {"payment": "paid"}, "options.payment", "unknown_choice"),
        ("true for the payment", {"payment": True}, "options.payment", "invalid"),
        ("a word for true or false", {"ramsch": "yes"}, "options.ramsch", "invalid"),
        ("seeger, paid hand by hand", {**ISKO, "seeger": True, "payment": "each"}, "options.seeger", "impossible"),
        ("seeger and contra", {**ISKO, "seeger": True, "contra": True}, "options.seeger", "impossible"),
        ("seeger and Ramsch", {**ISKO, "seeger": True, "ramsch": True}, "options.seeger", "impossible"),
    ],
)
def test_options(sentence: str, options: Raw, field: str, code: str) -> None:
    assert refusal({"call": "passed"}, **options) == (None, field, code)


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"),
    [
        ("no call", FOSTER, hand(SOLO, call=NOT_GIVEN), "call", "required"),
        ("a call of isko in the book's game", FOSTER, CLUBS, "call", "unknown_choice"),
        ("a call of the book in isko", ISKO, SOLO, "call", "unknown_choice"),
        ("a tournée in Gucki-solo", GUCKI, TOURNEE, "call", "unknown_choice"),
        ("Ramsch where it is not played", {"ramsch": False}, RAMSCH, "call", "unknown_choice"),
        ("Ramsch in isko, as it comes", ISKO, RAMSCH, "call", "unknown_choice"),
        ("a suit in a grand", ISKO, hand(GRAND, bid=18, suit="clubs"), "suit", "unknown_field"),
        ("a suit in a grand of Gucki-solo", GUCKI, hand(GRAND, suit="clubs"), "suit", "unknown_field"),
        ("an announcement in a tournée", FOSTER, hand(TOURNEE, announced=None), "announced", "unknown_field"),
        ("an announcement in an open grand", FOSTER, hand(OPEN, announced="schwarz"), "announced", "unknown_field"),
        ("passt mir nicht in a solo", FOSTER, hand(SOLO, passt_mir_nicht=True), "passt_mir_nicht", "unknown_field"),
        ("card points in a nullo", FOSTER, hand(NULLO, card_points=61), "card_points", "unknown_field"),
        ("card points in a null", ISKO, hand(NULL, card_points=61), "card_points", "unknown_field"),
        ("a bid in the book's game", FOSTER, hand(SOLO, bid=18), "bid", "unknown_field"),
        ("hand in Gucki-solo", GUCKI, hand(SOLO, hand=True), "hand", "unknown_field"),
        ("a declarer when all passed", FOSTER, {"call": "passed", "declarer": "Anna"}, "declarer", "unknown_field"),
        ("a declarer in a Ramsch", FOSTER, hand(RAMSCH, declarer="Anna"), "declarer", "unknown_field"),
        ("no declarer", FOSTER, hand(SOLO, declarer=NOT_GIVEN), "declarer", "required"),
        ("null for a declarer", FOSTER, hand(SOLO, declarer=None), "declarer", "invalid"),
        ("a stranger declares", FOSTER, hand(SOLO, declarer="Zoé"), "declarer", "unknown_player"),
        ("the dealer of four declares", FOUR, hand(SOLO, declarer="David"), "declarer", "not_playing"),
        ("a stated dealer declares", FOUR, hand(SOLO, dealer="Anna"), "declarer", "not_playing"),
        ("no suit", FOSTER, hand(SOLO, suit=NOT_GIVEN), "suit", "required"),
        ("no such suit", FOSTER, hand(SOLO, suit="stars"), "suit", "unknown_choice"),
        ("a number for a suit", FOSTER, hand(SOLO, suit=1), "suit", "invalid"),
        ("no bid", ISKO, hand(CLUBS, bid=NOT_GIVEN), "bid", "required"),
        ("19 is none of the 63", ISKO, hand(CLUBS, bid=19), "bid", "out_of_range"),
        ("a bid below all", ISKO, hand(CLUBS, bid=17), "bid", "out_of_range"),
        ("a bid above all", ISKO, hand(CLUBS, bid=265), "bid", "out_of_range"),
        ("text for a bid", ISKO, hand(CLUBS, bid="18"), "bid", "invalid"),
        ("no matadors", FOSTER, hand(SOLO, matadors=NOT_GIVEN), "matadors", "required"),
        ("without one there is always one", FOSTER, hand(SOLO, matadors=0), "matadors", "out_of_range"),
        ("twelve matadors", FOSTER, hand(SOLO, matadors=12), "matadors", "out_of_range"),
        ("five in a grand", ISKO, hand(GRAND, bid=18, matadors=5), "matadors", "out_of_range"),
        ("five in a grand of the book", FOSTER, hand(OPEN, matadors=5), "matadors", "out_of_range"),
        ("true for matadors", FOSTER, hand(SOLO, matadors=True), "matadors", "invalid"),
        ("half a matador", FOSTER, hand(SOLO, matadors=1.5), "matadors", "invalid"),
        ("true for hand is a number", ISKO, hand(CLUBS, hand=1), "hand", "invalid"),
        ("no such announcement", FOSTER, hand(SOLO, announced="ouvert"), "announced", "unknown_choice"),
        ("true for an announcement", FOSTER, hand(SOLO, announced=True), "announced", "invalid"),
        ("null for ouvert", ISKO, hand(CLUBS, ouvert=None), "ouvert", "invalid"),
        ("no card points", FOSTER, hand(SOLO, card_points=NOT_GIVEN), "card_points", "required"),
        ("121 card points", FOSTER, hand(SOLO, card_points=121), "card_points", "out_of_range"),
        ("card points below none", FOSTER, hand(SOLO, card_points=-1), "card_points", "out_of_range"),
        ("half a card point", FOSTER, hand(SOLO, card_points=61.5), "card_points", "invalid"),
        ("a word for schwarz", FOSTER, hand(SOLO, schwarz="yes"), "schwarz", "invalid"),
        ("made is not said", FOSTER, hand(NULLO, made=NOT_GIVEN), "made", "required"),
        ("null for made", ISKO, hand(NULL, made=None), "made", "invalid"),
        ("contra where it is not played", ISKO, hand(CLUBS, contra="contra"), "contra", "unknown_choice"),
        ("any word for contra where it is not played", ISKO, hand(CLUBS, contra="sub"), "contra", "unknown_choice"),
        ("a number for contra where it is not played", ISKO, hand(CLUBS, contra=2), "contra", "invalid"),
        ("no such contra", CONTRA, hand(CLUBS, contra="sub"), "contra", "unknown_choice"),
        ("true for contra", CONTRA, hand(CLUBS, contra=True), "contra", "invalid"),
        ("1 card point", FOSTER, hand(SOLO, card_points=1), "card_points", "impossible"),
        ("119 card points", ISKO, hand(CLUBS, card_points=119), "card_points", "impossible"),
        ("schwarz with 118", FOSTER, hand(SOLO, card_points=118, schwarz=True), "schwarz", "impossible"),
        (
            "schwarz with 9: two cards cannot hold it",
            FOSTER,
            hand(SOLO, card_points=9, schwarz=True),
            "schwarz",
            "impossible",
        ),
        ("schwarz with 16", ISKO, hand(CLUBS, card_points=16, schwarz=True), "schwarz", "impossible"),
        ("schwarz with 23", GUCKI, hand(SOLO, card_points=23, schwarz=True), "schwarz", "impossible"),
        ("announced with the skat", ISKO, hand(CLUBS, announced="schneider"), "announced", "impossible"),
        ("ouvert with the skat", ISKO, hand(CLUBS, ouvert=True), "ouvert", "impossible"),
        (
            "ouvert with schneider announced",
            ISKO,
            hand(CLUBS, hand=True, ouvert=True, announced="schneider"),
            "announced",
            "impossible",
        ),
        ("a null below the bid", ISKO, hand(NULL, bid=24), "bid", "impossible"),
        ("a null hand below the bid", ISKO, hand(NULL, bid=36, hand=True), "bid", "impossible"),
        ("a null ouvert below the bid", ISKO, hand(NULL, bid=48, ouvert=True), "bid", "impossible"),
        ("a null ouvert hand below the bid", ISKO, hand(NULL, bid=60, ouvert=True, hand=True), "bid", "impossible"),
    ],
)
def test_a_game(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


def taken(points: Any, *trickless: Any) -> Raw:
    return {"call": "ramsch", "points_taken": points, "trickless": list(trickless)}


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"),
    [
        ("no points", FOSTER, {"call": "ramsch"}, "points_taken", "required"),
        ("null for points", FOSTER, taken(None), "points_taken", "invalid"),
        ("a list of points", FOSTER, taken([50, 40, 30]), "points_taken", "invalid"),
        ("a stranger", FOSTER, taken({"Anna": 50, "Ben": 40, "Zoé": 30}), "points_taken.Zoé", "unknown_player"),
        ("the dealer of four", FOUR, taken({"Anna": 50, "Ben": 40, "David": 30}), "points_taken.David", "not_playing"),
        ("one is missing", FOSTER, taken({"Anna": 80, "Ben": 40}), "points_taken.Clara", "required"),
        ("121", FOSTER, taken({"Anna": 121, "Ben": 0, "Clara": 0}), "points_taken.Anna", "out_of_range"),
        ("below none", FOSTER, taken({"Anna": 110, "Ben": -10, "Clara": 20}), "points_taken.Ben", "out_of_range"),
        ("half points", FOSTER, taken({"Anna": 60.5, "Ben": 59.5, "Clara": 0}), "points_taken.Anna", "invalid"),
        ("text", FOSTER, taken({"Anna": "60", "Ben": 60, "Clara": 0}), "points_taken.Anna", "invalid"),
        ("not 120", FOSTER, taken({"Anna": 50, "Ben": 40, "Clara": 20}), "points_taken", "total"),
        ("1 card point", FOSTER, taken({"Anna": 79, "Ben": 40, "Clara": 1}), "points_taken.Clara", "impossible"),
        ("trickless: text", FOSTER, {**taken({}), **RAMSCH, "trickless": "Clara"}, "trickless", "invalid"),
        ("trickless: a stranger", FOSTER, taken(RAMSCH["points_taken"], "Zoé"), "trickless.0", "unknown_player"),
        ("trickless: the dealer of four", FOUR, taken(RAMSCH["points_taken"], "David"), "trickless.0", "not_playing"),
        (
            "trickless: a name for the second time",
            FOSTER,
            taken({"Anna": 70, "Ben": 50, "Clara": 0}, "Clara", "Clara"),
            "trickless.1",
            "same_player",
        ),
        (
            "trickless, with card points",
            FOSTER,
            taken({"Anna": 70, "Ben": 50, "Clara": 0}, "Clara", "Ben"),
            "trickless.1",
            "impossible",
        ),
    ],
)
def test_a_ramsch(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"),
    [
        ("the call before strange fields", FOSTER, hand(SOLO, call="x", bid=1), "call", "unknown_choice"),
        ("strange fields before the others", FOSTER, hand(SOLO, bid=18, matadors=0), "bid", "unknown_field"),
        ("the suit before the matadors", FOSTER, hand(SOLO, suit="x", matadors=0), "suit", "unknown_choice"),
        ("the bid before the matadors", ISKO, hand(CLUBS, bid=19, matadors=0), "bid", "out_of_range"),
        (
            "a field of its own before who sits out",
            FOUR,
            hand(SOLO, declarer="David", matadors=0),
            "matadors",
            "out_of_range",
        ),
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
            taken({"Anna": 70, "Ben": 40, "Clara": 9}, "Clara"),
            "points_taken",
            "total",
        ),
    ],
)
def test_the_order_of_checking(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


@pytest.mark.parametrize("points", [0, 2, 8, 10, 15, 20, 22])
def test_a_declarer_without_tricks_has_the_points_of_the_skat(points: int) -> None:
    assert amounts(hand(SOLO, card_points=points, schwarz=True)) == (-120, 60, 60)


def test_null_is_a_valid_value_where_the_page_lists_it() -> None:
    assert amounts(hand(CLUBS, announced=None, contra=None), rules="isko") == (24, 0, 0)


def test_the_error_for_a_null_says_what_to_enter_instead() -> None:
    with pytest.raises(DocumentError) as refused:
        amounts(hand(NULL, bid=24), rules="isko")
    assert "lost at once" in str(refused.value.error.message)
    assert amounts(hand(CLUBS, bid=24, card_points=31), rules="isko") == (-48, 0, 0)


@pytest.mark.parametrize(
    ("table", "total"), [(FOSTER, "refused"), (ISKO, (5, 0, 0)), ({"payment": "sheet"}, (5, 0, 0))]
)
def test_a_correction_must_sum_to_zero_only_if_hands_do(table: Raw, total: Any) -> None:
    correction = {"call": "correction", "amounts": {"Anna": 5}, "note": "why"}
    if total == "refused":
        assert refusal(correction, **table) == (1, "amounts", "total")
    else:
        assert amounts(correction, **table) == total
