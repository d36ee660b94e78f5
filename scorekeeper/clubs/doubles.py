"""Records of a club that are likely one person's: the same name, a nickname, a slip of the pen, an initial."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ALIKE = 0.85
"""From how alike on two names are taken for one that was misspelt: one letter in seven."""

SHORT = 3

SAME, NICKNAME = _("the same name"), _("one is called as the other is")
INITIAL, SPELLING = _("one name is short for the other"), _("almost the same name")


@dataclass(frozen=True)
class Pair:
    """Two records, and why they are likely one person's."""

    one: Player
    other: Player
    why: StrPromise


def likely(
    people: Sequence[Player], *, apart: Callable[[Collection[int]], set[frozenset[int]]] = lambda _keys: set()
) -> list[Pair]:
    """The pairs that are likely one person, those of one club; `apart` says of keys which pairs are not."""
    pairs = [
        Pair(one, other, why)
        for one, other in combinations(people, 2)
        if one.club_id == other.club_id and (why := reason(one, other))
    ]
    two = apart({player.pk for pair in pairs for player in (pair.one, pair.other)}) if pairs else set()
    return [pair for pair in pairs if frozenset((pair.one.pk, pair.other.pk)) not in two]


def reason(one: Player, other: Player) -> StrPromise | None:
    """Why two records are likely one person's, if they are."""
    mine, theirs = plain(one.name), plain(other.name)
    if mine == theirs:
        return SAME
    names, others = ({plain(name) for name in (who.name, who.nickname) if name} for who in (one, other))
    if names & others:
        return NICKNAME
    if _short_for(mine, theirs, guests=one.guest or other.guest):
        return INITIAL
    return SPELLING if _alike(mine, theirs) else None


def likelier(one: Player, other: Player) -> Player:
    """Of two records the one to keep: a member before a guest, who comes before who is retired, then the older."""
    return min(one, other, key=lambda who: (who.guest, who.retired_at is not None, who.pk))


def plain(name: str) -> str:
    """A name without case, accents and points.

    >>> plain("Chloé  A.")
    'chloe a'
    """
    letters = unicodedata.normalize("NFKD", folded(name).replace(".", " "))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def _short_for(one: str, other: str, *, guests: bool) -> bool:
    """Whether each word of the shorter name begins one of the longer: "anne a" for "anne arnaud".

    A first name alone says little; of a guest it is often all that was written down.
    """
    shorter, longer = sorted((one.split(), other.split()), key=lambda words: (len(words), sum(map(len, words))))
    if len(shorter) < (1 if guests else 2):
        return False
    return shorter[0] == longer[0] and all(map(_begins, shorter, longer))


def _begins(short: str, word: str) -> bool:
    """Whether a word is written out, or shortened to a few letters."""
    return short == word or (len(short) <= SHORT and word.startswith(short))


def _alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return all(ratio() >= ALIKE for ratio in _ratios(matcher))


def _ratios(matcher: SequenceMatcher[str]) -> Iterator[Callable[[], float]]:
    """The cheap bounds first: most pairs have nothing in common."""
    yield from (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
