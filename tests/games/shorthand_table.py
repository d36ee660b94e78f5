"""A table at which lines are typed, for the tests of the shorthands."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.scoring.errors import RuleError
from games.scoring.text import ENGLISH, Translator
from games.scoring.types import Table
from games.ui.shorthand import Shorthand

NOBODY: tuple[str, ...] = ()


def shorthand(
    slug: str,
    rules: str | None = None,
    *,
    size: int = 3,
    names: tuple[str, ...] = NOBODY,
    translator: Translator = ENGLISH,
    **options: Any,
) -> Shorthand:
    """Return the shorthand of a game before the first hand."""
    game = registry.get(slug)
    table = game.rules.table(names or ("Anne", "Bruno", "Chloé", "David", "Emil")[:size], rules=rules, options=options)
    return of_table(slug, table, translator=translator)


def of_table(slug: str, table: Table, *, translator: Translator = ENGLISH, state: Any = None) -> Shorthand:
    game = registry.get(slug)
    return game.shorthand(game.rules, table, state or game.rules.opening(table), translator)


def parsed(typing: Shorthand, line: str) -> dict[str, Any]:
    """Return the outcome that a line makes."""
    raw = typing.read(line).raw
    assert raw is not None
    return dict(raw)


def refused(typing: Shorthand, line: str) -> str:
    """Return why a line is not understood."""
    with pytest.raises(RuleError) as caught:
        typing.read(line)
    assert caught.value.field == "line"
    return caught.value.message.render(typing.table.players)
