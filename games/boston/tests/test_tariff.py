"""Every cell of the printed tables, through the scoring, and a club's own tariff.

The tables were typed from the source a second time, with its words for numbers. For each figure that a club can set,
the tests check that it is the one paid.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.boston.form import BostonForm
from games.boston.sheet import BostonSheet
from games.boston.tests.sessions import (
    DECIMAL,
    MISERE,
    NAMES,
    ORIGINAL,
    RULES,
    SEVEN,
    Raw,
    amounts,
    hand,
    partout,
    printed,
    refusal,
)
from games.scoring.tariffs import FigurePlace
from games.scoring.types import Table
from games.ui.forms import Position
from tests.games.documents import own_tariff

BIDS = {
    word: bid
    for bid, word in enumerate(["Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen"], 5)
}

FAILURE_ORIGINAL = """
Five 11 21 31 41 50
Six 15 24 35 45 55 66
Seven 19 29 40 50 60 72 82
Eight 23 34 46 56 67 78 89 110
Nine 33 44 57 68 82 92 103 115 127
Ten 44 56 70 82 94 107 119 132 145 157
Eleven 67 80 95 109 123 138 151 165 180 194 208
Twelve 113 130 148 165 182 200 217 234 252 270 286 304
Thirteen 177 198 222 241 262 284 305 326 348 369 390 412 433
"""
FAILURE_DECIMAL = """
Five 10 20 30 40 50
Six 15 25 35 45 55 65
Seven 20 30 40 50 60 70 80
Eight 25 35 45 55 70 85 100 115
Nine 35 45 55 65 80 95 110 125 140
Ten 45 55 70 80 95 110 125 140 155 170
Eleven 70 80 95 110 125 140 155 170 185 200 220
Twelve 120 130 145 160 180 200 220 240 260 280 300 320
Thirteen 180 200 220 240 260 280 300 320 340 360 390 420 450
"""
WINNING_ORIGINAL = """
Five 12 12 13 13 14 14 14 15 15
Six 15 16 16 17 18 19 20 20
Seven 18 20 21 22 23 24 26
Eight 23 24 26 28 29 31
Nine 32 34 36 39 41
Ten 42 45* 48* 52*
Eleven 63* 68* 72*
Twelve 106* 114*
Thirteen 166*
"""
WINNING_DECIMAL = """
Five 10 10* 15* 15* 15* 15* 15* 15* 15*
Six 15 15* 15* 15* 20* 20* 20* 20*
Seven 20 20* 20* 20* 25* 25* 25*
Eight 25 25* 25* 30* 30* 30*
Nine 35 35* 35* 40* 40*
Ten 45 45* 50* 50*
Eleven 65 70* 70*
Twelve 105 115*
Thirteen 170
"""


def cells(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the bid, the place in its row (from 0) and the figure."""
    for line in text.strip().splitlines():
        word, *row = line.split()
        yield from ((BIDS[word], place, cell) for place, cell in enumerate(row))


def number_of_figures(rules: str, schedule: str) -> int:
    return sum(place.startswith(f"{schedule}.") for place in map(".".join, RULES.tariff(rules).figures))


def settled(value: int) -> tuple[int, ...]:
    return (3 * value, -value, -value, -value)


@pytest.mark.parametrize(
    ("rules", "text"), [("original", FAILURE_ORIGINAL), ("decimal", FAILURE_DECIMAL)], ids=["original", "decimal"]
)
def test_every_cell_of_the_failure_tables(rules: str, text: str) -> None:
    figures = list(cells(text))
    assert len(figures) == sum(range(5, 14)) == number_of_figures(rules, "failing")
    for bid, place, cell in figures:
        short = hand(SEVEN, bid=bid, tricks=bid - place - 1)
        assert amounts(short, rules=rules) == settled(-int(cell)), (bid, place)


@pytest.mark.parametrize(
    ("rules", "text"), [("original", WINNING_ORIGINAL), ("decimal", WINNING_DECIMAL)], ids=["original", "decimal"]
)
def test_every_cell_of_the_winning_tables(rules: str, text: str) -> None:
    figures = list(cells(text))
    assert len(figures) == sum(range(1, 10)) == number_of_figures(rules, "winning")
    for bid, place, cell in figures:
        made = hand(SEVEN, bid=bid, tricks=bid + place)
        assert amounts(made, rules=rules) == settled(int(cell.rstrip("*"))), (bid, place)
        line = printed(made, rules=rules)["hands"][0]["lines"][0]
        assert line["label"].startswith(f"{cell}, "), (bid, place)
        exactly = next(row for row in figures if row[:2] == (bid, 0))[2]
        assert amounts(made, rules=rules, overtricks=False) == settled(int(exactly.rstrip("*"))), (bid, place)


# A club's own tariff

OWN = 7
"""A figure that is in no table. Anne settles it with each of the three others."""
either_rule_set = pytest.mark.parametrize("table", [DECIMAL, ORIGINAL], ids=["decimal", "original"])
MADE = {f"winning.{bid}.{tricks}": (bid, tricks) for bid in range(5, 14) for tricks in range(bid, 14)}
FAILED = {f"failing.{bid}.{short}": (bid, bid - short) for bid in range(5, 14) for short in range(1, bid + 1)}
MISERES = ("little_misere", "grand_misere", "little_spread", "grand_spread")
PENALTIES = (
    "penalty.misdeal.pool",
    "penalty.revoke_in_partout.each",
    "penalty.revoke_in_partout.pool",
    "penalty.too_few_cards_in_partout.each",
    "penalty.spoilt_misere.pool",
)


@either_rule_set
@pytest.mark.parametrize("place", MADE)
def test_a_club_figure_for_a_made_bid(table: Raw, place: str) -> None:
    bid, tricks = MADE[place]
    played = printed(hand(SEVEN, bid=bid, tricks=tricks), **table, **own_tariff(place, OWN))["hands"][0]
    assert tuple(played["amounts"].values()) == settled(7)
    # A club's own figure has no star.
    assert played["lines"][0]["label"] == f"7, {bid} bid and {tricks} taken"


@either_rule_set
@pytest.mark.parametrize("place", FAILED)
def test_a_club_figure_for_a_failed_bid(table: Raw, place: str) -> None:
    bid, tricks = FAILED[place]
    assert amounts(hand(SEVEN, bid=bid, tricks=tricks), **table, **own_tariff(place, OWN)) == settled(-7)


@either_rule_set
@pytest.mark.parametrize("call", MISERES)
def test_a_club_figure_for_a_misere(table: Raw, call: str) -> None:
    own = own_tariff(f"misere.{call}.each", OWN)
    assert amounts(hand(MISERE, call=call), **table, **own) == settled(7)
    assert amounts(hand(MISERE, call=call, made=False), **table, **own) == settled(-7)


def test_without_overtricks_the_club_figure_for_exactly_the_bid_is_paid() -> None:
    nine = hand(SEVEN, tricks=9)
    assert amounts(nine, overtricks=False, **own_tariff("winning.7.7", OWN)) == settled(7)
    # The figure for nine taken of seven bid is not used then: still 20.
    assert amounts(nine, overtricks=False, **own_tariff("winning.7.9", OWN)) == settled(20)


def test_unchanged_figures_are_as_printed_and_keep_their_star() -> None:
    own = own_tariff("winning.7.8", OWN)
    assert printed(hand(SEVEN, tricks=9), **own)["hands"][0]["lines"][0]["label"] == "20*, 7 bid and 9 taken"


@either_rule_set
@pytest.mark.parametrize(
    ("sentence", "worth", "tricks", "hints"),
    [
        ("11 red become 11 times 7", 7, (6, 2, 5, 0), (-77, 28, 7, 42)),
        ("three share 3 times 7: 7 each, to the fourth", 7, (4, 4, 4, 1), (-7, -7, -7, 21)),
        ("an even figure: 7 times 12 is 84, half each is 42", 12, (5, 5, 1, 2), (-42, -42, 48, 36)),
        ("an odd one: 7 times 7 is 49, of which the earlier seat pays 25", 7, (5, 5, 1, 2), (-25, -24, 28, 21)),
        ("the earlier seat, wherever the two sit: 3 times 1 is 3", 1, (4, 3, 2, 4), (-2, 1, 2, -1)),
        ("the earlier seat is not always the first: 11 times 7 is 77", 7, (0, 6, 1, 6), (42, -39, 35, -38)),
        ("nothing at all", 0, (6, 2, 5, 0), (0, 0, 0, 0)),
    ],
)
def test_a_club_figure_for_misere_partout(
    table: Raw, sentence: str, worth: int, tricks: tuple[int, ...], hints: tuple[int, ...]
) -> None:
    assert sum(hints) == 0
    assert amounts(partout(*tricks), **table, **own_tariff("partout.each.each", worth)) == hints


@pytest.mark.parametrize(
    ("tricks", "label"),
    [
        ((6, 2, 5, 0), "Misère partout, Anne took the most: 7 for each trick fewer than 6"),
        ((4, 4, 4, 1), "Misère partout, Anne, Bruno, Chloé took the most and share: 7 for each trick fewer than 4"),
        (
            (0, 6, 1, 6),
            (
                "Misère partout, Bruno, David took the most and share, the odd counter from Bruno*: 7 for each trick "
                "fewer than 6"
            ),
        ),
    ],
)
def test_the_derivation_of_misere_partout_names_the_figure_and_the_odd_counter(
    tricks: tuple[int, ...], label: str
) -> None:
    own = own_tariff("partout.each.each", OWN)
    assert printed(partout(*tricks), **own)["hands"][0]["lines"][0]["label"] == label


def at_table(rules: str, own: Raw) -> Table:
    tariff = RULES.tariff(rules).read_own(own["tariff"]) if own else None
    return RULES.table(NAMES, rules=rules, tariff=tariff)


def form(rules: str, own: Raw, data: Raw | None = None) -> BostonForm:
    table = at_table(rules, own)
    return BostonForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data)


@pytest.mark.parametrize("rules", ["decimal", "original"])
@pytest.mark.parametrize("place", PENALTIES)
def test_a_club_penalty_is_on_a_chip(rules: str, place: str) -> None:
    filled = form(rules, own_tariff(place, OWN))
    chips = {chip.value: str(chip.hint) for chip in filled.penalties[0].amount}
    assert chips["7"] == ""  # not a whole number of red counters
    # Of the five amounts 10, 50, 40, 50 and 40, only the misdeal's 10 occurs once.
    others = {"40": "4 red", "50": "5 red"} | ({} if "misdeal" in place else {"10": "1 red"})
    assert chips == {"7": "", **others, "other": ""}
    raw = {"call": "passed", "penalties": [{"by": 1, "to": "each", "amount": 7}]}
    assert filled.values_of_call(raw)["penalties-0-amount"] == "7"


def test_a_penalty_of_zero_has_no_chip() -> None:
    chips = form("decimal", own_tariff("penalty.misdeal.pool", 0)).penalties[0].amount
    assert [chip.value for chip in chips] == ["40", "50", "other"]


def test_a_bid_shows_what_it_pays_by_the_club_figures() -> None:
    own = {"tariff": {"name": "Thursdays", "figures": {"winning.13.13": OWN, "misere.grand_misere.each": 44}}}
    hints = {chip.value: f"{chip.worth}{chip.hint}" for chip in form("original", own).call}
    # The printed 166* has a star, as it is in no source; the club's 7 has none.
    assert (hints["5"], hints["grand_misere"], hints["13"]) == ("12", "44", "7")


def test_the_sheet_shows_the_club_figure_of_misere_partout() -> None:
    sheet = BostonSheet(rules=RULES, table=at_table("decimal", own_tariff("partout.each.each", OWN)))
    assert any("each of the others 7 for every trick" in str(sentence) for sentence in sheet.explained())


@either_rule_set
@pytest.mark.parametrize("place", ["winning.5.5", "failing.5.1", "misere.little_misere.each"])
def test_making_a_bid_must_gain_and_failing_must_cost(table: Raw, place: str) -> None:
    assert refusal(SEVEN, **table, **own_tariff(place, 0)) == (None, f"tariff.figures.{place}", "out_of_range")


def test_the_list_of_all_figures() -> None:
    miseres = [f"misere.{call}.each" for call in MISERES]
    tested = {FigurePlace.from_text(text) for text in (*MADE, *FAILED, *miseres, "partout.each.each", *PENALTIES)}
    for tariff in RULES.tariffs.values():
        assert set(tariff.figures) == tested
