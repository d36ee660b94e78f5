"""How wide words are in the type of the cells: no narrower than they are set, so that most need not be measured."""

from __future__ import annotations

from functools import lru_cache

SIZE = 3.175
"""The type of the cells, 9 points, in millimetres."""
BOLD = 1.1
"""How much wider bold type is at most."""

_HUNDREDTHS = {
    30: "ijlI!'(),.:;|{} ’·\u00a0\u202f\u2009",
    40: 'frstJ"*-/[]`',
    50: "0123456789abcegvxzFS$?_äéèêàâçëïîáíóúñ",
    60: "dhknopquyBELPRTY+<=>ôöûùüßÉÈÊ×−–±Σ",
    80: "wACDGHKNOQUVXZ%&ÄÖÜÀÂÔ½…♠♥♦♣",
}
"""Letters by what each takes at most of the type's size."""
_OF_LETTER = {letter: hundredths for hundredths, letters in _HUNDREDTHS.items() for letter in letters}
_WIDEST = 120


@lru_cache(maxsize=10_000)
def at_most(words: str) -> float:
    """The width in millimetres that words take at most on one line.

    >>> round(at_most("−1234"), 2), at_most("")
    (8.26, 0.0)
    """
    return sum(_OF_LETTER.get(letter, _WIDEST) for letter in words) * SIZE / 100
