"""Starting the tables of a round, of any game that can be played at the evening as the club's house rules say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from games import registry
from games.game import Game
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.types import OptionValue, Table
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import HouseRules, Player
from scorekeeper.clubs.names import folded, told_apart
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import Session, make_token
from scorekeeper.play.recording.start import SessionStart, checked_table


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

    def table(self, names: Sequence[str]) -> Table:
        """Return a table of these people, with the game's usual first dealer; raise `RuleError` if it is impossible."""
        return checked_table(
            game=self.rules.slug,
            rules=self.slug,
            options=self.options,
            tariff=self.tariff,
            players=names,
            first_dealer=self.rules.usual_first_dealer(len(names)),
        )


def playable(evening: Evening, games: Iterable[Game] | None = None) -> dict[str, Playable]:
    """Return every game with every rule set by key: house rules first, and otherwise in the order of the games."""
    house = {
        house_rules.game: house_rules
        for house_rules in HouseRules.objects.filter(club=evening.club_id).select_related("tariff")
    }
    choices = [
        _playable(game.rules, slug, house.get(game.slug))
        for game in games or registry.all_games()
        for slug in game.rules.rule_sets
    ]
    choices.sort(key=lambda choice: not choice.of_house)
    return {choice.key: choice for choice in choices}


def _playable(rules: AnyRules, slug: str, house: HouseRules | None) -> Playable:
    if house is None or house.rules != slug:
        return Playable(rules=rules, slug=slug)
    return Playable(
        rules=rules,
        slug=slug,
        options=house.options,
        tariff=tariffs.house_tariff(house),
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


class TableRefusedError(Exception):
    """One of several tables was refused, that of this number."""

    def __init__(self, number: int, error: RuleError) -> None:
        super().__init__(number, error)
        self.number, self.error = number, error


def start_all(
    round_: Round, tables: Mapping[int, Sequence[int]], games: Mapping[int, Playable], *, device: str, label: str
) -> dict[int, Session]:
    """Start tables of a locked evening's round, and return their sessions by table number.

    `tables` has the players in seat order by primary key. Raise `TableRefusedError` for the first that is refused.
    """
    people = {player.pk: player for player in round_.evening.club.players.filter(merged_into=None)}
    sessions = {}
    for number, keys in tables.items():
        if not people.keys() >= set(keys):
            raise NotThereError(f"somebody at table {number} is not in the club")
        players = [people[key] for key in keys]
        try:
            sessions[number] = _start_one(round_, number, games[number], players, device=device, label=label)
        except RuleError as error:
            raise TableRefusedError(number, error) from error
    return sessions


def _start_one(round_: Round, number: int, game: Playable, players: Sequence[Player], **starter: Any) -> Session:
    called = told_apart(players)
    names = [called[player.pk] for player in players]
    opening = SessionStart(
        game=game.rules.slug,
        club=round_.evening.club,
        evening=round_.evening,
        round=round_,
        table_number=number,
        table=game.table(names),
        stake=game.stake,
        currency=game.currency,
        token=make_token(),
        **starter,
    )
    return opening.insert({folded(name): player for name, player in zip(names, players, strict=True)})
