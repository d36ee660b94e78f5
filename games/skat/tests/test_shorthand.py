"""Shorthand of Skat: rows of a list as typed, and the outcomes they stand for."""

from typing import Any

import pytest
from django.utils import translation

from games.scoring.errors import RuleError
from games.skat.shorthand import SkatShorthand
from tests.games.shorthand_table import parsed, refused, shorthand

CLUBS = {"call": "suit", "suit": "clubs", "declarer": 0, "bid": 18, "matadors": 2}
HEARTS = {**CLUBS, "suit": "hearts", "matadors": 1}
GRAND = {"call": "grand", "declarer": 2, "bid": 18, "matadors": 4}
SOLO = {"call": "solo", "suit": "hearts", "declarer": 0, "matadors": 3}

ISKO: dict[str, Any] = {
    # A row of a list: declarer, game, matadors, won or lost.
    "1 c 2 won": {**CLUBS, "made": True},
    "2 n lost": {"call": "null", "declarer": 1, "made": False, "bid": 23},
    # The order is free where it is unambiguous; the first number is the player.
    "+ 1 2 c": {**CLUBS, "made": True},
    "c bruno 2 +": {**CLUBS, "declarer": 1, "made": True},
    "c 2 + br": {**CLUBS, "declarer": 1, "made": True},
    "CHLOE D 11 +": {**CLUBS, "suit": "diamonds", "declarer": 2, "matadors": 11, "made": True},
    "1 clubs 2 74": {**CLUBS, "card_points": 74},
    # Schneider and schwarz are said of the side that lost: the opponents or, if the game was lost, the declarer.
    "3 g 4 s +": {**GRAND, "made": True, "step": "schneider"},
    "3 g 4 z -": {**GRAND, "made": False, "step": "schwarz"},
    "3 g 4 11 z": {**GRAND, "card_points": 11, "schwarz": True},
    # The letter s stands for spades if no game is named yet, otherwise for schneider.
    "1 s 2 +": {**CLUBS, "suit": "spades", "made": True},
    "1 s s 2 +": {**CLUBS, "suit": "spades", "made": True, "step": "schneider"},
    # Announcements imply a hand game, and are made or missed with the game.
    "1 h 1 ha +": {**HEARTS, "hand": True, "made": True},
    "1 h 1 sa + b48": {**HEARTS, "bid": 48, "hand": True, "announced": "schneider", "made": True},
    "1 h 1 sa -": {**HEARTS, "hand": True, "announced": "schneider", "made": False},
    "1 h 1 o + b:99": {**HEARTS, "bid": 99, "hand": True, "ouvert": True, "made": True},
    # The bid of a null is its own value unless another is typed.
    "2 n ha -": {"call": "null", "declarer": 1, "made": False, "hand": True, "bid": 35},
    "2 n o -": {"call": "null", "declarer": 1, "made": False, "ouvert": True, "bid": 46},
    "2 n o ha + b20": {"call": "null", "declarer": 1, "made": True, "hand": True, "ouvert": True, "bid": 20},
    "2 gr 1 –": {**GRAND, "declarer": 1, "matadors": 1, "made": False},
    "— @1 # eaten by the dog": {"call": "passed", "dealer": 0, "note": "eaten by the dog"},
}
FOSTER: dict[str, Any] = {
    "2 t c 1 +": {"call": "tournee", "suit": "clubs", "declarer": 1, "matadors": 1, "card_points": 61},
    "1 so h 3 s +": {**SOLO, "card_points": 91},
    "1 so h 3 sa -": {**SOLO, "announced": "schneider", "card_points": 60},
    "1 tg 2 - pmn": {
        "call": "turned_grand", "declarer": 0, "matadors": 2, "card_points": 60, "passt_mir_nicht": True,
    },
    "1 og 4 +": {"call": "open_grand", "declarer": 0, "matadors": 4, "card_points": 120, "schwarz": True},
    "3 gn -": {"call": "gucki_nullo", "declarer": 2, "made": False},
    "3 rev +": {"call": "revolution", "declarer": 2, "made": True},
    "r 60 40": {"call": "ramsch", "points_taken": {"0": 60, "1": 40, "2": 20}},
    "r 80 x 40": {"call": "ramsch", "points_taken": {"0": 80, "1": 0, "2": 40}, "trickless": [1]},
}  # fmt: skip
GUCKI_SOLO: dict[str, Any] = {
    "1 c 2 +": {"call": "solo", "suit": "clubs", "declarer": 0, "matadors": 2, "card_points": 61},
    "1 g 2 66": {"call": "grand", "declarer": 0, "matadors": 2, "card_points": 66},
}
PUB: dict[str, Any] = {
    "1 c 2 + bo": {**CLUBS, "made": True, "bock": 1},
    "2 n - co bo2": {"call": "null", "declarer": 1, "made": False, "bid": 23, "contra": "contra", "bock": 2},
    "r 60 40 pu": {"call": "ramsch", "points_taken": {"0": 60, "1": 40, "2": 20}, "pushed": 1},
    "r 81 x 39 pu3 bo": {
        "call": "ramsch", "points_taken": {"0": 81, "1": 0, "2": 39}, "trickless": [1], "pushed": 3, "bock": 1,
    },
    "-- bo": {"call": "passed", "bock": 1},
}  # fmt: skip
LINES = {"isko": ISKO, "foster": FOSTER, "gucki_solo": GUCKI_SOLO, "pub": PUB}


@pytest.mark.parametrize(("rules", "line"), [(rules, line) for rules, lines in LINES.items() for line in lines])
def test_a_line_from_a_list(rules: str, line: str) -> None:
    assert parsed(shorthand("skat", rules), line) == LINES[rules][line]


@pytest.mark.parametrize("line", PUB)
def test_a_line_with_pushes_and_bock_rounds_can_be_written(line: str) -> None:
    typing = shorthand("skat", "pub")
    assert isinstance(typing, SkatShorthand)
    assert parsed(typing, typing.write(PUB[line])) == PUB[line]


def test_contra_is_not_typed_where_it_is_not_played() -> None:
    assert refused(shorthand("skat", "isko"), "1 n + co") == "“co” is not recognised."


def test_with_four_players_the_one_sitting_out_has_no_ramsch_points() -> None:
    """David, the fourth player, deals first and sits out."""
    typing = shorthand("skat", "isko", size=4, ramsch=True)
    assert parsed(typing, "r 60 40 20")["points_taken"] == {"0": 60, "1": 40, "2": 20}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 2 +", "Still missing: the game."),
        ("c +", "Still missing: declarer."),
        ("1 c 2", "Still missing: + or −, or the card points."),
        ("1 c h 2 +", "“c” and “h” exclude each other."),
        ("1 n c +", "“c” does not belong to this hand."),
        ("1 c 2 74 +", "“+” does not belong to this hand."),
        ("1 c 2 74 s", "Leave schneider out: the card points decide it."),
        ("1 c 2 +3", "Don’t type a number after + or − here."),
        ("1 c 2 + b", "Still missing: the value that was bid."),
        ("1 c 2 + @", "After @, type who dealt, once."),
        ("", "Type a hand, or after = the total of each player at the end."),
        ("= 12 13", "Type a hand, or after = the total of each player at the end."),
        ("1 c 2 + =", "After =, type the totals on the paper."),
        ("1 c 2 + = 1 2", "After =, type one total or 3, not 2."),
        ("-- = 5", "After =, type a total for each player, with . for none: nobody took on this hand."),
        ("c " * 30, "This line has too many words."),
        ("4 c g +", "There is no player 4: they are numbered from 1 to 3."),
        ("0 g 2 s +", "There is no player 0: they are numbered from 1 to 3."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert refused(shorthand("skat", "isko"), line) == why


def test_two_names_with_the_same_beginning() -> None:
    typing = shorthand("skat", "isko", names=("Anne", "Anton", "Karl-Heinz Maier"))
    assert refused(typing, "an c 2 +") == "“an” could be Anne or Anton."
    assert parsed(typing, "anto c 2 +")["declarer"] == 1
    assert parsed(typing, "maier c 2 +")["declarer"] == 2
    assert refused(typing, "@an 1 c 2 +") == "“an” could be Anne or Anton."


def test_a_name_with_the_same_beginning_as_a_game() -> None:
    typing = shorthand("skat", "isko", names=("Clara", "Heinz", "Harry"))
    assert parsed(typing, "c c 2 +")["declarer"] == 0  # one of the two is the suit, no matter which
    assert parsed(typing, "1 c 2 ha +")["hand"] is True  # a word takes precedence over a name
    assert parsed(typing, "ha c 2 +")["declarer"] == 2  # a game needs a declarer
    several = "This can be read in more than one way. Type more of the names, or use the players’ numbers."
    assert refused(shorthand("skat", "isko", names=("Clara", "Heinz", "Bo")), "c h 2 +") == several


@pytest.mark.parametrize(
    ("line", "totals"),
    [
        ("1 c 2 + = 36", {0: 36}),
        ("3 c 2 - = −96", {2: -96}),
        ("1 c 2 + = 36 . -48", {0: 36, 2: -48}),
        ("1 c 2 + = .", {}),
        ("1 c 2 +", {}),
        ("= 812 740 655", {0: 812, 1: 740, 2: 655}),
        ("= 812 740 655 total", {0: 812, 1: 740, 2: 655}),
    ],
)
def test_written_totals_are_parsed(line: str, totals: dict[int, int]) -> None:
    assert shorthand("skat", "isko").read(line).totals == totals


@pytest.mark.parametrize(
    ("rules", "line", "remarks"),
    [
        ("foster", "1 t c 2 +", ["card points not on the sheet"]),
        ("foster", "1 t c 2 74", []),
        ("isko", "1 c 2 +", []),
    ],
)
def test_assumed_values_are_noted(rules: str, line: str, remarks: list[str]) -> None:
    assert [str(remark) for remark in shorthand("skat", rules).read(line).remarks] == remarks


@pytest.mark.parametrize(
    ("language", "line", "outcome"),
    [
        ("de", "1 kr 2 ha +", {"suit": "clubs", "matadors": 2, "hand": True, "made": True}),
        ("de", "1 p 1 s -", {"suit": "spades", "matadors": 1, "made": False, "step": "schneider"}),
        ("de", "1 da 1 z +", {"suit": "diamonds", "matadors": 1, "made": True, "step": "schwarz"}),
        ("de", "1 ka 1 +", {"suit": "diamonds", "matadors": 1, "made": True}),
        ("de", "1 pi 1 +", {"suit": "spades", "matadors": 1, "made": True}),
        ("de", "1 he 1 Schneider verloren", {"suit": "hearts", "matadors": 1, "made": False, "step": "schneider"}),
        ("fr", "1 tr 1 +", {"suit": "clubs", "matadors": 1, "made": True}),
        ("fr", "1 pi 1 +", {"suit": "spades", "matadors": 1, "made": True}),
        ("fr", "1 co 1 +", {"suit": "hearts", "matadors": 1, "made": True}),
        ("fr", "1 ca 1 +", {"suit": "diamonds", "matadors": 1, "made": True}),
        ("de", "1 Karo 1 schneider +", {"suit": "diamonds", "matadors": 1, "made": True, "step": "schneider"}),
        ("de", "1 c 2 +", {"suit": "clubs", "matadors": 2, "made": True}),  # English is always understood
        ("de", "1 s 2 +", {"suit": "spades", "matadors": 2, "made": True}),  # as nothing else names a game
        ("de", "1 s p 2 +", {"suit": "spades", "matadors": 2, "made": True, "step": "schneider"}),
        ("fr", "1 t 2 ha +", {"suit": "clubs", "matadors": 2, "hand": True, "made": True}),
        ("fr", "1 c 2 +", {"suit": "hearts", "matadors": 2, "made": True}),  # cœur, not clubs
        ("fr", "1 Cœur 2 +", {"suit": "hearts", "matadors": 2, "made": True}),
    ],
)
def test_the_letters_depend_on_the_language(language: str, line: str, outcome: dict[str, object]) -> None:
    with translation.override(language):
        found = parsed(shorthand("skat", "isko", names=("Ida", "Jo", "Max"), translator=translation), line)
    assert found == {"call": "suit", "declarer": 0, "bid": 18, **outcome}


def test_an_ambiguous_german_suit_letter_is_reported() -> None:
    with translation.override("de"):
        typing = shorthand("skat", "isko", names=("Ida", "Jo", "Karl"), translator=translation)
        with pytest.raises(RuleError) as caught:
            typing.read("1 k 2 +")
        assert caught.value.message.render(typing.table.players, translation) == "„k“ kann kr oder ka bedeuten."
        assert parsed(typing, "k g 2 +")["declarer"] == 2
