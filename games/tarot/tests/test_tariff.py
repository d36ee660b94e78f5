"""A club's own tariff: each figure that can be set is the one that is paid.

Anne takes with four players; S is what each defender pays her. By the printed tariff, a prise made by 4 is worth
(25 + 4) × 1 = 29.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.tariffs import FigurePlace
from games.scoring.types import Table
from games.tarot.sheet import TarotSheet
from games.tarot.tests.sessions import CLASSIC, FFT, NAMES, RULES, Raw, amounts, hand, ledger, poor, refusal, simple
from games.ui.forms import Position
from games.ui.hand_form import HandForm
from tests.games.documents import own_tariff

OWN = 7
"""A figure that is in no printed tariff."""
either_rule_set = pytest.mark.parametrize("table", [CLASSIC, FFT], ids=["classic", "fft"])
CALLS = ("prise", "garde", "garde_sans", "garde_contre")
SIZES = ("simple", "double", "triple")
KINDS = ("no_honours", "no_trumps")
# The slam announced and made, bouts and points, and the worth of the contract itself. With three bouts, 91 points are
# 25 + 55, 86 are 25 + 50 and 46 are 25 + 10; without a bout, 3 points are −(25 + 53).
CLASSIC_SLAMS: dict[str, tuple[str | None, str | None, int, int, int]] = {
    "slam.grand-grand.each": ("grand", "grand", 3, 91, 80),
    "slam.none-grand.each": (None, "grand", 3, 91, 80),
    "slam.grand-none.each": ("grand", None, 3, 46, 35),
    "slam.grand-petit.each": ("grand", "petit", 3, 86, 75),
    "slam.petit-petit.each": ("petit", "petit", 3, 86, 75),
    "slam.petit-grand.each": ("petit", "grand", 3, 91, 80),
    "slam.petit-none.each": ("petit", None, 3, 46, 35),
    "slam.none-petit.each": (None, "petit", 3, 86, 75),
}
FFT_SLAMS: dict[str, tuple[str | None, str | None, int, int, int]] = {
    "slam.grand-grand.each": ("grand", "grand", 3, 91, 80),
    "slam.none-grand.each": (None, "grand", 3, 91, 80),
    "slam.grand-none.each": ("grand", None, 3, 46, 35),
    "slam.none-defence.each": (None, "defence", 0, 3, -78),
    "slam.grand-defence.each": ("grand", "defence", 0, 3, -78),
}
SLAMS = [("classic", place) for place in CLASSIC_SLAMS] + [("fft", place) for place in FFT_SLAMS]


def four(s: int) -> tuple[int, ...]:
    """Return the amounts if Anne takes with four players: she gets three times S."""
    return (3 * s, -s, -s, -s)


def labels(played: Raw, **table: Any) -> list[str]:
    """Return the labels of a hand's lines, with the players' names."""
    return [line.label.render(NAMES) for line in ledger(played, **table).hands[0].entry.lines]


# The contract


@either_rule_set
@pytest.mark.parametrize(
    ("sentence", "call", "points", "s"),
    [
        ("made by 4: 7 + 4", "prise", 45, 11),
        ("just made: 7", "prise", 41, 7),
        ("made by 8, twice: (7 + 8) × 2", "garde", 49, 30),
        ("down 4, four times: (7 + 4) × 4", "garde_sans", 37, -44),
    ],
)
def test_a_club_figure_for_a_contract(table: Raw, sentence: str, call: str, points: int, s: int) -> None:
    own = own_tariff("contract.each.each", OWN)
    assert amounts(hand(call=call, points=points), **table, **own) == four(s)


@either_rule_set
@pytest.mark.parametrize("call", CALLS)
def test_a_club_multiplier_applies_to_contract_and_petit(table: Raw, call: str) -> None:
    own = own_tariff(f"multiplier.{call}.each", OWN)
    # (25 + 4) × 7 = 203, and 10 × 7 = 70 for the petit.
    assert amounts(hand(call=call), **table, **own) == four(203)
    assert amounts(hand(call=call, points=37), **table, **own) == four(-203)
    assert amounts(hand(call=call, petit_au_bout="attack"), **table, **own) == four(273)
    # Other contracts keep their multiplier: a prise once, a garde twice.
    assert amounts(hand(call="garde" if call == "prise" else "prise"), **table, **own) == four(
        58 if call == "prise" else 29
    )


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


def test_taker_and_partner_share_the_club_figure() -> None:
    own = own_tariff("contract.each.each", OWN)
    # 7 + 4 = 11 from each of three: two thirds for the taker, one third for the partner.
    assert amounts(hand(partner="Bruno"), rules="fft", players=5, **own) == (22, 11, -11, -11, -11)


# Bonuses


@either_rule_set
@pytest.mark.parametrize(
    ("call", "camp", "s"), [("prise", "attack", 29 + 7), ("garde", "attack", 58 + 14), ("garde", "defence", 58 - 14)]
)
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


@pytest.mark.parametrize(("rules", "place"), SLAMS)
@pytest.mark.parametrize("figure", [OWN, -OWN])
def test_a_club_figure_for_a_slam(rules: str, place: str, figure: int) -> None:
    announced, made, bouts, points, contract = (CLASSIC_SLAMS if rules == "classic" else FFT_SLAMS)[place]
    played = hand(bouts=bouts, points=points, slam_announced=announced, slam_made=made)
    assert amounts(played, rules=rules, **own_tariff(place, figure)) == four(contract + figure)


@pytest.mark.parametrize(
    ("sentence", "rules", "place", "figure", "expected"),
    [
        ("ours, as printed", "classic", "slam.grand-grand.each", 1, "Slam announced, little slam made*: −200"),
        ("the club's", "classic", "slam.grand-petit.each", -150, "Slam announced, little slam made: −150"),
        ("worth something at the club", "classic", "slam.none-petit.each", 90, "Little slam made, not announced: 90"),
        (
            "ours, as printed",
            "fft",
            "slam.grand-grand.each",
            1,
            "Slam announced, and the defence won every trick*: −400",
        ),
        ("the club's", "fft", "slam.grand-defence.each", 0, None),
    ],
)
def test_a_figure_set_by_the_club_has_no_star(
    sentence: str, rules: str, place: str, figure: int, expected: str | None
) -> None:
    announced = None if place == "slam.none-petit.each" else "grand"
    classic = {"bouts": 3, "points": 86, "slam_announced": announced, "slam_made": "petit"}
    fft = {"bouts": 0, "points": 3, "slam_announced": "grand", "slam_made": "defence"}
    _contract, *slam = labels(
        hand(**(classic if rules == "classic" else fft)), rules=rules, **own_tariff(place, figure)
    )
    assert slam == ([expected] if expected else [])


# What is shown


def at_table(own: Raw) -> Table:
    return RULES.table(NAMES[:4], tariff=RULES.tariff("classic").read_own(own["tariff"]))


def test_the_chips_show_the_multipliers_of_the_table() -> None:
    table = at_table(own_tariff("multiplier.garde.each", 3))
    form = HandForm(Position(rules=RULES, table=table, state=RULES.opening(table)))
    assert [chip.hint for chip in form.call] == ["×1", "×3", "×4", "×6"]


def test_the_sheet_shows_the_contract_values_of_the_table() -> None:
    first, *_rest = TarotSheet(RULES, at_table(own_tariff("contract.each.each", 30))).explained()
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


def test_the_federation_has_no_misere() -> None:
    place = "misere.no_trumps.each"
    assert refusal(hand(), **FFT, **own_tariff(place, OWN)) == (None, f"tariff.figures.{place}", "unknown_field")


def test_the_list_of_all_figures() -> None:
    both = ["contract.each.each", "petit.each.each"]
    both += [f"multiplier.{call}.each" for call in CALLS] + [f"poignee.{size}.each" for size in SIZES]
    miseres = [f"misere.{kind}.each" for kind in KINDS]
    tested = {"classic": [*both, *miseres, *CLASSIC_SLAMS], "fft": [*both, *FFT_SLAMS]}
    for rules, tariff in RULES.tariffs.items():
        assert set(tariff.figures) == {FigurePlace.from_text(text) for text in tested[rules]}
