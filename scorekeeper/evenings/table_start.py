"""Tables drawn by lot: shown first, then all started in one transaction."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain, groupby
from typing import Any

from django.db import transaction

from games import registry
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.types import OptionValue
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import HouseRules, Player
from scorekeeper.clubs.names import display_name, folded
from scorekeeper.evenings import attendance, table_numbers
from scorekeeper.evenings.audit_notes import EveningAction, note
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.evenings.seating import Entrant, SeatingMethod, SeatingRequest, count_meetings, seat
from scorekeeper.play.deleted_sessions import not_deleted
from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.recording.session_start import SessionStart, checked_table


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
    of_club = Session.objects.filter(not_deleted(), club=evening.club_id)
    latest = None if first.of_house else of_club.order_by("-started_at").first()
    played = f"{latest.game}:{latest.rules}" if latest else first.key
    return played if played in games else first.key


# The seat draw


def draw_lots(evening: Evening, people: Sequence[int], sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Draw tables of these sizes for these players, by primary key; return them and the players left over.

    Those who have met tonight are kept apart as far as possible, and those who have played most are left over. Each
    call draws anew, the seats at a table included.
    """
    tables_tonight = _seated_tonight(evening)
    played = Counter(chain.from_iterable(tables_tonight))
    most = max(played.values(), default=0)
    lots = random.SystemRandom()
    seating = seat(
        SeatingRequest(
            sizes=sizes,
            entrants=[Entrant(number=int(key), name=key, sat_out=most - played[key]) for key in map(str, people)],
            method=SeatingMethod.FEWEST_MEETINGS,
            seed=lots.getrandbits(64),
            meetings=count_meetings([tables_tonight]),
        )
    )
    tables = [[int(key) for key in lots.sample(table, len(table))] for table in seating.tables]
    return tables, [int(key) for key in seating.out]


def _seated_tonight(evening: Evening) -> list[list[str]]:
    """Return who has sat at each table; the seating engine knows people by names, which are their keys here."""
    seats = Seat.objects.filter(not_deleted("session__"), session__evening=evening).order_by("session_id", "place")
    rows = seats.values_list("session_id", "player_id")
    return [[str(player) for _session, player in table] for _session, table in groupby(rows, key=lambda row: row[0])]


def are_a_round(evening: Evening, games: Collection[str]) -> bool:
    """Return whether drawn tables are a round: all play the same. The rounds of a tournament are drawn at its desk."""
    return len(set(games)) == 1 and not hasattr(evening, "tournament")


def first_number(evening: Evening, games: Collection[str]) -> int:
    """Return the number of the first of the drawn tables that play these games."""
    return 1 if are_a_round(evening, games) else table_numbers.next_number(evening)


# Starting the tables


@dataclass(frozen=True, kw_only=True)
class DrawnTable:
    """A table to be started; its token can be used once."""

    game: Playable
    players: Sequence[int]
    token: str
    stake: Decimal | None = None  # used if the house rules name no stake
    round: Round | None = None
    table_number: int | None = None  # the evening's next if there is none


class TableRefusedError(Exception):
    """One of several tables was refused; `number` counts from 0."""

    def __init__(self, number: int, error: RuleError) -> None:
        super().__init__(number, error)
        self.number, self.error = number, error


@transaction.atomic(durable=True)
def start(evening: Evening, *, device: str, label: str, tables: Sequence[DrawnTable]) -> list[Session]:
    """Start all these tables, or none, and return their sessions.

    If the form was sent before, return the sessions it started. Raises `TableRefusedError` for the first table that is
    refused. The dealer of the first hand is the game's usual one.
    """
    locked = attendance.lock(evening)
    if before := started_by(locked, [table.token for table in tables]):
        return before
    sessions = start_all(locked, tables, device=device, label=label)
    note(locked, label, EveningAction.DRAW, str(len(sessions)))
    return sessions


def started_by(evening: Evening, tokens: Sequence[str]) -> list[Session]:
    """Return the sessions that these tokens have started; raise `ConflictError` if not at this evening."""
    started = list(Session.objects.filter(creation_token__in=tokens).order_by("pk"))
    if any(session.evening_id != evening.pk for session in started):
        raise ConflictError
    return started


def start_all(evening: Evening, tables: Sequence[DrawnTable], *, device: str, label: str) -> list[Session]:
    """Start the tables of a locked evening; raise `TableRefusedError` for the first that is refused."""
    people = {player.pk: player for player in evening.club.players.filter(merged_into=None)}
    sessions = []
    for number, table in enumerate(tables):
        try:
            sessions.append(_start_one(evening, table, people, device=device, label=label))
        except RuleError as error:
            raise TableRefusedError(number, error) from error
    return sessions


def _start_one(evening: Evening, table: DrawnTable, people: Mapping[int, Player], **starter: Any) -> Session:
    try:
        players = [people[key] for key in table.players]
    except KeyError as error:
        raise NotThereError(f"nobody of the club has the number {error}") from error
    names = names_at_table(players)
    rules, slug = table.game.rules, table.game.slug
    dealer = rules.usual_first_dealer(len(names))
    opening = SessionStart(
        game=rules.slug,
        club=evening.club,
        evening=evening,
        round=table.round,
        table_number=table.table_number,
        table=checked_table(
            game=rules.slug,
            rules=slug,
            options=table.game.options,
            players=names,
            first_dealer=dealer,
            tariff=table.game.tariff,
        ),
        stake=table.game.stake or table.stake,
        currency=table.game.currency if table.game.stake else evening.currency,
        token=table.token,
        **starter,
    )
    return opening.insert({folded(name): player for name, player in zip(names, players, strict=True)})


def names_at_table(players: Sequence[Player]) -> list[str]:
    """Return what each player is called at the table; those with the same display name get their registered names."""
    counts = Counter(folded(display_name(player)) for player in players)
    return [display_name(player) if counts[folded(display_name(player))] == 1 else player.name for player in players]
