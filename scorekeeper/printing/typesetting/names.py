"""Names for printing: as typed where possible, without missing glyphs and without affecting the text around them.

A right-to-left name would reorder the figures and signs beside it, so it is *isolated*. A *pictograph* is an emoji or a
similar sign; several joined ones count as one. Very long words may be broken between letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from unicodedata import name as name_of_sign

from games.scoring.text import isolated
from scorekeeper.printing.typesetting import typesetter

_SIGN = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_KEYCAP = "\u20e3"
_CHANGED = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
_PICTOGRAPH = re.compile(f"{_SIGN}{_CHANGED}(?:\u200d{_SIGN}{_CHANGED})*")

MAY_BREAK = "\u200b"
_LONG_WORD = re.compile(r"[^\s-]{21,}")
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W_])(?=[^\W_])")


def on_paper(words: str) -> str:
    """Return a name, or other text somebody typed, ready for printing beside other words.

    Pictographs that no font on this machine has are left out, or named in words if nothing else is left.
    """
    if not words.isascii():
        words = isolated(_without_boxes(words) or _with_signs_said(words))
    return _LONG_WORD.sub(lambda word: _BETWEEN_LETTERS.sub(MAY_BREAK, word[0]), words)


def names_on_paper(names: Iterable[str]) -> dict[str, str]:
    """Return each person's printed name; names that would be printed alike get their pictographs named in words."""
    printed = {name: on_paper(name) for name in names}
    times = Counter(printed.values())
    return {name: words if times[words] == 1 else on_paper(_with_signs_said(name)) for name, words in printed.items()}


def _without_boxes(words: str) -> str:
    return _with_boxes_as(lambda _signs: "", words)


def _with_signs_said(words: str) -> str:
    return _with_boxes_as(_said, words)


def _with_boxes_as(say: Callable[[str], str], words: str) -> str:
    words = words.replace(_KEYCAP, "")
    replaced = _PICTOGRAPH.sub(lambda match: match[0] if _drawn(match[0]) else f" {say(match[0])} ", words)
    return words if replaced == words else " ".join(replaced.split())


@lru_cache(maxsize=1000)
def _drawn(sign: str) -> bool:
    return typesetter.press().draws(sign)


def _said(signs: str) -> str:
    """Return the names of signs.

    >>> _said("👩\u200d👧")
    'woman, girl'
    """
    return ", ".join(name_of_sign(sign, "sign").lower() for sign in re.findall(_SIGN, signs))
