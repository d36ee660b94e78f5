"""Paper sizes and margins, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PAPERS = {"a4": (210, 297), "a5": (148, 210)}
SIDE = {"a4": 11, "a5": 8}
FOOT = 10


@dataclass(frozen=True)
class PageSetup:
    """Paper size and orientation; None for `landscape` means whatever suits the content."""

    paper: str = "a4"
    landscape: bool | None = None


@dataclass(frozen=True)
class PageMeasures:
    """The measures of a page in its orientation; `side` is the margin on all sides but the bottom."""

    paper: str
    width: int
    height: int
    side: int

    @property
    def inside(self) -> int:
        """The width between the margins."""
        return self.width - 2 * self.side

    @property
    def high(self) -> int:
        """The height between the margins."""
        return self.height - self.side - FOOT

    def measures(self) -> dict[str, Any]:
        """Return the measures for the Typst template."""
        return {"paper": self.paper, "width": self.width, "height": self.height, "side": self.side, "foot": FOOT}


def page_of(look: PageSetup, *, landscape: bool) -> PageMeasures:
    """Return the page for a look; `landscape` is the default orientation."""
    short, long = PAPERS[look.paper]
    lies = landscape if look.landscape is None else look.landscape
    width, height = (long, short) if lies else (short, long)
    return PageMeasures(look.paper, width, height, SIDE[look.paper])
