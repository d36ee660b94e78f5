"""Replay: a ledger is the replay of its hands, stops at the first impossible one, and grows by one hand at a time."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from games.scoring.codec import decode_hand, encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from games.scoring.types import SeatNumber, Table
from tests.scoring.toy import NAMES, TO_TEN, TOY

THREE = NAMES[:3]
NAMING = Naming(THREE)
WON_BY_IDA = {"winner": "Ida"}
BID = {"call": "bid", "winner": "Jo", "kind": "tricks", "tricks": 7}
CORRECTION = {"call": "correction", "amounts": {"Ida": 4, "Kim": -4}, "note": "the drinks"}


def table(**options: Any) -> Table:
    return TOY.table(THREE, options=options)


def play(*raws: dict[str, Any], **options: Any) -> Ledger:
    return replay(TOY, table(**options), raws, NAMING)


def test_the_last_player_deals_first() -> None:
    assert play().table.first_dealer == 2
    assert [scored.dealer for scored in play(WON_BY_IDA, WON_BY_IDA).hands] == [2, 0]


def test_an_empty_ledger() -> None:
    empty = play()
    assert (empty.hands, empty.totals, empty.refusal) == ((), (0, 0, 0), None)
    assert empty.state == TOY.opening(empty.table)


def test_totals_after_every_hand() -> None:
    played = play(WON_BY_IDA, BID, CORRECTION)
    assert [scored.entry.amounts for scored in played.hands] == [(2, -1, -1), (-5, 10, -5), (4, 0, -4)]
    assert [scored.totals for scored in played.hands] == [(2, -1, -1), (-3, 9, -6), (1, 9, -10)]
    assert played.totals == (1, 9, -10)


def test_a_correction_has_no_dealer_and_does_not_change_the_state() -> None:
    played = play(WON_BY_IDA, CORRECTION, WON_BY_IDA)
    assert [scored.dealer for scored in played.hands] == [2, None, 0]
    assert played.hands[1].state == played.hands[0].state
    (line,) = played.hands[1].entry.lines
    assert (line.rule, line.label.render(THREE)) == ("correction", "the drinks")


def test_a_given_dealer_deals_and_decides_who_sits_out() -> None:
    played = play({"winner": "Kim", "dealer": "Ida"}, {"winner": "Ida"}, dealer_rests=True)
    assert [scored.dealer for scored in played.hands] == [0, 1]
    assert [scored.entry.amounts for scored in played.hands] == [(0, -1, 1), (1, 0, -1)]


@pytest.mark.parametrize(
    ("sentence", "raws", "number", "field", "code"),
    [
        ("the first", [{"winner": "Max"}, WON_BY_IDA], 1, "winner", "unknown_player"),
        (
            "one in the middle",
            [WON_BY_IDA, {"winner": "Ida", "stake": 0}, {"winner": "Max"}],
            2,
            "stake",
            "out_of_range",
        ),
        ("the last", [WON_BY_IDA, BID, {"call": "bid"}], 3, "winner", "required"),
        ("one that cannot have happened", [{"winner": "Ida", "friends": ["Ida"]}], 1, "friends", "impossible"),
    ],
)
def test_a_replay_stops_at_the_first_refused_hand(
    sentence: str, raws: list[dict[str, Any]], number: int, field: str, code: str
) -> None:
    played = play(*raws)
    assert played.refusal is not None
    assert (played.refusal.number, played.refusal.error.field, played.refusal.error.code) == (number, field, code)
    assert played.hands == play(*raws[: number - 1]).hands


def test_after_the_end_only_corrections_are_accepted() -> None:
    played = play(WON_BY_IDA, BID, CORRECTION, WON_BY_IDA, length=2)
    assert played.refusal is not None
    assert (played.refusal.number, played.refusal.error.field, played.refusal.error.code) == (4, None, "over")
    with pytest.raises(RuleError, match="over"):
        play(WON_BY_IDA, BID, length=2).then({"call": "nonsense"}, NAMING)
    assert play(WON_BY_IDA, BID, length=2).then(CORRECTION, NAMING).totals == (1, 9, -10)


SIX = {"winner": "Ida", "stake": 3}


def corrected(ida: int) -> dict[str, Any]:
    return {"call": "correction", "amounts": {"Ida": ida, "Jo": -ida}, "note": "counted again"}


@pytest.mark.parametrize(
    ("sentence", "raws", "refused"),
    [
        ("a correction ends the game", [SIX, corrected(4), SIX], 3),
        ("one that leaves a point does not", [SIX, corrected(3), SIX], None),
        ("one after the end reopens it", [SIX, SIX, corrected(-3), SIX], None),
        ("one after the end that takes too little leaves it ended", [SIX, SIX, corrected(-2), SIX], 4),
        ("another one after the end is accepted", [SIX, SIX, corrected(-2), corrected(-1), SIX], None),
    ],
)
def test_a_correction_counts_in_a_game_played_to_a_score(
    sentence: str, raws: list[dict[str, Any]], refused: int | None
) -> None:
    refusal = replay(TO_TEN, TO_TEN.table(THREE), raws, NAMING).refusal
    assert (refusal and refusal.number) == refused
    assert refusal is None or refusal.error.code == "over"


def test_appending_one_hand_equals_replaying_all() -> None:
    raws: list[dict[str, Any]] = [WON_BY_IDA, BID, CORRECTION, {"winner": "Kim", "stake": 12, "dealer": "Jo"}]
    grown = play()
    for raw in raws:
        grown = grown.then(raw, NAMING)
    replayed = play(*raws)
    assert (grown.hands, grown.state, grown.totals) == (replayed.hands, replayed.state, replayed.totals)


def test_a_refused_hand_leaves_the_ledger_unchanged() -> None:
    played = play(WON_BY_IDA)
    before = (played.hands, played.state, played.totals)
    with pytest.raises(RuleError):
        played.then({"winner": "Max"}, NAMING)
    assert (played.hands, played.state, played.totals) == before
    with pytest.raises(FrozenInstanceError):
        played.hands = ()  # type: ignore[misc]


RICH: dict[str, Any] = {
    "winner": "Kim",
    "stake": 3,
    "dealer": "Jo",
    "sides": [{"player": "Ida", "worth": 2}, {"player": "Jo"}],
    "friends": ["Jo", "Ida"],
    "weight": 4.5,
    "remark": "with {braces}",
    "note": "a long evening",
}


@pytest.mark.parametrize(
    "raw",
    [
        WON_BY_IDA,
        BID,
        {"call": "bid", "winner": "Jo", "kind": "misere", "made": False},
        {"call": "bid", "winner": "Jo", "kind": "misere", "made": True, "note": "laid down"},
        CORRECTION,
        RICH,
    ],
)
def test_a_hand_reads_back_the_same_by_seat_and_by_name(raw: dict[str, Any]) -> None:
    here = table()
    state = TOY.opening(here)
    hand, position = decode_hand(TOY, here, state, raw, NAMING)
    assert encode_hand(TOY, here, hand, NAMING) == raw
    by_seat = Naming(THREE, by_seat=True)
    assert decode_hand(TOY, here, state, encode_hand(TOY, here, hand, by_seat), by_seat) == (hand, position)


def test_a_stored_hand_contains_only_seats() -> None:
    here = table()
    hand, _state = decode_hand(TOY, here, TOY.opening(here), RICH, NAMING)
    assert encode_hand(TOY, here, hand, Naming(THREE, by_seat=True)) == {
        **RICH,
        "winner": 2,
        "dealer": 1,
        "sides": [{"player": 0, "worth": 2}, {"player": 1}],
        "friends": [1, 0],
    }


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        (
            {"winner": "Ida", "stake": 1, "sides": [], "friends": [], "weight": None, "remark": "", "note": ""},
            {"winner": "Ida"},
        ),
        ({"winner": "Ida", "stake": 2.0}, {"winner": "Ida", "stake": 2}),
        (
            {"call": "correction", "amounts": {"Jo": 0, "Ida": 0}, "note": " why "},
            {"call": "correction", "amounts": {}, "note": " why "},
        ),
    ],
)
def test_default_values_of_a_hand_are_not_written(raw: dict[str, Any], written: dict[str, Any]) -> None:
    here = table()
    hand, _state = decode_hand(TOY, here, TOY.opening(here), raw, NAMING)
    assert encode_hand(TOY, here, hand, NAMING) == written


@pytest.mark.parametrize(
    ("sentence", "raw", "field", "code"),
    [
        ("the call first", {"call": "fine", "winner": "Max", "jokers": 1}, "call", "unknown_choice"),
        ("the word of an ordinary hand", {"call": "toss", "winner": "Ida"}, "call", "unknown_choice"),
        ("a call that is null", {"call": None, "winner": "Ida"}, "call", "invalid"),
        ("then what does not belong", {"jokers": 1, "dealer": "Max", "winner": "Max"}, "jokers", "unknown_field"),
        ("then the dealer", {"dealer": "Max", "winner": "Max"}, "dealer", "unknown_player"),
        ("then the fields", {"winner": "Max", "note": 5}, "winner", "unknown_player"),
        ("the note last", {"winner": "Ida", "note": 5}, "note", "invalid"),
        (
            "what the field before decides",
            {"call": "bid", "winner": "Ida", "kind": "misere", "tricks": 2},
            "tricks",
            "unknown_field",
        ),
        ("what the field before decides", {"call": "bid", "winner": "Ida", "kind": "misere"}, "made", "required"),
        ("a correction and more", {**CORRECTION, "winner": "Ida"}, "winner", "unknown_field"),
        ("a correction and a dealer", {**CORRECTION, "dealer": "Ida"}, "dealer", "unknown_field"),
        ("a correction without a reason", {"call": "correction", "amounts": {}, "note": "\n"}, "note", "required"),
        ("a correction that makes counters", {**CORRECTION, "amounts": {"Ida": 1}}, "amounts", "total"),
    ],
)
def test_the_order_of_checking(sentence: str, raw: dict[str, Any], field: str, code: str) -> None:
    refusal = play(raw).refusal
    assert refusal is not None
    assert (refusal.error.field, refusal.error.code) == (field, code)


def test_a_correction_need_not_sum_to_zero_if_the_game_does_not() -> None:
    pot = TOY.table(THREE, rules="pot")
    played = replay(TOY, pot, [{"call": "correction", "amounts": {"Ida": 5}, "note": "won at the bar"}], NAMING)
    assert played.totals == (5, 0, 0)


def test_seats_wrap_around() -> None:
    here = table()
    assert [here.after(seat) for seat in here.seats] == [1, 2, 0]
    assert TOY.playing(here, TOY.opening(here)) == (0, 1, 2)
    rests = table(dealer_rests=True)
    assert TOY.playing(rests, TOY.opening(rests)) == (SeatNumber(0), SeatNumber(1))
