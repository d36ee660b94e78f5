"""Moving a session to another evening of its club; its stake and result stay as they are."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.evenings.models import Evening
from scorekeeper.play.evening_tables import present_for, seat_players, seat_players_again, table_number_at
from scorekeeper.play.models import Session


class CannotMoveError(Exception):
    """A session can't be moved; the message says why, in the reader's language."""


def move(session: Session, evening: Evening | None) -> None:
    """Move a session to this evening, as its next table; None removes it from its evening.

    Its players become present at the new evening. Those whom only this session made present leave the old one, so that
    nobody pays into two kitties, and keep their times unless they are already present at the new one. Those marked
    present by hand, or seated at another of its tables, stay.

    Raises `CannotMoveError` if the session is deleted, if it is a table of a round, or if either evening is settled,
    because a settlement covers a fixed set of sessions, and `RuleError` if a player also sits at another open table of
    the evening.
    """
    with transaction.atomic(durable=True):
        session.refresh_from_db(fields=["evening", "round", "table_number", "deleted_at"])
        if session.deleted_at is not None:
            raise CannotMoveError(_("This session is deleted. Restore it first."))
        if session.evening != evening and (words := bound_to_round(session)):
            raise CannotMoveError(words)
        keys = [pk for pk in (session.evening_id, evening.pk if evening else None) if pk is not None]
        for one in Evening.objects.filter(pk__in=keys).order_by("pk").select_for_update():
            if one.club_id != session.club_id:
                raise CannotMoveError(_("That evening belongs to another club."))
            if one.settled_at is not None:
                words = _("The evening %(evening)s is settled. Withdraw its settlement first.")
                raise CannotMoveError(words % {"evening": one})
        if session.evening is not None and session.evening != evening:
            _leave(session, session.evening, evening)
        if session.evening != evening:
            session.table_number = table_number_at(evening, None)
        session.evening = evening
        session.save(update_fields=["evening", "table_number"])
        if evening is not None and session.closed_at is None:
            seat_players(evening, session)
        elif evening is not None and not Session.objects.empty().filter(pk=session.pk).exists():
            seat_players_again(evening, session)


def bound_to_round(session: Session) -> str:
    """Return why a table of a round can't be moved; nothing for any other session."""
    if session.round is None:
        return ""
    words = _("This session is table %(table)s of round %(round)s, so it stays at its evening.")
    return words % {"table": session.table_number, "round": session.round.number}


def _leave(session: Session, before: Evening, new_evening: Evening | None) -> None:
    """Move the presences that only this session created to the new evening; delete the rest."""
    presences = present_for(before, session)
    if new_evening is not None:
        presences.exclude(player__in=new_evening.presences.values("player")).update(evening=new_evening)
    presences.delete()
