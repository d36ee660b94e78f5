"""Scoring of hands of Skat, from the rules page, with the calculation beside each expected value."""

from __future__ import annotations

from typing import Any

import pytest

from games.skat.tariff import BIDS
from games.skat.tests.sessions import (
    CLUBS,
    FOUR,
    GRAND,
    NULL,
    OPEN,
    RAMSCH,
    SOLO,
    TOURNEE,
    Raw,
    amounts,
    entry,
    hand,
    ledger,
)


@pytest.mark.parametrize(
    ("sentence", "changes", "expected"),
    [
        ("diamond tournée with one: 5 × 2", {"call": "tournee", "suit": "diamonds", "matadors": 1}, 10),
        ("heart tournée: 6 × 2", {"call": "tournee", "suit": "hearts", "matadors": 1}, 12),
        ("spade tournée: 7 × 2", {"call": "tournee", "suit": "spades", "matadors": 1}, 14),
        ("club tournée: 8 × 2", {"call": "tournee", "suit": "clubs", "matadors": 1}, 16),
        ("diamond solo with one: 9 × 2", {"suit": "diamonds", "matadors": 1}, 18),
        ("heart solo: 10 × 2", {"suit": "hearts", "matadors": 1}, 20),
        ("spade solo: 11 × 2", {"suit": "spades", "matadors": 1}, 22),
        ("club solo: 12 × 2", {"suit": "clubs", "matadors": 1}, 24),
        ("eleven matadors: 12 × (1 + 11)", {"suit": "clubs", "matadors": 11}, 144),
        ("61 is just won: 10 × (1 + 3)", {"card_points": 61}, 40),
        ("60 is lost: class 1", {"card_points": 60}, -40),
        ("31 is lost: class 1", {"card_points": 31}, -40),
        ("30 is lost in schneider*: class 2", {"card_points": 30}, -50),
        ("no card point, but a trick*: class 2", {"card_points": 0}, -50),
        ("lost without a trick*: class 3", {"card_points": 22, "schwarz": True}, -60),
        ("90 is no schneider: class 1", {"card_points": 90}, 40),
        ("91 is schneider: class 2", {"card_points": 91}, 50),
        ("120 card points, but a trick to the others: class 2", {"card_points": 120}, 50),
        ("schwarz not announced: class 3", {"card_points": 120, "schwarz": True}, 60),
        ("schneider announced and made: class 3", {"announced": "schneider", "card_points": 91}, 60),
        ("schneider announced and missed by one: class 3", {"announced": "schneider", "card_points": 90}, -60),
        ("schneider announced, and not even won: class 3", {"announced": "schneider", "card_points": 20}, -60),
        (
            "schneider announced, and not a trick: class 3, whatever else happened",
            {"announced": "schneider", "card_points": 20, "schwarz": True},
            -60,
        ),
        (
            "schwarz made after announcing schneider: class 4",
            {"announced": "schneider", "card_points": 120, "schwarz": True},
            70,
        ),
        ("schwarz announced and made: class 5", {"announced": "schwarz", "card_points": 120, "schwarz": True}, 80),
        ("schwarz announced, a trick lost: class 5", {"announced": "schwarz", "card_points": 120}, -80),
        ("schwarz announced and lost with 40: class 5", {"announced": "schwarz", "card_points": 40}, -80),
    ],
)
def test_suit_games_from_the_book(sentence: str, changes: Raw, expected: int) -> None:
    assert entry(hand(SOLO, **changes)) == expected


@pytest.mark.parametrize(
    ("sentence", "call", "changes", "expected"),
    [
        ("turned grand with two: 12 × 3", "turned_grand", {}, 36),
        ("gucki grand: 16 × 3", "gucki_grand", {}, 48),
        ("solo grand: 20 × 3", "solo_grand", {}, 60),
        ("open grand, every trick*: 24 × (5 + 2)", "open_grand", {"card_points": 120, "schwarz": True}, 168),
        ("open grand, 120 but not every trick*: lost with class 5, single", "open_grand", {"card_points": 120}, -168),
        ("open grand with 70*: lost with class 5, single", "open_grand", {}, -168),
        ("turned grand lost: single", "turned_grand", {"card_points": 50}, -36),
        ("turned grand, passt mir nicht, won: as usual", "turned_grand", {"passt_mir_nicht": True}, 36),
        (
            "turned grand, passt mir nicht, lost: double",
            "turned_grand",
            {"card_points": 50, "passt_mir_nicht": True},
            -72,
        ),
        ("gucki grand lost: double, 2 × 48", "gucki_grand", {"card_points": 50}, -96),
        (
            "gucki grand, schneider announced and missed: 2 × 16 × (3 + 2)",
            "gucki_grand",
            {"card_points": 90, "announced": "schneider"},
            -160,
        ),
        ("solo grand lost: single", "solo_grand", {"card_points": 50}, -60),
    ],
)
def test_grands_from_the_book(sentence: str, call: str, changes: Raw, expected: int) -> None:
    assert entry({"call": call, "declarer": "Anna", "matadors": 2, "card_points": 70, **changes}) == expected


def test_a_lost_tournee_is_single_unless_passt_mir_nicht() -> None:
    assert entry(hand(TOURNEE, card_points=50)) == -24
    assert entry(hand(TOURNEE, card_points=50, passt_mir_nicht=True)) == -48
    assert entry(hand(TOURNEE, card_points=70, passt_mir_nicht=True)) == 24


@pytest.mark.parametrize(
    ("call", "won", "lost"),
    [
        ("gucki_nullo", 15, -30),
        ("open_gucki_nullo", 30, -60),
        ("solo_nullo", 20, -20),
        ("open_solo_nullo", 40, -40),
        ("revolution", 60, -60),
    ],
)
def test_nullos_from_the_book(call: str, won: int, lost: int) -> None:
    assert entry({"call": call, "declarer": "Anna", "made": True}) == won
    assert entry({"call": call, "declarer": "Anna", "made": False}) == lost


@pytest.mark.parametrize(
    ("sentence", "changes", "expected"),
    [
        ("diamonds with one: 9 × 2", {"suit": "diamonds"}, 18),
        ("diamonds with one, lost: double", {"suit": "diamonds", "card_points": 60}, -36),
        ("spades with one, schneider made: 11 × 3", {"card_points": 91}, 33),
        ("spades with one, 90 is none: 11 × 2", {"card_points": 90}, 22),
        ("spades with one, schwarz made: 11 × 4", {"card_points": 120, "schwarz": True}, 44),
        ("lost in schneider*: 2 × 11 × 3", {"card_points": 30}, -66),
        ("lost without a trick*: 2 × 11 × 4", {"card_points": 4, "schwarz": True}, -88),
        ("schneider announced: 2 × 11 × 3", {"card_points": 95, "announced": "schneider"}, 66),
        (
            "schneider announced, schwarz made: 66 + 11",
            {"card_points": 120, "schwarz": True, "announced": "schneider"},
            77,
        ),
        ("schneider announced and missed: double", {"card_points": 90, "announced": "schneider"}, -132),
        (
            "schneider announced, and not a trick: no unit more",
            {"card_points": 4, "schwarz": True, "announced": "schneider"},
            -132,
        ),
        ("schwarz announced: 3 × 11 × 4", {"card_points": 120, "schwarz": True, "announced": "schwarz"}, 132),
        ("schwarz announced and missed: double", {"card_points": 120, "announced": "schwarz"}, -264),
    ],
)
def test_gucki_solo(sentence: str, changes: Raw, expected: int) -> None:
    assert entry(hand(SOLO, **{"suit": "spades", "matadors": 1, **changes}), rules="gucki_solo") == expected


@pytest.mark.parametrize(
    ("sentence", "changes", "expected"),
    [
        ("grand with four, schwarz announced and lost: 2 × 3 × 24 × 7", {"announced": "schwarz"}, -1008),
        ("grand with four: 24 × 5", {}, 120),
    ],
)
def test_a_grand_in_gucki_solo(sentence: str, changes: Raw, expected: int) -> None:
    assert entry(hand(GRAND, **{"matadors": 4, **changes}), rules="gucki_solo") == expected


@pytest.mark.parametrize(("call", "value"), [("gucki_nullo", 15), ("open_gucki_nullo", 30)])
def test_a_lost_nullo_in_gucki_solo_is_doubled(call: str, value: int) -> None:
    assert entry({"call": call, "declarer": "Anna", "made": True}, rules="gucki_solo") == value
    assert entry({"call": call, "declarer": "Anna", "made": False}, rules="gucki_solo") == -2 * value


@pytest.mark.parametrize(
    ("sentence", "changes", "expected"),
    [
        ("diamonds with one: 9 × 2", {"suit": "diamonds"}, 18),
        ("hearts: 10 × 2", {"suit": "hearts"}, 20),
        ("spades: 11 × 2", {"suit": "spades"}, 22),
        ("clubs: 12 × 2", {}, 24),
        ("61 is won", {"card_points": 61}, 24),
        ("60 is lost, double", {"card_points": 60}, -48),
        ("89 is no schneider", {"card_points": 89}, 24),
        ("90 is schneider: 12 × 3", {"card_points": 90}, 36),
        ("31 is lost without schneider", {"card_points": 31}, -48),
        ("30 is lost in schneider: 2 × 12 × 3", {"card_points": 30}, -72),
        ("schwarz: 12 × 4", {"card_points": 120, "schwarz": True}, 48),
        ("120, but a trick to the others: 12 × 3", {"card_points": 120}, 36),
        ("the declarer without a trick: 2 × 12 × 4", {"card_points": 22, "schwarz": True}, -96),
        ("hand: 12 × 3", {"hand": True}, 36),
        ("hand lost, double as well", {"hand": True, "card_points": 60}, -72),
        ("schneider announced and made: 12 × 5", {"hand": True, "announced": "schneider", "card_points": 90}, 60),
        (
            "announced and missed: it counts, 2 × 12 × 5",
            {"hand": True, "announced": "schneider", "card_points": 89},
            -120,
        ),
        (
            "schwarz made after schneider announced: 12 × 6",
            {"hand": True, "announced": "schneider", "card_points": 120, "schwarz": True},
            72,
        ),
        (
            "schwarz announced and made: 12 × 7",
            {"hand": True, "announced": "schwarz", "card_points": 120, "schwarz": True},
            84,
        ),
        (
            "schwarz announced, 120 but a trick lost: 2 × 12 × 7",
            {"hand": True, "announced": "schwarz", "card_points": 120},
            -168,
        ),
        ("ouvert: 12 × 8", {"hand": True, "ouvert": True, "card_points": 120, "schwarz": True}, 96),
        (
            "ouvert with schwarz said: the same",
            {"hand": True, "ouvert": True, "announced": "schwarz", "card_points": 120, "schwarz": True},
            96,
        ),
        ("ouvert, a trick lost: 2 × 12 × 8", {"hand": True, "ouvert": True, "card_points": 118}, -192),
        (
            "the highest suit game: 12 × 18",
            {"matadors": 11, "hand": True, "ouvert": True, "card_points": 120, "schwarz": True},
            216,
        ),
    ],
)
def test_suit_games_by_isko(sentence: str, changes: Raw, expected: int) -> None:
    assert entry(hand(CLUBS, **changes), rules="isko") == expected


@pytest.mark.parametrize(
    ("sentence", "usual", "changes", "expected"),
    [
        ("36 after a bid of 46: 2 × 48", CLUBS, {"bid": 46, "hand": True}, -96),
        ("schneider rescues it", CLUBS, {"bid": 46, "hand": True, "card_points": 95}, 48),
        ("lost and overbid: the bid counts", CLUBS, {"bid": 46, "hand": True, "card_points": 50}, -96),
        ("lost in schneider, 48 reaches the bid", CLUBS, {"bid": 46, "hand": True, "card_points": 30}, -96),
        ("the bid is just reached", CLUBS, {"bid": 24}, 24),
        ("one value more is overbid: 2 × 36", CLUBS, {"bid": 27}, -72),
        ("the bid is itself a multiple: 2 × 48", CLUBS, {"bid": 48}, -96),
        ("a grand with one after 50: 2 × 72", GRAND, {"bid": 50}, -144),
        ("lost far above the bid: twice its own value", CLUBS, {"bid": 18, "matadors": 5, "card_points": 40}, -144),
        (
            "announced steps that are missed count against the bid",
            CLUBS,
            {"bid": 60, "hand": True, "announced": "schneider"},
            -120,
        ),
    ],
)
def test_overbid(sentence: str, usual: Raw, changes: Raw, expected: int) -> None:
    assert entry(hand(usual, **changes), rules="isko") == expected


@pytest.mark.parametrize(
    ("changes", "value"),
    [({}, 23), ({"hand": True}, 35), ({"ouvert": True}, 46), ({"hand": True, "ouvert": True}, 59)],
)
def test_null(changes: Raw, value: int) -> None:
    bid = max(bid for bid in BIDS if bid <= value)
    assert entry(hand(NULL, bid=bid, **changes), rules="isko") == value
    assert entry(hand(NULL, bid=bid, made=False, **changes), rules="isko") == -2 * value


@pytest.mark.parametrize(
    ("sentence", "usual", "changes", "expected"),
    [
        ("contra, won: 2 × 24", CLUBS, {"contra": "contra"}, 48),
        ("contra, lost: 2 × −48", CLUBS, {"contra": "contra", "card_points": 50}, -96),
        ("re, won: 4 × 24", CLUBS, {"contra": "re"}, 96),
        ("re, lost: 4 × −48", CLUBS, {"contra": "re", "card_points": 50}, -192),
        ("contra on a null", NULL, {"contra": "contra"}, 46),
        ("contra does not help the bid: 2 × −72", CLUBS, {"contra": "contra", "bid": 27}, -144),
        ("no contra", CLUBS, {"contra": None}, 24),
    ],
)
def test_contra(sentence: str, usual: Raw, changes: Raw, expected: int) -> None:
    assert entry(hand(usual, **changes), rules="isko", contra=True) == expected


@pytest.mark.parametrize(
    ("sentence", "table", "expected"),
    [
        ("three pay: twice the entry", {}, (80, -40, -40)),
        ("four pay, who sits out as well", FOUR, (120, -40, -40, -40)),
        ("on a sheet", {"payment": "sheet"}, (40, 0, 0)),
        ("on a sheet of four", {"payment": "sheet", **FOUR}, (40, 0, 0, 0)),
    ],
)
def test_who_pays(sentence: str, table: Raw, expected: tuple[int, ...]) -> None:
    assert amounts(SOLO, **table) == expected


def test_a_list_and_paying_every_hand_give_the_same_result() -> None:
    hands = [SOLO, hand(TOURNEE, declarer="Ben", card_points=20), RAMSCH, hand(SOLO, declarer="Clara", matadors=7)]
    sheet, paid = ledger(*hands, payment="sheet").totals, ledger(*hands).totals
    assert paid == tuple(3 * own - sum(sheet) for own in sheet)


RAMSCH_CASES: list[tuple[str, dict[str, int], list[str], tuple[int, ...], tuple[int, ...]]] = [
    ("nobody without a trick", {"Anna": 30, "Ben": 48, "Clara": 42}, [], (0, -20, 0), (0, -48, 0)),
    ("one without a trick", {"Anna": 70, "Ben": 50, "Clara": 0}, ["Clara"], (-30, 0, 0), (-140, 0, 0)),
    ("0 card points, but a trick", {"Anna": 70, "Ben": 50, "Clara": 0}, [], (-20, 0, 0), (-70, 0, 0)),
    ("two without a trick", {"Anna": 0, "Ben": 120, "Clara": 0}, ["Anna", "Clara"], (0, -50, 0), (0, 120, 0)),
    ("two tie", {"Anna": 50, "Ben": 50, "Clara": 20}, [], (-20, -20, 0), (-50, -50, 0)),
    ("two tie, one without a trick", {"Anna": 60, "Ben": 60, "Clara": 0}, ["Clara"], (-30, -30, 0), (-120, -120, 0)),
    ("all three have 40", {"Anna": 40, "Ben": 40, "Clara": 40}, [], (0, 0, 0), (0, 0, 0)),
    ("everything, but the others took a trick", {"Anna": 120, "Ben": 0, "Clara": 0}, [], (-20, 0, 0), (-120, 0, 0)),
]


@pytest.mark.parametrize(("sentence", "taken", "trickless", "book", "modern"), RAMSCH_CASES)
def test_ramsch(
    sentence: str, taken: dict[str, int], trickless: list[str], book: tuple[int, ...], modern: tuple[int, ...]
) -> None:
    played = {"call": "ramsch", "points_taken": taken, "trickless": trickless}
    assert amounts(played, payment="sheet") == book
    assert amounts(played, rules="gucki_solo", payment="sheet") == book
    assert amounts(played, rules="isko", ramsch=True) == modern
    for sheet, options in ((book, {}), (modern, {"rules": "isko", "ramsch": True, "payment": "each"})):
        table: dict[str, Any] = options
        assert amounts(played, **table) == tuple(3 * own - sum(sheet) for own in sheet)


def test_two_losers_among_four_pay_the_other_two() -> None:
    played = {"call": "ramsch", "points_taken": {"Anna": 50, "Ben": 50, "Clara": 20}}
    assert amounts(played, players=4) == (-40, -40, 40, 40)


def test_seeger_fabian_points_are_separate_from_the_written_ones() -> None:
    hands = [
        hand(CLUBS, bid=24),
        hand(CLUBS, declarer="Ben", bid=27),
        {"call": "passed"},
        {"call": "correction", "amounts": {"Anna": 7}, "note": "carried over"},
        hand(NULL, declarer="Anna", made=False),
    ]
    played = ledger(*hands, rules="isko", seeger=True)
    # 24 + 50; −72 − 50, and 40 for each other player; nothing; 7; −46 − 50, and 40 for each other player.
    assert [scored.entry.amounts for scored in played.hands] == [
        (74, 0, 0),
        (40, -122, 40),
        (0, 0, 0),
        (7, 0, 0),
        (-96, 40, 40),
    ]
    assert carried_on(played) == {
        "points": {"Anna": -22, "Ben": -72, "Clara": 0},
        "won": {"Anna": 1, "Ben": 0, "Clara": 0},
        "lost": {"Anna": 1, "Ben": 1, "Clara": 0},
    }


def carried_on(played: Any) -> Any:
    return played.rules.state_document(played.table, played.state)


def test_without_seeger_hands_are_independent() -> None:
    assert carried_on(ledger(CLUBS, rules="isko")) == {}


def test_the_deal_passes_after_every_hand_and_the_dealer_of_four_sits_out() -> None:
    hands = [
        SOLO,
        {"call": "passed"},
        {"call": "correction", "amounts": {}, "note": "nothing"},
        {"call": "ramsch", "points_taken": {"Anna": 50, "Clara": 40, "David": 30}},
        {"call": "passed", "dealer": "Anna"},
        hand(SOLO, declarer="Clara"),
    ]
    played = ledger(*hands, players=4)
    assert [scored.dealer for scored in played.hands] == [3, 0, None, 1, 0, 1]


def test_with_three_the_dealer_plays() -> None:
    assert amounts(hand(SOLO, declarer="Clara")) == (-40, -40, 80)


def test_every_derivation_line_names_its_paragraph() -> None:
    def paragraphs(played: Raw, **table: Any) -> list[str]:
        return [line.rule for line in ledger(played, **table).hands[0].entry.lines]

    assert paragraphs(SOLO) == ["foster-value"]
    assert paragraphs(hand(TOURNEE, card_points=50, passt_mir_nicht=True)) == ["foster-value", "foster-loss"]
    assert paragraphs(OPEN) == ["foster-value"]
    assert paragraphs({"call": "gucki_nullo", "declarer": "Anna", "made": False}) == ["nullo", "foster-loss"]
    assert paragraphs(SOLO, rules="gucki_solo") == ["gucki-solo-value"]
    assert paragraphs(CLUBS, rules="isko") == ["isko-value"]
    assert paragraphs(hand(CLUBS, bid=27), rules="isko") == ["overbid"]
    assert paragraphs(hand(CLUBS, contra="re"), rules="isko", contra=True) == ["isko-value", "contra"]
    assert paragraphs(NULL, rules="isko") == ["null"]
    assert paragraphs(NULL, rules="isko", seeger=True) == ["null", "seeger-fabian"]
    assert paragraphs(RAMSCH) == ["ramsch"]
    assert paragraphs({"call": "passed"}) == []


def test_there_are_63_possible_bids() -> None:
    suits = {unit * steps for unit in (9, 10, 11, 12) for steps in range(2, 19)}
    grands = {24 * steps for steps in range(2, 12)}
    assert set(BIDS) == suits | grands | {23, 35, 46, 59}
    assert len(BIDS) == 63


def test_ties_on_a_seeger_fabian_list_are_ranked_by_games_won() -> None:
    """18 + 50 and 22 + 50 are 140 with two games, 90 + 50 are 140 with one; two games rank first."""
    hand = {"call": "suit", "bid": 18, "matadors": 1, "card_points": 70}
    hands = [
        {**hand, "declarer": "Anna", "suit": "diamonds"},
        {**hand, "declarer": "Anna", "suit": "spades"},
        {**hand, "declarer": "Ben", "suit": "hearts", "matadors": 8},
    ]
    played = ledger(*hands, rules="isko", seeger=True)
    assert played.totals == (140, 140, 0)
    anna, ben, clara = played.rules.ranks(played.table, played.state, played.totals)
    assert anna > ben > clara
