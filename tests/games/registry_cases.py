"""The games in the registry, for tests that apply to every one."""

from __future__ import annotations

import pytest

from games import registry
from games.game import Game
from games.scoring.types import RuleSet, Table
from tests.external_programs import ROOT
from tests.games import worked_examples
from tests.games.strategies import NAMES


def each(games: list[Game]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("game", games, ids=[game.slug for game in games])


def each_rule_set(games: list[Game]) -> pytest.MarkDecorator:
    found = [
        pytest.param(game, rule_set, id=f"{game.slug}, {rule_set.slug}")
        for game in games
        for rule_set in game.rules.rule_sets.values()
    ]
    return pytest.mark.parametrize(("game", "rule_set"), found)


GAMES = registry.all_games()
OUR_GAMES = [game for game in GAMES if worked_examples.folder(game.slug).parent == ROOT / "games"]
"""The games of this repository: they must have what a first version elsewhere may lack."""

every_game = each(GAMES)
every_game_of_ours = each(OUR_GAMES)
every_rule_set = each_rule_set(GAMES)
every_rule_set_of_ours = each_rule_set(OUR_GAMES)


def usual_tables(game: Game, rule_set: RuleSet) -> list[Table]:
    """Return a table of every size that the rule set allows, with default options."""
    return [game.rules.table(NAMES[:size], rules=rule_set.slug) for size in rule_set.players]
