"""Sessions deleted at the table: hidden for a while, then erased.

A deleted session counts nowhere and no list shows it, but its rows stay as they are. For `RECOVERABLE` its page says
who deleted it and offers to restore it. After that, it can no longer be found, and `erase_expired` deletes its rows.

It also deletes sessions without a club that were started and abandoned: no hand was ever recorded, and nothing has
changed for as long. Anyone can start such sessions, and nobody else would ever delete them.

Lists show sessions that are neither deleted nor empty (`in_lists`). A session that is neither deleted nor closed is in
play (`in_play`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Change, Hand, Session
from scorekeeper.play.visibility.empty_sessions import not_empty

RECOVERABLE = timedelta(days=30)
BATCH = 50
"""How many sessions are erased in one transaction."""


def not_deleted(to_session: str = "") -> Q:
    """Return the condition of a session that is not deleted; `to_session` is the lookup prefix, such as `session__`."""
    return Q(**{f"{to_session}deleted_at": None})


def in_lists(to_session: str = "") -> Q:
    """Return the condition of a session that counts and that lists show: neither deleted nor empty."""
    return not_deleted(to_session) & not_empty(to_session)


def in_play(to_session: str = "") -> Q:
    """Return the condition of a session that is being played: neither deleted nor closed."""
    return not_deleted(to_session) & Q(**{f"{to_session}closed_at": None})


def recoverable(to_session: str = "") -> Q:
    """Return the condition of a deleted session that can still be restored."""
    return Q(**{f"{to_session}deleted_at__gt": timezone.now() - RECOVERABLE})


def recoverable_until(session: Session) -> datetime | None:
    """Return when a deleted session is erased; None if it is not deleted."""
    return None if session.deleted_at is None else session.deleted_at + RECOVERABLE


def has_expired(session: Session) -> bool:
    """Return whether a session was deleted so long ago that it can't be restored any more."""
    until = recoverable_until(session)
    return until is not None and until <= timezone.now()


def erase_expired() -> int:
    """Erase the sessions that can't be restored any more, and those that were abandoned; return how many.

    Players who sat only there go with them, unless they belong to a club, whose people are its organisers' business.
    """
    erased = 0
    while batch := list(_expired().order_by("pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            people = list(
                Player.objects.filter(club=None, seats__stretch__session__in=batch).values_list("pk", flat=True)
            )
            _expired().filter(pk__in=batch).delete()
            Player.objects.filter(pk__in=people, seats=None, debts=None, claims=None).delete()
        erased += len(batch)
    return erased


def _expired() -> QuerySet[Session]:
    since = timezone.now() - RECOVERABLE
    return Session.objects.filter(Q(deleted_at__lte=since) | _abandoned(since))


def _abandoned(since: datetime) -> Q:
    """Return the condition of a session of no club without any hand or recent change."""
    hands, changes = Hand.objects.filter(session=OuterRef("pk")), Change.objects.filter(session=OuterRef("pk"))
    return Q(~Exists(hands), ~Exists(changes.filter(at__gt=since)), club=None, deleted_at=None)
