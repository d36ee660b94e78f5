"""Refusals of tables and fields of Tarot: field and code, from the paragraph "Errors" of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.documents import DocumentError, read
from games.tarot.tests.sessions import (
    CLASSIC,
    FFT,
    FIVE,
    MORT,
    NAMES,
    NOT_GIVEN,
    RULES,
    THREE,
    Raw,
    amounts,
    hand,
    poor,
    refusal,
    simple,
)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 6])
def test_the_classic_rules_are_for_four(size: int) -> None:
    names = [*NAMES, "Farid"][:size]
    document = {"format": "scorekeeper.session", "version": 1, "game": "tarot", "players": names, "hands": []}
    with pytest.raises(DocumentError) as refused:
        read(document, {"tarot": RULES}.get)
    assert (refused.value.hand, refused.value.error.field, refused.value.error.code) == (None, "players", "players")


@pytest.mark.parametrize(
    ("sentence", "players"),
    [
        ("two", ["Anne", "Bruno"]),
        ("six", [*NAMES, "Farid"]),
        ("a name twice", ["Anne", "Bruno", "Anne"]),
        ("an empty name", ["Anne", "", "Chloé"]),
        ("a name of blanks", ["Anne", "  ", "Chloé"]),
        ("no name", ["Anne", None, "Chloé"]),
    ],
)
def test_impossible_numbers_of_players_are_refused(sentence: str, players: list[Any]) -> None:
    document = {
        "format": "scorekeeper.session",
        "version": 1,
        "game": "tarot",
        "rules": "fft",
        "players": players,
        "hands": [],
    }
    with pytest.raises(DocumentError) as refused:
        read(document, {"tarot": RULES}.get)
    assert (refused.value.hand, refused.value.error.field, refused.value.error.code) == (None, "players", "players")


@pytest.mark.parametrize(
    ("sentence", "options", "field", "code"),
    [
        ("an option of the other rule set", {"five_players": "mort"}, "options.five_players", "unknown_option"),
        ("no option at all", {"jokers": True}, "options.jokers", "unknown_option"),
        ("no option at all, in fft", {"jokers": True, **FFT}, "options.jokers", "unknown_option"),
        ("a word for true or false", {"round_to_ten": "yes"}, "options.round_to_ten", "invalid"),
        ("a number for true or false", {"round_to_ten": 1}, "options.round_to_ten", "invalid"),
        ("null for true or false", {"round_to_ten": None}, "options.round_to_ten", "invalid"),
        ("another word", {"five_players": "solo", **FFT}, "options.five_players", "unknown_choice"),
        ("true for a word", {"five_players": True, **FFT}, "options.five_players", "invalid"),
    ],
)
def test_options(sentence: str, options: Raw, field: str, code: str) -> None:
    assert refusal(hand(), **options) == (None, field, code)


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"),
    [
        ("no call", CLASSIC, hand(call=NOT_GIVEN), "call", "required"),
        ("no such call", CLASSIC, hand(call="petite"), "call", "unknown_choice"),
        ("a number for a call", CLASSIC, hand(call=1), "call", "invalid"),
        ("null for a call", CLASSIC, hand(call=None), "call", "invalid"),
        ("no taker", CLASSIC, hand(taker=NOT_GIVEN), "taker", "required"),
        ("null for a taker", CLASSIC, hand(taker=None), "taker", "invalid"),
        ("a seat for a taker", CLASSIC, hand(taker=0), "taker", "invalid"),
        ("a taker who is not at the table", CLASSIC, hand(taker="Zoé"), "taker", "unknown_player"),
        ("the mort takes", MORT, hand(taker="Emma"), "taker", "not_playing"),
        ("a partner at four", CLASSIC, hand(partner="Bruno"), "partner", "unknown_field"),
        ("a partner at four, fft", FFT, hand(partner=None), "partner", "unknown_field"),
        ("a partner at three", THREE, hand(partner="Bruno"), "partner", "unknown_field"),
        ("a partner with a mort", MORT, hand(partner="Bruno"), "partner", "unknown_field"),
        ("a partner who is not at the table", FIVE, hand(partner="Zoé"), "partner", "unknown_player"),
        ("partner and taker are one", FIVE, hand(partner="Anne"), "partner", "same_player"),
        ("no bouts", CLASSIC, hand(bouts=NOT_GIVEN), "bouts", "required"),
        ("null for bouts", CLASSIC, hand(bouts=None), "bouts", "invalid"),
        ("text for bouts", CLASSIC, hand(bouts="2"), "bouts", "invalid"),
        ("half a bout", CLASSIC, hand(bouts=1.5), "bouts", "invalid"),
        ("true for bouts", CLASSIC, hand(bouts=True), "bouts", "invalid"),
        ("four bouts", CLASSIC, hand(bouts=4), "bouts", "out_of_range"),
        ("a bout below none", CLASSIC, hand(bouts=-1), "bouts", "out_of_range"),
        ("no points of either camp", CLASSIC, hand(points=NOT_GIVEN), "points", "required"),
        ("null for points", CLASSIC, hand(points=None), "points", "invalid"),
        ("text for points", CLASSIC, hand(points="45"), "points", "invalid"),
        ("true for points", CLASSIC, hand(points=True), "points", "invalid"),
        ("a half point at four", CLASSIC, hand(points=48.5), "points", "invalid"),
        ("a half point with a mort", MORT, hand(points=48.5), "points", "invalid"),
        ("a quarter at three", THREE, hand(points=48.25), "points", "invalid"),
        ("a quarter at five", FIVE, hand(points=48.25), "points", "invalid"),
        ("92 points", CLASSIC, hand(points=92), "points", "out_of_range"),
        ("points below none", CLASSIC, hand(points=-1), "points", "out_of_range"),
        ("91½ points at three", THREE, hand(points=91.5), "points", "out_of_range"),
        (
            "a half point of the defence at four",
            CLASSIC,
            hand(points=NOT_GIVEN, defence_points=42.5),
            "defence_points",
            "invalid",
        ),
        ("92 of the defence", CLASSIC, hand(points=NOT_GIVEN, defence_points=92), "defence_points", "out_of_range"),
        ("the two counts make 90", CLASSIC, hand(points=45, defence_points=45), "defence_points", "total"),
        ("the two counts make 91½", THREE, hand(points=45, defence_points=46.5), "defence_points", "total"),
        ("the petit to nobody known", CLASSIC, hand(petit_au_bout="taker"), "petit_au_bout", "unknown_choice"),
        ("true for the petit", CLASSIC, hand(petit_au_bout=True), "petit_au_bout", "invalid"),
        ("null for poignées", CLASSIC, hand(poignees=None), "poignees", "invalid"),
        ("one poignée, not a list", CLASSIC, hand(poignees=simple("Anne")), "poignees", "invalid"),
        ("a poignée that is a word", CLASSIC, hand(poignees=["simple"]), "poignees.0", "invalid"),
        ("a poignée of nobody", CLASSIC, hand(poignees=[{"size": "simple"}]), "poignees.0.player", "required"),
        ("a poignée of a stranger", CLASSIC, hand(poignees=[simple("Zoé")]), "poignees.0.player", "unknown_player"),
        ("a poignée of the mort", MORT, hand(poignees=[simple("Emma")]), "poignees.0.player", "not_playing"),
        ("a poignée without a size", CLASSIC, hand(poignees=[{"player": "Anne"}]), "poignees.0.size", "required"),
        (
            "a poignée of no size known",
            CLASSIC,
            hand(poignees=[simple("Anne", "tiny")]),
            "poignees.0.size",
            "unknown_choice",
        ),
        (
            "a poignée with more to it",
            CLASSIC,
            hand(poignees=[{**simple("Anne"), "of": 3}]),
            "poignees.0.of",
            "unknown_field",
        ),
        (
            "a second poignée of one player",
            FFT,
            hand(poignees=[simple("Anne"), simple("Anne", "double")]),
            "poignees.1.player",
            "same_player",
        ),
        (
            "the later of three",
            FIVE,
            hand(poignees=[simple("Anne"), simple("Bruno"), simple("Anne")]),
            "poignees.2.player",
            "same_player",
        ),
        ("misères in fft", FFT, hand(miseres=[]), "miseres", "unknown_field"),
        ("a misère of a stranger", CLASSIC, hand(miseres=[poor("Zoé")]), "miseres.0.player", "unknown_player"),
        (
            "a misère of no kind known",
            CLASSIC,
            hand(miseres=[poor("Anne", "poor")]),
            "miseres.0.kind",
            "unknown_choice",
        ),
        ("a misère without a kind", CLASSIC, hand(miseres=[{"player": "Anne"}]), "miseres.0.kind", "required"),
        (
            "the same misère twice",
            CLASSIC,
            hand(miseres=[poor("Bruno"), poor("Bruno")]),
            "miseres.1.player",
            "same_player",
        ),
        ("a little slam announced in fft", FFT, hand(slam_announced="petit"), "slam_announced", "unknown_choice"),
        ("the defence announces", FFT, hand(slam_announced="defence"), "slam_announced", "unknown_choice"),
        (
            "the defence announces in classic",
            CLASSIC,
            hand(slam_announced="defence"),
            "slam_announced",
            "unknown_choice",
        ),
        ("a little slam in fft", FFT, hand(slam_made="petit"), "slam_made", "unknown_choice"),
        ("a slam of the defence in classic", CLASSIC, hand(slam_made="defence"), "slam_made", "unknown_choice"),
        ("false for a slam", CLASSIC, hand(slam_made=False), "slam_made", "invalid"),
        ("a field that is none", CLASSIC, hand(jokers=2), "jokers", "unknown_field"),
        ("a dealer who is not at the table", CLASSIC, hand(dealer="Zoé"), "dealer", "unknown_player"),
        ("null for a dealer", CLASSIC, hand(dealer=None), "dealer", "invalid"),
        ("a note that is a number", CLASSIC, hand(note=3), "note", "invalid"),
    ],
)
def test_an_invalid_field_is_refused(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


@pytest.mark.parametrize("call", ["passed", "petit_sec", "misdeal"])
@pytest.mark.parametrize(
    "field",
    [
        "taker",
        "partner",
        "bouts",
        "points",
        "defence_points",
        "petit_au_bout",
        "poignees",
        "miseres",
        "slam_announced",
        "slam_made",
    ],
)
def test_hands_that_nobody_played_take_no_fields(call: str, field: str) -> None:
    value = {**hand(), "partner": None, "poignees": [], "miseres": [], "petit_au_bout": None}.get(field)
    assert refusal({"call": call, field: value}) == (1, field, "unknown_field")


@pytest.mark.parametrize(
    ("sentence", "raw", "field", "code"),
    [
        ("no note", {"amounts": {"Anne": 5, "Bruno": -5}}, "note", "required"),
        ("a note of blanks", {"amounts": {"Anne": 5, "Bruno": -5}, "note": " "}, "note", "required"),
        ("no amounts", {"note": "why"}, "amounts", "required"),
        ("amounts that do not sum to zero", {"amounts": {"Anne": 5}, "note": "why"}, "amounts", "total"),
        ("an amount for a stranger", {"amounts": {"Zoé": 5}, "note": "why"}, "amounts.Zoé", "unknown_player"),
        ("half an amount", {"amounts": {"Anne": 0.5, "Bruno": -0.5}, "note": "why"}, "amounts.Anne", "invalid"),
        ("amounts that are a list", {"amounts": [5, -5], "note": "why"}, "amounts", "invalid"),
        ("a dealer", {"amounts": {"Anne": 5, "Bruno": -5}, "note": "why", "dealer": "Anne"}, "dealer", "unknown_field"),
        ("a field of a contract", {"amounts": {}, "note": "why", "taker": "Anne"}, "taker", "unknown_field"),
    ],
)
def test_a_correction(sentence: str, raw: Raw, field: str, code: str) -> None:
    assert refusal({"call": "correction", **raw}) == (1, field, code)


def test_null_is_a_valid_value_where_the_page_lists_it() -> None:
    nothing = {"petit_au_bout": None, "slam_announced": None, "slam_made": None}
    assert amounts(hand(**nothing)) == amounts(hand())
    assert amounts(hand(partner=None, **nothing), **FIVE) == amounts(hand(), **FIVE)
