"""Paper sizes and orientations; the margins are in `typst/look.typ`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PAPERS = ("a4", "a5")


@dataclass(frozen=True)
class PageSetup:
    """Paper size and orientation; None for `landscape` means whatever suits the content.

    `camera` is whether score sheets get boxes that the camera reads, if their game has any and the paper has room.
    """

    paper: str = "a4"
    landscape: bool | None = None
    camera: bool = False

    def page(self, *, landscape: bool) -> dict[str, Any]:
        """Return the page for the Typst templates; `landscape` is the default orientation."""
        return {"paper": self.paper, "landscape": landscape if self.landscape is None else self.landscape}
