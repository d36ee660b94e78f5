"""Rows as a reader of the paper would see them, made from what the writer meant."""

from collections.abc import Mapping

from games.ui.marked_sheet import DigitBoxes, MarkedSheet, Marks
from scorekeeper.reading.seen import DigitSeen, NumberSeen, RowSeen, TickSeen

CLEAR, NOTHING = 0.99, TickSeen(ticked=0.01)
EMPTY = DigitSeen(empty=CLEAR, digits=(0.001,) * 10)


def digit(value: int | None, **others: float) -> DigitSeen:
    """A digit that is clear, or that looks like each of `others` (`d7=0.3`) as well."""
    if value is None:
        return EMPTY
    chances = [0.001] * 10
    chances[value] = CLEAR - sum(others.values())
    for name, chance in others.items():
        chances[int(name.removeprefix("d"))] = chance
    return DigitSeen(empty=0.001, digits=tuple(chances))


def number(value: int | None, places: int, *, signed: bool) -> NumberSeen:
    digits = [] if value is None else [int(one) for one in str(abs(value))]
    blanks = [None] * (places - len(digits))
    minus = (CLEAR if value is not None and value < 0 else 1 - CLEAR) if signed else None
    return NumberSeen(places=tuple(digit(one) for one in [*blanks, *digits]), minus=minus)


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
                ticks[field.name, box.key] = TickSeen(ticked=CLEAR) if box.key in ticked else NOTHING
    return RowSeen(
        ticks=ticks,
        numbers=numbers,
        totals={seat: number(totals.get(seat), sheet.total_places, signed=True) for seat in sheet.table.seats},
        in_words=TickSeen(ticked=CLEAR) if in_words else NOTHING,
    )
