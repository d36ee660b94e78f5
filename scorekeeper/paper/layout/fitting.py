"""How words are made to fit into a place: set smaller, broken between words, and at last drawn together; never cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import floor
from typing import NamedTuple

from scorekeeper.paper.layout.letters import POINT, Face, wide

CAPITAL = 0.65
"""How high a line is, in sizes of its type: what stands below it takes part of the room before the next."""
LEADING = 0.28
"""The room between two lines of one place, in sizes of the type."""

SIZES = (9, 8, 7, 6.2, 5.5, 4.8, 4.2, 3.6)

_PART = re.compile("([^ \u00ad\u200b-]*)([ \u00ad\u200b-]|$)")
_UNSEEN = {ord("\u00ad"): None, ord("\u200b"): None}
_ENDS = {"": "", " ": "", "-": "-", "\u00ad": "-", "\u200b": ""}
"""What a line ends with that is broken there."""


class Fitted(NamedTuple):
    """Words with their line breaks, the size of their type in points, and how much narrower they are drawn."""

    words: str
    size: float
    squeezed: float = 1


def fitted(
    words: str,
    width: float,
    height: float = 0,
    *,
    sizes: Sequence[float] = SIZES,
    face: Face = "regular",
) -> Fitted:
    """The words in the largest of the sizes in which they have their place, on one line or several.

    `width` and `height` of the place are millimetres; without a height it takes one line.
    """
    whole = wide(words, face)
    for size in sizes:
        if whole * size * POINT <= width:
            return Fitted(unbroken(words), size)
        lines = floor((height / (size * POINT) + LEADING) / (CAPITAL + LEADING))
        if lines > 1 and whole * size * POINT <= lines * width:
            broken = broken_into(words, width / (size * POINT), face)
            if len(broken) <= lines and all(wide(line, face) * size * POINT <= width for line in broken):
                return Fitted("\n".join(broken), size)
    return Fitted(unbroken(words), sizes[-1], width / (whole * sizes[-1] * POINT))


def unbroken(words: str) -> str:
    """Words for one line, without the places where they could be broken."""
    return words.translate(_UNSEEN)


def broken_into(words: str, width: float, face: Face = "regular") -> list[str]:
    """The lines of words, each as full as it can be; `width` is in sizes of the type.

    Words are broken at spaces, after hyphens and where a soft hyphen or a space without width allows it. What cannot be
    broken stands alone on a line that is too long.
    """
    lines, line, gap = list[str](), "", ""
    for part, after in _parts(words):
        longer = line + unbroken(gap) + part
        if line and wide(longer + _ENDS[after], face) > width:
            lines.append(line + _ENDS[gap])
            longer = part
        line, gap = longer, after
    return [*lines, line + unbroken(gap).strip()]


def _parts(words: str) -> Iterator[tuple[str, str]]:
    """What cannot be broken, each with the space or hyphen after it."""
    for found in _PART.finditer(words):
        if found[0]:
            yield found[1], found[2]
