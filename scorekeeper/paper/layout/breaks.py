"""How the rows of a sheet are shared out over its pages, and how high they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from scorekeeper.paper.layout.table import Line

AT_EASE = {"a4": 5.6, "a5": 4.9}
"""A row on paper of some size."""
TIGHT = 4.1
"""As many hands as are usual have their place on one page."""
ROOMY = 7.4
"""A blank sheet is written on by hand."""
STEP = 0.1
"""Rows are made as much lower, and again, where that saves a page."""
TOGETHER = 3
"""As many of the last rows stay with what closes the sheet, if they have their place there."""


@dataclass(frozen=True, kw_only=True)
class Heights:
    """What of a page that is `whole` high is not for rows: its head, that of a page that goes on, and the end."""

    whole: float
    head: float
    again: float
    end: float

    def rows(self, pitch: float, *, first: bool, last: bool, foot: int) -> int:
        """How many rows a page holds besides what is carried over to it and from it, the last one with the `foot`'s."""
        free = self.whole - (self.head if first else self.again) - (self.end if last else 0)
        return floor(free / pitch + 1e-6) - (not first) - (foot if last else 1)


def pitch_of(heights: Heights, rows: Sequence[Line], foot: int, *, paper: str, blank: bool) -> float:
    """How high a row is: all on one page where that can be read, and on a blank one written; otherwise at ease."""
    one_page = (heights.whole - heights.head - heights.end) / max(len(rows) + foot, 1)
    if one_page >= TIGHT:
        return min(one_page, ROOMY if blank else AT_EASE[paper])
    fewest, pitch = len(in_pages(rows, foot, heights, TIGHT)), AT_EASE[paper]
    while len(in_pages(rows, foot, heights, pitch)) > fewest:
        pitch -= STEP
    return max(pitch, TIGHT)


def in_pages(rows: Sequence[Line], foot: int, heights: Heights, pitch: float) -> list[Sequence[Line]]:
    """As many rows on each page as it holds; the last page may have none besides the foot.

    The last rows stay with what closes the sheet, and each with what it heads. Where a page before the last would be
    nearly empty, it shares with the one before.
    """
    closing = heights.rows(pitch, first=False, last=True, foot=foot)
    kept = max(0, min(TOGETHER, closing))
    pages, left = list[Sequence[Line]](), rows
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


def _ending(rows: Sequence[Line], taken: int) -> int:
    """So many rows or a few less: none that heads what follows is the last of a page."""
    while taken > 1 and rows[taken - 1].heads:
        taken -= 1
    return taken
