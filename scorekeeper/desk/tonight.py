"""What is happening in some clubs: open tables, and the day's evenings with what is to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Club
from scorekeeper.desk import evening_overview, tournament_rounds
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.models import Change, Session
from scorekeeper.play.queries import hands_played
from scorekeeper.web.dates import this_evening

MOST_TABLES = 40
MOST_TO_COME = 3
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
class Step:
    """A step of an evening: the page of the desk where it is done, how far it is, and whether it is done next."""

    words: str
    url: str
    state: str = ""
    is_next: bool = False


@dataclass(frozen=True, kw_only=True)
class Tonight:
    """One of the day's evenings, with its steps from the attendance to the result."""

    evening: Evening
    steps: Sequence[Step]


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
    evenings = (
        Evening.objects.filter(club__in=clubs, date__in=(this_evening(), timezone.localdate()))
        .select_related("club", "tournament")
        .annotate(present=Count("presences", filter=Q(presences__left_at=None)))
        .order_by("club__name", "pk")
    )
    keys = [evening.pk for evening in evenings]
    sessions = Session.objects.listed().filter(evening__in=keys)
    tables = Counter((session.evening_id, session.closed_at is None) for session in sessions)
    seated = dict(Round.objects.filter(evening__in=keys, sessions=None).values_list("evening", "number"))
    return [
        Tonight(
            evening=evening,
            steps=(
                _steps_of_tournament(evening, tables[evening.pk, True])
                if hasattr(evening, "tournament")
                else _steps(evening, tables[evening.pk, True], tables[evening.pk, False], seated.get(evening.pk))
            ),
        )
        for evening in evenings
    ]


def to_come(clubs: QuerySet[Club]) -> QuerySet[Evening]:
    """Return the next evenings of these clubs after today."""
    following = Evening.objects.filter(club__in=clubs, date__gt=timezone.localdate()).select_related("club")
    return following.order_by("date", "pk")[:MOST_TO_COME]


def _steps(evening: Evening, playing: int, closed: int, seated: int | None) -> list[Step]:
    """Return the steps of an evening with open and closed tables; no table of the `seated` round has begun."""
    page, key = reverse("evening", args=[evening.public_id]), evening.public_id
    settlement = Step(words=_("Settlement"), url=reverse("evening_cash", args=[key]), is_next=not playing)
    if evening.settled_at:
        return [replace(settlement, state=_("settled"))]
    present: int = evening.present  # type: ignore[attr-defined]  # annotated
    attendance = Step(
        words=_("Attendance"),
        url=f"{page}#people",
        state=ngettext("%(number)d person present", "%(number)d people present", present) % {"number": present},
    )
    draw = Step(words=_("Draw tables"), url=reverse("evening_draw", args=[key]))
    if seated:
        draw = Step(words=_("Start the tables"), url=reverse("round", args=[key, seated]))
    tables = Step(
        words=_("Tables"),
        url=f"{page}#tables",
        state=_("%(open)d open, %(closed)d closed") % {"open": playing, "closed": closed} if playing or closed else "",
    )
    enough = present >= evening_overview.least_people()
    following = draw if seated else tables if playing else settlement if closed else draw if enough else attendance
    return [replace(step, is_next=step is following) for step in (attendance, draw, tables, settlement)]


def _steps_of_tournament(evening: Evening, playing: int) -> list[Step]:
    tournament, key = evening.tournament, evening.public_id
    number, published = tournament.entries.count(), evening.rounds.exclude(published_at=None).count()
    to_come = tournament_rounds.unconfirmed(tournament)
    entries = Step(
        words=_("Entries"),
        url=reverse("tournament", args=[key]),
        state=ngettext("%(number)d entry", "%(number)d entries", number) % {"number": number},
    )
    rounds = Step(
        words=_("Rounds"),
        url=reverse("tournament_rounds", args=[key]),
        state=_("%(number)d of %(all)d") % {"number": published, "all": tournament.terms["rounds"]},
    )
    lists = Step(
        words=_("Lists"),
        url=reverse("tournament_lists", args=[key]),
        state=ngettext("%(number)d not confirmed", "%(number)d not confirmed", len(to_come)) % {"number": len(to_come)},
    )
    state = _("sealed") if evening.is_sealed else _("final") if evening.is_final else ""
    result = Step(words=_("Result"), url=reverse("tournament_result", args=[key]), state=state)
    left = published < tournament.terms["rounds"]
    following = lists if playing or to_come else result if not left else rounds if number else entries
    return [replace(step, is_next=step is following) for step in (entries, rounds, lists, result)]
