"""The form of Boston: outcomes from what is tapped, and their description in words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.boston.form import BostonForm
from games.boston.game import GAME
from games.boston.tests.sessions import NAMES, RULES, Raw
from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.ui.forms import Position


def form(
    data: Mapping[str, str] | None = None, *, error: RuleError | None = None, rules: str = "decimal", **options: bool
) -> BostonForm:
    table = RULES.table(NAMES, rules=rules, options=options)
    return BostonForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data, error=error)


PARTOUT = {f"tricks_taken-{seat}": str(tricks) for seat, tricks in enumerate((6, 2, 5, 0))}


@pytest.mark.parametrize(
    ("sentence", "taps", "raw"),
    [
        (
            "a bid: three taps and the button",
            {"call": "7", "bidder": "1", "tricks": "9"},
            {"call": "tricks", "bid": 7, "bidder": 1, "tricks": 9},
        ),
        (
            "a misère made",
            {"call": "grand_misere", "bidder": "3", "made": "1"},
            {"call": "grand_misere", "bidder": 3, "made": True},
        ),
        (
            "a spread lost",
            {"call": "little_spread", "bidder": "3", "made": "0"},
            {"call": "little_spread", "bidder": 3, "made": False},
        ),
        (
            "misère partout: one tap for each player",
            {"call": "misere_partout", **PARTOUT},
            {"call": "misere_partout", "tricks_taken": {"0": 6, "1": 2, "2": 5, "3": 0}},
        ),
        (
            "what is bid is said by the chip alone",
            {"call": "7", "bid": "13", "bidder": "1", "tricks": "9"},
            {"call": "tricks", "bid": 7, "bidder": 1, "tricks": 9},
        ),
        ("a pass", {"call": "passed"}, {"call": "passed"}),
        (
            "what was tapped for another call is not kept",
            {"call": "passed", "bidder": "1", "tricks": "6", "made": "0", **PARTOUT},
            {"call": "passed"},
        ),
        (
            "penalties, one on a chip and one tapped digit by digit",
            {
                "call": "passed",
                "penalties-0-by": "1",
                "penalties-0-to": "each",
                "penalties-0-amount": "50",
                "penalties-2-by": "0",
                "penalties-2-to": "3",
                "penalties-2-amount": "other",
                "penalties-2-other-hundreds": "1",
                "penalties-2-other-tens": "2",
                "penalties-2-other-units": "5",
            },
            {
                "call": "passed",
                "penalties": [{"by": 1, "to": "each", "amount": 50}, {"by": 0, "to": 3, "amount": 125}],
            },
        ),
        (
            "a penalty of nobody is none",
            {"call": "passed", "penalties-0-by": "", "penalties-0-to": "each", "penalties-0-amount": "50"},
            {"call": "passed"},
        ),
    ],
)
def test_taps_become_a_hand(sentence: str, taps: dict[str, str], raw: Raw) -> None:
    filled = form(taps)
    assert filled.raw() == raw
    assert filled.missing == []
    assert filled.rare_count == len(raw.get("penalties", []))


@pytest.mark.parametrize(
    ("taps", "missing"),
    [
        ({}, ["call", "bidder", "tricks"]),
        ({"call": "13"}, ["bidder", "tricks"]),
        ({"call": "little_misere"}, ["bidder", "made"]),
        ({"call": "little_misere", "bidder": "1"}, ["made"]),
        ({"call": "misere_partout"}, ["tricks_taken"]),
        ({"call": "misere_partout", **PARTOUT, "tricks_taken-3": ""}, ["tricks_taken"]),
        ({"call": "passed"}, []),
    ],
)
def test_missing_fields_are_those_that_the_call_takes(taps: dict[str, str], missing: list[str]) -> None:
    assert [name for name, _words in form(taps).missing] == missing


def test_bids_are_listed_in_rising_order() -> None:
    ranked = "5 6 7 little_misere 8 9 grand_misere 10 11 little_spread 12 grand_spread 13"
    assert [choice.value for choice in form().call] == ranked.split()


def test_a_bid_shows_what_it_pays() -> None:
    hints = {choice.value: f"{choice.worth}{choice.hint}" for choice in form(rules="original").call}
    assert (hints["5"], hints["grand_misere"], hints["13"]) == ("12", "40", "166")
    assert {choice.value: f"{choice.worth}{choice.hint}" for choice in form().call}["13"] == "170"


def test_the_pool_can_be_paid_if_one_is_kept() -> None:
    assert [choice.value for choice in form(pool=True).penalties[0].to][:2] == ["pool", "each"]
    assert [choice.value for choice in form().penalties[0].to] == ["each", "0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("amount", "hundreds", "tens", "units"),
    [(5, "0", "0", "5"), (25, "0", "2", "5"), (999, "900", "9", "9"), (1240, "1200", "4", "0")],
)
def test_amending_a_hand_fills_in_the_amounts_of_its_penalties(
    amount: int, hundreds: str, tens: str, units: str
) -> None:
    raw = {"call": "passed", "penalties": [{"by": 1, "to": 2, "amount": amount}]}
    again = BostonForm.from_raw(form().position, raw)
    assert isinstance(again, BostonForm)
    other = again.penalties[0].other
    assert other.hundreds
    chosen = [choice.label for part in (other.hundreds, other.tens, other.units) for choice in part if choice.checked]
    assert chosen[0] == hundreds
    assert [choice.value for part in (other.tens, other.units) for choice in part if choice.checked] == [tens, units]
    assert again.raw() == raw


def test_an_amount_without_digits_is_missing() -> None:
    taps = {"call": "passed", "penalties-0-by": "1", "penalties-0-to": "2", "penalties-0-amount": "other"}
    assert form({**taps, "penalties-0-other-tens": "2"}).raw()["penalties"] == [{"by": 1, "to": 2}]
    assert form({**taps, "penalties-0-amount": ""}).raw()["penalties"] == [{"by": 1, "to": 2}]


def test_there_is_always_an_empty_penalty() -> None:
    assert len(form().penalties) == 3
    taps = {f"penalties-{row}-by": "1" for row in range(3)}
    assert [row.name for row in form({"call": "passed", **taps}).penalties] == [f"penalties-{row}" for row in range(4)]


@pytest.mark.parametrize(
    ("field", "group"),
    [
        ("bid", "call"),
        ("bidder", "bidder"),
        ("tricks_taken", "tricks_taken"),
        ("tricks_taken.2", "tricks_taken-2"),
        ("penalties.0.to", "penalties-0"),
        ("penalties.1.amount", "penalties-2"),
        ("penalties", "penalties"),
    ],
)
def test_an_error_is_shown_at_its_group(field: str, group: str) -> None:
    taps = {"call": "passed", "penalties-0-by": "1", "penalties-2-by": "2"}
    refused = form(taps, error=RuleError(Code.INVALID, field, Text("No.")))
    assert str(refused.error_at(group)) == "No."
    assert refused.general_error is None


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"call": "tricks", "bidder": 0, "bid": 7, "tricks": 9}, "7 bid by Anne, 9 taken"),
        ({"call": "little_misere", "bidder": 1, "made": True}, "Little misère by Bruno, made"),
        ({"call": "grand_spread", "bidder": 1, "made": False}, "Grand spread by Bruno, lost"),
        (
            {"call": "misere_partout", "tricks_taken": {"0": 6, "1": 2, "2": 5, "3": 0}},
            "Misère partout: Anne 6, Bruno 2, Chloé 5, David 0",
        ),
        ({"call": "passed"}, "All passed"),
        (
            {
                "call": "passed",
                "penalties": [
                    {"by": 1, "to": "each", "amount": 50},
                    {"by": 1, "to": "pool", "amount": 40},
                    {"by": 1, "to": 2, "amount": 5},
                ],
            },
            (
                "All passed, penalty of Bruno to each of the others: 50, penalty of Bruno to the pool: 40, "
                "penalty of Bruno to Chloé: 5"
            ),
        ),
    ],
)
def test_the_summary_line_of_a_hand(raw: Raw, words: str) -> None:
    assert GAME.describe(RULES.table(NAMES), raw).render(NAMES) == words


@pytest.mark.parametrize(
    ("taps", "missing"),
    [
        ({}, ["who gets the penalty", "amount of the penalty"]),
        ({"to": "each"}, ["amount of the penalty"]),
        ({"amount": "10"}, ["who gets the penalty"]),
        ({"to": "each", "amount": "other"}, ["amount of the penalty"]),
        ({"to": "each", "amount": "other", "other-tens": "3"}, ["amount of the penalty"]),
        ({"to": "each", "amount": "other", "other-tens": "3", "other-units": "0"}, []),
        ({"to": "each", "amount": "10"}, []),
    ],
)
def test_what_a_penalty_lacks_is_reported(taps: dict[str, str], missing: list[str]) -> None:
    filled = form({"call": "passed", "penalties-1-by": "2", **{f"penalties-1-{name}": to for name, to in taps.items()}})
    assert [str(words) for _group, words in filled.missing] == missing


@pytest.mark.parametrize("name", ["penalties-007-by", "penalties-by", "penalties-0-1-by", "penalties-²-by"])
def test_an_unknown_penalty_field_is_ignored(name: str) -> None:
    assert form({"call": "passed", name: "1"}).raw() == {"call": "passed"}
