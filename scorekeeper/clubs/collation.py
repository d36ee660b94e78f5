"""Sort order of names: by letters first, as in English, French and German dictionaries.

Letters with an accent, stroke or cedilla sort among those without, capitals among small letters, and names that differ
in nothing else have a fixed order. For European letters this matches Unicode's collation algorithm (UTS #10). A package
with the full algorithm takes 13 MB of memory and was last released in 2017.
"""

from __future__ import annotations

import re
import unicodedata

STROKED = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n", "ə": "e"}
)
"""Letters that Unicode doesn't decompose into a basic letter and a mark."""
NameOrder = tuple[str, str, str]
PUNCTUATION = str.maketrans("’‐", "'-")


def base_letters(text: str) -> str:
    """Return the text in lower case, without accents and strokes.

    >>> base_letters("Łukasz Ørsted"), base_letters("STRAẞE")
    ('lukasz orsted', 'strasse')
    """
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one)).translate(STROKED)


def name_order(name: str) -> NameOrder:
    """Return the sort key of a name.

    >>> sorted(["Zoé", "Łukasz", "Lukas", "Ärne", "anne", "Anne"], key=name_order)
    ['anne', 'Anne', 'Ärne', 'Lukas', 'Łukasz', 'Zoé']
    """
    return base_letters(name).translate(PUNCTUATION), unicodedata.normalize("NFD", name.casefold()), name.swapcase()


def number_order(number: str) -> list[tuple[int, str]]:
    """Return the sort key of a member number, which may have letters: each run of digits counts as a number.

    >>> sorted(["A-10", "9", "A-9", "10", ""], key=number_order)
    ['', '9', '10', 'A-9', 'A-10']
    """
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"([0-9]+)", number)]
