"""Pages of a sheet as they are seen in a photo, made without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import layout_of, marked_sheet
from scorekeeper.reading.seen import RowSeen
from scorekeeper.reading.services import NewPage
from scorekeeper.reading.sheets import SeenPage
from tests.play.tables import FOUR
from tests.reading.rows import row

CODE = SheetCode(game="tarot", rules="fft", names=FOUR, first_dealer=3, rows=12, landscape=True)


def rows_of(code: SheetCode, hands: Sequence[Mapping[str, Any]]) -> list[RowSeen]:
    """Return all rows of a sheet on which these hands are clearly written, with their totals, and nothing else."""
    game, table = code.game_at_table()
    sheet, state, totals = marked_sheet(game, table), game.rules.opening(table), (0,) * table.size
    naming, seen = Naming(table.players, by_seat=True), []
    for raw in hands:
        scored = score_hand(game.rules, table, state, totals, raw, naming)
        state, totals, marks = scored.state, scored.totals, sheet.marks(raw)
        assert marks is not None
        written = {int(seat): sheet.running(scored)[seat] for seat in table.seats if sheet.writes_total(scored, seat)}
        seen.append(row(sheet, marks, written))
    return [*seen, *(row(sheet, {}, {}) for _row in range(code.rows - len(hands)))]


def pages_of(code: SheetCode, hands: Sequence[Mapping[str, Any]], *, image: bytes = b"") -> list[NewPage]:
    """Return the pages of a sheet with these hands on it."""
    rows, layout, pages = rows_of(code, hands), layout_of(code).pages, []
    for page in layout:
        numbers = [one.number for one in page.rows if one.number]
        seen = SeenPage(
            code=replace(code, page=page.number, pages=len(layout)),
            first_row=numbers[0],
            rows=tuple(rows[numbers[0] - 1 : numbers[-1]]),
        )
        pages.append(NewPage(seen=seen, image=image))
    return pages
