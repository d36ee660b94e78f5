"""The figures of clubs' own tariffs as pages show them: beside the printed ones, where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.game import Game
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.types import RuleSet, Table
from games.ui.page import TariffTable, own_tables
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club
from scorekeeper.play.ledger.formatting import tariff_name


@dataclass(frozen=True, kw_only=True)
class OwnFigures:
    """One of a club's own tariffs: name, rule set and the schedules in which it differs from the printed one."""

    name: str
    rule_set: RuleSet
    tables: Sequence[TariffTable]


def _figures(rules: AnyRules, slug: str, tariff: OwnTariff) -> OwnFigures:
    tables = own_tables(rules.tariff(slug), tariff)
    return OwnFigures(name=tariff_name(tariff), rule_set=rules.rule_sets[slug], tables=tables)


def of_club(club: Club | None, game: Game) -> list[OwnFigures]:
    """Return the club's current figures for one game, in the order of its rule sets."""
    rules = game.rules
    club_tariffs = tariffs.of_game(club, game.slug)
    return [
        _figures(rules, slug, tariff)
        for slug in rules.rule_sets
        for of_rules, tariff in club_tariffs
        if of_rules == slug
    ]


def of_table(rules: AnyRules, table: Table) -> OwnFigures | None:
    """Return the figures that a table is played for, as they were when it began; None for the printed ones."""
    return _figures(rules, table.rules, table.tariff) if table.tariff else None
