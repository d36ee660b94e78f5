"""A session of four hands, as written on a sheet and as it may be seen there.

It is Tarot by the federation's rules: the taker wins (25 + difference) × contract from each opponent.

| hand | worth | Anne | Bruno | Chloé | David |
|---|---|---|---|---|---|
| Anne, prise, 2 bouts (41), 49 points | 25 + 8 = 33 | 99 | −33 | −33 | −33 |
| Bruno, garde, 1 bout (51), 56 points | (25 + 5) × 2 = 60 | 39 | 147 | −93 | −93 |
| Chloé, prise, 3 bouts (36), 30 points | −(25 + 6) = −31 | 70 | 178 | −186 | −62 |
| David, garde, no bout (56), 60 points | (25 + 4) × 2 = 58 | 12 | 120 | −244 | 112 |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.ui.marked_sheet import Marks
from scorekeeper.reading.decoder.hands import ReadHand
from scorekeeper.reading.observations import NumberSeen, RowSeen
from tests.games import marked_rows
from tests.reading.decoder.rows import digit, row

SHEET = marked_rows.marked_sheet("tarot", "fft")
OPENING, NO_TOTALS = SHEET.rules.opening(SHEET.table), (0, 0, 0, 0)
MARKS: list[Marks] = [
    marked_rows.row("call=prise taker=0 bouts:2 points:49"),
    marked_rows.row("call=garde taker=1 bouts:1 points:56"),
    marked_rows.row("call=prise taker=2 bouts:3 points:30"),
    marked_rows.row("call=garde taker=3 bouts:0 points:60"),
]
TOTALS = [(99, -33, -33, -33), (39, 147, -93, -93), (70, 178, -186, -62), (12, 120, -244, 112)]
HANDS: list[Mapping[str, Any]] = [
    {"call": "prise", "taker": 0, "bouts": 2, "points": 49},
    {"call": "garde", "taker": 1, "bouts": 1, "points": 56},
    {"call": "prise", "taker": 2, "bouts": 3, "points": 30},
    {"call": "garde", "taker": 3, "bouts": 0, "points": 60},
]
NOTHING = row(SHEET, {}, {})


def written(at: int, totals: Mapping[int, int] | None = None) -> RowSeen:
    """A clearly written row of the session, with these totals in place of its own."""
    return row(SHEET, MARKS[at], dict(enumerate(TOTALS[at])) if totals is None else totals)


def with_total(at: int, seat: int, total: int) -> dict[int, int]:
    return {**dict(enumerate(TOTALS[at])), seat: total}


def with_number(seen: RowSeen, name: str, boxes: NumberSeen) -> RowSeen:
    return replace(seen, numbers={**seen.numbers, name: boxes})


def unreadable(seen: RowSeen) -> RowSeen:
    """The row with totals that may be anything."""
    any_digit = replace(digit(0), empty=1 / 11, digits=(1 / 11,) * 10)
    boxes = NumberSeen(places=(any_digit,) * SHEET.total_places, minus=0.5)
    return replace(seen, totals=dict.fromkeys(seen.totals, boxes))


def raws(hands: Sequence[ReadHand]) -> list[Mapping[str, Any] | None]:
    return [hand.raw for hand in hands]
