"""The pages of a sheet in photos, scans or a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.reading import rows
from scorekeeper.reading.pictures import pages_of
from scorekeeper.reading.registration import Flat, flatten
from scorekeeper.reading.sheets import SeenPage


@dataclass(frozen=True, kw_only=True)
class PhotoOfPage(SeenPage):
    """A page that was seen in a picture, with the flattened picture."""

    flat: Flat


def pages_in(data: bytes, name: str) -> Iterator[PhotoOfPage]:
    """Yield the pages in a file; raise `PictureError` or `NotASheetError`."""
    for picture in pages_of(data, name):
        flat = flatten(picture)
        numbers = [row.number for row in flat.page.rows if row.number]
        yield PhotoOfPage(flat=flat, code=flat.code, first_row=numbers[0], rows=rows.seen(flat, flat.page))
