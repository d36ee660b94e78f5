"""The parts of a hand typed as a line, for `games.ui.shorthand`.

A *line* consists of *tokens* separated by spaces: short *words* of the game, numbers, players (seat number or start of
the name), and the result (`+`, `-`). A *piece* is one possible meaning of a token. `=` starts the totals on the paper,
`#` a note, and `@` marks the dealer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn
from unicodedata import combining, normalize

from games.scoring.errors import Code, RuleError
from games.scoring.text import MINUS, Text, quoted
from games.scoring.text import message as _

CALL, PLAYER, NUMBER, RESULT = "call", "player", "number", "result"
TYPED = "line"
"""The field that every refusal of a line names."""
LONGEST = 200
MOST_TOKENS = 24

PASSED_BY_ALL = "--"
PASSED = _("-- passed")
CLUBS, SPADES, HEARTS, DIAMONDS = _("c clubs"), _("s spades"), _("h hearts"), _("d diamonds")

_TOTAL = re.compile(r"[+-]?\d{1,9}", re.ASCII)


def refuse(message: Text, code: Code = Code.INVALID) -> NoReturn:
    raise RuleError(code, TYPED, message)


def folded(text: str) -> str:
    """Return a word without case and accents, for comparison.

    >>> folded("Cœur"), folded("Zoé")
    ('coeur', 'zoe')
    """
    plain = normalize("NFKD", text.casefold().replace("œ", "oe"))
    return "".join(letter for letter in plain if not combining(letter))


class TypedResult(NamedTuple):
    """Whether the call was made, and by how many, if that was typed."""

    made: bool
    by: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Word:
    """A word of the shorthand: the slot it fills, with which value, its spellings and its meaning.

    `spelled` lists the spellings separated by spaces, the usual one first. English spellings are understood in every
    language. With `takes`, something can follow: a number directly, or after a colon a player or a word of that slot.
    The value is then a pair. `alone` is False for a word that only follows others.
    """

    slot: str
    value: Any
    spelled: Text
    means: Text | str
    takes: str = ""
    alone: bool = True


class Piece(NamedTuple):
    """A possible meaning of a token; the lowest rank wins."""

    token: str
    slot: str
    value: Any
    rank: int = 0


class TypedLine(NamedTuple):
    """The parts of a line."""

    tokens: tuple[str, ...]
    dealer: str
    totals: tuple[int | None, ...]
    note: str


def split(text: str) -> TypedLine:
    """Split a line into its parts.

    >>> split("1 c 2 + @3 = 312 . -48 # by hand")
    TypedLine(tokens=('1', 'c', '2', '+'), dealer='3', totals=(312, None, -48), note='by hand')
    """
    if len(text) > LONGEST:
        refuse(_("At most {longest} characters.", longest=LONGEST), Code.OUT_OF_RANGE)
    typed, _sharp, note = text.partition("#")
    hand, equals, after = typed.partition("=")
    # Some keyboards turn two hyphens into an em dash or an en dash; elsewhere in a line an en dash is a minus.
    is_dash_only = " ".join(word for word in hand.split() if not word.startswith("@")) == "–"
    words = (
        hand.replace(MINUS, "-")
        .replace("—", PASSED_BY_ALL)
        .replace("–", PASSED_BY_ALL if is_dash_only else "-")
        .split()
    )
    dealers = [word[1:] for word in words if word.startswith("@")]
    tokens = tuple(word for word in words if not word.startswith("@"))
    if len(dealers) > 1 or "" in dealers:
        refuse(_("After @, type who dealt, once."))
    if len(tokens) > MOST_TOKENS:
        refuse(_("This line has too many words."))
    # A line with totals only may contain a word for "total", in any language.
    sums = [word for word in after.replace(MINUS, "-").replace("–", "-").split() if tokens or not word.isalpha()]
    totals = tuple(_total(word) for word in sums)
    if equals and not totals:
        refuse(_("After =, type the totals on the paper."))
    return TypedLine(tokens, dealers[0] if dealers else "", totals, note.strip())


def _total(word: str) -> int | None:
    if word == ".":
        return None
    if not _TOTAL.fullmatch(word):
        refuse(_("“{token}” is not a total. Type a whole number, or . for none.", token=quoted(word)))
    return int(word)
