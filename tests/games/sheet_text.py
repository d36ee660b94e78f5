"""A game's score sheet in words, before it is typeset: the content of each column."""

from __future__ import annotations

from collections.abc import Iterable

from games import registry
from games.scoring.replay import Ledger
from games.ui.sheet import ScoreSheet, SheetBox, SheetRow
from scorekeeper.printing.score_sheets import Words, played

Cells = dict[str, str]


class OnPaper:
    """Return the sheet of a ledger in English: its rows, its foot and blank rows, each cell by its column."""

    def __init__(self, ledger: Ledger) -> None:
        self.words, self.hands = Words(ledger.table.players), played(ledger)
        self.sheet: ScoreSheet = registry.get(ledger.rules.slug).sheet(ledger.rules, ledger.table)

    @property
    def rows(self) -> list[Cells]:
        return self._cells(self.sheet.filled(self.hands))

    @property
    def blank(self) -> list[Cells]:
        return self._cells(self.sheet.blank())

    @property
    def foot(self) -> list[Cells]:
        return self._cells(self.sheet.foot(self.hands))

    @property
    def boxes(self) -> list[list[list[str]]]:
        """Return the rows of each box, its heading first."""
        return self._boxes(self.sheet.boxes(self.hands))

    @property
    def blank_boxes(self) -> list[list[list[str]]]:
        return self._boxes(self.sheet.boxes(None))

    @property
    def carried(self) -> Cells:
        """Return what is carried over after the last row, by the running columns."""
        row = self.sheet.filled(self.hands)[-1]
        running = {column.name for column in self.sheet.columns() if column.running}
        carried = row.cells if row.carried is None else row.carried
        return {name: self.words(value) for name, value in carried.items() if name in running}

    @property
    def heads(self) -> list[str]:
        """Return the headings, each with that of its group before it."""
        return [f"{self.words(column.group)} {self.words(column.head)}".strip() for column in self.sheet.columns()]

    @property
    def dealers(self) -> list[int | None]:
        return [row.dealer for row in self.sheet.blank()]

    @property
    def sitting_out(self) -> list[tuple[int, ...]]:
        return [row.out for row in self.sheet.blank()]

    def _boxes(self, boxes: Iterable[SheetBox]) -> list[list[list[str]]]:
        return [[[self.words(cell) for cell in row] for row in (box.head, *box.rows)] for box in boxes]

    def _cells(self, rows: Iterable[SheetRow]) -> list[Cells]:
        return [{name: words for name, value in row.cells.items() if (words := self.words(value))} for row in rows]

    def tariff_cells(self) -> list[str]:
        """Return the text of the small print, cell by cell."""
        return [
            str(cell.words)
            for tariff in self.sheet.small_print()
            for row in (tariff.head, *tariff.rows)
            for cell in row
        ]

    def card(self) -> list[str]:
        """Return the headings of the rule card."""
        return [str(part.title) for part in self.sheet.card()]
