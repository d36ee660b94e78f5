"""Every read of an evening: who is there, which tables there are, and how it stands so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from hashlib import blake2s

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Club, Evening, Player, Presence
from scorekeeper.clubs.names import called
from scorekeeper.play import ledgers, settling
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.settling import GAME_GONE, TableOfEvening


def listed(club: Club) -> QuerySet[Evening]:
    """The evenings of a club, the latest first, with how many tables and people there were."""
    return counted(club.evenings.all()).order_by("-date", "-pk")


def counted(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """With how many `tables` and `people` there were, each counted by itself: joined, they would multiply."""
    return evenings.annotate(tables=_number(Session), people=_number(Presence))


def _number(model: type[Session] | type[Presence]) -> Coalesce:
    found = model._default_manager.filter(evening=OuterRef("pk")).order_by().values("evening")
    return Coalesce(Subquery(found.annotate(number=Count("pk")).values("number")), 0)


def find(club: Club, public_id: str) -> Evening:
    """An evening of this club; raises `Evening.DoesNotExist` for every other."""
    found: Evening = club.evenings.get(public_id=public_id)
    found.club = club
    return found


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table as the page of an evening lists it; `hands` are counted while it is open."""

    session: Session
    names: Sequence[str]
    totals: Sequence[int]
    hands: int | None


@dataclass(frozen=True, kw_only=True)
class There:
    """Somebody who is there; `table` is where they sit, if they do."""

    presence: Presence
    name: str
    table: Session | None

    @property
    def free(self) -> bool:
        return self.table is None and self.presence.left_at is None


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How somebody stands: by game in its points, and in money where there is some."""

    name: str
    money: Decimal | None
    by_game: Sequence[int | None]


@dataclass(frozen=True, kw_only=True)
class AtEvening:
    """All that the page of an evening shows."""

    there: Sequence[There]
    open: Sequence[Table]
    closed: Sequence[Table]
    games: Sequence[str]
    standings: Sequence[Standing]

    @property
    def free(self) -> list[There]:
        return [one for one in self.there if one.free]

    @property
    def stay(self) -> int:
        """How many have not left."""
        return sum(one.presence.left_at is None for one in self.there)


def version(evening: Evening) -> str:
    """A word that is another one as soon as what the page of the evening shows has changed; three small queries."""
    people = evening.presences.order_by("pk").values_list("player__name", "player__nickname", "came_at", "left_at")
    tables = evening.sessions.order_by("pk").values_list("pk", "revision", "closed_at")
    may_come = members(evening.club).aggregate(Count("pk"), Max("pk"))
    terms = (evening.date, evening.name, evening.currency, evening.settled_at)
    shown = (terms, *people, *tables, may_come)
    return blake2s(repr(shown).encode(), digest_size=8).hexdigest()


def at(evening: Evening) -> AtEvening:
    """In the same number of queries, however many people and tables there are."""
    sessions = settling.sessions_of(evening)
    played = [session for session in sessions if session.closed_at is None]
    found = ledgers.of_all(ledgers.installed(played))
    tables = [
        *settling.tables_of(evening, sessions),
        *(_open_table(evening, session, found.get(session.pk)) for session in played),
    ]
    rows = [
        Table(
            session=table.session,
            names=table.names,
            totals=table.totals,
            hands=_hands(table.session, found.get(table.session.pk)),
        )
        for table in tables
    ]
    presences = list(evening.presences.select_related("player").order_by("came_at", "pk"))
    games = list(dict.fromkeys(table.session.game for table in tables))
    return AtEvening(
        there=_there(presences, played),
        open=[row for row in rows if row.session.closed_at is None],
        closed=[row for row in rows if row.session.closed_at is not None],
        games=games,
        standings=_standings(presences, tables, games),
    )


def _hands(session: Session, ledger: SessionLedger | None) -> int | None:
    if session.closed_at is not None:
        return None
    return len(ledger.played) if ledger else 0


def _open_table(evening: Evening, session: Session, ledger: SessionLedger | None) -> TableOfEvening:
    seats, counters = list(session.seats.all()), None
    if ledger is None:
        return TableOfEvening(session=session, seats=seats, totals=[0] * len(seats), money=None, why_not=GAME_GONE)
    if ledger.rules.zero_sum(ledger.table):
        counters = ledger.rules.settled(ledger.table, ledger.state, ledger.totals)
    money, why_not = settling.in_money(evening, counters, session.stake, session.currency)
    return TableOfEvening(session=session, seats=seats, totals=ledger.totals, money=money, why_not=why_not)


def _there(presences: Sequence[Presence], played: Sequence[Session]) -> list[There]:
    """Those who are there by name, then those who have left."""
    sits = {seat.player_id: session for session in played for seat in session.seats.all()}
    there = [There(presence=one, name=called(one.player), table=sits.get(one.player_id)) for one in presences]
    return sorted(there, key=lambda one: (one.presence.left_at is not None, one.name.casefold()))


def _standings(presences: Sequence[Presence], tables: Sequence[TableOfEvening], games: Sequence[str]) -> list[Standing]:
    names = {seat.player_id: seat.name for table in tables for seat in table.seats}
    names |= {one.player_id: called(one.player) for one in presences if one.player_id in names}
    money: dict[int, Decimal] = {}
    points: dict[tuple[int, str], int] = {}
    for table in tables:
        for place, seat in enumerate(table.seats):
            where = (seat.player_id, table.session.game)
            points[where] = points.get(where, 0) + table.totals[place]
            if table.money is not None:
                money[seat.player_id] = money.get(seat.player_id, Decimal(0)) + table.money[place]
    rows = [
        Standing(name=name, money=money.get(player), by_game=[points.get((player, game)) for game in games])
        for player, name in names.items()
    ]
    return sorted(rows, key=_by_rank)


def _by_rank(row: Standing) -> tuple[Decimal, int, str]:
    """Who has most money first; where there is none, who has most points."""
    return -(row.money or Decimal(0)), -sum(points or 0 for points in row.by_game), row.name.casefold()


def members(club: Club) -> QuerySet[Player]:
    """Those who may come, guests apart."""
    return club.players.filter(guest=False, retired_at=None, merged_into=None)


def absent(club: Club, there: Sequence[There]) -> list[Player]:
    """The members who are not there, by what they are called."""
    coming = members(club).exclude(pk__in=[one.presence.player_id for one in there])
    return sorted(coming, key=lambda player: called(player).casefold())


def guests(club: Club) -> list[str]:
    """The names of guests who were there before, to complete what is typed."""
    found = club.players.filter(guest=True, retired_at=None, merged_into=None).order_by("-pk")
    return list(dict.fromkeys(called(player) for player in found[:40]))


def free(evening: Evening) -> list[Player]:
    """Those who are there and sit at no table, by what they are called."""
    seated = Seat.objects.filter(session__evening=evening, session__closed_at=None).values("player")
    there = evening.presences.filter(left_at=None).exclude(player__in=seated).values("player")
    return sorted(Player.objects.filter(pk__in=there), key=lambda player: called(player).casefold())
