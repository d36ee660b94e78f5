"""The form of Doppelkopf: what is chosen at first, what it says while digits come in, and the save button."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.doppelkopf.form import DoppelkopfForm
from games.doppelkopf.rules import DoppelkopfState
from games.doppelkopf.tests.sessions import RULES, ledger, normal, solo, table
from games.scoring.errors import Code, RuleError
from games.scoring.types import Table
from games.ui.forms import Choices, Position

TWO = {"re-0": "1", "re-1": "1"}


def form(data: Mapping[str, str], at: Table | None = None) -> DoppelkopfForm:
    at = at or table()
    return DoppelkopfForm(Position(rules=RULES, table=at, state=RULES.opening(at), number=1), data)


def digits(hundreds: int, tens: int, units: int) -> dict[str, str]:
    return {"augen-hundreds": str(hundreds), "augen-tens": str(tens), "augen-units": str(units)}


def missing(data: Mapping[str, str]) -> list[str]:
    return [name for name, _words in form(data).missing]


def test_a_new_form_is_of_a_normal_game() -> None:
    assert [chip.value for chip in form({}).call if chip.checked] == ["normal"]
    assert missing({}) == ["re", "augen"]
    assert form(TWO | digits(1, 3, 5)).raw() == {"call": "normal", "re": [0, 1], "augen": 135}


def test_re_are_two_players() -> None:
    assert missing({"re-0": "1"} | digits(1, 3, 5)) == ["re"]
    assert missing(TWO | digits(1, 3, 5)) == []


def test_no_trick_at_all_is_asked_only_with_none_or_all_of_the_augen() -> None:
    assert missing(TWO | digits(2, 4, 0)) == ["schwarz"]
    with pytest.raises(RuleError) as refused:
        form(TWO | digits(2, 4, 0)).complete()
    assert (refused.value.code, refused.value.field) == (Code.REQUIRED, "schwarz")
    assert form(TWO | digits(2, 4, 0) | {"schwarz": "1"}).raw()["schwarz"] is True
    assert form(TWO | digits(0, 0, 0) | {"schwarz": "0"}).raw() == {"call": "normal", "re": [0, 1], "augen": 0}
    assert "schwarz" not in form(TWO | digits(1, 4, 0) | {"schwarz": "1"}).raw()


def test_it_says_the_augen_of_kontra_and_who_wins() -> None:
    def said(data: Mapping[str, str]) -> str:
        return str(form(data).says[0].said)

    assert said({}) == said({"augen-tens": "3"}) == said(digits(9, 9, 9)) == ""
    assert said(digits(1, 2, 0)) == "Kontra 120 · Kontra wins"
    assert said(digits(1, 2, 0) | {"kontra_announced": "kontra"}) == "Kontra 120 · Re wins"
    both = {"re_announced": "keine_90", "kontra_announced": "keine_90"}
    assert said(digits(1, 2, 0) | both) == "Kontra 120 · nobody wins"


def test_a_pflichtsolo_is_expected_until_it_has_been_played() -> None:
    at = table()
    state = ledger(at, solo("Anne", 130, pflicht=True)).state
    assert isinstance(state, DoppelkopfState)
    after = Position(rules=RULES, table=at, state=state, number=2)
    tapped = {"call": "solo", "pflicht": "1"} | digits(1, 3, 5)
    group = form({"call": "solo"}).shown["pflicht"].group
    assert isinstance(group, Choices)
    assert [chip.value for chip in group if chip.checked] == ["1"]
    assert DoppelkopfForm(after, tapped | {"declarer": "1"}).raw()["pflicht"] is True
    assert "pflicht" not in DoppelkopfForm(after, tapped | {"declarer": "0"}).raw()
    assert RULES.deals_again(at, state) == tuple(f"call=solo&declarer={seat}&pflicht=1" for seat in (1, 2, 3))


def test_other_points_count_among_what_is_folded_away() -> None:
    at = table("home")
    position = Position(rules=RULES, table=at, state=RULES.opening(at), number=1)
    hand = {"call": "normal", "re": [0, 1], "augen": 135}
    assert DoppelkopfForm.from_raw(position, hand).rare_count == 0
    assert DoppelkopfForm.from_raw(position, hand | {"extra_re": 2, "bock": 1}).rare_count == 2


def test_the_save_button_has_the_party_that_gains() -> None:
    def result(hand: dict[str, object]) -> str:
        at = table()
        return form({}, at).result(ledger(at, hand).hands[0]).render(at.players)

    assert result(normal(135)) == "Re +1"
    assert result(normal(100)) == "Kontra +2"
    assert result(normal(121, fuchs_kontra=1)) == "no change"
    assert result(solo("Anne", 130)) == "Anne +3"
