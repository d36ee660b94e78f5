"""The game of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from games.scoring.document_format import typed
from games.scoring.documents import FindRules, read_game, read_options, read_players, read_rule_set
from games.scoring.rules import AnyRules
from games.scoring.types import OptionValue, RuleSet, Table

PointsT = TypeVar("PointsT", int, int | Decimal)


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentGame:
    """The game of all tables, with its rule set and all options."""

    rules: AnyRules
    rule_set: RuleSet
    options: Mapping[str, OptionValue]

    def merit(self, points: PointsT) -> PointsT:
        """Return points as they rank: more is ahead."""
        return -points if self.rule_set.lowest_wins else points

    def table(self, players: tuple[str, ...]) -> Table:
        """Return a table of these players; raise `RuleError` if the game can't be played there."""
        read_players(self.rule_set, list(players))
        return self.rules.table(players, rules=self.rule_set.slug, options=self.options)


def read_tournament_game(raw: dict[str, Any], find_rules: FindRules) -> TournamentGame:
    """Return the game of a document, from its `game`, `rules` and `options`; raise `RuleError` if they are invalid."""
    rules = read_game(raw, find_rules)
    rule_set = read_rule_set(rules, typed(raw, "rules", str, rules.default_rules))
    game = TournamentGame(
        rules=rules, rule_set=rule_set, options=read_options(rule_set, typed(raw, "options", dict, {}))
    )
    game.table(tuple(str(seat) for seat in range(rule_set.players[0])))  # options that exclude each other
    return game
