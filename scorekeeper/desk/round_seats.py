"""Who sits where in a round: everybody by table and by name, for the desk, the evening's page and the wall display."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from django.db.models import Q

from games import registry
from scorekeeper.clubs.names import name_order, told_apart
from scorekeeper.desk.seating.requests import at_odd_tables, count_meetings
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Seat, Session


@dataclass(frozen=True, kw_only=True)
class SeatedPlayer:
    """A player's table in a round, counted from 1, and what the seat is called; both are None for one who sits out."""

    key: int
    name: str
    table: int | None
    seat: str | None


@dataclass(frozen=True, kw_only=True)
class SeatedTable:
    """A table of a round in seat order. `session` is None before it has begun, and for a table that plays on paper."""

    number: int
    players: Sequence[SeatedPlayer]
    session: Session | None


@dataclass(frozen=True, kw_only=True)
class SeatedRound:
    """A round with its tables, and those who sit out."""

    round: Round
    tables: Sequence[SeatedTable]
    out: Sequence[SeatedPlayer]

    @cached_property
    def by_name(self) -> list[SeatedPlayer]:
        players = [player for table in self.tables for player in table.players]
        return sorted([*players, *self.out], key=lambda seat: name_order(seat.name))

    @property
    def waiting(self) -> list[SeatedTable]:
        """The tables that no phone has begun."""
        return [table for table in self.tables if table.session is None]

    @property
    def is_over(self) -> bool:
        return all(table.session is not None and table.session.closed_at is not None for table in self.tables)

    @cached_property
    def to_come(self) -> dict[int, SeatedPlayer]:
        """The seats at tables that no phone has begun, by the player's key."""
        return {player.key: player for table in self.waiting for player in table.players}

    def seat_of(self, player: int) -> SeatedPlayer | None:
        """Return a player's seat until their table is over; None if they have none."""
        for table in self.tables:
            if table.session is None or table.session.closed_at is None:
                for seat in table.players:
                    if seat.key == player:
                        return seat
        return next((seat for seat in self.out if seat.key == player), None)


def current_round(evening: Evening) -> SeatedRound | None:
    """Return the round of an evening that was published last, or None; the number of queries doesn't grow."""
    round_ = evening.rounds.exclude(published_at=None).last()
    return seated_round(round_) if round_ else None


def seated_round(round_: Round, names: Mapping[int, str] | None = None) -> SeatedRound:
    """Return a round with its seats. `names` are those of the entries of a tournament, by the player's key."""
    rows = list(round_.seats.select_related("player"))
    called = {**told_apart(row.player for row in rows), **(names or {})}
    sizes = Counter(row.table for row in rows)

    def player(row: RoundSeat) -> SeatedPlayer:
        seat = None if row.place is None else seat_in_words(round_, row.table, sizes[row.table], row.place)
        return SeatedPlayer(key=row.player_id, name=called[row.player_id], table=row.table, seat=seat)

    sessions = started(round_)
    tables = [
        SeatedTable(number=number, players=[player(row) for row in at_table], session=sessions.get(number))
        for number, at_table in by_table(rows).items()
    ]
    return SeatedRound(round=round_, tables=tables, out=[player(row) for row in rows if row.table is None])


def by_table(rows: Iterable[RoundSeat]) -> dict[int, list[RoundSeat]]:
    """Return the seats of a round at each table, table 1 first, in seat order."""
    tables: dict[int, list[RoundSeat]] = {}
    for row in sorted(rows, key=lambda row: (row.table or 0, row.place or 0)):
        if row.table is not None:
            tables.setdefault(row.table, []).append(row)
    return tables


@dataclass(frozen=True, kw_only=True)
class EarlierTables:
    """Who sat at each table before a round, with its number, None outside any round; and how often people sat out.

    People are named by their primary key as text, as the seating engine knows people by names.
    """

    tables: Sequence[tuple[int | None, Sequence[str]]]
    sat_out: Counter[str]

    @cached_property
    def met(self) -> Mapping[frozenset[str], Sequence[int | None]]:
        """The rounds in which any two sat at one table."""
        met = defaultdict[frozenset[str], list[int | None]](list)
        for number, people in self.tables:
            for pair in count_meetings([[people]]):
                met[pair].append(number)
        return met

    @cached_property
    def at_odd_tables(self) -> Counter[str]:
        """How often people sat at an odd table."""
        return Counter(at_odd_tables(people for _number, people in self.tables))


def earlier_tables(evening: Evening, before: Round | None = None) -> EarlierTables:
    """Return what there was at an evening, or before a round of it; the number of queries doesn't grow.

    A table that a phone began has those who played there, and one on paper those who have its seats. A tournament goes
    by the seats of its rounds alone.
    """
    rounds, sessions = evening.rounds.exclude(published_at=None), evening.sessions.not_deleted()
    if hasattr(evening, "tournament"):
        sessions = sessions.none()
    if before is not None and before.published_at is not None:
        rounds = rounds.filter(number__lt=before.number)
        aside = Q(round=None, started_at__lt=before.published_at)
        sessions = sessions.filter(Q(round__number__lt=before.number) | aside)
    seats = Seat.objects.of(sessions).order_by("stretch_id", "place")
    rows = seats.values_list(
        "stretch_id", "stretch__session__round__number", "stretch__session__table_number", "player_id"
    )
    played = [(stretch[1:], [str(row[-1]) for row in people]) for stretch, people in groupby(rows, itemgetter(0, 1, 2))]
    begun = {table for table, _people in played}
    on_paper = [
        (round_.number, [str(seat.player_id) for seat in at_table])
        for round_ in rounds.prefetch_related("seats")
        for table, at_table in by_table(round_.seats.all()).items()
        if (round_.number, table) not in begun
    ]
    out = RoundSeat.objects.filter(round__in=rounds, table=None)
    return EarlierTables(
        tables=[*((number, people) for (number, _table), people in played), *on_paper],
        sat_out=Counter(map(str, out.values_list("player_id", flat=True))),
    )


def was_played_by(ledger: SessionLedger, seats: Iterable[RoundSeat]) -> bool:
    """Return whether those who have the seats of a table in the round played there, from the first hand on."""
    players = [ledger.people[person].player for person in ledger.last.people]
    return len(ledger.stretches) == 1 and players == [seat.player_id for seat in seats]


def seat_in_words(round_: Round, table: int | None, size: int, place: int) -> str:
    """Return what a seat at a table of this size is called: its number from 1, or the name that the game gives it."""
    game = registry.find(round_.played_at(table)[0])
    names = game.seat_names.get(size) if game else None
    return in_words(names[place]) if names else str(place + 1)


def started(round_: Round) -> dict[int, Session]:
    """Return the last session of each table that has been started, by table number."""
    sessions = round_.sessions.not_deleted().order_by("pk")
    return {session.table_number: session for session in sessions if session.table_number is not None}
