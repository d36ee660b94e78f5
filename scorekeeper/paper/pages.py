"""The paper: its sizes and margins, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PAPERS = {"a4": (210, 297), "a5": (148, 210)}
SIDE = {"a4": 11, "a5": 8}
FOOT = 10


@dataclass(frozen=True)
class Look:
    """How something is printed: on which paper, and which way round; None is the way that suits it."""

    paper: str = "a4"
    landscape: bool | None = None


@dataclass(frozen=True)
class Page:
    """One page as it lies, with its margin at the side and above, and that below."""

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
        """The same for the press."""
        return {"paper": self.paper, "width": self.width, "height": self.height, "side": self.side, "foot": FOOT}


def page_of(look: Look, *, landscape: bool) -> Page:
    """The page of a look; `landscape` is how it lies where that was not chosen."""
    short, long = PAPERS[look.paper]
    lies = landscape if look.landscape is None else look.landscape
    width, height = (long, short) if lies else (short, long)
    return Page(look.paper, width, height, SIDE[look.paper])
