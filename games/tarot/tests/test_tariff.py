"""A club's own tariff: each figure that can be set is the one that is paid.

Anne takes with four players; S is what each defender pays her. By the printed tariff, a prise made by 4 is worth
(25 + 4) × 1 = 29.
"""

from __future__ import annotations

import pytest

from games.scoring.tariffs import FigurePlace
from games.tarot.tests.sessions import (
    CLASSIC,
    FFT,
    RULES,
    Raw,
    amounts,
    four,
    hand,
    labels,
    ledger,
    poor,
    refusal,
    simple,
)
from games.ui.forms import Position
from games.ui.hand_form import HandForm
from tests.games.documents import own_tariff
from tests.games.sheet_text import OnPaper

OWN = 7
"""A figure that is in no printed tariff."""
either_rule_set = pytest.mark.parametrize("table", [CLASSIC, FFT], ids=["classic", "fft"])
CALLS = ("prise", "garde", "garde_sans", "garde_contre")
SIZES = ("simple", "double", "triple")
KINDS = ("no_honours", "no_trumps")
# The slam announced and made, bouts and points, and the worth of the contract itself. With three bouts, 91 points are
# 25 + 55, 86 are 25 + 50 and 46 are 25 + 10; without a bout, 3 points are −(25 + 53).
Slams = tuple[str | None, str | None, int, int, int]
OF_BOTH: dict[str, Slams] = {
    "slam.grand-grand.each": ("grand", "grand", 3, 91, 80),
    "slam.none-grand.each": (None, "grand", 3, 91, 80),
    "slam.grand-none.each": ("grand", None, 3, 46, 35),
}
SLAMS: dict[str, dict[str, Slams]] = {
    "classic": OF_BOTH
    | {
        "slam.grand-petit.each": ("grand", "petit", 3, 86, 75),
        "slam.petit-petit.each": ("petit", "petit", 3, 86, 75),
        "slam.petit-grand.each": ("petit", "grand", 3, 91, 80),
        "slam.petit-none.each": ("petit", None, 3, 46, 35),
        "slam.none-petit.each": (None, "petit", 3, 86, 75),
    },
    "fft": OF_BOTH
    | {
        "slam.none-defence.each": (None, "defence", 0, 3, -78),
        "slam.grand-defence.each": ("grand", "defence", 0, 3, -78),
    },
}


# The contract


@either_rule_set
def test_a_club_figure_for_a_contract(table: Raw) -> None:
    own = own_tariff("contract.each.each", OWN)
    assert amounts(hand(points=45), **table, **own) == four(7 + 4)
    assert amounts(hand(call="garde_sans", points=37), **table, **own) == four(-(7 + 4) * 4)


@either_rule_set
@pytest.mark.parametrize("call", CALLS)
def test_a_club_multiplier_applies_to_contract_and_petit(table: Raw, call: str) -> None:
    own = own_tariff(f"multiplier.{call}.each", OWN)
    # (25 + 4) × 7 = 203, and 10 × 7 = 70 for the petit.
    assert amounts(hand(call=call, points=37), **table, **own) == four(-203)
    assert amounts(hand(call=call, petit_au_bout="attack"), **table, **own) == four(273)
    # Other contracts keep their multiplier: a prise once, a garde twice.
    other, s = ("garde", 58) if call == "prise" else ("prise", 29)
    assert amounts(hand(call=other), **table, **own) == four(s)


def test_figures_of_different_tables_are_not_mixed_up() -> None:
    """Score the same hand at one table after the other, as lines are cached."""
    played = hand(petit_au_bout="defence")
    own = own_tariff("contract.each.each", OWN), own_tariff("petit.each.each", OWN)
    for _again in range(2):
        # 29 − 10; 7 + 4 − 10; 29 − 7
        assert [amounts(played), amounts(played, **own[0]), amounts(played, **own[1])] == [four(19), four(1), four(22)]


def test_several_club_figures_with_rounding() -> None:
    figures = {"contract.each.each": 30, "multiplier.garde.each": 3, "petit.each.each": 5, "poignee.double.each": 35}
    own: Raw = {"tariff": {"name": "Thursdays", "figures": figures}}
    # Made by 8, rounded to 10: (30 + 10) × 3 = 120; petit −5 × 3; a double poignée 35.
    played = hand(call="garde", points=49, petit_au_bout="defence", poignees=[simple("Anne", "double")])
    assert amounts(played, rules="fft", round_to_ten=True, **own) == four(140)
    assert labels(played, rules="fft", round_to_ten=True, **own) == [
        "(30 + 10) × 3, Garde made by 8, rounded to 10",
        "5 × 3, petit au bout to the defence",
        "Double poignée by Anne: 35",
    ]


# Bonuses


@either_rule_set
@pytest.mark.parametrize(("call", "camp", "s"), [("prise", "attack", 29 + 7), ("garde", "defence", 58 - 14)])
def test_a_club_figure_for_the_petit_au_bout(table: Raw, call: str, camp: str, s: int) -> None:
    assert amounts(hand(call=call, petit_au_bout=camp), **table, **own_tariff("petit.each.each", OWN)) == four(s)


@pytest.mark.parametrize("size", SIZES)
def test_a_club_figure_for_a_poignee(size: str) -> None:
    own = own_tariff(f"poignee.{size}.each", OWN)
    shown = [simple("Bruno", size)]
    # By the federation, the attack wins and gets it: 29 + 7. By the classic rules, Bruno loses and pays 7 to each.
    assert amounts(hand(poignees=shown), rules="fft", **own) == four(36)
    assert amounts(hand(poignees=shown), **own) == (87 + 7, -29 - 21, -29 + 7, -29 + 7)


@pytest.mark.parametrize("kind", KINDS)
def test_a_club_figure_for_a_misere(kind: str) -> None:
    own = own_tariff(f"misere.{kind}.each", OWN)
    # Down 4: David's camp wins, and each of the others pays him 7.
    assert amounts(hand(points=37, miseres=[poor("David", kind)]), **own) == (-87 - 7, 29 - 7, 29 - 7, 29 + 21)
    assert amounts(hand(miseres=[poor("David", kind)]), **own) == (87 + 7, -29 + 7, -29 + 7, -29 - 21)


@pytest.mark.parametrize("rules", SLAMS)
@pytest.mark.parametrize("figure", [OWN, -OWN])
def test_a_club_figure_for_a_slam(rules: str, figure: int) -> None:
    for place, (announced, made, bouts, points, contract) in SLAMS[rules].items():
        played = hand(bouts=bouts, points=points, slam_announced=announced, slam_made=made)
        assert amounts(played, rules=rules, **own_tariff(place, figure)) == four(contract + figure), place


@pytest.mark.parametrize(
    ("rules", "slam", "place", "figure", "expected"),
    [
        ("classic", "grand-petit", "grand-grand", 1, ["Slam announced, little slam made*: −200"]),
        ("classic", "grand-petit", "grand-petit", -150, ["Slam announced, little slam made: −150"]),
        ("classic", "none-petit", "grand-grand", 1, []),
        ("classic", "none-petit", "none-petit", 90, ["Little slam made, not announced: 90"]),
        ("classic", "petit-grand", "grand-grand", 1, ["Little slam announced, slam made*: 300"]),
        ("fft", "grand-defence", "grand-grand", 1, ["Slam announced, and the defence won every trick*: −400"]),
        ("fft", "grand-defence", "grand-defence", 0, []),
    ],
)
def test_our_own_figure_has_a_star_and_that_of_a_club_has_none(
    rules: str, slam: str, place: str, figure: int, expected: list[str]
) -> None:
    announced, made, bouts, points, _contract = SLAMS[rules][f"slam.{slam}.each"]
    played = hand(bouts=bouts, points=points, slam_announced=announced, slam_made=made)
    assert labels(played, rules=rules, **own_tariff(f"slam.{place}.each", figure))[1:] == expected


# What is shown


def test_the_chips_show_the_multipliers_of_the_table() -> None:
    table = ledger(**own_tariff("multiplier.garde.each", 3)).table
    form = HandForm(Position(rules=RULES, table=table, state=RULES.opening(table)))
    assert [chip.hint for chip in form.call] == ["×1", "×3", "×4", "×6"]


def test_the_sheet_shows_the_contract_values_of_the_table() -> None:
    first, *_rest = OnPaper(ledger(**own_tariff("contract.each.each", 30))).sheet.explained()
    assert str(first).startswith("Each defender pays the attack 30 plus the margin")


@either_rule_set
@pytest.mark.parametrize(
    ("place", "figure"),
    [
        ("contract.each.each", 0),
        ("contract.each.each", 1000),
        ("multiplier.prise.each", 0),
        ("multiplier.garde_contre.each", 100),
        ("petit.each.each", -1),
        ("poignee.simple.each", -1),
        ("slam.none-grand.each", -10_000),
    ],
)
def test_an_absurd_figure_is_refused(table: Raw, place: str, figure: int) -> None:
    assert refusal(hand(), **table, **own_tariff(place, figure)) == (None, f"tariff.figures.{place}", "out_of_range")


def test_the_list_of_all_figures() -> None:
    both = ["contract.each.each", "petit.each.each"]
    both += [f"multiplier.{call}.each" for call in CALLS] + [f"poignee.{size}.each" for size in SIZES]
    miseres = [f"misere.{kind}.each" for kind in KINDS]
    tested = {"classic": [*both, *miseres, *SLAMS["classic"]], "fft": [*both, *SLAMS["fft"]]}
    for rules, tariff in RULES.tariffs.items():
        assert set(tariff.figures) == {FigurePlace.from_text(text) for text in tested[rules]}
