"""The rows of a score sheet in words, in the language of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.scoring.text import Amount, SeatName, Text, number_words
from games.scoring.types import Seat
from games.sheet import Column, Row, Value
from scorekeeper.paper.layout.table import Line, TableColumn
from scorekeeper.play.words import in_words

AS_TEXT = "\ufe0e"
"""Asks for the printed sign of a suit, which is the only one that the book face has."""


class Words:
    """What a cell holds, in the language of the paper; `names` are those of the players in seat order."""

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


def table_columns(columns: Sequence[Column], width: float, words: Words) -> list[TableColumn]:
    """The columns of a sheet that is so many millimetres wide."""
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


class Rows:
    """Rows in words, for the columns of a sheet."""

    def __init__(self, columns: Sequence[Column], words: Words) -> None:
        self.columns, self.words = columns, words
        self.words_at = next(place for place, column in enumerate(columns) if column.words)
        seats = [column.seat for column in columns]
        self.firsts = {seat: seats.index(seat) for seat in seats if seat is not None}
        self.ends = [*sorted(self.firsts.values()), len(columns)]

    def line(self, row: Row, *, begins: bool = False, sums: bool = False) -> Line:
        """One row; one of `sums`, too, has its words across all empty columns beside them."""
        cells = [self.words(row.cells.get(column.name, "")) for column in self.columns]
        carried = row.cells if row.carried is None else row.carried
        firsts = (self.words_at, *self.firsts.values()) if row.across else (self.words_at,) if sums else ()
        return Line(
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

    def carried_over(self, last: Line) -> Line:
        """The row that takes the running totals from the foot of a page to the head of the next."""
        cells = list(last.carried)
        cells[self.words_at] = _("Carried over")
        spans = dict(filter(None, (self._span(self.words_at, cells),)))
        return Line(cells=cells, spans=spans, bold=(self.words_at,))

    def _span(self, first: int, cells: Sequence[str]) -> tuple[int, int] | None:
        """Words take all columns beside them up to the next player's, if these are empty; where that ends."""
        end = next(end for end in self.ends if end > first)
        return (first, end) if cells[first] and not any(cells[first + 1 : end]) else None


def with_rounds(rows: Sequence[Row], first_dealer: Seat) -> Iterator[tuple[Row, bool]]:
    """Each row, and whether the deal has gone round before it, or what the row itself says of that."""
    before: Seat | None = first_dealer
    for row in rows:
        yield row, row.dealer == first_dealer != before if row.begins is None else row.begins
        before = before if row.dealer is None else row.dealer
