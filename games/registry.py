"""Finds the games: every folder of `games` that has a `game.py` is one, and nothing else has to know."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import games

if TYPE_CHECKING:
    from games.game import Game
    from games.scoring.replay import AnyRules


def slugs() -> list[str]:
    """The slugs of all games, sorted; nothing is imported, so the settings may ask."""
    return sorted({found.parent.name for folder in games.__path__ for found in Path(folder).glob("*/game.py")})


@cache
def get(slug: str) -> Game:
    """The game of that slug; raises `KeyError` when there is none."""
    if slug not in slugs():
        raise KeyError(slug)
    game: Game = import_module(f"games.{slug}.game").GAME
    return game


def find(slug: str) -> Game | None:
    """The game of that slug, or None: what is stored can be of a game that was taken away."""
    try:
        return get(slug)
    except KeyError:
        return None


def all_games() -> list[Game]:
    """Every game, in the order of its slug."""
    return [get(slug) for slug in slugs()]


def find_rules(slug: str) -> AnyRules | None:
    """The rules of the game of that slug, or None; what reading a document needs."""
    game = find(slug)
    return game.rules if game else None
