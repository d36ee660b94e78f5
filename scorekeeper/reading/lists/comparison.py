"""What a list says twice: where the two differ, its writer made a slip."""

from __future__ import annotations

from dataclasses import replace

from games.ui.marked_sheet import MarkedSheet, Marks, Ticks
from scorekeeper.printing.marked_sheets.layout import seat_of_total
from scorekeeper.reading.decoder.evidence import LOOKS_DIFFERENT, number_cost, number_guesses
from scorekeeper.reading.decoder.hands import ReadHand
from scorekeeper.reading.decoder.totals import is_another_value
from scorekeeper.reading.observations import RowSeen, ValueSeen

VALUE = "value"
"""The name, among the fields, of the value of the game, which a list has beside the total."""
CLEARLY = 0.997
"""The probability from which a tick is clearly there, or clearly not."""


def compared(sheet: MarkedSheet, hand: ReadHand, row: RowSeen) -> ReadHand:
    """Return a hand with the fields that clearly say something else than the hand.

    Another value is mentioned only if the total is right, and so is anything else that looks different.
    """
    marks = sheet.marks(hand.raw) if hand.raw is not None else None
    if marks is None or hand.scored is None:
        return hand
    against = [field.name for field in sheet.fields() if isinstance(field, Ticks) and _is_against(field, marks, row)]
    value = sheet.value(hand.scored)
    if value and not all(_looks_like(cell, value) for cell in row.values):
        # Then only the total confirms the hand.
        against += [name for name in hand.overruled if seat_of_total(name) is None]
        against += [] if hand.written else [VALUE]
    astray = (VALUE,) if any(is_another_value(cell, value) for cell in row.values) else ()
    return replace(hand, against=tuple(dict.fromkeys(against)), astray=(*hand.astray, *astray))


def _looks_like(cell: ValueSeen, value: int) -> bool:
    """Return whether a cell may well hold the value of a hand, or nothing if that belongs in the other cell."""
    expected = abs(value) if (value < 0) == cell.negative else None
    return number_cost(cell.number, expected) <= number_guesses(cell.number)[0].cost + LOOKS_DIFFERENT


def _is_against(field: Ticks, marks: Marks, row: RowSeen) -> bool:
    meant = marks.get(field.name, frozenset())
    assert isinstance(meant, frozenset)
    ticks = {box.key: row.ticks[field.name, box.key].ticked for box in field.boxes}
    return any(1 - seen > CLEARLY if key in meant else seen > CLEARLY for key, seen in ticks.items())
