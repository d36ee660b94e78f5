"""What was seen in the rows of a flattened page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scorekeeper.printing.marked_sheets.layout import IN_WORDS, Cell, PageLayout, RowLayout, total
from scorekeeper.reading.boxes import digits, row_ink, signs, ticks
from scorekeeper.reading.boxes.cells import cut
from scorekeeper.reading.observations import DigitSeen, NumberSeen, RowSeen, TickSeen, TotalsOnPaper
from scorekeeper.reading.photo.geometry import Grey
from scorekeeper.reading.photo.registration import Flat

CARRIED = 0
"""The number of the row that has the totals carried over from the page before."""

Look = TypeVar("Look")
InCell = tuple[int, Cell]


def seen(flat: Flat, page: PageLayout) -> tuple[tuple[RowSeen, ...], TotalsOnPaper]:
    """Return what was seen in the row of each hand, printed ones included, and the totals carried over, if any."""
    pictures = cut(flat, page)
    in_ticks = ticks.look_at(flat.image, page)
    in_digits = _looked_at(pictures, "digit", digits.look_at)
    in_signs = _looked_at(pictures, "sign", signs.look_at)
    carried = [_numbers(row, in_digits, in_signs) for row in page.rows if row.number == CARRIED]
    hands = tuple(
        _judged(_row(row, in_ticks, in_digits, in_signs), flat.image, row) for row in page.rows if row.number != CARRIED
    )
    return hands, _totals(carried[0]) if carried else {}


def _looked_at(
    pictures: Mapping[InCell, Grey], kind: str, look_at: Callable[[Sequence[Grey]], list[Look]]
) -> dict[InCell, Look]:
    """Return what was seen in the cells of one kind; all at once, which is fastest for a network."""
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
    numbers = _numbers(row, in_digits, in_signs)
    totals = _totals(numbers)
    own = {field: number for field, number in numbers.items() if field not in map(total, totals)}
    return RowSeen(ticks=boxes, numbers=own, totals=totals, in_words=in_words)


def _judged(seen: RowSeen, image: Grey, row: RowLayout) -> RowSeen:
    """Return a row with what its ink as a whole says: a row that is struck out has nothing in its boxes."""
    if row_ink.is_struck(image, row):
        return seen.struck_out()
    return replace(seen, faint=row_ink.is_faint(image, row))


def _numbers(
    row: RowLayout, in_digits: Mapping[InCell, DigitSeen], in_signs: Mapping[InCell, float]
) -> dict[str, NumberSeen]:
    minus = {cell.field: in_signs[row.number, cell] for cell in row.cells if cell.kind == "sign"}
    places: dict[str, list[DigitSeen]] = {}
    for cell in row.cells:
        if cell.kind == "digit":
            places.setdefault(cell.field, []).append(in_digits[row.number, cell])
    return {field: NumberSeen(places=tuple(own), minus=minus.get(field)) for field, own in places.items()}


def _totals(numbers: Mapping[str, NumberSeen]) -> dict[int, NumberSeen]:
    """Return the numbers that are running totals, by seat."""
    totals: dict[int, NumberSeen] = {}
    while (number := numbers.get(total(len(totals)))) is not None:
        totals[len(totals)] = number
    return totals
