"""A page of a sheet as it is seen in a flat photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import layout_of
from scorekeeper.reading.observations import RowSeen
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from scorekeeper.reading.photo.registration import Flat
from scorekeeper.reading.sheet.photos import PhotoOfPage
from tests.reading.decoder.tarot_session import SHEET

NAMES = SHEET.table.players
ROWS = 6
CODE = SheetCode(game="tarot", rules="fft", names=NAMES, first_dealer=3, rows=ROWS, landscape=True)


def seen_page(code: SheetCode, rows: Sequence[RowSeen], first_row: int) -> PhotoOfPage:
    page = layout_of(replace(code, page=1)).pages[0]
    shape = (round(page.height * PIXELS_PER_MM), round(page.width * PIXELS_PER_MM))
    flat = Flat(image=np.full(shape, 255, np.uint8), code=code, page=page, blur=0)
    return PhotoOfPage(flat=flat, code=code, first_row=first_row, rows=tuple(rows))
