"""The table of a score sheet as plain data, in the language of the paper.

It is sent column by column, since Typst sets each column in one go. Rows with *special* cells, which are bold or span
several columns, are sent as they are; the lines of the columns are empty there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.scoring.text import Amount, SeatName, Text, number_words
from games.scoring.types import Seat
from games.ui.sheet import SheetColumn, SheetRow, Value
from scorekeeper.play.formatting import in_words

AS_TEXT = "\ufe0e"
"""The variation selector that asks for a suit symbol as text; the body font has no other anyway."""

RING = "○"
EMPTY = "\u2007"
"""The line of an empty cell; a line without a letter would have no height."""

LINE_ENDS = re.compile(r"[\n\u2028\u2029]+")
"""What ends a line in the note of a correction; lines of its own would cover the rows above and below."""


class Words:
    """Renders cells in the language of the paper; `names` are those of the players in seat order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __call__(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, Text):
            return LINE_ENDS.sub(" ", in_words(value, self.names).replace(AS_TEXT, ""))
        if isinstance(value, SeatName):
            return self.names[value.seat]
        return str(value) if isinstance(value, Amount) else number_words(value)


class SheetTable:
    """The table of a sheet with these columns.

    `words_at` is its first column of words. `firsts` are the first columns of the seats; words span up to one of the
    `ends`.
    """

    def __init__(self, columns: Sequence[SheetColumn], words: Words) -> None:
        self.columns, self.words = columns, words
        self.words_at = next(at for at, column in enumerate(columns) if column.words)
        seats = [column.seat for column in columns]
        self.firsts = {seat: seats.index(seat) for seat in seats if seat is not None}
        self.ends = [*sorted(self.firsts.values()), len(columns)]

    def printed(self, rows: Sequence[SheetRow], foot: Sequence[SheetRow], first_dealer: Seat) -> dict[str, Any]:
        """Return the table for the Typst templates.

        `heads` says for each row whether it stays with the next one; `begins` are the rows with a heavier line above. A
        column has for each row its line, the ring for the dealer, and what is carried over; `struck` are rows as well.
        """
        every, columns = [*rows, *foot], self.columns
        cells = [self._cells(row) for row in every]
        special = {
            number: list(self._special(row, cells[number], sums=number >= len(rows)))
            for number, row in enumerate(every)
            if row.strong or row.across or number >= len(rows)
        }
        lines = [[EMPTY] * len(columns) if number in special else words for number, words in enumerate(cells)]
        return {
            "columns": [
                {
                    **self._heading(at),
                    "lines": [words[at] or EMPTY for words in lines],
                    "carried": [self._carried(row, columns[at]) for row in rows],
                    "rings": [
                        RING if number not in special and self._deals(row, at) else EMPTY
                        for number, row in enumerate(every)
                    ],
                    "struck": [
                        number
                        for number, row in enumerate(every)
                        if number not in special and self._sits_out(row, at, cells[number])
                    ],
                }
                for at in range(len(columns))
            ],
            "special": special,
            "rows": len(rows),
            "foot": len(foot),
            "heads": [row.heads for row in rows],
            "begins": [number for number, begins in enumerate(_begins(rows, first_dealer)) if begins],
            "carried_over": self._carried_over(),
        }

    def _heading(self, at: int) -> dict[str, Any]:
        """Return a column with its heading.

        A column that `joins` the one before it shares the heading of its `group`, which is None if it has none. A
        `separate` column belongs to another player or group than the one before it.
        """
        column, before = self.columns[at], self.columns[at - 1] if at else None
        return {
            "head": self.words(column.head),
            "group": self.words(column.group) if column.group else None,
            "joins": bool(before and column.group and column.group == before.group),
            "separate": bool(before and (column.seat, column.group) != (before.seat, before.group)),
            "share": column.share,
            "kind": "words" if column.words else "ticks" if column.ticks else "figures",
        }

    def _cells(self, row: SheetRow) -> list[str]:
        return [self.words(row.cells.get(column.name, "")) for column in self.columns]

    def _carried(self, row: SheetRow, column: SheetColumn) -> str:
        """Return what a column carries over to the next page after this row."""
        carried = row.cells if row.carried is None else row.carried
        return self.words(carried.get(column.name, "")) if column.running else ""

    def _carried_over(self) -> dict[str, Any]:
        """Return the words of a row that carries totals over to the next page, and the columns that they span."""
        running = [at for at, column in enumerate(self.columns) if column.running]
        end = min(at for at in (*self.ends, *running) if at > self.words_at)
        return {"words": _("Carried over"), "at": self.words_at, "span": end - self.words_at}

    def _special(self, row: SheetRow, words: Sequence[str], *, sums: bool) -> Iterator[dict[str, Any]]:
        """Yield the cells of a row; words span the empty columns beside them: all of them or, in sums, the first."""
        spanning = (self.words_at, *self.firsts.values()) if row.across else (self.words_at,) if sums else ()
        at = 0
        while at < len(words):
            span = self._span(at, words) if at in spanning else 1
            yield {
                "words": words[at],
                "at": at,
                "span": span,
                "strong": row.strong,
                "deals": self._deals(row, at),
                "out": self._sits_out(row, at, words),
            }
            at += span

    def _span(self, first: int, words: Sequence[str]) -> int:
        """Return how many columns the words in `first` span: up to the next player's, if these are empty."""
        end = next(end for end in self.ends if end > first)
        return end - first if words[first] and not any(words[first + 1 : end]) else 1

    def _deals(self, row: SheetRow, at: int) -> bool:
        """Return whether a cell has the ring for the dealer."""
        return row.dealer is not None and self.firsts.get(row.dealer) == at

    def _sits_out(self, row: SheetRow, at: int, words: Sequence[str]) -> bool:
        """Return whether a cell is struck through."""
        return row.out is not None and row.out == self.columns[at].seat and not words[at]


def _begins(rows: Sequence[SheetRow], first_dealer: Seat) -> Iterator[bool]:
    """Yield for each row whether it begins a round of deals; the row's own `begins` takes precedence."""
    before: Seat | None = first_dealer
    for row in rows:
        yield row.dealer == first_dealer != before if row.begins is None else row.begins
        before = before if row.dealer is None else row.dealer
