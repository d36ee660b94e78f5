"""A club's own tariff: each figure that can be set is the one that counts."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.form import CayenneForm
from games.cayenne.game import GAME
from games.cayenne.rules import CayenneRules
from games.cayenne.tariff import TARIFFS
from games.cayenne.tests.sessions import RULES, SLAM, Raw, document, ledger, markers, no_trump, rubber, sheet, trump
from games.scoring.documents import read
from games.scoring.tariffs import FigurePlace
from games.scoring.types import Table
from games.ui.forms import Position
from tests.games.documents import own_tariff
from tests.games.sheet_text import OnPaper

OWN = 7
OWN_TIMES = {
    "name": "Thursdays",
    "figures": {f"multiplier.{rank}.times": times for rank, times in
                (("cayenne", 3), ("second", 1), ("third", 4), ("fourth", 2), ("grand", 9), ("nullo", 5))},
}  # fmt: skip
BY_CAYENNE = {
    "hearts": {"hearts": 3, "diamonds": 1, "clubs": 4, "spades": 2},
    "diamonds": {"diamonds": 3, "hearts": 1, "clubs": 4, "spades": 2},
    "clubs": {"clubs": 3, "spades": 1, "hearts": 4, "diamonds": 2},
    "spades": {"spades": 3, "clubs": 1, "hearts": 4, "diamonds": 2},
}
"""The multipliers by suit: 3 for cayenne itself, then 1, 4 and 2 for second, third and fourth colour."""


@pytest.mark.parametrize(
    ("cayenne", "suit", "times"),
    [(rank, other, times) for rank, row in BY_CAYENNE.items() for other, times in row.items()],
)
def test_a_club_multiplier_by_rank(cayenne: str, suit: str, times: int) -> None:
    # A–B have the odd trick. Y–Z have honours without it: 2 for three of five.
    odd = {"cayenne": cayenne, "trump": suit, "tricks": 7, "honours": 2}
    assert markers(odd, tariff=OWN_TIMES) == (times, 2 * times)


@pytest.mark.parametrize("cayenne", [None, *BY_CAYENNE])
def test_a_club_multiplier_without_trumps(cayenne: str | None) -> None:
    turned = {"cayenne": cayenne} if cayenne else {}
    assert markers({**turned, "trump": "grand", "tricks": 7}, tariff=OWN_TIMES) == (9, 0)
    assert markers({**turned, "trump": "nullo", "tricks": 7}, tariff=OWN_TIMES) == (0, 5)


@pytest.mark.parametrize(("rank", "played", "own", "expected"), [
    ("cayenne", trump(4, 7, 2), 2, (2, 4)),
    ("second", trump(3, 7, 2), 2, (2, 4)),
    ("third", trump(2, 7, 2), 3, (3, 6)),
    ("fourth", trump(1, 7, 2), 3, (3, 6)),
    ("grand", no_trump("grand", 7), 6, (6, 0)),
    ("nullo", no_trump("nullo", 7), 6, (0, 6)),
])  # fmt: skip
def test_one_club_multiplier_for_all_suits(rank: str, played: Raw, own: int, expected: tuple[int, int]) -> None:
    assert markers(played, **own_tariff(f"multiplier.{rank}.times", own)) == expected


def test_a_revoke_counts_three_tricks_by_the_club_multiplier() -> None:
    # Y–Z add 3 × 1; A–B have 1 for the odd trick and 2 for honours.
    assert markers(trump(2, 7, 3, "ab add"), **own_tariff("multiplier.third.times", 1)) == (3, 3)


@pytest.mark.parametrize("held", [3, 4, 5])
def test_a_club_figure_for_honours(held: int) -> None:
    assert markers(trump(1, 7, held), **own_tariff(f"honours.{held}.points", OWN)) == (1 + OWN, 0)
    assert markers(trump(1, 7, 5 - held), **own_tariff(f"honours.{held}.points", OWN)) == (1, OWN)
    # The odd trick and the honours, both multiplied by three: 3 + 3 × 1.
    assert markers(trump(3, 7, held), **own_tariff(f"honours.{held}.points", 1)) == (6, 0)


@pytest.mark.parametrize(("tricks", "odd"), [(13, 7), (12, 6)])
def test_a_club_figure_for_a_slam(tricks: int, odd: int) -> None:
    own = own_tariff(f"slams.{tricks}.points", 9)
    assert sheet(trump(1, tricks, 3), **own) == ([], [], 9, 0)
    assert sheet(trump(1, 13 - tricks, 3), **own)[3] == 9
    # On the marker: 7 or 6 for tricks and 1 for the slam, then 2 for the other side's honours.
    assert markers(trump(1, tricks, 2), slam_to_game=True, **own_tariff(f"slams.{tricks}.points", 1)) == (odd + 1, 2)


@pytest.mark.parametrize(("game_class", "before"), [
    ("quadruple", []),
    ("triple", [trump(1, 6, 5)]),
    ("double", [trump(1, 3, 5)]),
    ("single", [trump(3, 4, 5)]),
])  # fmt: skip
def test_a_club_figure_for_a_game(game_class: str, before: list[Raw]) -> None:
    """The marker of Y and Z is at 0, 1, 4 or 9 when A and B win."""
    own = own_tariff(f"games.{game_class}.points", OWN)
    assert sheet(*before, no_trump("grand", 8), **own)[0][0] == OWN


@pytest.mark.parametrize(("sentence", "place", "own", "value"), [
    ("16 + 20 + 6", "rubber.rubber.points", 20, 42),
    ("16 + 0 + 6", "rubber.rubber.points", 0, 22),
    ("4 × 7 + 8 + 6", "games.quadruple.points", 7, 42),
    ("16 + 8 + 10", "slams.13.points", 10, 34),
    ("four games all the same: 16 + 8 + 6", "multiplier.grand.times", 6, 30),
    # 7 × 5 = 35 are three games, which is no rubber.
    ("three games", "multiplier.grand.times", 5, None),
])  # fmt: skip
def test_a_rubber_by_club_figures(sentence: str, place: str, own: int, value: int | None) -> None:
    result = rubber(SLAM, **own_tariff(place, own))
    assert result == (None if value is None else ("ab", value, 0, value))
    totals = tuple(ledger(SLAM, **own_tariff(place, own))["totals"].values())
    each = value or 0
    assert totals == (each, -each, each, -each)


def test_derivations_use_the_club_figures() -> None:
    own = {"multiplier.third.times": 3, "honours.3.points": 1, "rubber.rubber.points": 20, "games.quadruple.points": 5}
    tariff = {"name": "Thursdays", "figures": {**own, "slams.13.points": 10}}
    first, second = ledger(trump(2, 8, 2), SLAM, tariff=tariff)["hands"]
    assert [line["label"] for line in first["lines"]] == [
        "A and B: (8 − 6) tricks × 3 = 6; their marker is at 6",
        "Y and Z: 3 honours, 1 × 3 = 3; their marker is at 3",
    ]
    # 6 + 56 = 62: a triple of 3, then three quadruples.
    assert [line["label"] for line in second["lines"]][2:] == [
        "A and B win a game, a quadruple: 5 on the sheet; their marker is at 42",
        "A and B win a game, a quadruple: 5 on the sheet; their marker is at 32",
        "A and B win a game, a quadruple: 5 on the sheet; their marker is at 22",
        "A and B: slam, 10 on the sheet",
        "Games of A and B: 3 + 5 + 5 + 5 = 18",
        "A and B win the rubber: 20",
        "Slams of A and B: 10",
    ]


def own_table(**figures: int) -> Table:
    named = {place.replace("__", "."): figure for place, figure in figures.items()}
    return read(document(tariff={"name": "Thursdays", "figures": named}), {"cayenne": RULES}.get).single().table


def test_the_form_shows_the_club_multipliers() -> None:
    table = own_table(multiplier__third__times=5, multiplier__nullo__times=6)
    form = CayenneForm(Position(rules=RULES, table=table, state=RULES.opening(table)), {})
    suits = {chip.value: dict(times) for chip, times in form.suits}
    assert suits["clubs"] == {"hearts": 5, "diamonds": 5, "clubs": 4, "spades": 3}
    assert suits["hearts"] == {"hearts": 4, "diamonds": 3, "clubs": 5, "spades": 5}
    assert [(chip.value, times) for chip, times in form.no_trumps] == [("grand", 8), ("nullo", 6)]


def described(table: Table, raw: Raw) -> str:
    return GAME.describe(table, raw).render(table.players)


def test_the_ledger_shows_the_multiplier() -> None:
    assert described(own_table(multiplier__third__times=5), trump(2, 8, 2)).startswith("Clubs × 5, tricks 8 – 5")


def paper(*hands: Any, **figures: int) -> OnPaper:
    named = {place.replace("__", "."): figure for place, figure in figures.items()}
    tariff = {"name": "Thursdays", "figures": named}
    return OnPaper(read(document(*hands, tariff=tariff), {"cayenne": RULES}.get).single().ledger())


def test_the_sheet_uses_the_club_figures() -> None:
    # 7 × 6 = 42: four quadruples, 20 for the rubber and 10 for the slam.
    written = paper(SLAM, multiplier__grand__times=6, rubber__rubber__points=20, slams__13__points=10)
    assert [row["times"] for row in written.rows] == ["6"]
    assert written.boxes[0][1] == ["1", "4 + 4 + 4 + 4 + 20 + 10", "46", "", "0", "46"]
    words = [str(sentence) for sentence in written.sheet.explained()]
    assert words[1].endswith("multiplier with it, 6 at grand, 8 at nullo.")
    assert words[-1] == "Rubbers: the games of a side, 20 for the winners, and slams."


TESTED = {
    *(FigurePlace("multiplier", rank, "times") for rank in ("cayenne", "second", "third", "fourth", "grand", "nullo")),
    *(FigurePlace("honours", held, "points") for held in ("3", "4", "5")),
    *(FigurePlace("slams", tricks, "points") for tricks in ("13", "12")),
    *(FigurePlace("games", of_class, "points") for of_class in ("quadruple", "triple", "double", "single")),
    FigurePlace("rubber", "rubber", "points"),
}


def test_the_list_of_all_figures() -> None:
    for printed in CayenneRules.tariffs.values():
        assert set(printed.figures) == TESTED


def test_a_multiplier_is_never_zero() -> None:
    assert TARIFFS["foster"].schedules[0].low == 1
