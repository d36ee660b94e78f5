"""The stretches of a session whose players change in the middle, and their combined result.

A *stretch* is a session row with its own seats, hands and settlement. It `continues` the one that it follows. People
see one session: its totals carry over from stretch to stretch, and it is paid once, when the last stretch is closed.

A *person* is a player of any stretch, under the name of the latest one. What a person *carries* into a stretch is the
sum of the earlier ones. All stretches have the stake of the session. Most sessions have a single stretch; they have no
`Stretches`, and cost a query at most.

Stretches that were closed without a hand, or deleted, are left out, as everywhere. If people close the session in such
a stretch, the one before has the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

from django.db import connection
from django.db.models import Q, QuerySet

from games.scoring.types import Amounts
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import CarriedTotals, SessionLedger, transfers_of, with_counted
from scorekeeper.play.ledger.session_totals import Pair, SeatPayment, SessionTotals
from scorekeeper.play.models import Seat, Session, Settlement
from scorekeeper.play.visibility.deleted_sessions import in_lists, not_deleted

MOST = 100
"""How far stretches are followed in either direction, so that a damaged database can't make this endless."""

STEPS = f"""
    WITH RECURSIVE earlier(root, id, step) AS (
        SELECT id, id, 0 FROM play_session WHERE id IN (%s)
        UNION ALL
        SELECT earlier.root, this.follows_id, earlier.step - 1
        FROM earlier JOIN play_session AS this ON this.id = earlier.id
        WHERE this.continues AND this.follows_id IS NOT NULL AND earlier.step > -{MOST}
    ), later(root, id, step) AS (
        SELECT id, id, 0 FROM play_session WHERE id IN (%s)
        UNION ALL
        SELECT later.root, next.id, later.step + 1
        FROM later JOIN play_session AS next ON next.follows_id = later.id
        WHERE next.continues AND later.step < {MOST}
    )
    SELECT root, id FROM (SELECT * FROM earlier UNION SELECT * FROM later) AS steps ORDER BY root, step
"""  # noqa: S608 - a number of our own
"""Raw SQL: the ORM has no recursion. `%s` are the primary keys of the sessions, the *roots*."""


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """One stretch: its session, and what each seat has come to.

    That is from its settlement or, while it is open, from its hands.
    """

    session: Session
    seats: tuple[Seat, ...]
    come_to: SessionTotals
    settlement: Settlement | None


@dataclass(frozen=True, kw_only=True)
class Participant:
    """A player of any stretch: the latest name, and the total. `player` is the primary key."""

    player: int
    name: str
    total: int


@dataclass(frozen=True)
class Stretches:
    """The stretches of one session in the order of play, two or more; empty if there is only one."""

    stretches: tuple[Stretch, ...] = ()

    def __len__(self) -> int:
        return len(self.stretches)

    @property
    def last(self) -> Stretch:
        return self.stretches[-1]

    @property
    def are_settled(self) -> bool:
        return all(one.settlement is not None for one in self.stretches)

    @property
    def still_open(self) -> Session | None:
        """The first stretch that is open, if any."""
        return next((one.session for one in self.stretches if one.settlement is None), None)

    @cached_property
    def people(self) -> tuple[Participant, ...]:
        """Everybody who played, in the order in which they sat down."""
        return people_of(self.stretches)

    def goes_on_at(self, session: Session) -> Session | None:
        """Return the stretch that is played last, if it comes after this one."""
        return self.last.session if self.stretches and self.last.session.pk != session.pk else None

    def before(self, session: Session) -> tuple[Stretch, ...]:
        """Return the stretches before this one."""
        keys = [one.session.pk for one in self.stretches]
        return self.stretches[: keys.index(session.pk)] if session.pk in keys else ()

    def joined_at(self, session: Session) -> list[str]:
        """Return the names of those who play in this stretch and didn't play in the one before it."""
        before = self.before(session)
        if not before:
            return []
        seated = {seat.player_id for seat in before[-1].seats}
        this = self.stretches[len(before)]
        return [seat.name for seat in this.seats if seat.player_id not in seated]

    def left_at(self, session: Session) -> list[tuple[str, int]]:
        """Return the names and totals of those who played in the stretch before this one and don't play in it."""
        before = self.before(session)
        if not before:
            return []
        this = {seat.player_id for seat in self.stretches[len(before)].seats}
        gone = {seat.player_id for seat in before[-1].seats} - this
        return [(person.name, person.total) for person in people_of(before) if person.player in gone]

    def carry(self, session: Session, ledger: SessionLedger) -> SessionLedger:
        """Return the ledger of one of the stretches with what its players carry into it."""
        before = self.before(session)
        if not before:
            return ledger
        (seats,) = (one.seats for one in self.stretches if one.session.pk == session.pk)
        seated = {seat.player_id for seat in seats}
        earlier = people_of(before)
        totals = {person.player: person.total for person in earlier}
        marks = {person.player: place for place, person in enumerate(self.people)}
        carried = CarriedTotals(
            amounts=tuple(totals.get(seat.player_id, 0) for seat in seats),
            counted=tuple(_counted(before, ledger, [seat.player_id for seat in seats]).items()),
            marks=tuple(marks[seat.player_id] for seat in seats),
            left=tuple((person.name, person.total) for person in earlier if person.player not in seated),
            before=before[-1].session.public_id,
        )
        return ledger.carrying(carried)

    @cached_property
    def come_to(self) -> SessionTotals:
        """What all stretches have come to, with people by their place in `people`."""
        places = {person.player: place for place, person in enumerate(self.people)}
        counted, totals, gains = ([0] * len(places) for _sums in range(3))
        for stretch in self.stretches:
            for place, seat in enumerate(stretch.seats):
                person = places[seat.player_id]
                counted[person] += stretch.come_to.counted[place]
                totals[person] += stretch.come_to.totals[place]
                gains[person] += stretch.come_to.gains[place]
        in_counters = all(one.come_to.transfers is not None for one in self.stretches)
        return replace(
            self.last.come_to,
            counted=tuple(counted),
            totals=tuple(totals),
            gains=tuple(gains),
            transfers=transfers_of(gains) if in_counters else None,
        )

    @property
    def payments(self) -> list[SeatPayment] | None:
        """The payments that settle all stretches, with people by their place in `people`; None if nobody pays."""
        return self.come_to.payments

    def ranks(self) -> list[tuple[int, ...]]:
        """Return the sort key of each person: by the rules of the last stretch, with what all stretches count."""
        last = ledgers_of([self.last]).get(self.last.session.pk)
        totals = self.come_to.totals
        if last is None:
            return [(total,) for total in totals]
        counted = _counted(self.stretches, last, [person.player for person in self.people])
        table = replace(last.table, players=tuple(person.name for person in self.people))
        return last.rules.ranks(table, with_counted(last.state, counted), totals)

    # Ticks

    def ticked(self) -> set[Pair]:
        """Return the payments that were ticked as paid and are still the same."""
        ticks = self._ticks()
        return {one.pair for one in self.payments or () if (one.pair, sum_of(one)) in ticks}

    def lost_ticks(self) -> list[tuple[str, str, str]]:
        """Return debtor, creditor and amount of the ticks whose payments have changed since."""
        now = {(one.pair, sum_of(one)) for one in self.payments or ()}
        return [
            (self.people[debtor].name, self.people[creditor].name, amount)
            for (debtor, creditor), amount in sorted(self._ticks() - now)
        ]

    def with_tick(self, payment: SeatPayment, *, paid: bool) -> list[dict[str, object]]:
        """Return the ticks as the last settlement stores them, with or without the one on this payment."""
        this = (payment.pair, sum_of(payment))
        ticks = self._ticks() | {this} if paid else self._ticks() - {this}
        return [
            {"debtor": self._seat(pair[0]), "creditor": self._seat(pair[1]), "amount": amount}
            for pair, amount in sorted(ticks)
        ]

    def _ticks(self) -> set[tuple[Pair, str]]:
        """Return the ticks of the last settlement, with people by their place in `people`.

        A tick of people who no longer play in any stretch, as one of them was deleted, is left out.
        """
        settlement = self.last.settlement
        if settlement is None:
            return set()
        places = {person.player: place for place, person in enumerate(self.people)}
        seats = {
            (one.session.public_id, seat.place): places[seat.player_id] for one in self.stretches for seat in one.seats
        }
        ticks = set()
        for one in settlement.paid_together:
            debtor, creditor = (
                seats.get((one[name]["session"], one[name]["place"])) for name in ("debtor", "creditor")
            )
            if debtor is not None and creditor is not None:
                ticks.add(((debtor, creditor), one["amount"]))
        return ticks

    def _seat(self, place: int) -> dict[str, object]:
        """Return the first seat of a person, by which a tick names that person."""
        player = self.people[place].player
        return next(
            {"session": one.session.public_id, "place": seat.place}
            for one in self.stretches
            for seat in one.seats
            if seat.player_id == player
        )


def _counted(stretches: Sequence[Stretch], like: SessionLedger, players: Sequence[int]) -> dict[str, Amounts]:
    """Return what these stretches count for each of the players beside the totals, if the game counts anything."""
    names = like.rules.counted(like.state)
    sums = {name: dict.fromkeys(players, 0) for name in names}
    loaded = ledgers_of(stretches) if names else {}
    for stretch in stretches:
        ledger = loaded.get(stretch.session.pk)
        for name, amounts in ledger.rules.counted(ledger.state).items() if ledger else ():
            for seat, amount in zip(stretch.seats, amounts, strict=True):
                if seat.player_id in sums[name]:
                    sums[name][seat.player_id] += amount
    return {name: tuple(of_players.values()) for name, of_players in sums.items()}


def ledgers_of(stretches: Iterable[Stretch]) -> dict[int, SessionLedger]:
    """Return the ledgers of stretches by primary key.

    Loading updates a session to its latest revision, whose ticks may not have been read, so copies are updated.
    """
    return ledgers.load_all(ledgers.installed(copy(one.session) for one in stretches))


def sum_of(payment: SeatPayment) -> str:
    """Return the amount of a payment as its tick stores it."""
    return str(payment.amount) if payment.money is None else f"{payment.money} {payment.currency}"


def people_of(stretches: Iterable[Stretch]) -> tuple[Participant, ...]:
    """Return everybody who played in these stretches, in the order in which they sat down."""
    names: dict[int, str] = {}
    totals: dict[int, int] = {}
    for stretch in stretches:
        for seat, total in zip(stretch.seats, stretch.come_to.totals, strict=True):
            names[seat.player_id] = seat.name
            totals[seat.player_id] = totals.get(seat.player_id, 0) + total
    return tuple(Participant(player=player, name=name, total=totals[player]) for player, name in names.items())


# From the database


def first_stretches(sessions: QuerySet[Session]) -> dict[int, int]:
    """Return the first stretch of each of these sessions that continues another, both by primary key."""
    further = sessions.filter(continues=True, follows__isnull=False).order_by("pk")
    first: dict[int, int] = {}
    for session in further.only("follows"):  # the earlier stretch has the lower key
        follows = session.follows_id or session.pk
        first[session.pk] = first.get(follows, follows)
    return first


def repeated_seats(seats: QuerySet[Seat], sessions: QuerySet[Session]) -> Counter[int]:
    """Return how many of these seats of each player are in a session in which the player has another one already.

    `sessions` are all of which the seats can be.
    """
    of_several = Q(session__continues=True) | Q(session__followed_by__continues=True)
    rows = set(seats.filter(of_several).values_list("player", "session"))
    first = first_stretches(sessions) if rows else {}
    return Counter(player for player, _session in rows) - Counter(
        player for player, _session in {(player, first.get(session, session)) for player, session in rows}
    )


def others(session: Session) -> list[Session]:
    """Return the other stretches of a session, those without a hand included."""
    keys = _keys([session.pk])[session.pk]
    return list(Session.objects.filter(pk__in=keys).exclude(pk=session.pk)) if len(keys) > 1 else []


def of(session: Session) -> Stretches:
    """Return the stretches of the session that this one is a stretch of, if it has several."""
    return of_all([session])[session.pk]


def result_at(session: Session) -> Session | None:
    """Return the stretch whose page shows the result if this one was closed without a hand; None if no other counts."""
    keys = _keys([session.pk])[session.pk]
    counting = Session.objects.filter(in_lists(), pk__in=keys).exclude(pk=session.pk).in_bulk()
    return next((counting[key] for key in reversed(keys) if key in counting), None)


def unplayed_end(session: Session) -> Session | None:
    """Return the stretch without a hand in which a session ended; None if it ended in this one or in one that counts.

    People sat there last, so that is where they play on.
    """
    keys = _keys([session.pk])[session.pk]
    after = Session.objects.filter(not_deleted(), pk__in=keys[keys.index(session.pk) + 1 :])
    if len(keys) == 1 or after.filter(in_lists()).exists():
        return None
    found = after.in_bulk()
    return next((found[key] for key in reversed(keys) if key in found), None)


def carrying(session: Session, ledger: SessionLedger) -> SessionLedger:
    """Return the ledger with what its players carry from earlier stretches; without these, no query is made."""
    return of(session).carry(session, ledger) if session.continues else ledger


def carrying_all(sessions: Sequence[Session], loaded: dict[int, SessionLedger]) -> dict[int, SessionLedger]:
    """Return the ledgers by primary key, each as by `carrying`."""
    found = of_all([session for session in sessions if session.continues])
    return loaded | {
        session.pk: found[session.pk].carry(session, loaded[session.pk])
        for session in sessions
        if session.pk in found and session.pk in loaded
    }


def of_all(sessions: Collection[Session]) -> dict[int, Stretches]:
    """Return the stretches of several sessions by their primary keys, with a constant number of queries."""
    keys = _keys([session.pk for session in sessions])
    nothing = {root: Stretches() for root in keys}
    several = {root: chain for root, chain in keys.items() if len(chain) > 1}
    if not several:
        return nothing
    given = {session.pk: session for session in sessions}
    everything = {key for chain in several.values() for key in chain}
    found = {one.pk: given.get(one.pk, one) for one in Session.objects.filter(in_lists(), pk__in=everything)}
    played = {root: [key for key in chain if key in found] for root, chain in several.items()}
    stretches = _loaded(list(found.values()))
    return nothing | {
        root: Stretches(tuple(stretches[key] for key in chain)) for root, chain in played.items() if len(chain) > 1
    }


def _keys(roots: Sequence[int]) -> dict[int, list[int]]:
    """Return the primary keys of all stretches for each of these, in the order of play."""
    keys: dict[int, list[int]] = {root: [] for root in roots}
    if not roots:
        return keys
    placeholders = ", ".join(["%s"] * len(roots))
    with connection.cursor() as cursor:
        cursor.execute(STEPS % (placeholders, placeholders), [*roots, *roots])
        for root, key in cursor.fetchall():
            if key not in keys[root]:
                keys[root].append(key)
    return keys


def _loaded(sessions: Sequence[Session]) -> dict[int, Stretch]:
    """Return a stretch for each session by primary key."""
    seats: dict[int, list[Seat]] = {session.pk: [] for session in sessions}
    for seat in Seat.objects.filter(session__in=seats).order_by("session_id", "place"):
        seats[seat.session_id].append(seat)
    standing = {one.session_id: one for one in Settlement.objects.filter(session__in=seats, withdrawn_at=None)}
    replayed = ledgers.load_all(ledgers.installed(session for session in sessions if session.pk not in standing))
    return {
        session.pk: Stretch(
            session=session,
            seats=tuple(seats[session.pk]),
            come_to=_come_to(session, len(seats[session.pk]), standing.get(session.pk), replayed.get(session.pk)),
            settlement=standing.get(session.pk),
        )
        for session in sessions
    }


def _come_to(session: Session, size: int, settlement: Settlement | None, ledger: SessionLedger | None) -> SessionTotals:
    """Return what a stretch has come to; nothing while it is open and its game is no longer installed."""
    if settlement is not None:
        return SessionTotals.of_settlement(settlement)
    if ledger is None:
        return SessionTotals.of((0,) * size, None, session.stake, session.currency)
    return SessionTotals.of_ledger(ledger, session)
