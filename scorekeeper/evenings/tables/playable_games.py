"""What can be played at an evening: every game with every rule set, as the club's house rules say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from games import registry
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.types import OptionValue
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import HouseRules
from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import Session


@dataclass(frozen=True, kw_only=True)
class Playable:
    """A game with the rules by which the club would play it."""

    rules: AnyRules
    slug: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    tariff: OwnTariff | None = None
    stake: Decimal | None = None
    currency: str = ""
    of_house: bool = False

    @property
    def key(self) -> str:
        return f"{self.rules.slug}:{self.slug}"

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.rules.rule_sets[self.slug].players


def playable(evening: Evening) -> dict[str, Playable]:
    """Return every game with every rule set by key, house rules first."""
    house = {one.game: one for one in HouseRules.objects.filter(club=evening.club_id).select_related("tariff")}
    choices = [
        _playable(game.rules, slug, house.get(game.slug))
        for game in registry.all_games()
        for slug in game.rules.rule_sets
    ]
    choices.sort(key=lambda one: not one.of_house)
    return {one.key: one for one in choices}


def _playable(rules: AnyRules, slug: str, house: HouseRules | None) -> Playable:
    if house is None or house.rules != slug:
        return Playable(rules=rules, slug=slug)
    return Playable(
        rules=rules,
        slug=slug,
        options=house.options,
        tariff=tariffs.of_house(house),
        stake=house.stake,
        currency=house.currency,
        of_house=True,
    )


def default_game(evening: Evening, games: Mapping[str, Playable]) -> str:
    """Return the key of the likely choice: the first house rules, or else what the club played last."""
    first = next(iter(games.values()))
    of_club = Session.objects.not_deleted().filter(club=evening.club_id)
    latest = None if first.of_house else of_club.order_by("-started_at").first()
    played = f"{latest.game}:{latest.rules}" if latest else first.key
    return played if played in games else first.key
