"""Files with blank pages, such as scans of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from scorekeeper.reading.boxes import rows
from scorekeeper.reading.photo.geometry import Grey
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.photo.registration import Flat, flatten
from scorekeeper.reading.sheet import photos
from tests.reading.sheet.seen_pages import CODE, seen_page

SHEET, BLANK = np.zeros((900, 900), dtype=np.uint8), np.full((900, 900), 255, dtype=np.uint8)


@pytest.fixture(autouse=True)
def _sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat a black page as a sheet on which nothing is written."""

    def black(image: Grey) -> Flat:
        return seen_page(CODE, [], 1).flat if image is SHEET else flatten(image)

    monkeypatch.setattr(photos, "flatten", black)
    monkeypatch.setattr(rows, "seen", lambda _flat, _page: ((), {}))


def read(monkeypatch: pytest.MonkeyPatch, *pages: Grey) -> tuple[int, Sequence[int]]:
    """Return how many pages of a file were read, and the numbers of those that were skipped."""

    def pages_of(_data: bytes, _name: str) -> Iterator[Grey]:
        yield from pages

    monkeypatch.setattr(photos, "pages_of", pages_of)
    skipped: list[int] = []
    return len(list(photos.pages_in(b"", "scan.pdf", photos.page_in, skipped=skipped.append))), skipped


def test_blank_pages_beside_others_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, SHEET, BLANK, SHEET, BLANK) == (2, [2, 4])
    assert read(monkeypatch, BLANK, SHEET) == (1, [1])


def test_a_file_with_only_blank_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotASheetError) as refused:
        read(monkeypatch, BLANK, BLANK)
    assert refused.value.code == "blank"
