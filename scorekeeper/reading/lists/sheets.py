"""A list printed elsewhere, put together from pictures of its pages, and the hands on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.game import Game
from games.scoring.types import Table
from games.ui.marked_sheet import MarkedSheet
from games.ui.paper_list import FederationList
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.decoder.hands import ReadHand, read_hands
from scorekeeper.reading.lists import rows
from scorekeeper.reading.lists.comparison import compared
from scorekeeper.reading.lists.table import flatten, printings
from scorekeeper.reading.lists.tables import check
from scorekeeper.reading.observations import RowSeen
from scorekeeper.reading.photo.markers import NotASheetError, is_blank
from scorekeeper.reading.photo.pictures import pages_of


@dataclass(frozen=True, kw_only=True)
class SeenList:
    """A list of a game, with what was seen in its rows."""

    game_at_table: tuple[Game, Table]
    rows: Sequence[RowSeen]

    def hands(self) -> list[ReadHand]:
        """Return the hands of the list, from the beginning of a game."""
        game, table = self.game_at_table
        sheet = marked_sheet(game, table)
        state, totals = game.rules.opening(table), (0,) * table.size
        read = read_hands(sheet, state, totals, self.rows)
        return [compared(sheet, hand, self.rows[hand.row]) for hand in read]


def read_list(game: Game, table: Table, form: FederationList, files: Sequence[tuple[bytes, str]]) -> SeenList:
    """Read a list from files with their names; raise `ListError`, `PictureError` or `NotASheetError`."""
    check(table, form)
    sheet = marked_sheet(game, table)
    seen = [row for data, name in files for row in _rows(data, name, form, sheet)]
    return SeenList(game_at_table=(game, table), rows=seen)


def _rows(data: bytes, name: str, form: FederationList, sheet: MarkedSheet) -> Iterator[RowSeen]:
    known = list(printings(form, sheet.table.size))
    blank = True
    for picture in pages_of(data, name):
        if not is_blank(picture):
            blank = False
            printing, flat = flatten(picture, known)
            yield from rows.seen(flat, printing.columns, form.declarer, sheet)
    if blank:
        raise NotASheetError("blank", f"{name} is blank.")
