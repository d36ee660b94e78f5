"""Which evenings there are: tonight's, and those that can still take sessions; and locking one.

*Tonight* is the club's one open evening on the current date. The date changes at six in the morning: a session started
at half past midnight belongs to the evening before.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.scoring.text import message as _
from scorekeeper.clubs.models import Club
from scorekeeper.evenings.errors import EveningSettledError, ResultStandsError
from scorekeeper.evenings.models import Evening
from scorekeeper.web.dates import NIGHT_ENDS, this_evening

AHEAD = timedelta(weeks=2)


def near(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Return those of the past and the next two weeks: a club that plans its season has many more to come."""
    return evenings.filter(date__lte=this_evening() + AHEAD)


def unsettled_evenings(club: Club) -> QuerySet[Evening]:
    """Return the evenings that can still take sessions, newest first."""
    return club.evenings.filter(settled_at=None)


def evening_tonight(club: Club) -> Evening | None:
    """Return the only open evening of the current date, or None if there are several or none.

    If no evening is open on the date that lasts until six, the calendar date is tried.
    """
    evenings = list(unsettled_evenings(club).filter(date__in=(this_evening(), timezone.localdate())))
    tonight = [evening for evening in evenings if evening.date == this_evening()] or evenings
    return tonight[0] if len(tonight) == 1 else None


def last_evening(club: Club) -> Evening | None:
    """Return the newest evening until tonight or, if all are still to come, the first of them."""
    return club.evenings.filter(date__lte=this_evening()).first() or club.evenings.last()


def moment_of_evening(evening: Evening, at: time) -> datetime:
    """Return a clock time as a moment of the evening; times before six belong to the next calendar day."""
    day = evening.date + timedelta(days=at < NIGHT_ENDS)
    return timezone.make_aware(datetime.combine(day, at))


# Locking


def lock_evening(evening: Evening) -> Evening:
    """Lock an evening and return it as stored, so that it can't be settled until the transaction ends.

    Raises `EveningSettledError` if it is settled.
    """
    locked = Evening.objects.select_for_update().get(pk=evening.pk)
    if locked.settled_at is not None:
        raise EveningSettledError(locked)
    return locked


RESULT_IS_FINAL = _("The result is final. Allow corrections again first, with a reason.")


def refuse_when_final(evening: Evening) -> None:
    """Raise `ResultStandsError` if the evening is a tournament with a final result."""
    if evening.is_final:
        raise ResultStandsError(RESULT_IS_FINAL)
