"""Fitting words into a place: by smaller type, by line breaks and finally by squeezing, never by cutting them off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import floor
from typing import NamedTuple

from scorekeeper.printing.layout.letters import POINT, Face, wide

CAPITAL = 0.65
"""The height of a line, in multiples of the type size; descenders use part of the leading."""
LEADING = 0.28
"""The space between two lines, in multiples of the type size."""

SIZES = (9, 8, 7, 6.2, 5.5, 4.8, 4.2, 3.6)

_PART = re.compile("([^ \u00ad\u200b-]*)([ \u00ad\u200b-]|$)")
_UNSEEN = {ord("\u00ad"): None, ord("\u200b"): None}
_ENDS = {"": "", " ": "", "-": "-", "\u00ad": "-", "\u200b": ""}
"""What to print at the end of a line broken at each kind of break."""


class Fitted(NamedTuple):
    """Words with their line breaks, the type size in points, and the factor by which they are drawn narrower."""

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
    """Fit words in the largest possible of the sizes, on one line or several.

    `width` and `height` are in millimetres; without a height there is only one line.
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
    """Return the words without soft hyphens and zero-width spaces."""
    return words.translate(_UNSEEN)


def broken_into(words: str, width: float, face: Face = "regular") -> list[str]:
    """Break words into lines, each as full as possible; `width` is in multiples of the type size.

    Lines break at spaces, after hyphens, and at soft hyphens and zero-width spaces. A part that can't be broken and is
    too wide gets a line of its own.
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
    """Yield the unbreakable parts, each with the space or hyphen after it."""
    for found in _PART.finditer(words):
        if found[0]:
            yield found[1], found[2]
