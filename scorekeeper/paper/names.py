"""Names on paper: as they were typed, but they turn nothing that stands beside them, and nothing is a box or cut.

A name in a script that is written from right to left would take the figures and signs beside it along, so it is
*isolated*. A *pictograph* is a sign such as people put behind their names; several that are joined are one. A word that
is longer than any place for it may be broken between its letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from unicodedata import name as name_of_sign

from games.scoring.text import isolated
from scorekeeper.paper import press

_SIGN = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_KEYCAP = "\u20e3"
_CHANGED = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
_PICTOGRAPH = re.compile(f"{_SIGN}{_CHANGED}(?:\u200d{_SIGN}{_CHANGED})*")

MAY_BREAK = "\u200b"
_LONG_WORD = re.compile(r"[^\s-]{21,}")
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W_])(?=[^\W_])")


def on_paper(words: str) -> str:
    """A name, or what else somebody typed, as it can stand beside other words.

    Pictographs that no font of this machine has are left out; where there is nothing else, they are said in words.
    """
    if not words.isascii():
        words = isolated(_without_boxes(words) or _with_signs_said(words))
    return _LONG_WORD.sub(lambda word: _BETWEEN_LETTERS.sub(MAY_BREAK, word[0]), words)


def names_on_paper(names: Iterable[str]) -> dict[str, str]:
    """What each of some people is called on paper; who would be called as another is has his pictographs said."""
    printed = {name: on_paper(name) for name in names}
    times = Counter(printed.values())
    return {name: words if times[words] == 1 else on_paper(_with_signs_said(name)) for name, words in printed.items()}


def _without_boxes(words: str) -> str:
    return _with_boxes_as(lambda _signs: "", words)


def _with_signs_said(words: str) -> str:
    return _with_boxes_as(_said, words)


def _with_boxes_as(say: Callable[[str], str], words: str) -> str:
    words = words.replace(_KEYCAP, "")
    said = _PICTOGRAPH.sub(lambda found: found[0] if _drawn(found[0]) else f" {say(found[0])} ", words)
    return words if said == words else " ".join(said.split())


@lru_cache(maxsize=1000)
def _drawn(sign: str) -> bool:
    return press.press().draws(sign)


def _said(signs: str) -> str:
    """What signs are called.

    >>> _said("👩\u200d👧")
    'woman, girl'
    """
    return ", ".join(name_of_sign(sign, "sign").lower() for sign in re.findall(_SIGN, signs))
