"""Images of pages that show what was seen in each box, to find out why a sheet was misread."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.printing.marked_sheets.layout import Cell, seat_of_total
from scorekeeper.reading.observations import NumberSeen, RowSeen
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from scorekeeper.reading.sheet.photos import PhotoOfPage

SEEN, DOUBTFUL, NOTHING = (0, 140, 0), (0, 0, 220), (200, 160, 120)
"""Colours of a box that holds something, a doubtful one and an empty one, as blue, green and red."""
DOUBT = 0.05


def write(pages: Iterable[PhotoOfPage], folder: Path) -> None:
    """Write an image of each flattened page to a folder, with its boxes and the most likely content of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages:
        image = cv2.cvtColor(page.flat.image, cv2.COLOR_GRAY2BGR).astype(np.uint8, copy=False)
        rows = [row for row in page.flat.page.rows if row.number]
        for row, seen in zip(rows, page.rows, strict=True):
            for cell in row.cells:
                _draw(image, cell, *_seen_in(cell, seen))
        cv2.imwrite(str(folder / f"page-{page.flat.code.page}.png"), image)


def _draw(image: npt.NDArray[np.uint8], cell: Cell, words: str, chance: float) -> None:
    box = cell.box
    left, top = round(box.x * PIXELS_PER_MM), round(box.y * PIXELS_PER_MM)
    right, bottom = round((box.x + box.width) * PIXELS_PER_MM), round((box.y + box.height) * PIXELS_PER_MM)
    colour = DOUBTFUL if DOUBT < chance < 1 - DOUBT else SEEN if words else NOTHING
    cv2.rectangle(image, (left, top), (right, bottom), colour, 1)
    cv2.putText(image, words, (left, top - 1), cv2.FONT_HERSHEY_PLAIN, 0.9, colour, 1)


def _seen_in(cell: Cell, seen: RowSeen) -> tuple[str, float]:
    """Return the most likely content of a cell with its probability; for an empty cell, that of ink in it."""
    if cell.kind == "tick":
        tick = seen.ticks.get((cell.field, cell.key), seen.in_words)
        return "x" if tick.ticked >= 0.5 else "", tick.ticked
    seat = seat_of_total(cell.field)
    number = seen.numbers[cell.field] if seat is None else seen.totals[seat]
    assert isinstance(number, NumberSeen)  # a printed sheet has boxes
    if cell.kind == "sign":
        chance = number.minus or 0.0
        return "-" if chance >= 0.5 else "", chance
    place = number.places[cell.place]
    best = max(range(10), key=place.digits.__getitem__)
    if place.empty >= place.digits[best]:
        return "", 1 - place.empty
    return str(best), place.digits[best]
