"""Registry of games. Every folder of `games` with a `game.py` is a game; there is no other list.

A folder with a leading underscore is not: `games/_example` is for copying.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

import games
from games.game import Game
from games.scoring.rules import AnyRules


def slugs() -> list[str]:
    """Return the slugs of all games, sorted. Imports no game, so the settings can call it."""
    return sorted({path.parent.name for folder in games.__path__ for path in Path(folder).glob("[!_]*/game.py")})


@cache
def get(slug: str) -> Game:
    """Return the game with this slug; raise `KeyError` if there is none."""
    if slug not in slugs():
        raise KeyError(slug)
    game: Game = import_module(f"games.{slug}.game").GAME
    return game


def find(slug: str) -> Game | None:
    """Return the game with this slug, or None: stored sessions can be of a game that has been removed."""
    try:
        return get(slug)
    except KeyError:
        return None


def all_games() -> list[Game]:
    """Return every game, sorted by slug."""
    return [get(slug) for slug in slugs()]


def find_rules(slug: str) -> AnyRules | None:
    """Return the rules of the game with this slug, or None; for reading documents."""
    game = find(slug)
    return game.rules if game else None
