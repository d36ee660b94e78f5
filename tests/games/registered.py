"""The games as the registry finds them, for tests that hold of every one."""

from __future__ import annotations

import pytest

from games import registry
from games.game import Game
from games.scoring.types import RuleSet, Table
from tests.games.strategies import NAMES

every_game = pytest.mark.parametrize("game", registry.all_games(), ids=registry.slugs())
every_rule_set = pytest.mark.parametrize(
    ("game", "rule_set"),
    [
        pytest.param(game, rule_set, id=f"{game.slug}, {rule_set.slug}")
        for game in registry.all_games()
        for rule_set in game.rules.rule_sets.values()
    ],
)


def usual_tables(game: Game, rule_set: RuleSet) -> list[Table]:
    """A table of every size that the rule set is for, with its options as they stand."""
    return [game.rules.table(NAMES[:size], rules=rule_set.slug) for size in rule_set.players]
