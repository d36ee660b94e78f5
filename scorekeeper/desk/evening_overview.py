"""Reads of an evening: who is present, its tables, and the standings so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import blake2s

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery

from games import registry
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import NameOrder, display_name, name_order, told_apart
from scorekeeper.desk import settlement
from scorekeeper.desk.round_seats import SeatedPlayer, SeatedRound, current_round
from scorekeeper.desk.settlement import GAME_GONE, SettlementTable
from scorekeeper.evenings.models import Evening, Presence, RoundSeat
from scorekeeper.play.ledger import (
    Progress,
    SessionLedger,
    progress_of_tables,
    session_ledgers,
    with_installed_game,
)
from scorekeeper.play.models import OF_ACCESS, OF_CALL, OF_PAYMENTS, Change, Session, Verb
from scorekeeper.play.totals import SessionTotals


@dataclass(frozen=True, kw_only=True)
class ListedEvening:
    """An evening in a list, with how many tables were played and how many people came."""

    evening: Evening
    tables: int
    people: int


def listed(evenings: Sequence[Evening]) -> list[ListedEvening]:
    """Return these evenings with what a list says of them; the number of queries doesn't grow with them."""
    keys = [evening.pk for evening in evenings]
    tables, people = _by_evening(Session.objects.listed(), keys), _by_evening(Presence.objects.all(), keys)
    return [
        ListedEvening(evening=evening, tables=tables[evening.pk], people=people[evening.pk]) for evening in evenings
    ]


def _by_evening(rows: QuerySet[Session] | QuerySet[Presence], evenings: Sequence[int]) -> Counter[int]:
    of_evenings = rows.filter(evening__in=evenings).order_by().values_list("evening")
    return Counter(dict(of_evenings.annotate(Count("pk"))))


def find(club: Club, public_id: str) -> Evening:
    """Return an evening of this club; raises `Evening.DoesNotExist` if the club has none with this id."""
    evening: Evening = club.evenings.select_related("tournament").get(public_id=public_id)
    evening.club = club
    return evening


@dataclass(frozen=True, kw_only=True)
class Attendee:
    """Someone on the evening's list: the open `table` where they sit, or else the `seat` that waits for them."""

    presence: Presence
    name: str
    table: Session | None
    seat: SeatedPlayer | None = None

    @property
    def free(self) -> bool:
        return self.table is None and self.presence.left_at is None


@dataclass(frozen=True, kw_only=True)
class EveningStanding:
    """One player's result so far: money, if any, and points by game."""

    name: str
    money: Decimal | None
    by_game: Mapping[str, int | None]


@dataclass(frozen=True, kw_only=True)
class EveningOverview:
    """Everything that the evening's page shows; `round` is the one that was published last."""

    attendees: Sequence[Attendee]
    open: Sequence[SettlementTable]
    closed: Sequence[SettlementTable]
    games: Sequence[str]
    standings: Sequence[EveningStanding]
    round: SeatedRound | None = None

    @property
    def free(self) -> list[Attendee]:
        return [attendee for attendee in self.attendees if attendee.free]

    @property
    def all_over(self) -> bool:
        """Whether tables have been played and none is open, so that the evening can be settled."""
        return bool(self.closed) and not self.open

    @property
    def is_for_money(self) -> bool:
        """Whether anybody has played for money."""
        return any(standing.money is not None for standing in self.standings)

    @property
    def can_draw(self) -> bool:
        """Whether enough people are free for the smallest table of any game."""
        return len(self.free) >= least_people()

    @property
    def stay(self) -> int:
        """The number of people who have not left."""
        return sum(attendee.presence.left_at is None for attendee in self.attendees)


def least_people() -> int:
    """Return how many people the smallest table of any game needs."""
    return min(min(rules.players) for game in registry.all_games() for rules in game.rules.rule_sets.values())


NOT_SHOWN = (*OF_ACCESS, *OF_CALL, *OF_PAYMENTS, Verb.AGREE)
"""The changes at a table that the page of its evening doesn't show."""


def version(evening: Evening) -> str:
    """Return a short hash that changes when the content of the evening's page does; costs four small queries."""
    people = evening.presences.order_by("pk").values_list("player__name", "player__nickname", "came_at", "left_at")
    shown = Change.objects.filter(session=OuterRef("pk")).exclude(verb__in=NOT_SHOWN).order_by("-revision")
    latest = Subquery(shown.values("revision")[:1])
    tables = evening.sessions.order_by("pk").values_list("pk", "table_number", "closed_at", latest)
    may_come = members(evening.club).aggregate(Count("pk"), Max("pk"))
    terms = (evening.date, evening.name, evening.currency, evening.settled_at)
    return _hash(terms, *people, *tables, may_come, *_round_version(evening))


def seats_version(evening: Evening) -> str:
    """Return a short hash that changes when the seats of its latest round do, or one of its tables begins or ends."""
    tables = evening.sessions.not_deleted().exclude(round=None).order_by("pk")
    shown = tables.values_list("pk", "table_number", "closed_at")
    return _hash((evening.date, evening.name), *shown, *_round_version(evening))


def _hash(*content: object) -> str:
    return blake2s(repr(content).encode(), digest_size=8).hexdigest()


def _round_version(evening: Evening) -> list[object]:
    """Return what changes with the round that was published last: its clock and its seats."""
    latest = evening.rounds.exclude(published_at=None).order_by("-number").values("pk")[:1]
    seats = RoundSeat.objects.filter(round=Subquery(latest)).order_by("pk")
    of_round = ("round", "round__minutes", "round__clock_started_at")
    return list(seats.values_list(*of_round, "player__name", "player__nickname", "table", "place"))


def at(evening: Evening) -> EveningOverview:
    """Return what the evening's page shows; the number of queries doesn't grow with people or tables."""
    sessions = settlement.sessions_of(evening)
    played = [session for session in sessions if session.closed_at is None]
    open_ledgers = session_ledgers(with_installed_game(played))
    closed = {table.session.pk: table for table in settlement.tables_of(evening, sessions)}
    progress = progress_of_tables(played, open_ledgers)
    tables = [
        closed.get(session.pk) or _open_table(evening, session, open_ledgers.get(session.pk), progress.get(session.pk))
        for session in sessions
    ]
    presences = list(evening.presences.select_related("player").order_by("came_at", "pk"))
    games = list(dict.fromkeys(table.session.game for table in tables))
    round_ = None if evening.settled_at else current_round(evening)
    return EveningOverview(
        round=round_,
        attendees=_attendees(presences, played, round_.to_come if round_ else {}),
        open=[table for table in tables if table.session.closed_at is None],
        closed=[table for table in tables if table.session.closed_at is not None],
        games=games,
        standings=_standings(presences, tables, games),
    )


def _open_table(
    evening: Evening, session: Session, ledger: SessionLedger | None, progress: Progress | None
) -> SettlementTable:
    if ledger is None:
        return SettlementTable(session=session, people=session.people, come_to=None, why_not=GAME_GONE)
    table = settlement.table_of(evening, session, SessionTotals.from_ledger(ledger, session))
    return replace(table, hands=len(ledger.played), progress=progress)


def _attendees(
    presences: Sequence[Presence], played: Sequence[Session], to_come: Mapping[int, SeatedPlayer]
) -> list[Attendee]:
    """Return those who are free, then those at a table, then those who have left, each by name."""
    names = told_apart(presence.player for presence in presences)
    sits = {seat.player_id: session for session in played for seat in session.seats}
    attendees = [
        Attendee(
            presence=presence,
            name=names[presence.player_id],
            table=sits.get(presence.player_id),
            seat=to_come.get(presence.player_id),
        )
        for presence in presences
    ]
    return sorted(
        attendees,
        key=lambda attendee: (
            attendee.presence.left_at is not None,
            attendee.table is not None,
            name_order(attendee.name),
        ),
    )


def _standings(
    presences: Sequence[Presence], tables: Sequence[SettlementTable], games: Sequence[str]
) -> list[EveningStanding]:
    names = {seat.player_id: seat.name for table in tables for seat in table.people}
    names |= told_apart(presence.player for presence in presences if presence.player_id in names)
    money: dict[int, Decimal] = {}
    points: dict[tuple[int, str], int] = {}
    for table in tables:
        for place, seat in enumerate(table.people):
            where = (seat.player_id, table.session.game)
            points[where] = points.get(where, 0) + table.adds_up[place]
            if table.money is not None:
                money[seat.player_id] = money.get(seat.player_id, Decimal(0)) + table.money[place]
    rows = [
        EveningStanding(
            name=name, money=money.get(player), by_game={game: points.get((player, game)) for game in games}
        )
        for player, name in names.items()
    ]
    return sorted(rows, key=_by_rank)


def _by_rank(row: EveningStanding) -> tuple[Decimal, int, NameOrder]:
    """Sort by money, highest first; by points if there is no money; then by name."""
    return -(row.money or Decimal(0)), -sum(points or 0 for points in row.by_game.values()), name_order(row.name)


def members(club: Club) -> QuerySet[Player]:
    """Return the players who may be marked present, without guests."""
    return club.players.filter(guest=False, retired_at=None, merged_into=None)


def absent(club: Club, present: Sequence[Attendee]) -> list[Player]:
    """Return the members who have not been marked present, by display name."""
    others = members(club).exclude(pk__in=[attendee.presence.player_id for attendee in present])
    return sorted(others, key=lambda player: name_order(display_name(player)))


def guests(club: Club) -> list[str]:
    """Return the names of past guests, for autocompletion."""
    players = club.players.filter(guest=True, retired_at=None, merged_into=None).order_by("-pk")
    return list(dict.fromkeys(display_name(player) for player in players[:40]))
