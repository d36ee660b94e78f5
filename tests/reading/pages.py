"""Pages of a sheet as they are seen in a photo, made without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import ScoredHand
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import layout_of, marked_sheet
from scorekeeper.reading.kept_pages import NewPage
from scorekeeper.reading.observations import RowSeen, TotalsOnPaper
from scorekeeper.reading.sheet.seen_sheet import SeenPage
from tests.play.tables import FOUR
from tests.reading.decoder.rows import number, row

CODE = SheetCode(game="tarot", rules="fft", names=FOUR, first_dealer=3, rows=12, landscape=True)


def rows_of(code: SheetCode, hands: Sequence[Mapping[str, Any]]) -> list[RowSeen]:
    """Return all rows of a sheet on which these hands are clearly written, with their totals, and nothing else.

    A row without a hand is empty.
    """
    game, table = code.game_at_table()
    sheet, seen = marked_sheet(game, table), []
    for raw, scored in zip(hands, scored_in_turn(code, hands), strict=True):
        if scored is None:
            seen.append(row(sheet, {}, {}))
            continue
        marks = sheet.marks(raw)
        assert marks is not None
        written = {int(seat): sheet.running(scored)[seat] for seat in table.seats if sheet.writes_total(scored, seat)}
        seen.append(row(sheet, marks, written))
    return [*seen, *(row(sheet, {}, {}) for _row in range(code.rows - len(hands)))]


def scored_in_turn(code: SheetCode, hands: Sequence[Mapping[str, Any]]) -> list[ScoredHand | None]:
    """Return the hands with their scores; None for a row without a hand."""
    game, table = code.game_at_table()
    state, totals = game.rules.opening(table), (0,) * table.size
    naming, found = Naming(table.players, by_seat=True), []
    for raw in hands:
        scored = score_hand(game.rules, table, state, totals, raw, naming) if raw else None
        if scored:
            state, totals = scored.state, scored.totals
        found.append(scored)
    return found


def carried_to(code: SheetCode, hands: Sequence[Mapping[str, Any]], first_row: int) -> TotalsOnPaper:
    """Return the totals carried over to the page that begins with this row, if it has hands."""
    sheet = marked_sheet(*code.game_at_table())
    before = [scored for scored in scored_in_turn(code, hands)[: first_row - 1] if scored]
    totals = sheet.running(before[-1]) if before and len(hands) >= first_row else None
    places = sheet.total_places
    return {int(seat): number(totals[seat] if totals else None, places, signed=True) for seat in sheet.table.seats}


def pages_of(code: SheetCode, hands: Sequence[Mapping[str, Any]], *, image: bytes = b"") -> list[NewPage]:
    """Return the pages of a sheet with these hands on it."""
    rows, layout, pages = rows_of(code, hands), layout_of(code).pages, []
    for page in layout:
        numbers = [row.number for row in page.rows if row.number]
        seen = SeenPage(
            code=replace(code, page=page.number, pages=len(layout)),
            first_row=numbers[0],
            rows=tuple(rows[numbers[0] - 1 : numbers[-1]]),
            carried=carried_to(code, hands, numbers[0]) if page.number > 1 else {},
        )
        pages.append(NewPage(seen=seen, image=image))
    return pages
