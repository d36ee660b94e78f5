"""Who sits where in a round: everybody by table and by name, for the desk, the evening's page and the wall display."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games import registry
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import name_order
from scorekeeper.desk.seating.requests import USUAL_SIZE, count_meetings
from scorekeeper.desk.table_start import names_at_table
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Session


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
    called = {**_names([row.player for row in rows]), **(names or {})}
    sizes = Counter(row.table for row in rows)

    def player(row: RoundSeat) -> SeatedPlayer:
        seat = None if row.place is None else seat_in_words(round_, row.table, sizes[row.table], row.place)
        return SeatedPlayer(key=row.player_id, name=called[row.player_id], table=row.table, seat=seat)

    sessions = _sessions(round_)
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
class EarlierRounds:
    """What there was before a round, by primary key of the players.

    Who of its tables has `met` before, with the numbers of the rounds; how often people sat at a table of another size
    than four, and how often they sat out.
    """

    met: Mapping[frozenset[int], Sequence[int]]
    at_odd_tables: Counter[int]
    sat_out: Counter[int]


def earlier_rounds(round_: Round) -> EarlierRounds:
    """Return what there was before a round; the number of queries doesn't grow."""
    earlier = round_.evening.rounds.filter(number__lt=round_.number).prefetch_related("seats")
    met = {before.number: count_meetings([_players(before)]) for before in earlier}
    tables = [table for before in earlier for table in _players(before)]
    return EarlierRounds(
        met={
            frozenset(map(int, pair)): rounds
            for pair in count_meetings([_players(round_)])
            if (rounds := [number for number, meetings in met.items() if pair in meetings])
        },
        at_odd_tables=Counter(int(key) for table in tables if len(table) != USUAL_SIZE for key in table),
        sat_out=Counter(seat.player_id for before in earlier for seat in before.seats.all() if seat.table is None),
    )


def _players(round_: Round) -> list[list[str]]:
    """Return the players at each table; the seating engine knows people by names, which are their keys here."""
    return [[str(seat.player_id) for seat in at_table] for at_table in by_table(round_.seats.all()).values()]


def was_played_by(ledger: SessionLedger, seats: Iterable[RoundSeat]) -> bool:
    """Return whether those who have the seats of a table in the round played there, from the first hand on."""
    players = [ledger.people[person].player for person in ledger.last.people]
    return len(ledger.stretches) == 1 and players == [seat.player_id for seat in seats]


def seat_in_words(round_: Round, table: int | None, size: int, place: int) -> str:
    """Return what a seat at a table of this size is called: its number from 1, or the name that the game gives it."""
    game = registry.find(round_.played_at(table)[0])
    names = game.seat_names.get(size) if game else None
    return in_words(names[place]) if names else str(place + 1)


def _names(players: Sequence[Player]) -> dict[int, str]:
    names = zip(players, names_at_table(players), strict=True)
    return {player.pk: name for player, name in names}


def _sessions(round_: Round) -> dict[int, Session]:
    """Return the last session of each table."""
    sessions = round_.sessions.not_deleted().order_by("pk")
    return {session.table_number: session for session in sessions if session.table_number is not None}
