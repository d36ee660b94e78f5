"""Rows of marked sheets, for the tests of each game's boxes.

A row is written as its fields: `taker=0` ticks a box, `shown-by=0,2` two of them, and `points:49` is a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games import registry
from games.scoring.errors import RuleError
from games.ui.marked_sheet import MarkedSheet, Marks

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emil")


def marked_sheet(slug: str, rules: str | None = None, *, size: int = 4, **options: Any) -> MarkedSheet:
    """Return the marked sheet of a game at a new table."""
    game = registry.get(slug)
    assert game.marked_sheet
    return game.marked_sheet(game.rules, game.rules.table(NAMES[:size], rules=rules, options=options))


def row(written: str) -> Marks:
    """Return the marks of a row.

    >>> row("bid=7 tricks-1:12")
    {'bid': frozenset({'7'}), 'tricks-1': 12}
    """
    marks: dict[str, frozenset[str] | int] = {}
    for part in written.split():
        name, equals, keys = part.partition("=")
        if equals:
            marks[name] = frozenset(keys.split(","))
        else:
            name, _colon, number = part.partition(":")
            marks[name] = int(number)
    return marks


def read(sheet: MarkedSheet, written: str) -> dict[str, Any]:
    """Return the hand that a row means before the first hand."""
    return sheet.outcome(sheet.rules.opening(sheet.table), row(written))


def refused(sheet: MarkedSheet, written: str) -> tuple[str | None, str]:
    """Return at which field a row is refused, and why."""
    with pytest.raises(RuleError) as caught:
        read(sheet, written)
    return caught.value.field, str(caught.value.message)


def can_be_marked(sheet: MarkedSheet, raw: Mapping[str, Any]) -> bool:
    """Return whether a hand can be written in the boxes of a sheet."""
    try:
        return sheet.marks(raw) is not None
    except LookupError:  # a call of other rules, or a seat that this table doesn't have
        return False
