"""What a paper list leaves open, said in the note of a hand.

A *remark* is a sentence of a game's shorthand. It is kept in English, whoever typed the list, and told in the language
of whoever reads it; the rest of a note is what somebody typed and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from games import registry
from games.scoring.text import ENGLISH, Text, Translator

BETWEEN = "; "


@cache
def _remarks() -> Mapping[str, Text]:
    """All remarks of all games, as they are kept."""
    made = [game.shorthand for game in registry.all_games() if game.shorthand]
    return {remark.render((), ENGLISH): remark for shorthand in made for remark in shorthand.remarks}


def with_remarks(note: str, remarks: Iterable[Text]) -> str:
    """A note to be kept that says these remarks as well."""
    return BETWEEN.join(filter(None, [note, *(remark.render((), ENGLISH) for remark in remarks)]))


def told(note: str, translator: Translator) -> str:
    """A note that was kept, in the reader's language.

    >>> told("late; card points not on the sheet", ENGLISH)
    'late; card points not on the sheet'
    """
    known = _remarks()
    parts = note.split(BETWEEN)
    return BETWEEN.join(known[part].render((), translator) if part in known else part for part in parts)


def kept(note: str, translator: Translator) -> str:
    """A note to be kept that was told in this language, and perhaps changed by whoever read it."""
    known = {remark.render((), translator): english for english, remark in _remarks().items()}
    return BETWEEN.join(known.get(part, part) for part in note.split(BETWEEN))
