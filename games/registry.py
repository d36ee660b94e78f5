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


def at_home(locale: str) -> list[Game]:
    """Return the games of a language such as "de", or of a region such as "de-CH", in their order there."""
    games_there = (game for game in all_games() if locale in game.at_home)
    return sorted(games_there, key=lambda game: game.at_home[locale])


def find_rules(slug: str) -> AnyRules | None:
    """Return the rules of the game with this slug, or None; for reading documents."""
    game = find(slug)
    return game.rules if game else None


def lowest_wins(slug: str, rules: str = "") -> bool:
    """Return whether the lowest total wins by this rule set, or by any of the game; not if it has been removed."""
    game = find(slug)
    rule_sets = game.rules.rule_sets if game else {}
    return any(rule_set.lowest_wins for rule_set in rule_sets.values() if rules in ("", rule_set.slug))
