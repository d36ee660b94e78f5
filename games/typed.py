"""What a line is made of, in which a hand is typed: the vocabulary of `games.shorthand`.

A *line* is made of *tokens* with spaces between: *words* of the game in their shortest spelling, numbers, players by
the number of their seat or the start of their name, and what became of it (`+`, `-`). What a token can mean is a
*piece*. After `=` stand the totals that the paper has, after `#` a note, and `@` says who dealt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn
from unicodedata import combining, normalize

from games.scoring.errors import Code, RuleError
from games.scoring.text import MINUS, Text, quoted
from games.scoring.text import gettext_lazy as _

CALL, PLAYER, NUMBER, RESULT = "call", "player", "number", "result"
TYPED = "line"
"""The field to which every refusal of a line belongs."""
LONGEST = 200
MOST_TOKENS = 24

PASSED_BY_ALL = "--"
PASSED = _("-- passed")
MISDEAL = _("md misdeal")
CLUBS, SPADES, HEARTS, DIAMONDS = _("c clubs"), _("s spades"), _("h hearts"), _("d diamonds")

_TOTAL = re.compile(r"[+-]?\d{1,9}", re.ASCII)


def refuse(message: Text, code: Code = Code.INVALID) -> NoReturn:
    raise RuleError(code, TYPED, message)


def folded(text: str) -> str:
    """A word without its case and accents.

    >>> folded("Cœur"), folded("Zoé")
    ('coeur', 'zoe')
    """
    plain = normalize("NFKD", text.casefold().replace("œ", "oe"))
    return "".join(letter for letter in plain if not combining(letter))


class Result(NamedTuple):
    """What became of it, and by how much where that was typed."""

    made: bool
    by: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Word:
    """A word of the shorthand: what it fills in and with what, how it is spelled, what it means.

    `spelled` has the spellings one after the other, the usual first; English is understood in every language. With
    `takes` something may follow it: a number at once, or a player or a word of that slot after a colon; its value is
    then a pair. A word that only follows others is not `alone`.
    """

    slot: str
    value: Any
    spelled: Text
    means: Text | str
    takes: str = ""
    alone: bool = True


class Piece(NamedTuple):
    """What a token can mean; of two meanings the one of lower rank is meant."""

    token: str
    slot: str
    value: Any
    rank: int = 0


class Line(NamedTuple):
    """A line in its parts."""

    tokens: tuple[str, ...]
    dealer: str
    totals: tuple[int | None, ...]
    note: str


def split(text: str) -> Line:
    """The parts of a line.

    >>> split("1 c 2 + @3 = 312 . -48 # by hand")
    Line(tokens=('1', 'c', '2', '+'), dealer='3', totals=(312, None, -48), note='by hand')
    """
    if len(text) > LONGEST:
        refuse(_("At most {longest} characters.", longest=LONGEST), Code.OUT_OF_RANGE)
    typed, _sharp, note = text.partition("#")
    hand, equals, after = typed.partition("=")
    # Some keyboards make one dash of two short ones: a long one, or one half as long, which elsewhere is a minus.
    alone = " ".join(word for word in hand.split() if not word.startswith("@")) == "–"
    words = hand.replace(MINUS, "-").replace("—", PASSED_BY_ALL).replace("–", PASSED_BY_ALL if alone else "-").split()
    dealers = [word[1:] for word in words if word.startswith("@")]
    tokens = tuple(word for word in words if not word.startswith("@"))
    if len(dealers) > 1 or "" in dealers:
        refuse(_("After @ stands who dealt, once."))
    if len(tokens) > MOST_TOKENS:
        refuse(_("There are too many words in this line."))
    # A line of totals alone may end with the word for that, in any language.
    sums = [word for word in after.replace(MINUS, "-").replace("–", "-").split() if tokens or not word.isalpha()]
    totals = tuple(_total(word) for word in sums)
    if equals and not totals:
        refuse(_("After = stand the totals that the paper has."))
    return Line(tokens, dealers[0] if dealers else "", totals, note.strip())


def _total(word: str) -> int | None:
    if word == ".":
        return None
    if not _TOTAL.fullmatch(word):
        refuse(_("“{token}” is no total: a whole number, or . for none.", token=quoted(word)))
    return int(word)
