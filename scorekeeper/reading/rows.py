"""What was seen in the rows of a flattened page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from scorekeeper.printing.marked_sheets.layout import IN_WORDS, Cell, PageLayout, RowLayout, total
from scorekeeper.reading import digits, signs, ticks
from scorekeeper.reading.cells import cut
from scorekeeper.reading.geometry import Grey
from scorekeeper.reading.registration import Flat
from scorekeeper.reading.seen import DigitSeen, NumberSeen, RowSeen, TickSeen

CARRIED = 0
"""The number of the row that has the totals carried over from the page before."""

Look = TypeVar("Look")
InCell = tuple[int, Cell]


def seen(flat: Flat, page: PageLayout) -> tuple[RowSeen, ...]:
    """Return what was seen in the row of each hand, printed rows and all; totals carried over are left out."""
    pictures = cut(flat, page)
    in_ticks = _looked_at(pictures, "tick", ticks.look_at)
    in_digits = _looked_at(pictures, "digit", digits.look_at)
    in_signs = _looked_at(pictures, "sign", signs.look_at)
    return tuple(_row(row, in_ticks, in_digits, in_signs) for row in page.rows if row.number != CARRIED)


def _looked_at(
    pictures: Mapping[InCell, Grey], kind: str, look_at: Callable[[Sequence[Grey]], list[Look]]
) -> dict[InCell, Look]:
    """Return what was seen in the cells of one kind; all at once, as a network is fastest."""
    places = [place for place in pictures if place[1].kind == kind]
    return dict(zip(places, look_at([pictures[place] for place in places]), strict=True))


def _row(
    row: RowLayout,
    in_ticks: Mapping[InCell, TickSeen],
    in_digits: Mapping[InCell, DigitSeen],
    in_signs: Mapping[InCell, float],
) -> RowSeen:
    boxes = {(cell.field, cell.key): in_ticks[row.number, cell] for cell in row.cells if cell.kind == "tick"}
    in_words = boxes.pop((IN_WORDS, ""))
    minus = {cell.field: in_signs[row.number, cell] for cell in row.cells if cell.kind == "sign"}
    places: dict[str, list[DigitSeen]] = {}
    for cell in row.cells:
        if cell.kind == "digit":
            places.setdefault(cell.field, []).append(in_digits[row.number, cell])
    numbers = {field: NumberSeen(places=tuple(own), minus=minus.get(field)) for field, own in places.items()}
    totals: dict[int, NumberSeen] = {}
    while total(len(totals)) in numbers:
        totals[len(totals)] = numbers.pop(total(len(totals)))
    return RowSeen(ticks=boxes, numbers=numbers, totals=totals, in_words=in_words)
