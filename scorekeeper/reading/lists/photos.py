"""Photos, scans and PDFs of lists printed elsewhere, to be recorded like a sheet that was printed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.lists import rows
from scorekeeper.reading.lists.table import FlatTable, Printing, flatten, printings
from scorekeeper.reading.lists.tables import ListOfTable
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.sheet.layouts import MARGIN
from scorekeeper.reading.sheet.photos import KEPT_PER_MM, PhotoOfPage, jpeg, page_in
from scorekeeper.reading.sheet.seen_sheet import SeenPage


@dataclass(frozen=True, kw_only=True)
class PhotoOfList(SeenPage):
    """A list that was seen in a picture, with the flattened picture."""

    printing: Printing
    flat: FlatTable

    def jpeg(self) -> bytes:
        """Return the list as it is kept: with optional columns, each column in its declared width."""
        image, scale = self.flat.image, KEPT_PER_MM / PIXELS_PER_MM
        height = round(len(image) * scale)
        edges = [self.flat.columns[0] - round(MARGIN * PIXELS_PER_MM), *self.flat.columns]
        parts, at, x = [], 0, 0.0
        for column in (None, *self.printing.form.all_columns(self.printing.size)):
            wide = MARGIN if column is None else column.width
            left, right = round(x * KEPT_PER_MM), round((x + wide) * KEPT_PER_MM)
            x += wide
            if column is not None and column not in self.printing.columns:
                parts.append(np.full((height, right - left), 255, np.uint8))
                continue
            strip = image[:, edges[at] : edges[at + 1]]
            parts.append(cv2.resize(strip, (right - left, height), interpolation=cv2.INTER_AREA).astype(np.uint8))
            at += 1
        parts.append(np.full((height, round(MARGIN * KEPT_PER_MM)), 255, np.uint8))
        return jpeg(np.hstack(parts))


def page_or_list_in(picture: Grey, known: Sequence[ListOfTable]) -> PhotoOfPage | PhotoOfList:
    """Return the page, or one of these lists, in a picture.

    Raise `NotASheetError`, whose codes for lists are those of `flatten` after `list-`.
    """
    try:
        return page_in(picture)
    except NotASheetError as error:
        found = _list_in(picture, known) if known and error.code == "no-sheet" else None
        if found is None:
            raise
        return found


def _list_in(picture: Grey, known: Sequence[ListOfTable]) -> PhotoOfList | None:
    """Return the list in a picture; None if there is no ruled table."""
    pairs = [
        (printing, known_list) for known_list in known for printing in printings(known_list.form, known_list.table.size)
    ]
    try:
        printing, flat = flatten(picture, [printing for printing, _one in pairs])
    except NotASheetError as error:
        if error.code == "no-table":
            return None
        raise NotASheetError(f"list-{error.code}", str(error)) from error
    of_table = next(known_list for known_printing, known_list in pairs if known_printing is printing)
    sheet = marked_sheet(of_table.game, of_table.table)
    seen = rows.seen(flat, printing.columns, printing.form.declarer, sheet)
    return PhotoOfList(printing=printing, flat=flat, code=of_table.code(), first_row=1, rows=seen)
