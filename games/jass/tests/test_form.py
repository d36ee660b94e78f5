"""The form of Jass: points of either side, Weis, and the numbers of a Differenzler."""

from __future__ import annotations

from typing import Any

from games.jass.form import JassForm
from games.jass.rules import JassRules
from games.ui.forms import Position

FOUR = ("Anne", "Bruno", "Chloé", "David")
RULES = JassRules()
TEN, ONE = "{}-tens", "{}-units"


def form(rules: str = "schieber", *, marker: tuple[int, int] = (0, 0), **posted: Any) -> JassForm:
    table = RULES.table(FOUR, rules=rules)
    state = RULES.opening(table)._replace(marker=marker)
    return JassForm(
        Position(rules=RULES, table=table, state=state), {name.replace("_", "-"): posted[name] for name in posted}
    )


def number(name: str, points: int) -> dict[str, Any]:
    return {TEN.format(name): str(points // 10), ONE.format(name): str(points % 10)}


def test_the_points_of_the_other_side_are_turned_into_those_of_the_first() -> None:
    raw = form(**number("points", 64), points_of_others="1").raw()
    assert raw == {"call": "trumpf", "points": 93}


def test_a_match_needs_no_points() -> None:
    tapped = form(match_team2="1", stoeck_team2="1")
    assert tapped.missing == []
    assert tapped.raw() == {"call": "trumpf", "match": "team2", "stoeck": "team2"}


def test_a_weis_needs_its_sum() -> None:
    assert [name for name, _words in form(**number("points", 93), weis_team1="1").missing] == ["weis"]
    tapped = form(**number("points", 93), weis_team1="1", weis_tens="1", weis_units="2")
    assert tapped.raw() == {"call": "trumpf", "points": 93, "weis_team1": 120}
    assert JassForm.from_raw(tapped.position, tapped.raw()).raw() == tapped.raw()


def test_who_is_out_first_is_asked_when_both_sides_can_reach_the_target() -> None:
    assert not form().may_both_reach_target
    assert not form(marker=(900, 842)).may_both_reach_target
    assert form(marker=(900, 843)).may_both_reach_target


def numbers(name: str, *points: int) -> dict[str, Any]:
    posted: dict[str, Any] = {}
    for seat, of_seat in enumerate(points):
        posted |= number(f"{name}-{seat}", of_seat)
    return posted


def test_the_points_of_the_last_player_are_the_rest() -> None:
    announced = numbers("announced", 40, 60, 30, 20)
    tapped = form("differenzler", **announced, **numbers("points", 52, 41, 30))
    assert tapped.missing == []
    raw: dict[str, Any] = tapped.raw()
    assert raw["announced"] == {"0": 40, "1": 60, "2": 30, "3": 20}
    assert raw["points"] == {"0": 52, "1": 41, "2": 30, "3": 34}
    assert [name for name, _words in form("differenzler", **announced).missing] == ["points"]
    assert [str(part.said) for part in tapped.says] == ["34 left"] * 3 + ["34"]
    again = JassForm.from_raw(tapped.position, raw)
    assert [seat for seat in "0123" if f"points-{seat}-units" in again.data] == ["0", "1", "2"]
    assert again.raw() == raw


def test_more_than_all_points_are_left_to_the_rules() -> None:
    tapped = form("differenzler", **numbers("announced", 0, 0, 0, 0), **numbers("points", 100, 50, 30))
    assert tapped.raw()["points"] == {"0": 100, "1": 50, "2": 30}
