"""Text widths. Typst measures each letter once; the width of words is the sum of their letters."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from scorekeeper.printing.typesetter import press

Face = Literal["regular", "semibold", "bold", "italic"]
"""The styles of the body font, named as in `typst/look.typ`."""

POINT = 25.4 / 72
"""A typographic point, in millimetres."""

USUAL = [*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x180)), *"’–−½…→×±Σ♠♥♦♣\u202f"]
"""The letters of the app's own words and of most names, which are all measured at once."""

_widths: dict[Face, dict[str, float]] = {}


@lru_cache(maxsize=20_000)
def wide(words: str, face: Face = "regular") -> float:
    """Return the width of words on one line, in multiples of the type size.

    This ignores kerning, so the printed words can be a little narrower.
    """
    known = _widths.get(face) or _learned(face, USUAL)
    try:
        return sum([known[letter] for letter in words])
    except KeyError:
        known = _learned(face, [letter for letter in dict.fromkeys(words) if letter not in known])
        return sum([known[letter] for letter in words])


def _learned(face: Face, letters: list[str]) -> dict[str, float]:
    """Measure more letters and return all known widths of the face; concurrent calls get the same result."""
    _widths[face] = {**_widths.get(face, {}), **dict(zip(letters, press().widths(letters, face), strict=True))}
    return _widths[face]
