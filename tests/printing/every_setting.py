"""Every table that the rules of a game allow, and a long evening there, for the tests of printing."""

from __future__ import annotations

from functools import cache

import pytest

from games import registry
from games.game import Game
from games.scoring.documents import LONGEST_NAME
from games.scoring.replay import Ledger
from scorekeeper.devtools.demo_data.example_hands import session_of

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma")
LONG = tuple(f"{name} {'Wolkenstein-' * 5}"[: LONGEST_NAME - 2] + " W" for name in NAMES)
HANDS = 60
Setting = tuple[str, str, int]
SETTINGS: list[Setting] = [
    (game.slug, rule_set.slug, size)
    for game in registry.all_games()
    for rule_set in game.rules.rule_sets.values()
    for size in rule_set.players
]
LARGEST = {(slug, rules): (slug, rules, size) for slug, rules, size in SETTINGS}
"""The table with the most players, by each rule set. `make test` tries these; the others are thorough."""
every_setting = pytest.mark.parametrize(
    "setting",
    [
        pytest.param(
            setting, id=", ".join(map(str, setting)), marks=[] if setting in LARGEST.values() else pytest.mark.thorough
        )
        for setting in SETTINGS
    ],
)
LONGEST_LANGUAGE = "de"
"""The language with the longest words, though hardly more of them than French."""
NARROWEST = "a5"
every_corner = pytest.mark.parametrize(
    ("setting", "paper"),
    [
        *((setting, NARROWEST) for setting in LARGEST.values()),
        *((setting, "a4") for setting in LARGEST.values() if setting[0] in ("skat", "tarot")),
    ],
    ids=str,
)
"""The largest table of every rule set on the narrowest paper, and those with the widest and the longest sheet on A4."""


def game_of(setting: Setting) -> Game:
    return registry.get(setting[0])


@cache
def played(setting: Setting, names: tuple[str, ...] = NAMES) -> Ledger:
    """A long evening: the worked examples' hands that this table accepts, repeated."""
    slug, rules, size = setting
    return session_of(slug, rules, names[:size], HANDS)
