"""Rows of a score sheet, translated into the language of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.scoring.text import Amount, SeatName, Text, number_words
from games.scoring.types import Seat
from games.ui.sheet import SheetColumn, SheetRow, Value
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.printing.layout.table import TableColumn, TableLine

AS_TEXT = "\ufe0e"
"""The variation selector that asks for a suit symbol as text; the body font has no other anyway."""


class Words:
    """Renders cells in the language of the paper; `names` are those of the players in seat order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __call__(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, Text):
            return in_words(value, self.names).replace(AS_TEXT, "")
        if isinstance(value, SeatName):
            return self.names[value.seat]
        return str(value) if isinstance(value, Amount) else number_words(value)


def table_columns(columns: Sequence[SheetColumn], width: float, words: Words) -> list[TableColumn]:
    """Return the columns of a sheet for this width, in millimetres."""
    shares = sum(column.share for column in columns)
    return [
        TableColumn(
            head=words(column.head),
            group=column.group or None,
            shared=words(column.group),
            seat=column.seat,
            width=width * column.share / shares,
            across="left" if column.words else "center" if column.ticks else "right",
        )
        for column in columns
    ]


class RowConverter:
    """Converts the rows of a sheet with these columns to table lines."""

    def __init__(self, columns: Sequence[SheetColumn], words: Words) -> None:
        self.columns, self.words = columns, words
        self.words_at = next(place for place, column in enumerate(columns) if column.words)
        seats = [column.seat for column in columns]
        self.firsts = {seat: seats.index(seat) for seat in seats if seat is not None}
        self.ends = [*sorted(self.firsts.values()), len(columns)]

    def line(self, row: SheetRow, *, begins: bool = False, sums: bool = False) -> TableLine:
        """Return the line for a row; with `sums`, its words span the empty columns beside them."""
        cells = [self.words(row.cells.get(column.name, "")) for column in self.columns]
        carried = row.cells if row.carried is None else row.carried
        firsts = (self.words_at, *self.firsts.values()) if row.across else (self.words_at,) if sums else ()
        return TableLine(
            cells=cells,
            carried=[self.words(carried.get(one.name, "")) if one.running else "" for one in self.columns],
            spans=dict(filter(None, (self._span(first, cells) for first in firsts))),
            dealer=None if row.dealer is None else self.firsts.get(row.dealer),
            struck=[
                at
                for at, column in enumerate(self.columns)
                if row.out is not None and column.seat == row.out and not cells[at]
            ],
            bold=range(len(cells)) if row.strong else (),
            begins=begins,
            heads=row.heads,
        )

    def carried_over(self, last: TableLine) -> TableLine:
        """Return the line that carries the running totals after `last` over to the next page."""
        cells = list(last.carried)
        cells[self.words_at] = _("Carried over")
        spans = dict(filter(None, (self._span(self.words_at, cells),)))
        return TableLine(cells=cells, spans=spans, bold=(self.words_at,))

    def _span(self, first: int, cells: Sequence[str]) -> tuple[int, int] | None:
        """Return the columns that the words in `first` span: up to the next player's, if these are empty."""
        end = next(end for end in self.ends if end > first)
        return (first, end) if cells[first] and not any(cells[first + 1 : end]) else None


def with_rounds(rows: Sequence[SheetRow], first_dealer: Seat) -> Iterator[tuple[SheetRow, bool]]:
    """Yield each row with whether it begins a round of deals; the row's own `begins` takes precedence."""
    before: Seat | None = first_dealer
    for row in rows:
        yield row, row.dealer == first_dealer != before if row.begins is None else row.begins
        before = before if row.dealer is None else row.dealer
