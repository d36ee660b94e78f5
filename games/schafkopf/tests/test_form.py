"""The form of Schafkopf: what is chosen at first, its folds, and the save button."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.schafkopf.form import SchafkopfForm
from games.schafkopf.tests.sessions import PASSED, RULES, alone, ledger, rufspiel, table
from games.scoring.types import Table
from games.ui.forms import Position
from games.ui.hand_form import Unfolding


def form(data: Mapping[str, str], at: Table | None = None, *played: dict[str, Any]) -> SchafkopfForm:
    at = at or table()
    return SchafkopfForm(Position(rules=RULES, table=at, state=ledger(at, *played).state, number=1), data)


def test_a_new_form_is_of_a_rufspiel() -> None:
    assert [name for name, _words in form({}).missing] == ["declarer", "partner", "made"]
    tapped = form({"declarer": "0", "partner": "1", "made": "1"})
    assert tapped.raw() == {"call": "rufspiel", "declarer": 0, "partner": 1, "made": True}


def test_a_wenz_has_laufende_of_its_own() -> None:
    tapped = {"declarer": "0", "made": "1", "laufende": "5", "laufende_wenz": "2"}
    assert form({"call": "wenz", **tapped}).raw()["laufende"] == 2
    assert form({"call": "solo", **tapped}).raw()["laufende"] == 5
    wenz = {"call": "wenz", "declarer": 0, "made": True, "laufende": 4}
    assert form({}).values_of_call(wenz)["laufende_wenz"] == "4"


def test_most_laufende_are_folded_away_until_they_are_chosen() -> None:
    def laufende(data: Mapping[str, str]) -> Unfolding:
        group = form(data).shown["laufende"].group
        assert isinstance(group, Unfolding)
        return group

    assert [chip.value for chip in laufende({}).few] == ["", "3", "4", "5"]
    assert laufende({}).others_in_short == "6–14"
    assert [laufende({"laufende": number}).folded for number in ("", "5", "6")] == ["", "", "6"]


def test_klopfer_stay_open_once_somebody_has_knocked() -> None:
    assert not form({}).doubling_is_open
    assert not form({}, None, rufspiel()).doubling_is_open
    assert form({}, None, rufspiel(klopfer=1), rufspiel()).doubling_is_open


def test_the_loser_of_a_ramsch_is_no_jungfrau() -> None:
    at = table(ramsch=True)
    tapped = {"call": "ramsch", "loser": "0", "jungfrauen-2": "1", "jungfrauen-1": "1"}
    assert form(tapped, at).raw() == {"call": "ramsch", "loser": 0, "jungfrauen": [1, 2]}
    group: Any = form({}, at).shown["jungfrauen"].group
    assert [chip.never_with for chip in group][:2] == [("loser=0",), ("loser=1",)]


def test_the_save_button_has_what_each_pays() -> None:
    def result(hand: dict[str, Any]) -> str:
        at = table(stock="every", ramsch=True)
        return form({}, at).result(ledger(at, PASSED, hand).hands[1]).render(at.players)

    assert result(rufspiel(step="schneider")) == "Anne +40"  # with half the stock
    assert result(alone("solo", False)) == "3 × 50: Anne −190"
    assert result({"call": "ramsch", "loser": "Bruno"}) == "Bruno −60"
    assert result(PASSED) == "Into the stock: 10 from each"
