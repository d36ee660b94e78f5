"""A list that is printed elsewhere, put together from pictures of its pages, and the hands on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.game import Game
from games.scoring.types import Table
from games.ui.marked_sheet import MarkedSheet, Marks, Ticks
from games.ui.paper_list import FederationList
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.blank_pages import is_blank
from scorekeeper.reading.decoder.hands import ReadHand, read_hands
from scorekeeper.reading.decoder.totals import is_another_value
from scorekeeper.reading.lists import rows
from scorekeeper.reading.lists.table import flatten
from scorekeeper.reading.markers import NotASheetError
from scorekeeper.reading.pictures import pages_of
from scorekeeper.reading.seen import RowSeen

VALUE = "value"
"""Stands among the doubtful fields of a hand for its value, which a list has beside the total."""
CLEARLY = 0.997
"""A tick is clearly there, or clearly not, if that is as likely."""


class ListError(Exception):
    """A table of players for whom there is no such list; `code` says why: `players`, `rules` or `options`."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


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
        return [_compared(sheet, hand, self.rows[hand.row]) for hand in read]


def read_list(game: Game, table: Table, form: FederationList, files: Sequence[tuple[bytes, str]]) -> SeenList:
    """Read a list from files with their names; raise `ListError`, `PictureError` or `NotASheetError`."""
    check(table, form)
    sheet = marked_sheet(game, table)
    seen = [row for data, name in files for row in _rows(data, name, form, sheet)]
    return SeenList(game_at_table=(game, table), rows=seen)


def check(table: Table, form: FederationList) -> None:
    """Raise `ListError` if the list isn't for this table."""
    if table.size not in form.rows:
        raise ListError("players", f"The list is not for {table.size} players.")
    if table.rules not in form.rules:
        raise ListError("rules", f"The list is not for the rules {table.rules}.")
    for option, value in form.options.items():
        if table.options.get(option) != value:
            raise ListError("options", f"The list is only for games with {option}={value}.")


def _rows(data: bytes, name: str, form: FederationList, sheet: MarkedSheet) -> Iterator[RowSeen]:
    size = sheet.table.size
    blank = True
    for picture in pages_of(data, name):
        if not is_blank(picture):
            blank = False
            yield from rows.seen(flatten(picture, form.all_columns(size), form.rows[size]), form, sheet)
    if blank:
        raise NotASheetError("blank", f"{name} is blank.")


def _compared(sheet: MarkedSheet, hand: ReadHand, row: RowSeen) -> ReadHand:
    """Return a hand with the fields in which clearly something else stands than belongs to it.

    A list says everything twice or more. Where that doesn't agree, its writer slipped. Another value is only mentioned
    if the total is right.
    """
    marks = sheet.marks(hand.raw) if hand.raw is not None else None
    if marks is None or hand.scored is None:
        return hand
    against = tuple(
        field.name for field in sheet.fields() if isinstance(field, Ticks) and _is_against(field, marks, row)
    )
    value = sheet.value(hand.scored)
    astray = (VALUE,) if any(is_another_value(cell, value) for cell in row.values) else ()
    return replace(hand, against=against, astray=(*hand.astray, *astray))


def _is_against(field: Ticks, marks: Marks, row: RowSeen) -> bool:
    meant = marks.get(field.name, frozenset())
    assert isinstance(meant, frozenset)
    ticks = {box.key: row.ticks[field.name, box.key].ticked for box in field.boxes}
    return any(1 - seen > CLEARLY if key in meant else seen > CLEARLY for key, seen in ticks.items())
