"""Page breaks: the rows of each page of a sheet, and their height."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from scorekeeper.printing.layout.table import TableLine

AT_EASE = {"a4": 5.6, "a5": 4.9}
"""The comfortable height of a row, by paper size."""
TIGHT = 4.1
"""The least height of a row; it lets the usual number of hands fit on one page."""
ROOMY = 7.4
"""The greatest height of a row on a blank sheet, which is filled in by hand."""
STEP = 0.1
"""The step by which rows are made lower if that saves a page."""
TOGETHER = 3
"""The number of last rows to keep with the closing parts, if there is room."""


@dataclass(frozen=True, kw_only=True)
class Heights:
    """The height of a page (`whole`), and what is not available for rows.

    `head` is the head of the first page, `again` that of a continuation page, `end` the closing parts.
    """

    whole: float
    head: float
    again: float
    end: float

    def rows(self, pitch: float, *, first: bool, last: bool, foot: int) -> int:
        """Return how many rows fit on a page, besides rows carried over and, on the last page, the `foot` rows."""
        free = self.whole - (self.head if first else self.again) - (self.end if last else 0)
        return floor(free / pitch + 1e-6) - (not first) - (foot if last else 1)


def pitch_of(heights: Heights, rows: Sequence[TableLine], foot: int, *, paper: str, blank: bool) -> float:
    """Return the height of a row.

    If all rows fit legibly on one page, they fill it, up to a limit. Otherwise rows have the comfortable height, or as
    little less as saves a page.
    """
    one_page = (heights.whole - heights.head - heights.end) / max(len(rows) + foot, 1)
    if one_page >= TIGHT:
        return min(one_page, ROOMY if blank else AT_EASE[paper])
    fewest, pitch = len(in_pages(rows, foot, heights, TIGHT)), AT_EASE[paper]
    while len(in_pages(rows, foot, heights, pitch)) > fewest:
        pitch -= STEP
    return max(pitch, TIGHT)


def in_pages(rows: Sequence[TableLine], foot: int, heights: Heights, pitch: float) -> list[Sequence[TableLine]]:
    """Split the rows into pages; the last page may have only the foot.

    The last rows stay with the closing parts, and a row that `heads` others stays with those. If the page before the
    last would have less than half the rows of the one before it, these two share their rows equally.
    """
    closing = heights.rows(pitch, first=False, last=True, foot=foot)
    kept = max(0, min(TOGETHER, closing))
    pages, left = list[Sequence[TableLine]](), rows
    while len(left) > heights.rows(pitch, first=not pages, last=True, foot=foot):
        room = max(1, heights.rows(pitch, first=not pages, last=False, foot=foot))
        taken = _ending(left, min(room, max(1, len(left) - kept)))
        pages.append(left[:taken])
        left = left[taken:]
    if len(pages) > 1 and len(pages[-1]) < len(pages[-2]) / 2:
        shared = [*pages[-2], *pages[-1]]
        half = _ending(shared, (len(shared) + 1) // 2)
        pages[-2:] = [shared[:half], shared[half:]]
    return [*pages, left]


def _ending(rows: Sequence[TableLine], taken: int) -> int:
    """Return how many of these rows to take, so that none that `heads` others is the last on the page."""
    while taken > 1 and rows[taken - 1].heads:
        taken -= 1
    return taken
