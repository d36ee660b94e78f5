"""A session goes to another evening of its club; what it was played for and what it came to stay as they are."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Evening, Presence
from scorekeeper.play import evenings
from scorekeeper.play.models import Seat, Session


class CannotMove(Exception):  # noqa: N818 - what happened
    """A session stays where it is; the message says why, in the reader's language."""


def move(session: Session, evening: Evening | None) -> None:
    """Let a session belong to this evening, at which its players then are; with None to no evening.

    Whoever was at the evening before for this session alone is there no longer, so that nobody pays into two kitties:
    who was written down there by hand stays, and so does who sits at another of its tables. The others come along with
    the times they had, where they are not at the other evening already.

    Raises `CannotMove` where either evening is settled: what is settled is made of certain sessions; and `RuleError`
    where somebody who sits there still sits at another table of the evening as well.
    """
    with transaction.atomic(durable=True):
        session.refresh_from_db(fields=["evening"])
        keys = [pk for pk in (session.evening_id, evening.pk if evening else None) if pk is not None]
        for one in Evening.objects.filter(pk__in=keys).order_by("pk").select_for_update():
            if one.club_id != session.club_id:
                raise CannotMove(_("That evening is another club’s."))
            if one.settled_at is not None:
                words = _("The evening %(evening)s is settled; withdraw its settlement first.")
                raise CannotMove(words % {"evening": one})
        if session.evening is not None and session.evening != evening:
            _leave(session, session.evening, evening)
        Session.objects.filter(pk=session.pk).update(evening=evening)
        session.evening = evening
        if evening is not None and session.closed_at is None:
            evenings.seat(evening, session)
        elif evening is not None:
            players = session.seats.values_list("player_id", flat=True)
            there = [
                Presence(evening=evening, player_id=player, came_at=session.started_at, by_table=True)
                for player in players
            ]
            Presence.objects.bulk_create(there, ignore_conflicts=True)


def _leave(session: Session, before: Evening, then: Evening | None) -> None:
    """Take along the presences that are at an evening for this session alone, or away where there is no other."""
    players = session.seats.values("player")
    elsewhere = Seat.objects.filter(session__evening=before, player__in=players).exclude(session=session)
    alone = before.presences.filter(player__in=players, by_table=True).exclude(player__in=elsewhere.values("player"))
    if then is not None:
        alone.exclude(player__in=then.presences.values("player")).update(evening=then)
    alone.delete()
