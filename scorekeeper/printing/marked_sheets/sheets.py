"""The corner markers of a sheet that the camera reads: the first four of OpenCV's dictionary `DICT_4X4_50`.

The patterns are those of `cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)`. They are repeated here so that
printing doesn't need OpenCV.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.text import MINUS
from games.scoring.types import Amounts, Correction, SeatNumber
from games.ui.marked_sheet import Field, MarkedSheet, Marks, Ticks
from games.ui.sheet import TICK, WHAT, SheetHand, Value
from games.ui.sheet import total as total_column
from scorekeeper.play.formatting import in_words
from scorekeeper.printing.marked_sheets import layout
from scorekeeper.printing.marked_sheets.code import SheetCode, options_that_differ
from scorekeeper.printing.marked_sheets.layout import (
    BESIDE,
    EDGE,
    IN_WORDS,
    NUMBER_WIDTH,
    VALUE,
    Box,
    Cell,
    Column,
    PageLayout,
    RowLayout,
    SheetLayout,
    total,
)
from scorekeeper.printing.score_sheets import (
    PrintedSheet,
    Words,
    own_figures,
    own_words,
    qr_svg,
    small_box,
    tariff_words,
)
from scorekeeper.printing.typesetting import PageSetup, Sheet

PATTERNS = (
    (".#..", "#.#.", "##..", "##.#"),
    ("####", "....", ".##.", ".#.#"),
    ("##..", "##..", "##.#", "..#."),
    (".##.", ".##.", "#.##", "#..#"),
)
"""The inner modules of the markers 0 to 3, row by row: black is #. A black border of one module is around them."""


MARKED = "marked"
"""The kind of these sheets in `typst/print.typ`."""
MOST_LETTERS = 260
"""The most letters of a QR code that a phone still reads from a picture of the whole page."""
IN_A_BOX = 3
"""The most letters that are printed in a box itself."""
OVER_A_BOX = 9
"""The most letters of a name above a box, turned."""
MORE_ROWS = 8
"""The fewest empty rows below the hands of a session in progress."""


Deal = tuple[SeatNumber | None, tuple[SeatNumber, ...]]
"""Who deals a hand, None if that is not known beforehand, and who sits out without dealing."""


@dataclass(frozen=True, kw_only=True)
class PlayedRow:
    """A hand that is on the sheet already: its number, how it is marked or what it is in words, and totals by seat."""

    number: int
    words: str
    marks: Marks | None
    totals: Sequence[int | None]
    running: Amounts
    dealer: SeatNumber | None


@dataclass(frozen=True, kw_only=True)
class MarkedPaper:
    """A session sheet on paper, with boxes that the camera reads where the layout has them."""

    sheet: PrintedSheet
    layout: SheetLayout
    paper: str

    @cached_property
    def words(self) -> Words:
        """Renders words with the names of the players, or the numbers of their seats."""
        return Words([name or str(seat) for seat, name in enumerate(self.sheet.printed_names, start=1)])

    @cached_property
    def short_words(self) -> Words:
        """Renders words for boxes that have no room for a long name: with its first part, or its first letters."""
        names = self.sheet.printed_names
        if not all(names):
            return self.words
        return Words(first_letters(self.sheet.names) if self.layout.lines > 1 else short_names(names))

    @cached_property
    def marked(self) -> MarkedSheet:
        return layout.marked_sheet(self.sheet.game, self.sheet.table)

    @cached_property
    def fields(self) -> Sequence[Field]:
        return self.marked.fields()

    @property
    def rows(self) -> int:
        """The number of hands that the sheet has room for."""
        return sum(row.number > 0 for page in self.layout.pages for row in page.rows)

    @cached_property
    def played(self) -> Sequence[PlayedRow]:
        return rows_of(self.sheet)

    def typeset(self) -> Sheet:
        """Return the sheet for typesetting."""
        game, table = self.sheet.game, self.sheet.table
        made = game.sheet(game.rules, table)
        first = self.layout.pages[0]
        columns = {column.field: column for column in self.layout.columns}
        last_of_hand = columns[IN_WORDS]
        return {
            "kind": MARKED,
            "size": (first.width, first.height),
            "title": in_words(game.name),
            "subtitle": self.sheet.subtitle,
            "facts": self.sheet.facts,
            "width": first.width - 2 * EDGE,
            "top": layout.TABLE_TOP,
            "bottom": first.height - EDGE - layout.MARKER - layout.QUIET,
            "title_height": layout.HEAD_TITLE,
            "heads_height": layout.HEAD_BOXES,
            "number_width": NUMBER_WIDTH,
            "pitch": first.rows[0].box.height,
            "lines": self.layout.lines,
            "label_width": last_of_hand.x + last_of_hand.width - EDGE - NUMBER_WIDTH - 2,
            "words_x": EDGE + NUMBER_WIDTH + 1,
            "words_width": last_of_hand.x + last_of_hand.width - EDGE - NUMBER_WIDTH - 2,
            "columns": [self._column(column) for column in self.layout.columns],
            "patterns": self._patterns(),
            "pages": list(self._pages()),
            "how": self._how(),
            "blank": True,
            "boxes": [] if self.layout.low else [small_box(box, self.words) for box in made.boxes(None)],
            "signatures": self.sheet.signatures,
            "explained": " ".join(own_words(table)),
            "tariffs": [tariff_words(tariff) for tariff in (*own_figures(game.rules, table), *made.small_print())],
        }

    def _how(self) -> str:
        """Return how the sheet is filled in, and what its abbreviations mean."""
        everywhere = [_("○ deals.")] if self.marked.deals_in_turn else []
        everywhere.append(
            _(
                "Tick what applies, and write one digit in each box, the last one on the right; totals with their "
                "sign. For a hand that the boxes can’t express, tick “in words” and write it down."
            )
        )
        boxes = [box for field in self.fields if isinstance(field, Ticks) for box in field.boxes if box.means]
        legend = dict.fromkeys(f"{self.words(box.head)} {self.words(box.means)}" for box in boxes)
        return " ".join(
            [*everywhere, *(self.words(sentence) for sentence in self.marked.explained()), " · ".join(legend)]
        )

    # The headings

    def _column(self, column: Column) -> dict[str, Any]:
        """Return a column with its headings: the boxes' words with their left edge and their line."""
        field = {field.name: field for field in self.fields}.get(column.field)
        seat = {total(seat): seat for seat in self.sheet.table.seats}.get(column.field)
        title: Value = ""
        boxes: list[tuple[str, float, int]] = []
        if field is not None:
            title = field.head
        if isinstance(field, Ticks):
            heads = [self.short_words(box.head) for box in field.boxes]
            boxes = [(heads[cell.place], cell.box.x, line) for cell, line in self._lines(field)]
        if column.field == VALUE and self.marked.value_head:
            title = self.marked.value_head
        if column.field == IN_WORDS:
            title, boxes = _("Remarks"), [(_("in words"), column.x + BESIDE, 0)]
        signs = [cell.box.x for cell in self._hand_row().cells if cell.field == column.field and cell.kind == "sign"]
        return {
            "x": column.x,
            "width": column.width,
            "signs": signs,
            "title": self.words(title) if seat is None else self.sheet.printed_names[seat],
            "boxes": boxes,
            "player": seat is not None,
            "seat": "" if seat is None else str(seat + 1),
        }

    def _lines(self, field: Ticks) -> Iterator[tuple[Cell, int]]:
        """Yield the boxes of a field in a row, each with its line."""
        cells = [cell for cell in self._hand_row().cells if cell.field == field.name]
        lines = sorted({cell.box.y for cell in cells})
        for cell in cells:
            yield cell, lines.index(cell.box.y)

    def _hand_row(self) -> RowLayout:
        return self.layout.pages[0].rows[0]

    # The rows

    def _patterns(self) -> dict[str, list[tuple[float, float, float, float, str]]]:
        """Return the boxes of the kinds of rows, from the upper edge of the row, each with what is printed in it.

        A hand in words has no boxes but those of the totals.
        """
        row = self._hand_row()
        totals = {total(seat) for seat in self.sheet.table.seats}
        cells = [(_in_row(cell.box, row), cell, self._in_box(cell)) for cell in row.cells]
        boxes = [(box.x, box.y, box.width, box.height, words) for box, _cell, words in cells]
        only = [box for box, (_box, cell, _words) in zip(boxes, cells, strict=True) if cell.field in totals]
        return {"hand": boxes, "totals": only}

    def _in_box(self, cell: Cell) -> str:
        """Return what is printed in a box: if the boxes of a field don't stand below their headings, a short one."""
        if self.layout.lines == 1 or cell.kind != "tick":
            return ""
        for field in self.fields:
            if isinstance(field, Ticks) and field.name == cell.field:
                words = self.short_words(field.boxes[cell.place].head)
                return words if len(words) <= IN_A_BOX else ""
        return ""

    def _pages(self) -> Iterator[dict[str, Any]]:
        deals = list(self._deals())
        pages = len(self.layout.pages)
        for page in self.layout.pages:
            last = page.rows[-1].box
            yield {
                "markers": [(*_numbers(marker.box), PATTERNS[marker.id]) for marker in page.markers],
                "qr": (page.qr.x, page.qr.y, page.qr.width),
                "code": drawn(self._code(page), self.sheet.base),
                "rows": [self._row(page, row, deals) for row in page.rows],
                "end": last.y + last.height,
                "foot": list(self._foot(page)),
                "label": f"{page.number}/{pages}" if pages > 1 else "",
            }

    def _row(self, page: PageLayout, row: RowLayout, deals: Sequence[Deal]) -> dict[str, Any]:
        """Return a row: its number, what is written in it, the ring for the dealer, and whether a round begins."""
        played = self._played(row)
        before = page.rows[1].number - 1 if row.number == 0 else row.number - 1
        dealer, out = deals[row.number - 1] if row.number else (None, ())
        after = deals[before - 1][0] if before else None
        plain = row.number > 0 and (played is None or played.marks is not None)
        return {
            "y": row.box.y,
            "number": self._number(row.number, played),
            "pattern": "hand" if plain else "totals",
            "words": _("Carried over") if row.number == 0 else played.words if played and played.marks is None else "",
            "deals": None if dealer is None else self._ring(dealer),
            "out": [self._ring(seat) for seat in out],
            "begins": row.number > 0 and dealer == self.sheet.table.first_dealer != after,
            "ink": [(*_numbers(_in_row(box, row)), words) for box, words in self._ink(row, played, before)],
        }

    def _played(self, row: RowLayout) -> PlayedRow | None:
        return self.played[row.number - 1] if 0 < row.number <= len(self.played) else None

    def _number(self, number: int, played: PlayedRow | None) -> str:
        """Return the number of a hand: voided ones keep theirs."""
        if played is not None:
            return str(played.number)
        last = self.played[-1].number - len(self.played) if self.played else 0
        return str(number + last) if number else ""

    def _ring(self, seat: SeatNumber) -> float:
        """Return the place for the ring of a dealer, before the total."""
        return next(column.x for column in self.layout.columns if column.field == total(seat)) + 0.5

    def _deals(self) -> Iterator[Deal]:
        """Yield who deals each hand and who sits out without dealing, as far as it is known beforehand."""
        for row in self.played:
            yield row.dealer, ()
        rules, table, ledger = self.sheet.game.rules, self.sheet.table, self.sheet.ledger
        state = rules.opening(table) if ledger is None else ledger.state
        left = self.rows - len(self.played)
        if not self.marked.deals_in_turn:
            yield from [(None, ())] * left
            return
        seat = rules.dealer(table, state)
        while left:
            with suppress(RuleError):  # a player who sits out several hands doesn't deal
                out = rules.sits_out(table, rules.with_dealer(table, state, seat))
                yield seat, tuple(absent for absent in out if absent != seat)
                left -= 1
            seat = table.after(seat)

    def _ink(self, row: RowLayout, played: PlayedRow | None, before: int) -> Iterator[tuple[Box, str]]:
        """Yield what is written in the boxes of a row: a hand that was played, or the totals carried over from one."""
        if row.number == 0 and 0 < before <= len(self.played):
            for seat, amount in enumerate(self.played[before - 1].running):
                yield from written_in(_cells_of(row, total(seat)), amount)
        if played is None:
            return
        for name, value in (played.marks or {}).items():
            if isinstance(value, int):
                yield from written_in(_cells_of(row, name), value)
            else:
                yield from ((cell.box, TICK) for cell in _cells_of(row, name) if cell.key in value)
        for seat, so_far in enumerate(played.totals):
            if so_far is not None:
                yield from written_in(_cells_of(row, total(seat)), so_far)

    # The foot, and what the sheet says of itself

    def _foot(self, page: PageLayout) -> Iterator[dict[str, Any]]:
        """Yield the rows for sums, empty: their boxes are only for people."""
        game, table = self.sheet.game, self.sheet.table
        rows = game.sheet(game.rules, table).foot(None)
        columns = {column.field: column for column in self.layout.columns}
        for row, box in zip(rows, page.foot, strict=False):
            cells = [(columns[total(seat)], row.cells.get(total_column(seat), "")) for seat in table.seats]
            yield {
                "y": box.y,
                "height": box.height,
                "label": self.words(row.cells.get(WHAT, "")),
                "strong": row.strong,
                "totals": [(column.x, column.width, self.words(value)) for column, value in cells],
            }

    def _code(self, page: PageLayout) -> SheetCode:
        game, table = self.sheet.game, self.sheet.table
        return SheetCode(
            game=game.slug,
            rules=table.rules,
            names=tuple(self.sheet.names),
            first_dealer=table.first_dealer,
            rows=self.rows,
            options=options_that_differ(game, table),
            tariff=table.tariff.document() if table.tariff else None,
            paper=self.paper,
            landscape=self.layout.landscape,
            page=page.number,
            pages=len(self.layout.pages),
            session=self.sheet.session,
            printed=len(self.played),
        ).at_most(MOST_LETTERS)


def drawn(code: SheetCode, base: str) -> str:
    """Return the QR code as SVG: an address of this server if others can reach it, otherwise the code alone."""
    text = f"{base}{reverse('read_sheet')}?s={code.written()}" if base else code.written()
    return qr_svg(text, border=0)


def _numbers(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.width, box.height


def _in_row(box: Box, row: RowLayout) -> Box:
    """Return a box of a row, from the upper edge of the row."""
    return replace(box, y=round(box.y - row.box.y, 3))


def _cells_of(row: RowLayout, field: str) -> list[Cell]:
    return [cell for cell in row.cells if cell.field == field]


def written_in(cells: Sequence[Cell], number: int) -> Iterator[tuple[Box, str]]:
    """Yield the digits of a number in its boxes, aligned right; one that is too long is squeezed into all of them."""
    sign = [cell.box for cell in cells if cell.kind == "sign"]
    places = [cell.box for cell in cells if cell.kind == "digit"]
    digits = str(abs(number))
    if number < 0 and sign:
        yield sign[0], MINUS
    if len(digits) > len(places):
        yield replace(places[0], width=sum(box.width for box in places)), digits
    else:
        yield from zip(places[-len(digits) :], digits, strict=True)


def short_names(names: Sequence[str]) -> list[str]:
    """Return names that fit over a box: the first part of a long one, or first letters if some would be the same.

    >>> short_names(["Klaus-Dieter", "Hans Joachim", "Maximilian", "Anne B."])
    ['Klaus', 'Hans', 'Maximilia…', 'Anne B.']
    >>> short_names(["Anne-Katrin", "Anne-Sophie", "Ben"])
    ['1', '2', 'B']
    """
    short = [name if len(name) <= OVER_A_BOX else _cut(re.split(r"[-\s]", name)[0]) for name in names]
    return short if len(set(short)) == len(short) else first_letters(names)


def _cut(name: str) -> str:
    return name if len(name) <= OVER_A_BOX else f"{name[:OVER_A_BOX]}…"


def first_letters(names: Sequence[str]) -> list[str]:
    """Return the first letters of names, as many as tell them apart, or the number of the seat if that takes too many.

    >>> first_letters(["Anne", "Anouk", "Ben", ""]), first_letters(["Charlotte", "Charles"])
    (['Ann', 'Ano', 'B', '4'], ['1', '2'])
    """
    short = []
    for seat, name in enumerate(names):
        others = [other for place, other in enumerate(names) if place != seat]
        starts = (name[:letters] for letters in range(1, IN_A_BOX + 1) if name)
        short.append(
            next((start for start in starts if not any(other.startswith(start) for other in others)), str(seat + 1))
        )
    return short


# The sheets


def with_boxes(sheet: PrintedSheet, page_setup: PageSetup) -> Sheet | None:
    """Return a sheet with boxes for the camera, or None if nobody asked for them or there can't be any.

    A sheet with hands has them only if more can be recorded from it, and gets rows for those.
    """
    if not page_setup.camera or (sheet.ledger is not None and sheet.session is None):
        return None
    rows = sheet.planned or layout.usual_rows(sheet.game, sheet.table)
    if sheet.ledger is not None:
        rows = max(rows, len(sheet.ledger.hands) + MORE_ROWS)
    paper, landscape = page_setup.paper, page_setup.landscape
    try:
        where = layout.sheet_layout(sheet.game, sheet.table, paper=paper, rows=rows, landscape=landscape)
    except layout.BoxesDontFitError:
        return None
    return MarkedPaper(sheet=sheet, layout=where, paper=paper).typeset()


def rows_of(sheet: PrintedSheet) -> list[PlayedRow]:
    """Return the rows of the hands that were played."""
    return [_played_row(sheet, hand) for hand in sheet.hands or ()]


def _played_row(sheet: PrintedSheet, hand: SheetHand) -> PlayedRow:
    table, scored = sheet.table, hand.scored
    marked = layout.marked_sheet(sheet.game, table)
    raw = encode_hand(sheet.game.rules, table, scored.hand, Naming(table.players, by_seat=True))
    marks = None if isinstance(scored.hand.outcome, Correction) else marked.marks(raw)
    running = marked.running(scored)
    written = [marks is None or marked.writes_total(scored, seat) for seat in table.seats]
    return PlayedRow(
        number=hand.number,
        words=in_words(hand.what, sheet.printed_names),
        marks=marks,
        totals=[amount if shown else None for amount, shown in zip(running, written, strict=True)],
        running=running,
        dealer=scored.dealer,
    )
