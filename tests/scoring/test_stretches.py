"""Session documents of version 2: their stretches, their details, and what is refused there."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from games.scoring.document_details import NO_DETAILS, DocumentDetails
from games.scoring.documents import DocumentError, ledger_document, read, session_document
from games.scoring.replay import Ledger
from games.scoring.rules import AnyRules
from games.scoring.sessions import CombinedLedger
from tests.scoring.toy import TOY
from tests.scoring.toy import document as of_version_1

WON_BY_IDA, WON_BY_KIM = {"winner": "Ida"}, {"winner": "Kim"}
TRIO, PAIR = ["Ida", "Jo", "Kim"], ["Kim", "Max"]
NOT_GIVEN = object()


def stretch(*hands: Any, players: Any = TRIO, **changes: Any) -> dict[str, Any]:
    raw = {"players": players, "hands": list(hands), **changes}
    return {name: value for name, value in raw.items() if value is not NOT_GIVEN}


def document(*stretches: Any, **changes: Any) -> dict[str, Any]:
    raw = {"format": "scorekeeper.session", "version": 2, "game": "toy", "stretches": list(stretches), **changes}
    return {name: value for name, value in raw.items() if value is not NOT_GIVEN}


def find(slug: str) -> AnyRules | None:
    return TOY if slug == "toy" else None


def ledgers(*stretches: Any, **changes: Any) -> tuple[Ledger, ...]:
    return read(document(*stretches, **changes), find).ledgers()


def test_the_ledger_of_two_stretches() -> None:
    session = read(
        document(
            stretch(WON_BY_IDA, options={"colour": "black"}),
            stretch(WON_BY_KIM, {"call": "correction", "amounts": {"Kim": 4, "Max": -4}, "note": "tea"}, players=PAIR),
            date="2026-11-27",
            title="At Kim’s",
            stake={"per_point": "0.050", "currency": "EUR"},
        ),
        find,
    )
    options = {"length": 100, "dealer_rests": False, "colour": "black"}
    assert ledger_document(*session.ledgers(), details=session.details) == {
        "format": "scorekeeper.ledger",
        "version": 2,
        "game": "toy",
        "rules": "plain",
        "date": "2026-11-27",
        "title": "At Kim’s",
        "stake": {"per_point": "0.05", "currency": "EUR"},
        "players": ["Ida", "Jo", "Kim", "Max"],
        "stretches": [{"options": options, "players": TRIO}, {"options": options, "players": PAIR}],
        "hands": [
            {
                "number": 1,
                "stretch": 1,
                "dealer": "Kim",
                "amounts": {"Ida": 2, "Jo": -1, "Kim": -1},
                "lines": [{"label": "won by Ida", "rule": "toss", "amounts": {"Ida": 2, "Jo": -1, "Kim": -1}}],
                "state": {"pot": 0},
            },
            {
                "number": 2,
                "stretch": 2,
                "dealer": "Max",
                "amounts": {"Kim": 1, "Max": -1},
                "lines": [{"label": "won by Kim", "rule": "toss", "amounts": {"Kim": 1, "Max": -1}}],
                "state": {"pot": 0},
            },
            {
                "number": 3,
                "stretch": 2,
                "dealer": None,
                "amounts": {"Kim": 4, "Max": -4},
                "lines": [{"label": "tea", "rule": "correction", "amounts": {"Kim": 4, "Max": -4}}],
                "state": {"pot": 0},
            },
        ],
        "totals": {"Ida": 2, "Jo": -1, "Kim": 4, "Max": -5},
        "state": {"pot": 0},
        "transfers": [
            {"from": "Jo", "to": "Ida", "amount": 1},
            {"from": "Max", "to": "Ida", "amount": 1},
            {"from": "Max", "to": "Kim", "amount": 4},
        ],
    }


# Reading


def options_of(*stretches: Any) -> list[tuple[Any, Any]]:
    return [(ledger.table.options["length"], ledger.table.options["colour"]) for ledger in ledgers(*stretches)]


def test_options_that_are_left_out_are_those_of_the_stretch_before() -> None:
    first, last = stretch(options={"length": 20, "colour": "black"}), stretch()
    assert options_of(first, last, last) == [(20, "black")] * 3
    # Given options are complete, as in version 1: the others have their defaults.
    assert options_of(first, stretch(options={"length": 5}), last) == [(20, "black"), (5, "red"), (5, "red")]
    assert options_of(last, first) == [(100, "red"), (20, "black")]


def test_a_stretch_begins_its_own_count_and_deal() -> None:
    length = {"options": {"length": 1}}
    one, other = ledgers(stretch(WON_BY_IDA, **length), stretch(WON_BY_KIM, first_dealer="Ida"))
    assert [scored.dealer for scored in (*one.hands, *other.hands)] == [2, 0]
    assert refusal_of(stretch(WON_BY_IDA, **length), stretch(WON_BY_KIM, WON_BY_KIM)) == (3, None, "over")


def test_a_stretch_can_have_no_hand() -> None:
    assert [len(ledger.hands) for ledger in ledgers(stretch(WON_BY_IDA), stretch(players=PAIR))] == [1, 0]


def test_transfers_need_totals_that_sum_to_zero_in_every_stretch() -> None:
    fine = stretch({"call": "fine", "winner": "Jo", "stake": 3})
    ledger = ledger_document(*ledgers(fine, fine, rules="pot"))
    assert (ledger["totals"], ledger["state"]) == ({"Ida": 0, "Jo": -6, "Kim": 0}, {"pot": 3})
    assert "transfers" not in ledger


def test_a_ledger_has_the_version_of_its_document() -> None:
    session = read(document(stretch(WON_BY_IDA)), find)
    ledger = ledger_document(*session.ledgers(), details=session.details, version=session.version)
    assert (ledger["version"], ledger["hands"][0]["stretch"]) == (2, 1)


def test_people_need_not_be_told_apart_by_name() -> None:
    one, other = ledgers(stretch(WON_BY_IDA), stretch(WON_BY_IDA, players=["Ida", "Kim"]))
    # Another Ida plays on with Kim.
    session = CombinedLedger(stretches=(one, other), seated=((7, 8, 9), (10, 9)))
    assert (session.people, session.totals) == ((7, 8, 9, 10), (2, -1, -2, 1))


# Writing


def test_a_session_of_one_stretch_without_details_is_written_as_version_1() -> None:
    written = session_document(*ledgers(stretch(WON_BY_IDA)))
    options = {"length": 100, "dealer_rests": False, "colour": "red"}
    assert written == of_version_1(WON_BY_IDA, rules="plain", options=options, first_dealer="Kim")


@pytest.mark.parametrize(
    "details",
    [
        DocumentDetails(date=date(2026, 11, 27)),
        DocumentDetails(title="Friday"),
        DocumentDetails(stake=Decimal("0.0125")),
        DocumentDetails(stake=Decimal(1000), currency="€"),
    ],
)
def test_details_are_written_and_read_back(details: DocumentDetails) -> None:
    written = session_document(*ledgers(stretch(WON_BY_IDA)), details=details)
    assert written["version"] == 2
    assert read(written, find).details == details


def test_a_currency_alone_is_not_written() -> None:
    assert session_document(*ledgers(stretch()), details=DocumentDetails(currency="€"))["version"] == 1


def test_version_1_has_no_details() -> None:
    assert read(of_version_1(WON_BY_IDA), find).details == NO_DETAILS


# Refusals


def refusal_of(*stretches: Any, **changes: Any) -> tuple[int | None, str | None, str]:
    with pytest.raises(DocumentError) as refused:
        ledgers(*stretches, **changes)
    return refused.value.hand, refused.value.error.field, str(refused.value.error.code)


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"stretches": NOT_GIVEN}, "stretches", "required"),
        ({"stretches": {}}, "stretches", "invalid_document"),
        ({"stretches": None}, "stretches", "invalid_document"),
        ({"stretches": []}, "stretches", "invalid_document"),
        ({"game": NOT_GIVEN}, "game", "required"),
        ({"version": 3}, "version", "invalid_document"),
        ({"version": 1}, "players", "required"),
        ({"players": TRIO}, "players", "unknown_field"),
        ({"options": {}}, "options", "unknown_field"),
        ({"first_dealer": "Ida"}, "first_dealer", "unknown_field"),
        ({"hands": []}, "hands", "unknown_field"),
        ({"note": "late"}, "note", "unknown_field"),
        ({"rules": "house"}, "rules", "unknown_rules"),
        ({"date": 20261127}, "date", "invalid_document"),
        ({"date": None}, "date", "invalid_document"),
        ({"date": "27.11.2026"}, "date", "invalid"),
        ({"date": "20261127"}, "date", "invalid"),
        ({"date": "2026-11-31"}, "date", "invalid"),
        ({"date": "2026-11-27T20:00"}, "date", "invalid"),
        ({"title": 7}, "title", "invalid_document"),
        ({"title": " "}, "title", "invalid"),
        ({"title": "a\nb"}, "title", "invalid"),
        ({"title": "a\ud800"}, "title", "invalid"),
        ({"title": "x" * 61}, "title", "out_of_range"),
        ({"stake": "0.05"}, "stake", "invalid_document"),
        ({"stake": {}}, "stake.per_point", "required"),
        ({"stake": {"currency": "EUR"}}, "stake.per_point", "required"),
        ({"stake": {"per_point": "1", "each": "1"}}, "stake.each", "unknown_field"),
        ({"stake": {"per_point": 0.05}}, "stake.per_point", "invalid"),
        ({"stake": {"per_point": "0,05"}}, "stake.per_point", "invalid"),
        ({"stake": {"per_point": "-1"}}, "stake.per_point", "invalid"),
        ({"stake": {"per_point": "NaN"}}, "stake.per_point", "invalid"),
        ({"stake": {"per_point": "1e2"}}, "stake.per_point", "invalid"),
        ({"stake": {"per_point": "٣"}}, "stake.per_point", "invalid"),
        ({"stake": {"per_point": "0.00001"}}, "stake.per_point", "invalid"),
        ({"stake": {"per_point": "0.00"}}, "stake.per_point", "out_of_range"),
        ({"stake": {"per_point": "1000.01"}}, "stake.per_point", "out_of_range"),
        ({"stake": {"per_point": "1", "currency": 7}}, "stake.currency", "invalid"),
        ({"stake": {"per_point": "1", "currency": ""}}, "stake.currency", "invalid"),
        ({"stake": {"per_point": "1", "currency": "x" * 9}}, "stake.currency", "out_of_range"),
    ],
)
def test_an_invalid_document_is_refused_at_its_field(changes: dict[str, Any], field: str, code: str) -> None:
    assert refusal_of(stretch(WON_BY_IDA), **changes) == (None, field, code)


def test_a_document_with_the_fields_of_version_1_has_the_wrong_version() -> None:
    with pytest.raises(DocumentError) as refused:
        read(of_version_1(WON_BY_IDA, version=2), find)
    assert (refused.value.error.field, refused.value.error.code) == ("version", "invalid_document")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"players": NOT_GIVEN}, ".players", "required"),
        ({"hands": NOT_GIVEN}, ".hands", "required"),
        ({"game": "toy"}, ".game", "unknown_field"),
        ({"title": "late"}, ".title", "unknown_field"),
        ({"players": "Ida"}, ".players", "invalid_document"),
        ({"players": ["Ida"]}, ".players", "players"),
        ({"players": ["Ida", "Jo", "Ida"]}, ".players", "players"),
        ({"players": ["Ida", "pot"]}, ".players", "players"),
        ({"options": None}, ".options", "invalid_document"),
        ({"options": {"pace": 3}}, ".options.pace", "unknown_option"),
        ({"options": {"length": 0}}, ".options.length", "out_of_range"),
        ({"first_dealer": "Max"}, ".first_dealer", "unknown_player"),
        ({"first_dealer": 0}, ".first_dealer", "invalid_document"),
        ({"hands": {}}, ".hands", "invalid_document"),
    ],
)
def test_an_invalid_stretch_is_refused_at_its_field(changes: dict[str, Any], field: str, code: str) -> None:
    assert refusal_of(stretch(WON_BY_IDA), stretch(**changes)) == (None, f"stretches.1{field}", code)


@pytest.mark.parametrize("raw", [7, None, [], "x"])
def test_a_stretch_that_is_not_an_object_is_refused(raw: Any) -> None:
    assert refusal_of(raw) == (None, "stretches.0", "invalid")


@pytest.mark.parametrize(
    ("stretches", "hand", "field", "code"),
    [
        ([stretch(WON_BY_IDA, {"winner": "Max"}), stretch(WON_BY_IDA)], 2, "winner", "unknown_player"),
        (
            [stretch(WON_BY_IDA, WON_BY_IDA), stretch(WON_BY_KIM, WON_BY_IDA, players=PAIR)],
            4,
            "winner",
            "unknown_player",
        ),
        ([stretch(), stretch(WON_BY_IDA), stretch(7)], 2, None, "invalid"),
    ],
)
def test_a_refused_hand_has_its_number_in_the_session(
    stretches: list[Any], hand: int, field: str | None, code: str
) -> None:
    assert refusal_of(*stretches) == (hand, field, code)


def test_what_is_wrong_with_a_stretch_is_found_before_any_hand() -> None:
    assert refusal_of(stretch({"winner": "Max"}), stretch(players=[])) == (None, "stretches.1.players", "players")


def test_the_message_about_a_hand_names_a_player_of_its_stretch() -> None:
    with pytest.raises(DocumentError) as refused:
        ledgers(stretch(WON_BY_IDA), stretch({"winner": "Max", "friends": ["Max"]}, players=PAIR))
    assert refused.value.as_json()["error"]["message"] == "Max is no friend of himself."


def test_a_session_of_several_stretches_has_no_single_one() -> None:
    assert read(document(stretch(WON_BY_IDA)), find).single().hands == (WON_BY_IDA,)
    with pytest.raises(DocumentError) as refused:
        read(document(stretch(), stretch()), find).single()
    assert (refused.value.hand, refused.value.error.field) == (None, "stretches")
