"""Refusals of tables and fields of Solo Whist: field and code, from the paragraph "Errors" of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.solo_whist.tests.sessions import (
    BRITISH,
    FOSTER,
    GRAND,
    MISERE,
    NAMES,
    NOT_GIVEN,
    PASSED,
    PROPOSAL,
    SOLO,
    Raw,
    amounts,
    hand,
    refusal,
)


@pytest.mark.parametrize(
    ("sentence", "players"),
    [
        ("nobody", []),
        ("three", NAMES[:3]),
        ("five take turns between sessions", [*NAMES, "Emma"]),
        ("a name twice", ["Anne", "Bruno", "Chloé", "Anne"]),
        ("an empty name", ["Anne", "Bruno", "Chloé", ""]),
        ("a name of blanks", ["Anne", "Bruno", "Chloé", " "]),
    ],
)
@pytest.mark.parametrize("table", [FOSTER, BRITISH], ids=["foster", "british"])
def test_exactly_four_players_are_required(sentence: str, players: list[str], table: Raw) -> None:
    assert refusal(players=players, **table) == (None, "players", "players")


@pytest.mark.parametrize(
    ("sentence", "table", "field", "code"),
    [
        ("no such option", {"pool": True}, "options.pool", "unknown_option"),
        (
            "British has no under-tricks",
            {**BRITISH, "first_undertrick_free": True},
            "options.first_undertrick_free",
            "unknown_option",
        ),
        ("a word for true or false", {"grand": "yes"}, "options.grand", "invalid"),
        ("a number for true or false", {"grand": 1}, "options.grand", "invalid"),
        ("null", {**BRITISH, "grand": None}, "options.grand", "invalid"),
        ("a word", {"first_undertrick_free": "first"}, "options.first_undertrick_free", "invalid"),
    ],
)
def test_options(sentence: str, table: Raw, field: str, code: str) -> None:
    assert refusal(SOLO, **table) == (None, field, code)


NO_GRAND: Raw = {"grand": False}


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"),
    [
        ("no call", FOSTER, hand(SOLO, call=NOT_GIVEN), "call", "required"),
        ("no such call", FOSTER, hand(SOLO, call="bust"), "call", "unknown_choice"),
        ("a number for a call", FOSTER, hand(SOLO, call=5), "call", "invalid"),
        ("a grand with the option off", NO_GRAND, GRAND, "call", "unknown_choice"),
        ("a grand with the option off, British", {**BRITISH, **NO_GRAND}, GRAND, "call", "unknown_choice"),
        ("fourteen tricks", FOSTER, hand(SOLO, tricks=14), "tricks", "out_of_range"),
        ("fewer than none", FOSTER, hand(PROPOSAL, tricks=-1), "tricks", "out_of_range"),
        ("fourteen, British", BRITISH, hand(SOLO, call="abundance", tricks=14), "tricks", "out_of_range"),
        ("text for tricks", FOSTER, hand(SOLO, tricks="5"), "tricks", "invalid"),
        ("half a trick", FOSTER, hand(SOLO, tricks=8.5), "tricks", "invalid"),
        ("true for tricks", FOSTER, hand(SOLO, tricks=True), "tricks", "invalid"),
        ("null for tricks", FOSTER, hand(SOLO, tricks=None), "tricks", "invalid"),
        ("a number for made", FOSTER, hand(MISERE, made=1), "made", "invalid"),
        ("text for made", FOSTER, hand(MISERE, call="slam", made="yes"), "made", "invalid"),
        ("null for made", FOSTER, hand(MISERE, call="spread", made=None), "made", "invalid"),
        ("a proposal without a partner", FOSTER, hand(PROPOSAL, partner=NOT_GIVEN), "partner", "required"),
        ("a proposal with null for a partner", FOSTER, hand(PROPOSAL, partner=None), "partner", "invalid"),
        ("a proposal without its caller", FOSTER, hand(PROPOSAL, caller=NOT_GIVEN), "caller", "required"),
        ("a proposal without tricks", FOSTER, hand(PROPOSAL, tricks=NOT_GIVEN), "tricks", "required"),
        ("a solo without its caller", FOSTER, hand(SOLO, caller=NOT_GIVEN), "caller", "required"),
        ("a solo without tricks", FOSTER, hand(SOLO, tricks=NOT_GIVEN), "tricks", "required"),
        ("an abundance without tricks", FOSTER, {"call": "abundance", "caller": "Anne"}, "tricks", "required"),
        ("a misère without its caller", FOSTER, hand(MISERE, caller=NOT_GIVEN), "caller", "required"),
        ("a misère without its result", FOSTER, hand(MISERE, made=NOT_GIVEN), "made", "required"),
        ("a spread without its result", FOSTER, {"call": "spread", "caller": "Anne"}, "made", "required"),
        ("a slam without its result", FOSTER, {"call": "slam", "caller": "Anne"}, "made", "required"),
        ("a grand without its last trick", FOSTER, {"call": "grand"}, "last_trick", "required"),
        ("a solo with a partner", FOSTER, hand(SOLO, partner="Chloé"), "partner", "unknown_field"),
        ("a misère with a partner", FOSTER, hand(MISERE, partner="Chloé"), "partner", "unknown_field"),
        ("a grand with a partner", FOSTER, hand(GRAND, partner="Chloé"), "partner", "unknown_field"),
        ("tricks in a misère", FOSTER, hand(MISERE, tricks=0), "tricks", "unknown_field"),
        ("tricks in a spread", FOSTER, hand(MISERE, call="spread", tricks=0), "tricks", "unknown_field"),
        ("tricks in a slam", FOSTER, hand(MISERE, call="slam", tricks=13), "tricks", "unknown_field"),
        ("made in a proposal", FOSTER, hand(PROPOSAL, made=True), "made", "unknown_field"),
        ("made in a solo", FOSTER, hand(SOLO, made=True), "made", "unknown_field"),
        (
            "made in an abundance in trumps",
            FOSTER,
            hand(SOLO, call="abundance_in_trumps", made=True),
            "made",
            "unknown_field",
        ),
        ("a caller in a grand", FOSTER, hand(GRAND, caller="Bruno"), "caller", "unknown_field"),
        ("a caller in a pass", FOSTER, hand(PASSED, caller="Bruno"), "caller", "unknown_field"),
        ("tricks in a pass", FOSTER, hand(PASSED, tricks=5), "tricks", "unknown_field"),
        ("the last trick of a solo", FOSTER, hand(SOLO, last_trick="Anne"), "last_trick", "unknown_field"),
        ("the last trick of a pass", FOSTER, hand(PASSED, last_trick="Anne"), "last_trick", "unknown_field"),
        ("nobody is his own partner", FOSTER, hand(PROPOSAL, partner="Anne"), "partner", "same_player"),
        ("nobody is his own partner, British", BRITISH, hand(PROPOSAL, partner="Anne"), "partner", "same_player"),
        ("a caller who is not at the table", FOSTER, hand(SOLO, caller="Zoé"), "caller", "unknown_player"),
        ("a partner who is not at the table", FOSTER, hand(PROPOSAL, partner="Zoé"), "partner", "unknown_player"),
        ("a last trick to nobody known", FOSTER, hand(GRAND, last_trick="Zoé"), "last_trick", "unknown_player"),
        ("a seat for a caller", FOSTER, hand(SOLO, caller=0), "caller", "invalid"),
        ("a dealer who is not at the table", FOSTER, hand(SOLO, dealer="Zoé"), "dealer", "unknown_player"),
        ("a field that is none", FOSTER, hand(SOLO, trumps="hearts"), "trumps", "unknown_field"),
    ],
)
def test_an_invalid_field_is_refused(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


@pytest.mark.parametrize(
    ("sentence", "raw", "field", "code"),
    [
        ("the call before a field that does not belong", {"call": "bust", "what": 1}, "call", "unknown_choice"),
        (
            "a field that does not belong before one that is missing",
            {"call": "solo", "partner": "Anne"},
            "partner",
            "unknown_field",
        ),
        ("the caller before the partner", hand(PROPOSAL, caller="Zoé", partner="Yann"), "caller", "unknown_player"),
        ("the partner before the tricks", hand(PROPOSAL, partner=NOT_GIVEN, tricks=14), "partner", "required"),
        ("the caller before the tricks", hand(SOLO, caller=NOT_GIVEN, tricks=14), "caller", "required"),
        ("the tricks before one player twice", hand(PROPOSAL, partner="Anne", tricks=14), "tricks", "out_of_range"),
        (
            "missing tricks before one player twice",
            hand(PROPOSAL, partner="Anne", tricks=NOT_GIVEN),
            "tricks",
            "required",
        ),
    ],
)
def test_the_first_error_is_reported(sentence: str, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw) == (1, field, code)


def test_the_invalid_hand_is_named() -> None:
    assert refusal(SOLO, PASSED, hand(SOLO, tricks=14)) == (3, "tricks", "out_of_range")


@pytest.mark.parametrize(
    ("sentence", "raw", "field", "code"),
    [
        ("no note", {"amounts": {"Anne": 5, "Bruno": -5}}, "note", "required"),
        ("no amounts", {"note": "why"}, "amounts", "required"),
        ("amounts that do not sum to zero", {"amounts": {"Anne": 5}, "note": "why"}, "amounts", "total"),
        ("a dealer", {"amounts": {"Anne": 5, "Bruno": -5}, "note": "why", "dealer": "Anne"}, "dealer", "unknown_field"),
    ],
)
def test_a_correction(sentence: str, raw: Any, field: str, code: str) -> None:
    assert refusal({"call": "correction", **raw}) == (1, field, code)


def test_a_whole_number_may_be_written_with_a_decimal_point() -> None:
    assert amounts(hand(SOLO, tricks=7.0)) == (36, -12, -12, -12)
