"""Every cell of the printed tables, through the scoring: typed off the source once more, with its words for numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.boston.tariff import FAILING, WINNING
from games.boston.tests.sessions import SEVEN, amounts, hand, printed

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
    """The bid, the place in its row from 0, and the figure."""
    for line in text.strip().splitlines():
        word, *row = line.split()
        yield from ((BIDS[word], place, cell) for place, cell in enumerate(row))


def settled(value: int) -> tuple[int, ...]:
    return (3 * value, -value, -value, -value)


@pytest.mark.parametrize(
    ("rules", "text"), [("original", FAILURE_ORIGINAL), ("decimal", FAILURE_DECIMAL)], ids=["original", "decimal"]
)
def test_every_cell_of_the_failure_tables(rules: str, text: str) -> None:
    found = list(cells(text))
    assert len(found) == sum(range(5, 14)) == sum(map(len, FAILING[rules].values()))
    for bid, place, cell in found:
        short = hand(SEVEN, bid=bid, tricks=bid - place - 1)
        assert amounts(short, rules=rules) == settled(-int(cell)), (bid, place)


@pytest.mark.parametrize(
    ("rules", "text"), [("original", WINNING_ORIGINAL), ("decimal", WINNING_DECIMAL)], ids=["original", "decimal"]
)
def test_every_cell_of_the_winning_tables(rules: str, text: str) -> None:
    found = list(cells(text))
    assert len(found) == sum(range(1, 10)) == sum(map(len, WINNING[rules].values()))
    for bid, place, cell in found:
        made = hand(SEVEN, bid=bid, tricks=bid + place)
        assert amounts(made, rules=rules) == settled(int(cell.rstrip("*"))), (bid, place)
        line = printed(made, rules=rules)["hands"][0]["lines"][0]
        assert line["label"].startswith(f"{cell}, "), (bid, place)
        exactly = next(row for row in found if row[:2] == (bid, 0))[2]
        assert amounts(made, rules=rules, overtricks=False) == settled(int(exactly.rstrip("*"))), (bid, place)
