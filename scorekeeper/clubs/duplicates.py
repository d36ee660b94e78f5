"""Letters of other alphabets that look like Latin ones: “Аnna” with a Cyrillic capital looks like “Anna”.

The pairs come from Unicode's list of confusable characters (confusables.txt of UTS #39), for Cyrillic and Greek, which
get into names through another keyboard layout. A small letter may look like a different one than its capital.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import base_letters, folded, tidy

CYRILLIC = str.maketrans("АВЕЅІЈКМНОРСТУХѴҮӀԌԜЬагеорсухѕіјѡѵүһҽӏԁԛԝ", "ABESIJKMHOPCTYXVYIGWbareopcyxsijwvyheidqw")
GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜͿαγινορσυϳ", "ABEZHIKMNOPTYXFJayivopouj")
LATIN = CYRILLIC | GREEK


def skeleton(text: str) -> str:
    """Return base letters that are equal for two texts that look the same.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}nna") == skeleton("Anna")
    True
    """
    return base_letters(unicodedata.normalize("NFKD", text).translate(LATIN))


if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ALIKE = 0.85
"""Similarity from which two names count as one that was misspelt: one letter in seven may differ."""

SHORT = 3
REMEMBERED = 20_000
"""Names whose forms are cached, as each is in many pairs: enough for the largest club, with nicknames."""

SAME, NICKNAME = _("the same name"), _("one’s nickname is the other’s name")
ORDER = _("the same name in another order")
LOOK = _("the names look the same, with letters of different alphabets")
INITIAL, SPELLING = _("one name is a short form of the other"), _("almost the same name")


@dataclass(frozen=True)
class DuplicatePair:
    """Two records, and why they are likely to be the same person."""

    one: Player
    other: Player
    reason: StrPromise


def likely(
    people: Sequence[Player], *, apart: Callable[[Collection[int]], set[frozenset[int]]] = lambda _keys: set()
) -> list[DuplicatePair]:
    """Return the pairs that are likely to be one person of one club; `apart` returns the pairs known not to be."""
    pairs = [
        DuplicatePair(one, other, found_reason)
        for one, other in combinations(people, 2)
        if one.club_id == other.club_id and (found_reason := reason(one, other))
    ]
    two = apart({player.pk for pair in pairs for player in (pair.one, pair.other)}) if pairs else set()
    return [pair for pair in pairs if frozenset((pair.one.pk, pair.other.pk)) not in two]


def reason(one: Player, other: Player) -> StrPromise | None:
    """Return why two records are likely to be the same person, or None."""
    if plain(one.name) == plain(other.name):
        return SAME
    if words(one.name) == words(other.name):
        return ORDER
    this, that = look(one.name), look(other.name)
    if this == that:
        return LOOK
    if not set(keys(one)).isdisjoint(keys(other)):
        return NICKNAME
    if _short_for(this, that, guests=one.guest or other.guest):
        return INITIAL
    return SPELLING if _alike(this, that) else None


def likelier(one: Player, other: Player) -> Player:
    """Return the record to keep: members before guests, active before retired, then the older one."""
    return min(one, other, key=lambda player: (player.guest, player.retired_at is not None, player.pk))


@lru_cache(REMEMBERED)
def plain(name: str) -> str:
    """Return a name without case, accents and full stops.

    >>> plain("Chloé  A.")
    'chloe a'
    """
    return " ".join(base_letters(folded(name)).replace(".", " ").split())


@lru_cache(REMEMBERED)
def look(name: str) -> str:
    r"""Return a name by its appearance, without case, accents and full stops.

    >>> look("\N{CYRILLIC CAPITAL LETTER A}nna B.")
    'anna b'
    """
    return " ".join(skeleton(tidy(name)).replace(".", " ").split())


@lru_cache(REMEMBERED)
def words(name: str) -> tuple[str, ...]:
    """Return the words of a name without case, accents and order.

    >>> words("Ahrens, Gisela") == words("Gisela Ahrens")
    True
    """
    return tuple(sorted(plain(name).replace(",", " ").split()))


def keys(player: Player) -> list[str]:
    """Return all names of a player, by letters and by appearance; the name before the nickname."""
    return [key for name in (player.name, player.nickname) if name for key in (plain(name), look(name))]


def _short_for(one: str, other: str, *, guests: bool) -> bool:
    """Return whether each word of the shorter name begins one of the longer: "anne a" for "anne arnaud".

    A first name alone is weak evidence, but for a guest it is often all that was entered.
    """
    shorter, longer = sorted((one.split(), other.split()), key=lambda words: (len(words), sum(map(len, words))))
    if len(shorter) < (1 if guests else 2):
        return False
    return shorter[0] == longer[0] and all(map(_begins, shorter, longer))


def _begins(short: str, word: str) -> bool:
    """Return whether a word is written out in `short`, or shortened to a few letters."""
    return short == word or (len(short) <= SHORT and word.startswith(short))


def _alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return all(ratio() >= ALIKE for ratio in _ratios(matcher))


def _ratios(matcher: SequenceMatcher[str]) -> Iterator[Callable[[], float]]:
    """Yield the ratios, cheap upper bounds first, since most pairs have nothing in common."""
    yield from (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
