"""Every cell of the printed tables, through the scoring, and a club's own tariff.

The tables were typed from the source a second time, with its words for numbers. For each figure that a club can set,
the tests check that it is the one paid.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.boston.form import BostonForm
from games.boston.tests.sessions import (
    MISERE,
    NAMES,
    RULES,
    SEVEN,
    Raw,
    amounts,
    hand,
    ledger,
    partout,
    printed,
    refusal,
)
from games.scoring.tariffs import FigurePlace
from games.ui.forms import Position
from tests.games.documents import own_tariff
from tests.games.sheet_text import OnPaper

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


def settled(value: int) -> tuple[int, ...]:
    return (3 * value, -value, -value, -value)


@pytest.mark.parametrize(
    ("rules", "text"), [("original", FAILURE_ORIGINAL), ("decimal", FAILURE_DECIMAL)], ids=["original", "decimal"]
)
def test_every_cell_of_the_failure_tables(rules: str, text: str) -> None:
    figures = list(cells(text))
    assert len(figures) == sum(range(5, 14))
    for bid, place, cell in figures:
        short = hand(SEVEN, bid=bid, tricks=bid - place - 1)
        assert amounts(short, rules=rules) == settled(-int(cell)), (bid, place)


@pytest.mark.parametrize(
    ("rules", "text"), [("original", WINNING_ORIGINAL), ("decimal", WINNING_DECIMAL)], ids=["original", "decimal"]
)
def test_every_cell_of_the_winning_tables(rules: str, text: str) -> None:
    figures = list(cells(text))
    assert len(figures) == sum(range(1, 10))
    for bid, place, cell in figures:
        made = hand(SEVEN, bid=bid, tricks=bid + place)
        assert amounts(made, rules=rules) == settled(int(cell.rstrip("*"))), (bid, place)
        line = printed(made, rules=rules)["hands"][0]["lines"][0]
        assert line["label"].startswith(f"{cell}, "), (bid, place)
        exactly = next(row for row in figures if row[:2] == (bid, 0))[2]
        assert amounts(made, rules=rules, overtricks=False) == settled(int(exactly.rstrip("*"))), (bid, place)


# A club's own tariff

MISERES = ("little_misere", "grand_misere", "little_spread", "grand_spread")
OWN = 7
"""A figure that is in no table. Anne settles it with each of the three others."""
MADE = {
    f"winning.{bid}.{tricks}": hand(SEVEN, bid=bid, tricks=tricks) for bid in range(5, 14) for tricks in range(bid, 14)
} | {f"misere.{call}.each": hand(MISERE, call=call) for call in MISERES}
FAILED = {
    f"failing.{bid}.{short}": hand(SEVEN, bid=bid, tricks=bid - short)
    for bid in range(5, 14)
    for short in range(1, bid + 1)
}
PENALTIES = (
    "penalty.misdeal.pool",
    "penalty.revoke_in_partout.each",
    "penalty.revoke_in_partout.pool",
    "penalty.too_few_cards_in_partout.each",
    "penalty.spoilt_misere.pool",
)


def test_every_club_figure_is_the_one_paid() -> None:
    for place, played in MADE.items():
        scored = printed(played, **own_tariff(place, OWN))["hands"][0]
        assert tuple(scored["amounts"].values()) == settled(7), place
        assert scored["lines"][0]["label"].startswith("7, "), place  # a club's own figure has no star
    for place, played in FAILED.items():
        assert amounts(played, **own_tariff(place, OWN)) == settled(-7), place
    lost = hand(MISERE, call="grand_misere", made=False)
    assert amounts(lost, **own_tariff("misere.grand_misere.each", OWN)) == settled(-7)


def test_without_overtricks_the_club_figure_for_exactly_the_bid_is_paid() -> None:
    nine = hand(SEVEN, tricks=9)
    assert amounts(nine, overtricks=False, **own_tariff("winning.7.7", OWN)) == settled(7)
    # The figure for nine taken of seven bid is not used then: still 20.
    assert amounts(nine, overtricks=False, **own_tariff("winning.7.9", OWN)) == settled(20)


@pytest.mark.parametrize(
    ("sentence", "worth", "tricks", "expected", "said"),
    [
        ("11 red become 11 times 7", 7, (6, 2, 5, 0), (-77, 28, 7, 42), "Anne took the most"),
        (
            "three share 3 times 7: 7 each, to the fourth",
            7,
            (4, 4, 4, 1),
            (-7, -7, -7, 21),
            "Anne, Bruno, Chloé took the most and share",
        ),
        (
            "an even figure: 7 times 12 is 84, half each is 42",
            12,
            (5, 5, 1, 2),
            (-42, -42, 48, 36),
            "Anne, Bruno took the most and share",
        ),
        (
            "an odd one: 11 times 7 is 77, of which the earlier seat pays 39, wherever the two sit",
            7,
            (0, 6, 1, 6),
            (42, -39, 35, -38),
            "Bruno, David took the most and share, the odd counter from Bruno*",
        ),
        ("nothing at all", 0, (6, 2, 5, 0), (0, 0, 0, 0), "Anne took the most"),
    ],
)
def test_a_club_figure_for_misere_partout(
    sentence: str, worth: int, tricks: tuple[int, ...], expected: tuple[int, ...], said: str
) -> None:
    scored = printed(partout(*tricks), **own_tariff("partout.each.each", worth))["hands"][0]
    assert tuple(scored["amounts"].values()) == expected
    label = f"Misère partout, {said}: {worth} for each trick fewer than {max(tricks)}"
    assert [line["label"] for line in scored["lines"]] == [label]


def form(own: Raw, data: Raw | None = None, *, rules: str = "decimal") -> BostonForm:
    table = RULES.table(NAMES, rules=rules, tariff=RULES.tariff(rules).read_own(own["tariff"]))
    return BostonForm(Position(rules=RULES, table=table, state=RULES.opening(table)), data)


@pytest.mark.parametrize("place", PENALTIES)
def test_a_club_penalty_is_on_a_chip(place: str) -> None:
    filled = form(own_tariff(place, OWN))
    chips = {chip.value: str(chip.hint) for chip in filled.penalties[0].amount}
    assert chips["7"] == ""  # not a whole number of red counters
    # Of the five amounts 10, 50, 40, 50 and 40, only the misdeal's 10 occurs once.
    others = {"40": "4 red", "50": "5 red"} | ({} if "misdeal" in place else {"10": "1 red"})
    assert chips == {"7": "", **others, "other": ""}
    raw = {"call": "passed", "penalties": [{"by": 1, "to": "each", "amount": 7}]}
    assert filled.values_of_call(raw)["penalties-0-amount"] == "7"


def test_a_penalty_of_zero_has_no_chip() -> None:
    chips = form(own_tariff("penalty.misdeal.pool", 0)).penalties[0].amount
    assert [chip.value for chip in chips] == ["40", "50", "other"]


def test_a_bid_shows_what_it_pays_by_the_club_figures() -> None:
    own = {"tariff": {"name": "Thursdays", "figures": {"winning.13.13": OWN, "misere.grand_misere.each": 44}}}
    hints = {chip.value: f"{chip.worth}{chip.hint}" for chip in form(own, rules="original").call}
    # The printed 166* has a star, as it is in no source; the club's 7 has none.
    assert (hints["5"], hints["grand_misere"], hints["13"]) == ("12", "44", "7")


def test_the_sheet_shows_the_club_figure_of_misere_partout() -> None:
    sentences = map(str, OnPaper(ledger(**own_tariff("partout.each.each", OWN))).sheet.explained())
    assert any("each of the others 7 for every trick" in sentence for sentence in sentences)


@pytest.mark.parametrize("place", ["winning.5.5", "failing.5.1", "misere.little_misere.each"])
def test_making_a_bid_must_gain_and_failing_must_cost(place: str) -> None:
    assert refusal(SEVEN, **own_tariff(place, 0)) == (None, f"tariff.figures.{place}", "out_of_range")


def test_the_list_of_all_figures() -> None:
    tested = {FigurePlace.from_text(text) for text in (*MADE, *FAILED, "partout.each.each", *PENALTIES)}
    for tariff in RULES.tariffs.values():
        assert set(tariff.figures) == tested
