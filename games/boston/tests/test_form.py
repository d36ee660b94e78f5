"""The form of Boston: penalties as they are tapped, and what a bid pays."""

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


PENALTIES = {
    "call": "passed",
    "penalties-0-by": "1",
    "penalties-0-to": "each",
    "penalties-0-amount": "50",
    "penalties-1-by": "",
    "penalties-1-to": "each",
    "penalties-2-by": "0",
    "penalties-2-to": "3",
    "penalties-2-amount": "other",
    "penalties-2-other-hundreds": "1",
    "penalties-2-other-tens": "2",
    "penalties-2-other-units": "5",
    "penalties-by": "1",
    "penalties-0-1-by": "1",
}
"""One penalty on a chip, one of nobody, one tapped digit by digit, and two fields that the form doesn't have."""


def test_penalties_are_read_from_chips_and_digits() -> None:
    filled = form(PENALTIES)
    assert filled.raw() == {
        "call": "passed",
        "penalties": [{"by": 1, "to": "each", "amount": 50}, {"by": 0, "to": 3, "amount": 125}],
    }
    assert filled.missing == []
    assert filled.rare_count == 2


@pytest.mark.parametrize(
    ("taps", "raw"),
    [
        (
            {"call": "misere_partout", "tricks_taken-0": "6", "tricks_taken-1": "2", "tricks_taken-3": "0"},
            {"call": "misere_partout", "tricks_taken": {"0": 6, "1": 2, "2": 5, "3": 0}},
        ),
        (
            {"call": "misere_partout", "tricks_taken-1": "13"},
            {"call": "misere_partout", "tricks_taken": {"0": 0, "1": 13, "2": 0, "3": 0}},
        ),
        (
            {"call": "7", "bid": "13", "bidder": "1", "tricks": "9", "made": "0", "tricks_taken-0": "6"},
            {"call": "tricks", "bid": 7, "bidder": 1, "tricks": 9},
        ),
    ],
    ids=["the last player has the other tricks", "nothing is left for three", "what is bid is said by the chip alone"],
)
def test_taps_become_a_hand(taps: dict[str, str], raw: Raw) -> None:
    assert form(taps).raw() == raw


def test_bids_are_listed_in_rising_order_with_what_they_pay() -> None:
    ranked = "5 6 7 little_misere 8 9 grand_misere 10 11 little_spread 12 grand_spread 13"
    assert [choice.value for choice in form().call] == ranked.split()
    hints = {choice.value: f"{choice.worth}{choice.hint}" for choice in form(rules="original").call}
    assert (hints["5"], hints["grand_misere"], hints["13"]) == ("12", "40", "166")
    assert {choice.value: f"{choice.worth}{choice.hint}" for choice in form().call}["13"] == "170"


def test_the_pool_can_be_paid_if_one_is_kept() -> None:
    assert [choice.value for choice in form(pool=True).penalties[0].to][-2:] == ["pool", "each"]
    assert [choice.value for choice in form().penalties[0].to] == ["0", "1", "2", "3", "each"]


@pytest.mark.parametrize(
    ("amount", "hundreds", "tens", "units"),
    [(5, "0", "0", "5"), (999, "900", "9", "9"), (1240, "1200", "4", "0")],
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


def test_there_is_always_an_empty_penalty() -> None:
    assert len(form().penalties) == 3
    taps = {f"penalties-{row}-by": "1" for row in range(3)}
    assert [row.name for row in form({"call": "passed", **taps}).penalties] == [f"penalties-{row}" for row in range(4)]


@pytest.mark.parametrize(
    ("field", "group"),
    [
        ("bid", "call"),
        ("tricks_taken.2", "tricks_taken-2"),
        ("penalties.1.amount", "penalties-2"),
        ("penalties", "penalties"),
    ],
)
def test_an_error_is_shown_at_its_group(field: str, group: str) -> None:
    refused = form(PENALTIES, error=RuleError(Code.INVALID, field, Text("No.")))
    assert str(refused.error_at(group)) == "No."
    assert refused.general_error is None


def test_penalties_are_said_after_the_hand() -> None:
    to = {"each": 50, "pool": 40, 2: 5}
    penalties = [{"by": 1, "to": payee, "amount": amount} for payee, amount in to.items()]
    raw = {"call": "tricks", "bidder": 0, "bid": 7, "tricks": 6, "penalties": penalties}
    assert GAME.describe(RULES.table(NAMES), raw).render(NAMES) == (
        "7 bid by Anne, lost, 6 taken, penalty of Bruno to each of the others: 50, "
        "penalty of Bruno to the pool: 40, penalty of Bruno to Chloé: 5"
    )


@pytest.mark.parametrize(
    ("taps", "missing"),
    [
        ({}, ["who gets the penalty", "amount of the penalty"]),
        ({"to": "2"}, ["amount of the penalty"]),
        ({"amount": "10"}, ["who gets the penalty"]),
        ({"to": "2", "amount": "other", "other-tens": "3"}, ["amount of the penalty"]),
        ({"to": "2", "amount": "other", "other-tens": "3", "other-units": "0"}, []),
    ],
)
def test_what_a_penalty_lacks_is_reported(taps: dict[str, str], missing: list[str]) -> None:
    filled = form({"call": "passed", "penalties-1-by": "2", **{f"penalties-1-{name}": to for name, to in taps.items()}})
    assert [str(words) for _group, words in filled.missing] == missing
    (penalty,) = filled.raw()["penalties"]
    assert ("amount" in penalty) is ("amount of the penalty" not in missing)
