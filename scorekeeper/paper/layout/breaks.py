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
TOGETHER = 3
"""As many of the last rows stay with what closes the sheet."""


@dataclass(frozen=True, kw_only=True)
class Heights:
    """What of a page that is `whole` high is not for rows: its head, that of a page that goes on, and the end."""

    whole: float
    head: float
    again: float
    end: float


def pitch_of(heights: Heights, rows: int, *, paper: str, blank: bool) -> float:
    """How high a row is: all on one page where that can be read, and on a blank one written; otherwise at ease."""
    one_page = (heights.whole - heights.head - heights.end) / max(rows, 1) - 0.01
    return AT_EASE[paper] if one_page < TIGHT else min(one_page, ROOMY if blank else AT_EASE[paper])


def in_pages(rows: Sequence[Line], foot: int, heights: Heights, pitch: float) -> list[Sequence[Line]]:
    """As many rows on each page as it holds, besides what is carried over; the last one has the `foot`'s rows, too."""

    def room(above: float, below: float, others: int) -> int:
        return max(1, floor((heights.whole - above - below) / pitch) - others)

    pages = list[Sequence[Line]]()
    left, above, others = rows, heights.head, 0
    while len(left) > room(above, heights.end, others + foot):
        taken = min(room(above, 0, others + 1), len(left) - min(TOGETHER, len(left) - 1))
        while taken > 1 and left[taken - 1].heads:
            taken -= 1
        pages.append(left[:taken])
        left, above, others = left[taken:], heights.again, 1
    return [*pages, left]
