"""Names of people: as typed, shown and told apart, and their sort order.

Names are sorted by letters first, as in English, French and German dictionaries. Letters with an accent, stroke or
cedilla sort among those without, capitals among small letters, and names that differ in nothing else have a fixed
order. For European letters this matches Unicode's collation algorithm (UTS #10). A package with the full algorithm
takes 13 MB of memory and was last released in 2017.

A name is stored in Unicode's NFKC form without *format characters*, which are invisible: zero-width spaces, soft
hyphens, direction marks. Two of them, the *joiners*, belong to the spelling in some scripts, such as Persian and
Marathi. They stay where RFC 5892 allows them in domain names, and between emoji that they combine into one, such as a
family; elsewhere they are removed.

Rows older than these rules stay as they were written; comparisons ignore the difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby

import idna

from scorekeeper.clubs.models import Player

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
    return "".join(char for char in letters if not unicodedata.combining(char)).translate(STROKED)


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


FORMAT = "Cf"
JOINERS = "\u200c\u200d"
AROUND = 30
"""Characters on either side that decide about a joiner; no syllable is longer."""
VARIANTS = frozenset(map(chr, (0x34F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Marks that choose between shapes of one letter; they don't distinguish people."""


def tidy(name: str) -> str:
    r"""Return the name in the form in which it is stored.

    >>> tidy("  Tante   Frieda ")
    'Tante Frieda'
    >>> tidy("Zoe\N{COMBINING ACUTE ACCENT}"), tidy("An\N{SOFT HYPHEN}ne"), tidy("\N{LATIN SMALL LIGATURE FI}n")
    ('Zoé', 'Anne', 'fin')
    >>> len(tidy("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL} \N{ZERO WIDTH JOINER}Zoé"))
    7
    """
    if name.isascii():
        return " ".join(name.split())
    text = _without_format(unicodedata.normalize("NFKC", name))
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _without_format(text: str) -> str:
    """Return the text without format characters, except single joiners that belong to the spelling."""
    cleaned = "".join(char for char in text if char in JOINERS or unicodedata.category(char) != FORMAT)
    runs = groupby(cleaned, key=lambda char: char in JOINERS)
    single = "".join(next(run) if joiners else "".join(run) for joiners, run in runs)
    return "".join(char for place, char in enumerate(single) if char not in JOINERS or _is_spelling(single, place))


def _is_spelling(text: str, place: int) -> bool:
    if _joins_pictures(text[:place], text[place + 1 :]):
        return True
    start = max(place - AROUND, 0)
    try:
        return idna.valid_contextj(text[start : place + AROUND], place - start)
    except ValueError:  # a neighbour is not a letter of any script
        return False


def _joins_pictures(before: str, after: str) -> bool:
    """Return whether a joiner stands between two emoji; the first may have a variation or skin tone mark."""
    visible = "".join(char for char in before[-3:] if char not in VARIANTS and unicodedata.category(char) != "Sk")
    return all(neighbour and unicodedata.category(neighbour) == "So" for neighbour in (visible[-1:], after[:1]))


def turned_round(name: str) -> str:
    """Return “Ahrens, Gisela” as “Gisela Ahrens”; any other name without commas around it.

    >>> turned_round("Ahrens, Gisela"), turned_round("Gisela Ahrens"), turned_round("Ahrens, Gisela, Dr.")
    ('Gisela Ahrens', 'Gisela Ahrens', 'Ahrens, Gisela, Dr.')
    >>> turned_round("Ahrens, "), turned_round(", ")
    ('Ahrens', '')
    """
    if "," not in name:
        return name
    parts = [part for part in map(str.strip, name.split(",")) if part]
    return " ".join(reversed(parts)) if len(parts) <= 2 else name


def in_parts(name: str) -> tuple[str, str]:
    """Return the first name and the surname: the last word, with small words such as “von” before it.

    >>> in_parts("Gisela Ahrens"), in_parts("Anna Maria van der Berg"), in_parts("Zoé")
    (('Gisela', 'Ahrens'), ('Anna Maria', 'van der Berg'), ('', 'Zoé'))
    """
    words = name.split()
    start = len(words) - 1
    while start > 1 and words[start - 1][0].islower():
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def typed_name(name: str) -> str:
    """Return what somebody typed as a person's name in the form in which it is stored, in the usual order.

    >>> typed_name(" Ahrens,  Gisela")
    'Gisela Ahrens'
    """
    return turned_round(tidy(name))


def folded(name: str) -> str:
    r"""Return the name for comparison, ignoring case, white space, invisible characters and the order of its parts.

    >>> folded("Tante  FRIEDA")
    'tante frieda'
    >>> folded("Ahrens, Gisela") == folded("Gisela Ahrens")
    True
    >>> folded("Chloe\N{COMBINING ACUTE ACCENT}\N{ZERO WIDTH SPACE}") == folded("Chloé")
    True
    """
    name = turned_round(name)
    if name.isascii():
        return " ".join(name.casefold().split())
    visible = "".join(char for char in name if char not in VARIANTS and unicodedata.category(char) != FORMAT)
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", visible).casefold()).split())


def display_name(player: Player) -> str:
    """Return the name used at the table: the nickname, if there is one."""
    return player.nickname or player.name


def told_apart(players: Iterable[Player], name_of: Callable[[Player], str] = display_name) -> dict[int, str]:
    """Return a different name for each player, by primary key.

    Those with the same name are told apart by their registered names, or else by the member number, or else by the
    order in which they were added: “Anne”, “Anne (2)”.
    """
    people = sorted(players, key=lambda player: player.pk)
    shown = {player.pk: name_of(player) for player in people}
    for player in _namesakes(people, shown):
        shown[player.pk] = player.name
    for player in _namesakes(people, shown):
        shown[player.pk] = f"{player.name} ({player.member_number})" if player.member_number else player.name
    counts = Counter[str]()
    for player in _namesakes(people, shown):
        key = folded(shown[player.pk])
        counts[key] += 1
        if counts[key] > 1:
            shown[player.pk] = f"{player.name} ({counts[key]})"
    return shown


def _namesakes(people: Iterable[Player], shown: dict[int, str]) -> list[Player]:
    """Return the players whose name somebody else has, too."""
    counts = Counter(map(folded, shown.values()))
    return [player for player in people if counts[folded(shown[player.pk])] > 1]
