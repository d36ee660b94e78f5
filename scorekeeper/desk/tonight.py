"""What is happening in some clubs: open tables, the day's evenings with who is present, and what is to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Prefetch, QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import display_name
from scorekeeper.desk import evening_overview, settlement
from scorekeeper.desk.evening_overview import EveningTable
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.play.models import Change, Session
from scorekeeper.play.queries import hands_played
from scorekeeper.web.dates import this_evening

MOST_TABLES = 40
JUST_NOW = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class OpenTable:
    """A session in play: the number of its hands, and when it was last changed."""

    session: Session
    names: tuple[str, ...]
    hands: int
    written: datetime | None

    @property
    def just_now(self) -> bool:
        """Whether the last change is less than a minute old."""
        return self.written is not None and timezone.now() - self.written < JUST_NOW


@dataclass(frozen=True, kw_only=True)
class Tonight:
    """One of the day's evenings: who is present, who has left, and the numbers of open and of closed tables."""

    evening: Evening
    present: tuple[str, ...]
    departed: tuple[str, ...]
    tables: int
    closed: int


def open_tables(clubs: QuerySet[Club]) -> tuple[list[OpenTable], bool]:
    """Return the open tables of these clubs, those started last first, and whether `MOST_TABLES` cut off others."""
    sessions = (
        Session.objects.in_play()
        .filter(club__in=clubs)
        .with_seats()
        .select_related("club", "evening", "round")
        .order_by("-started_at", "-pk")[: MOST_TABLES + 1]
    )
    keys = [session.pk for session in sessions]
    hands = hands_played(keys)
    changes = Change.objects.filter(session__in=keys).order_by().values_list("session")
    written = dict(changes.annotate(Max("at")))
    tables = [
        OpenTable(
            session=session,
            names=tuple(seat.name for seat in session.seats),
            hands=hands[session.pk],
            written=written.get(session.pk),
        )
        for session in sessions
    ]
    return tables[:MOST_TABLES], len(tables) > MOST_TABLES


def evenings(clubs: QuerySet[Club]) -> list[Tonight]:
    """Return the evenings of these clubs today, and until the night ends those of the day before."""
    presences = Prefetch("presences", Presence.objects.select_related("player").order_by("came_at", "pk"))
    evenings = (
        Evening.objects.filter(club__in=clubs, date__in=(this_evening(), timezone.localdate()))
        .select_related("club")
        .prefetch_related(presences)
        .order_by("club__name", "pk")
    )
    sessions = Session.objects.listed().filter(evening__in=[evening.pk for evening in evenings])
    tables = Counter((session.evening_id, session.closed_at is None) for session in sessions)
    return [
        Tonight(
            evening=evening,
            present=tuple(
                display_name(presence.player) for presence in evening.presences.all() if presence.left_at is None
            ),
            departed=tuple(
                display_name(presence.player) for presence in evening.presences.all() if presence.left_at is not None
            ),
            tables=tables[evening.pk, True],
            closed=tables[evening.pk, False],
        )
        for evening in evenings
    ]


@dataclass(frozen=True, kw_only=True)
class EveningToDo:
    """Tables without a hand or still open, whether the evening can be settled, and payments without a tick."""

    not_begun: Sequence[EveningTable]
    open: Sequence[EveningTable]
    to_settle: bool
    unpaid: int
    payments: int

    def __bool__(self) -> bool:
        return bool(self.not_begun or self.open or self.to_settle or self.unpaid)


def to_do(evening: Evening) -> EveningToDo:
    """Return the to-do list; the number of queries doesn't grow with people or tables."""
    at, frozen = evening_overview.at(evening), settlement.standing(evening)
    payments = list(frozen.payments.all()) if frozen else []
    return EveningToDo(
        not_begun=[table for table in at.open if not table.hands],
        open=[table for table in at.open if table.hands],
        to_settle=at.all_over and frozen is None,
        unpaid=sum(payment.ticked_at is None for payment in payments),
        payments=len(payments),
    )
