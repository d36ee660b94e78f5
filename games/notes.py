"""Remarks in the note of a hand about what a paper list left open.

A *remark* is a fixed sentence of a game's shorthand or marked sheet. It is stored in English and shown in the reader's
language. The rest of the note is what somebody typed and is never translated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from games import registry
from games.scoring.text import ENGLISH, Text, Translator

BETWEEN = "; "


@cache
def _remarks() -> Mapping[str, Text]:
    """Return the remarks of all games by their English wording, in which they are stored."""
    games = registry.all_games()
    lists = [made for game in games for made in (game.shorthand, game.marked_sheet, game.rules.hand)]
    return {remark.render((), ENGLISH): remark for made in lists for remark in made.remarks}


def with_remarks(note: str, remarks: Iterable[Text]) -> str:
    """Return a note for storing, with these remarks added."""
    return BETWEEN.join(filter(None, [note, *(remark.render((), ENGLISH) for remark in remarks)]))


def translated(note: str, translator: Translator) -> str:
    """Return a stored note in the reader's language.

    >>> translated("late; card points not on the sheet", ENGLISH)
    'late; card points not on the sheet'
    """
    remarks = _remarks()
    parts = note.split(BETWEEN)
    return BETWEEN.join(remarks[part].render((), translator) if part in remarks else part for part in parts)


def stored(note: str, translator: Translator) -> str:
    """Return a note for storing from one shown in this language and perhaps edited: the inverse of `translated`."""
    remarks = {remark.render((), translator): english for english, remark in _remarks().items()}
    return BETWEEN.join(remarks.get(part, part) for part in note.split(BETWEEN))
