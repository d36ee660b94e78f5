"""Inserting a seeded club: its players, seasons and evenings, and all rows that its closed sessions would have left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from scorekeeper.clubs.models import AuditEntry, Club, ClubDevice, Player
from scorekeeper.clubs.services import create_club
from scorekeeper.desk import audit_notes
from scorekeeper.desk.audit_notes import EveningAction
from scorekeeper.devtools.demo_data.plan import PlannedEvening, PlannedSession, evenings, names
from scorekeeper.devtools.demo_data.prepared_sessions import PreparedSession, prepare_sessions
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.play import payments, results
from scorekeeper.play.models import (
    Access,
    Change,
    Hand,
    Payment,
    Role,
    Seat,
    Session,
    Settlement,
    Stretch,
    Verb,
    make_token,
)
from scorekeeper.play.results import ResultRows
from scorekeeper.play.totals import SessionTotals
from scorekeeper.standings.models import Season

AT_ONCE = 200
"""Sessions that are inserted together."""
BEGINS = time(19, 30)
FOR_A_HAND = timedelta(minutes=4)
BETWEEN_ROUNDS = timedelta(minutes=150)
STAKES = (None, Decimal("0.01"), Decimal("0.05"))
GUESTS = 12  # members per guest


@dataclass(frozen=True, kw_only=True)
class SeedResult:
    """A club that was inserted, with the device of its phone and the numbers of evenings, sessions and hands."""

    club: Club
    device: str
    evenings: int
    sessions: int
    hands: int


def insert_club(
    name: str, *, members: int, hands: int, device: str, random: Random, of: Sequence[PreparedSession] | None = None
) -> SeedResult:
    """Insert a new club with at least `hands` hands, in copies of the sessions in `of` or of sessions of every game.

    Raises `ClubNameTakenError`.
    """
    prepared = of or prepare_sessions(random)
    with transaction.atomic():
        club = create_club(name)
        ClubDevice.objects.create(club=club, device=device, label=name, runs=True)
        players = _people(club, members, random)
        planned = evenings(players, prepared, hands=hands, until=timezone.localdate(), random=random)
        _seasons(club, planned[0].day, planned[-1].day)
        sessions = _evenings(club, planned)
        for first in range(0, len(sessions), AT_ONCE):
            _insert(club, device, sessions[first : first + AT_ONCE], random)
    return SeedResult(
        club=club,
        device=device,
        evenings=len(planned),
        sessions=len(sessions),
        hands=sum(len(planned_session.prepared.outcomes) for _evening, planned_session in sessions),
    )


def _people(club: Club, members: int, random: Random) -> list[Player]:
    """Insert the members and some guests; every sixth player has a nickname."""
    guests = members // GUESTS
    return Player.objects.bulk_create(
        Player(
            club=club,
            name=name,
            nickname=f"{name.split()[0]} {name.split()[1][0]}." if number % 6 == 0 else "",
            guest=number >= members,
        )
        for number, name in enumerate(names(members + guests, random))
    )


def _seasons(club: Club, first: date, last: date) -> None:
    """Insert seasons from September to August that rank players with five sessions and count the best twenty."""
    years = range(first.year - (first.month < 9), last.year + (last.month >= 9))
    Season.objects.bulk_create(
        Season(
            club=club,
            name=f"{year}/{(year + 1) % 100:02}",
            starts=date(year, 9, 1),
            ends=date(year + 1, 8, 31),
            minimum=5,
            best=20,
        )
        for year in years
    )


def _evenings(club: Club, planned: Sequence[PlannedEvening]) -> list[tuple[Evening, PlannedSession]]:
    """Insert the evenings with their attendance, and return the planned sessions, each with its evening."""
    created = Evening.objects.bulk_create(Evening(club=club, date=planned_evening.day) for planned_evening in planned)
    Presence.objects.bulk_create(
        Presence(
            evening=evening,
            player=player,
            came_at=_at(planned_evening.day),
            left_at=_at(planned_evening.day) + 2 * BETWEEN_ROUNDS,
        )
        for evening, planned_evening in zip(created, planned, strict=True)
        for player in planned_evening.present
    )
    AuditEntry.objects.bulk_create(
        AuditEntry(at=at, **audit_notes.columns(evening, club.name, action, player.name))
        for evening, planned_evening in zip(created, planned, strict=True)
        for action, at in (
            (EveningAction.COME, _at(planned_evening.day)),
            (EveningAction.LEAVE, _at(planned_evening.day) + 2 * BETWEEN_ROUNDS),
        )
        for player in planned_evening.present
    )
    return [
        (evening, session)
        for evening, planned_evening in zip(created, planned, strict=True)
        for session in planned_evening.sessions
    ]


def _at(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, BEGINS))


def _insert(club: Club, device: str, planned: Sequence[tuple[Evening, PlannedSession]], random: Random) -> None:
    """Insert the rows of some sessions, in bulk for each model."""
    sessions = Session.objects.bulk_create(
        _session(club, evening, planned_session, random) for evening, planned_session in planned
    )
    accesses = Access.objects.bulk_create(
        Access(session=session, device=device, role=Role.SCORER, label=planned_session.players[0].name)
        for session, (_evening, planned_session) in zip(sessions, planned, strict=True)
    )
    stretches = Stretch.objects.bulk_create(
        Stretch(
            session=session,
            options=dict(planned_session.prepared.table.options),
            first_dealer=planned_session.prepared.table.first_dealer,
        )
        for session, (_evening, planned_session) in zip(sessions, planned, strict=True)
    )
    seats = Seat.objects.bulk_create(
        Seat(stretch=stretch, place=place, player=player, name=player.nickname or player.name)
        for stretch, (_evening, planned_session) in zip(stretches, planned, strict=True)
        for place, player in enumerate(planned_session.players)
    )
    at_table: dict[int, list[Seat]] = {}
    for seat in seats:
        at_table.setdefault(seat.stretch.session_id, []).append(seat)
    hands: list[Hand] = []
    changes: list[Change] = []
    settled: list[Settlement] = []
    rows: list[ResultRows] = []
    for session, access, (_evening, planned_session) in zip(sessions, accesses, planned, strict=True):
        hands += _hands(session, planned_session)
        changes += _journal(session, access, planned_session)
        settled.append(_settlement(session, planned_session))
        rows.append(_results(session, at_table[session.pk], planned_session))
    Hand.objects.bulk_create(hands)
    Change.objects.bulk_create(changes)
    Settlement.objects.bulk_create(settled)
    Payment.objects.bulk_create(
        payment
        for settlement, (_evening, planned_session) in zip(settled, planned, strict=True)
        for payment in payments.owed(
            settlement, SessionTotals.from_settlement(settlement), [player.pk for player in planned_session.players]
        )
    )
    results.insert(rows)


def _session(club: Club, evening: Evening, planned: PlannedSession, random: Random) -> Session:
    table, hands = planned.prepared.table, len(planned.prepared.outcomes)
    started = _at(evening.date) + planned.round * BETWEEN_ROUNDS
    return Session(
        club=club,
        evening=evening,
        table_number=planned.table_number,
        game=planned.prepared.game,
        rules=table.rules,
        stake=random.choice(STAKES),
        revision=hands + 1,
        started_at=started,
        closed_at=started + FOR_A_HAND * (hands + 1),
        creation_token=make_token(),
    )


def _hands(session: Session, planned: PlannedSession) -> Iterator[Hand]:
    for number, outcome in enumerate(planned.prepared.outcomes, 1):
        yield Hand(
            session=session,
            number=number,
            outcome=outcome,
            rules_version=planned.prepared.version,
            recorded_at=session.started_at + FOR_A_HAND * number,
        )


def _journal(session: Session, access: Access, planned: PlannedSession) -> Iterator[Change]:
    """Yield the changes of a session: its start, a record for each hand, and its end."""

    def change(revision: int, verb: Verb, **fields: Any) -> Change:
        at = session.started_at + FOR_A_HAND * revision
        return Change(
            session=session,
            revision=revision,
            verb=verb,
            access=access,
            who=access.label,
            at=at,
            token=str(revision),
            **fields,
        )

    outcomes = planned.prepared.outcomes
    yield change(0, Verb.START)
    for number, outcome in enumerate(outcomes, 1):
        yield change(number, Verb.RECORD, hand_number=number, after=outcome)
    yield change(len(outcomes) + 1, Verb.CLOSE, after=_frozen(planned))


def _frozen(planned: PlannedSession) -> dict[str, Any]:
    prepared = planned.prepared
    return {"totals": list(prepared.totals), "gains": list(prepared.gains), "transfers": prepared.transfers}


def _settlement(session: Session, planned: PlannedSession) -> Settlement:
    assert session.closed_at
    return Settlement(
        session=session,
        stake=session.stake,
        currency=session.currency,
        settled_at=session.closed_at,
        **_frozen(planned),
    )


def _results(session: Session, seats: Sequence[Seat], planned: PlannedSession) -> ResultRows:
    """Return copies of the prepared session's result rows for these players."""
    rows = planned.prepared.rows
    copies = [_copy(result, session=session, seat=seats[result.seat.place]) for result in rows.results]
    by_place = {result.seat.place: result for result in copies}
    return ResultRows(
        copies,
        [_copy(stat, result=by_place[stat.result.seat.place]) for stat in rows.call_stats],
        [
            _copy(stat, result=by_place[stat.result.seat.place], other=seats[stat.other.place])
            for stat in rows.pair_stats
        ],
    )


Row = TypeVar("Row", bound=Model)


def _copy(row: Row, **of_others: Model) -> Row:
    """Return an unsaved copy of a row with other relations."""
    columns = [column.attname for column in row._meta.concrete_fields if not (column.is_relation or column.primary_key)]
    return type(row)(**{name: getattr(row, name) for name in columns}, **of_others)
