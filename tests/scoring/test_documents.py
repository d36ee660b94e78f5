"""Session and ledger documents, as the contract specifies; the toy game stands for any game."""

import json
from typing import Any

import pytest

from games.scoring.documents import DocumentError, ledger_document, load, read, session_document
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from tests.scoring.toy import TOY, ToyRules, document

WON_BY_IDA = {"winner": "Ida"}
CORRECTION = {"call": "correction", "amounts": {"Ida": 4, "Kim": -4}, "note": "the drinks"}


def find(slug: str) -> AnyRules | None:
    return TOY if slug == "toy" else None


def refusal(raw: Any) -> tuple[int | None, str | None, str]:
    with pytest.raises(DocumentError) as refused:
        read(raw, find).single().ledger()
    return refused.value.hand, refused.value.error.field, str(refused.value.error.code)


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in document(WON_BY_IDA).items() if key != name}


def test_the_ledger_of_a_session() -> None:
    ledger = read(document(WON_BY_IDA, CORRECTION, options={"colour": "black"}), find).single().ledger()
    assert ledger_document(ledger) == {
        "format": "scorekeeper.ledger",
        "version": 1,
        "game": "toy",
        "rules": "plain",
        "options": {"length": 100, "dealer_rests": False, "colour": "black"},
        "players": ["Ida", "Jo", "Kim"],
        "hands": [
            {
                "number": 1,
                "dealer": "Kim",
                "amounts": {"Ida": 2, "Jo": -1, "Kim": -1},
                "lines": [{"label": "won by Ida", "rule": "toss", "amounts": {"Ida": 2, "Jo": -1, "Kim": -1}}],
                "state": {"pot": 0},
            },
            {
                "number": 2,
                "dealer": None,
                "amounts": {"Ida": 4, "Jo": 0, "Kim": -4},
                "lines": [{"label": "the drinks", "rule": "correction", "amounts": {"Ida": 4, "Jo": 0, "Kim": -4}}],
                "state": {"pot": 0},
            },
        ],
        "totals": {"Ida": 6, "Jo": -1, "Kim": -5},
        "state": {"pot": 0},
        "transfers": [{"from": "Jo", "to": "Ida", "amount": 1}, {"from": "Kim", "to": "Ida", "amount": 5}],
    }


def test_a_ledger_without_hands_shows_the_initial_state() -> None:
    ledger = ledger_document(read(document(), find).single().ledger())
    assert (ledger["hands"], ledger["totals"], ledger["state"]) == ([], {"Ida": 0, "Jo": 0, "Kim": 0}, {"pot": 0})
    assert ledger["transfers"] == []


def test_totals_that_need_not_sum_to_zero_have_no_transfers() -> None:
    ledger = ledger_document(
        read(document({"call": "fine", "winner": "Jo", "stake": 3}, rules="pot"), find).single().ledger()
    )
    assert (ledger["totals"], ledger["state"]) == ({"Ida": 0, "Jo": -3, "Kim": 0}, {"pot": 3})
    assert "transfers" not in ledger


def test_the_remaining_pool_is_shared_before_settling() -> None:
    class Shared(ToyRules):
        def settled(self, table: Any, state: Any, totals: tuple[int, ...]) -> tuple[int, ...]:
            return (totals[0] + 1, totals[1], totals[2] - 1)

    ledger = read(document(WON_BY_IDA), {"toy": Shared()}.get).single().ledger()
    assert ledger_document(ledger)["totals"] == {"Ida": 2, "Jo": -1, "Kim": -1}
    assert ledger_document(ledger)["transfers"] == [
        {"from": "Jo", "to": "Ida", "amount": 1},
        {"from": "Kim", "to": "Ida", "amount": 2},
    ]


def test_a_session_document_reads_back_the_same() -> None:
    given = document(
        WON_BY_IDA,
        {"call": "bid", "winner": "Jo", "kind": "misere", "made": False, "dealer": "Ida", "note": "hm"},
        CORRECTION,
        rules="plain",
        options={"length": 20, "dealer_rests": False, "colour": "red"},
        first_dealer="Jo",
    )
    ledger = read(given, find).single().ledger()
    assert session_document(ledger) == given
    again = load(json.dumps(session_document(ledger)), find).single().ledger()
    assert (again.hands, again.table, again.state) == (ledger.hands, ledger.table, ledger.state)


def test_missing_options_get_their_defaults() -> None:
    written = session_document(read(document(WON_BY_IDA), find).single().ledger())
    assert written["rules"] == "plain"
    assert written["options"] == {"length": 100, "dealer_rests": False, "colour": "red"}
    assert written["first_dealer"] == "Kim"


NOT_JSON, NOT_TEXT, NO_DOCUMENT = "This is not JSON.", "This is not text in UTF-8.", "The document is empty."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", NO_DOCUMENT),
        (b"\n", NO_DOCUMENT),
        ("{", NOT_JSON),
        ("nothing", NOT_JSON),
        ("[1, 2", NOT_JSON),
        ('{"format": NaN}', NOT_JSON),
        ("[Infinity]", NOT_JSON),
        ('"\\ud8"', NOT_JSON),
        ("\ufeff{}", NOT_JSON),
        (b"\xff\xfe\x00", NOT_TEXT),
        ('{"players": ["Chloé"]}'.encode("latin-1"), NOT_TEXT),
        ("[" * 100_000, "This is nested too deeply."),
        ('{"a": 1, "b": {"c": 1, "d": 2, "c": 1}}', "“c” appears twice in the same object."),
    ],
    ids=lambda value: str(value)[:20],
)
def test_invalid_json_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(DocumentError) as refused:
        load(text, find)
    assert refused.value.as_json() == {
        "error": {"hand": None, "field": None, "code": "invalid_document", "message": message}
    }


@pytest.mark.parametrize("raw", [None, 7, "text", [], True, [document()]])
def test_a_document_that_is_not_an_object_is_refused(raw: Any) -> None:
    assert refusal(raw) == (None, None, "invalid_document")


def test_another_format_is_reported_before_the_fields_are_checked() -> None:
    assert refusal({"format": "scorekeeper.tournament", "entries": []}) == (None, "format", "invalid_document")


@pytest.mark.parametrize("name", ["format", "version", "game", "players", "hands"])
def test_required_fields_must_be_given(name: str) -> None:
    assert refusal(without(name)) == (None, name, "required")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"format": "scorekeeper.ledger"}, "format", "invalid_document"),
        ({"format": None}, "format", "invalid_document"),
        ({"version": 2}, "version", "invalid_document"),
        ({"version": "1"}, "version", "invalid_document"),
        ({"version": True}, "version", "invalid_document"),
        ({"game": "ludo"}, "game", "unknown_game"),
        ({"game": ["toy"]}, "game", "invalid_document"),
        ({"rules": "house"}, "rules", "unknown_rules"),
        ({"rules": None}, "rules", "invalid_document"),
        ({"rules": {}}, "rules", "invalid_document"),
        ({"options": []}, "options", "invalid_document"),
        ({"options": None}, "options", "invalid_document"),
        ({"options": {"pace": 3}}, "options.pace", "unknown_option"),
        ({"options": {"colour": "red"}, "rules": "pot"}, "options.colour", "unknown_option"),
        ({"options": {"colour": "green"}}, "options.colour", "unknown_choice"),
        ({"options": {"colour": 1}}, "options.colour", "invalid"),
        ({"options": {"length": 0}}, "options.length", "out_of_range"),
        ({"options": {"length": 1001}}, "options.length", "out_of_range"),
        ({"options": {"length": 1.5}}, "options.length", "invalid"),
        ({"options": {"length": True}}, "options.length", "invalid"),
        ({"options": {"dealer_rests": 1}}, "options.dealer_rests", "invalid"),
        ({"options": {"dealer_rests": None}}, "options.dealer_rests", "invalid"),
        ({"players": "Ida"}, "players", "invalid_document"),
        ({"players": ["Ida"]}, "players", "players"),
        ({"players": ["Ida", "Jo", "Kim", "Lea", "Max"]}, "players", "players"),
        ({"players": ["Ida", "Jo", "Ida"]}, "players", "players"),
        ({"players": ["Ida", ""]}, "players", "players"),
        ({"players": ["Ida", "\t "]}, "players", "players"),
        ({"players": ["Ida", 7]}, "players", "players"),
        ({"players": ["Ida", "pot"]}, "players", "players"),
        ({"first_dealer": "Max"}, "first_dealer", "unknown_player"),
        ({"first_dealer": 0}, "first_dealer", "invalid_document"),
        ({"hands": {}}, "hands", "invalid_document"),
        ({"title": "Friday"}, "title", "unknown_field"),
    ],
)
def test_an_invalid_document_is_refused_at_its_field(changes: dict[str, Any], field: str, code: str) -> None:
    assert refusal(document(**changes)) == (None, field, code)


@pytest.mark.parametrize(
    ("hands", "hand", "field", "code"),
    [
        ([WON_BY_IDA, {"winner": "Max"}], 2, "winner", "unknown_player"),
        ([{"call": "fine", "winner": "Ida"}], 1, "call", "unknown_choice"),
        ([WON_BY_IDA, 7], 2, None, "invalid"),
        ([WON_BY_IDA, None], 2, None, "invalid"),
        ([[WON_BY_IDA]], 1, None, "invalid"),
    ],
)
def test_an_invalid_hand_is_refused_at_its_field(hands: list[Any], hand: int, field: str | None, code: str) -> None:
    assert refusal(document(*hands)) == (hand, field, code)


def test_the_first_invalid_hand_is_named_before_a_later_non_object() -> None:
    assert refusal(document({"winner": "Max"}, 7)) == (1, "winner", "unknown_player")


def test_an_error_as_json() -> None:
    with pytest.raises(DocumentError) as refused:
        read(document(WON_BY_IDA, {"winner": "Ida", "stake": 0}), find).single().ledger()
    error = refused.value.as_json()["error"]
    assert (error["hand"], error["field"], error["code"]) == (2, "stake", "out_of_range")
    assert error["message"] == "This must be at least 1, not 0."


def test_the_message_about_a_hand_names_the_player() -> None:
    with pytest.raises(DocumentError) as refused:
        read(document({"winner": "Jo", "friends": ["Jo"]}), find).single().ledger()
    assert refused.value.as_json()["error"]["message"] == "Jo is no friend of himself."


@pytest.mark.parametrize("text", ["I\0da", "I\ud800da", "I\nda"])
def test_an_unstorable_name_is_refused(text: str) -> None:
    assert refusal(document(players=[text, "Jo"])) == (None, "players", "players")


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_an_unstorable_note_is_refused(text: str) -> None:
    assert refusal(document({**WON_BY_IDA, "note": text})) == (1, "note", "invalid")
    assert refusal(document({**CORRECTION, "note": text})) == (1, "note", "invalid")


def test_amounts_too_large_to_print_are_refused() -> None:
    hand = {"call": "correction", "amounts": {"Ida": 10**4299, "Jo": -(10**4299)}, "note": "all of it"}
    assert refusal(document(hand)) == (1, "amounts.Ida", "out_of_range")


def test_reading_a_document_never_raises_a_rule_error() -> None:
    with pytest.raises(DocumentError) as refused:
        read(document(players=["Ida", "pot"]), find)
    assert isinstance(refused.value.__cause__, RuleError)


def test_a_document_with_duplicate_keys_is_refused() -> None:
    text = json.dumps(document(WON_BY_IDA)).replace('"winner": "Ida"', '"winner": "Ida", "winner": "Jo"')
    with pytest.raises(DocumentError) as refused:
        load(text, find)
    assert (refused.value.hand, refused.value.error.code) == (None, "invalid_document")


@pytest.mark.parametrize("place", ["game", "rules", "options", "call", "winner", "field"])
def test_unprintable_text_is_quoted_in_messages(place: str) -> None:
    odd = "\ud83d" * 500
    bad: dict[str, dict[str, Any]] = {
        "game": {"game": odd},
        "rules": {"rules": odd},
        "options": {"options": {odd: True}},
        "call": {"hands": [{"call": odd}]},
        "winner": {"hands": [{"winner": odd}]},
        "field": {"hands": [{**WON_BY_IDA, odd: 1}]},
    }
    with pytest.raises(DocumentError) as refused:
        load(json.dumps({**document(), **bad[place]}), find).single().ledger()
    message = refused.value.as_json()["error"]["message"]
    assert len(message.encode()) < 200
