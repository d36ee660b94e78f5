"""The form of French Tarot: half points, the points that it offers, and what it says of them."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

import pytest

from games.scoring.documents import DocumentError
from games.scoring.text import ENGLISH, Text
from games.tarot.tests.sessions import NAMES, RULES, hand, ledger
from games.ui.forms import Digits, Position
from games.ui.hand_form import HandForm


def form(data: Mapping[str, str], *, size: int = 5) -> HandForm:
    table = RULES.table(NAMES[:size], rules="fft")
    return HandForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data)


def digits(form: HandForm) -> Digits:
    points = form.shown["points"].group
    assert isinstance(points, Digits)
    return points


def possible(points: float, chosen: Mapping[str, str], size: int) -> bool:
    """Return whether the form offers these points beside what is chosen."""
    return all(
        any(low <= points <= high for low, high in limit.ranges)
        for limit in digits(form(chosen, size=size)).limits
        if all(chosen.get(name, "") == value for name, value in parse_qsl(limit.condition, keep_blank_values=True))
    )


def accepted(points: float, *, bouts: int, field: str, size: int) -> bool:
    """Return whether the rules accept these points of a prise."""
    raw = {name: value for name, value in hand(bouts=bouts).items() if name != "points"}
    try:
        ledger({**raw, field: points}, rules="fft", players=size)
    except DocumentError:
        return False
    return True


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("field", ["points", "defence_points"])
@pytest.mark.parametrize("bouts", range(4))
def test_the_form_offers_the_points_that_the_rules_accept(size: int, field: str, bouts: int) -> None:
    chosen = {"bouts": str(bouts), **({field: "1"} if field == "defence_points" else {})}
    steps = range(93) if size == 4 else [half / 2 for half in range(186)]
    assert [points for points in steps if possible(points, chosen, size)] == [
        points for points in steps if accepted(points, bouts=bouts, field=field, size=size)
    ]


@pytest.mark.parametrize("points", [0, 0.5, 9.5, 38.5, 49, 90.5, 91])
def test_a_number_is_two_digits_with_its_half_point(points: float) -> None:
    values = HandForm.values_of_digits("points", points)
    assert values.keys() == {"points-tens", "points-units"}
    assert form(values).number_of_digits("points") == points
    offered = [chip.value for chip in digits(form({})).units]
    assert values["points-units"] in offered


@pytest.mark.parametrize("units", [".5", "8.5.5", "8.", "½"])
def test_what_is_no_unit_is_left_for_the_rules_to_refuse(units: str) -> None:
    assert isinstance(form({"points-tens": "3", "points-units": units}).number_of_digits("points"), str)


MADE = {"bouts": "2", "points-tens": "4", "points-units": "9"}


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({}, "of the attack"),
        ({"bouts": "2"}, "of the attack: 41 needed"),
        ({"bouts": "1", "points-tens": "4"}, "of the attack: 51 needed"),
        ({**MADE, "points-units": "1"}, "of the attack: just made"),
        (MADE, "of the attack: made by 8"),
        ({**MADE, "points-units": "1.5"}, "of the attack: made by 1"),
        ({**MADE, "points-units": "0.5"}, "of the attack: lost by 1"),
        ({"bouts": "2", "defence_points": "1"}, "of the defence: 41 needed"),
        ({**MADE, "defence_points": "1"}, "of the defence: made by 1"),
        ({**MADE, "points-tens": "9"}, "of the attack: 41 needed"),
        ({**MADE, "points-tens": "x"}, "of the attack: 41 needed"),
        ({**MADE, "bouts": "4"}, "of the attack"),
        ({"call": "passed", "bouts": "2"}, ""),
    ],
)
def test_the_digits_say_by_how_much_the_contract_is_made(chosen: Mapping[str, str], words: str) -> None:
    said = digits(form(chosen)).said
    assert (said.render(NAMES, ENGLISH) if isinstance(said, Text) else said) == words


@pytest.mark.parametrize("tapped", [
    {"bouts": "3", "points-tens": "9", "points-units": "1"},
    {"bouts": "2", "points-tens": "0", "points-units": "4", "defence_points": "1"},
])  # fmt: skip
def test_a_slam_is_asked_beside_its_points(tapped: Mapping[str, str]) -> None:
    tapped = {"call": "garde", "taker": "0", **tapped}
    asked = form(tapped, size=4)
    assert [name for name, _words in asked.missing] == ["slam_made-asked"]
    lost = form(tapped | {"slam_made-asked": "0"}, size=4)
    assert (lost.missing, "slam_made" in lost.raw()) == ([], False)
    assert form(tapped | {"slam_made-asked": "1"}, size=4).raw()["slam_made"] == "grand"
    assert form(tapped | {"slam_made": "grand"}, size=4).missing == []
    again = HandForm.from_raw(lost.position, lost.raw())
    assert (again.missing, again.raw()) == ([], lost.raw())
    assert form(tapped | {"points-units": "0"}, size=4).missing == []
