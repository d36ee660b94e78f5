"""Rows as they would be seen on paper, made from what the writer meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.ui.marked_sheet import DigitBoxes, MarkedSheet, Marks
from scorekeeper.reading.observations import AnyNumberSeen, DigitSeen, NumberSeen, RowSeen, TickSeen

CLEAR, TICKED, NOTHING = 0.999, TickSeen(ticked=0.9999), TickSeen(ticked=0.0001)
FAINT = 0.0001
EMPTY = DigitSeen(empty=CLEAR, digits=(FAINT,) * 10)


def digit(value: int | None, **others: float) -> DigitSeen:
    """A digit that is clear, or that looks like each of `others` (`d7=0.3`) as well."""
    if value is None:
        return EMPTY
    chances = [FAINT] * 10
    chances[value] = CLEAR - sum(others.values())
    for name, chance in others.items():
        chances[int(name.removeprefix("d"))] = chance
    return DigitSeen(empty=FAINT, digits=tuple(chances))


def number(value: int | None, places: int, *, signed: bool) -> NumberSeen:
    digits = [] if value is None else [int(figure) for figure in str(abs(value))]
    blanks = [None] * (places - len(digits))
    minus = (CLEAR if value is not None and value < 0 else 1 - CLEAR) if signed else None
    return NumberSeen(places=tuple(digit(figure) for figure in [*blanks, *digits]), minus=minus)


def places_of(seen: AnyNumberSeen) -> tuple[DigitSeen, ...]:
    """The boxes of a number on a sheet that has boxes."""
    assert isinstance(seen, NumberSeen)
    return seen.places


def row(sheet: MarkedSheet, marks: Marks, totals: Mapping[int, int], *, in_words: bool = False) -> RowSeen:
    """A row in which these marks and totals are clearly written."""
    ticks, numbers = {}, {}
    for field in sheet.fields():
        mark = marks.get(field.name)
        if isinstance(field, DigitBoxes):
            assert mark is None or isinstance(mark, int)
            numbers[field.name] = number(mark, field.places, signed=field.signed)
        else:
            ticked = mark if isinstance(mark, frozenset) else frozenset()
            for box in field.boxes:
                ticks[field.name, box.key] = TICKED if box.key in ticked else NOTHING
    return RowSeen(
        ticks=ticks,
        numbers=numbers,
        totals={seat: number(totals.get(seat), sheet.total_places, signed=True) for seat in sheet.table.seats},
        in_words=TICKED if in_words else NOTHING,
    )


def unclear(*digits: int | None, **others: float) -> NumberSeen:
    """A number whose second to last digit may also be another one."""
    *first, tens, units = digits
    return NumberSeen(places=(*map(digit, first), digit(tens, **others), digit(units)), minus=0.0)


def blank(row: RowSeen, *ticked: tuple[str, str]) -> RowSeen:
    """A row in which nothing is written, except perhaps a tick."""
    nothing = {key: TickSeen(ticked=0.9 if key in ticked else 0.01) for key in row.ticks}
    none = {name: NumberSeen(places=(digit(None),) * len(places_of(seen))) for name, seen in row.numbers.items()}
    totals = {seat: NumberSeen(places=(digit(None),) * 4, minus=0.0) for seat in row.totals}
    return RowSeen(ticks=nothing, numbers=none, totals=totals, in_words=TickSeen(ticked=0.01))


def in_words(row: RowSeen) -> RowSeen:
    """A row with words in addition to what its boxes say."""
    return replace(row, in_words=TickSeen(ticked=0.99))
