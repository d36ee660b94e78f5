"""How wide words are on paper, by what the press says of each letter: asked once, it need not measure any words."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from scorekeeper.paper.press import press

Face = Literal["regular", "semibold", "bold", "italic"]
"""The cuts of the book face, as `typst/look.typ` has them."""

POINT = 25.4 / 72
"""Millimetres."""

USUAL = [*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x180)), *"’–−½…→×±Σ♠♥♦♣\u202f"]
"""The letters of the app's own words and of most names: the press is asked for all of them at once."""

_widths: dict[Face, dict[str, float]] = {}


@lru_cache(maxsize=20_000)
def wide(words: str, face: Face = "regular") -> float:
    """The width of words on one line, in sizes of the type: 2 is twice as wide as the type is high.

    That is the sum of their letters, each as it stands by itself. Pairs that move together make it a little less.
    """
    known = _widths.get(face) or _learned(face, USUAL)
    try:
        return sum([known[letter] for letter in words])
    except KeyError:
        known = _learned(face, [letter for letter in dict.fromkeys(words) if letter not in known])
        return sum([known[letter] for letter in words])


def _learned(face: Face, letters: list[str]) -> dict[str, float]:
    """All widths that are known, with those of more letters; two threads that ask at once learn the same."""
    _widths[face] = {**_widths.get(face, {}), **dict(zip(letters, press().widths(letters, face), strict=True))}
    return _widths[face]
