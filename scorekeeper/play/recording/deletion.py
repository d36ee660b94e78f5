"""Deleting a session that was a mistake, restoring it, and erasing it in the end.

Until it is erased, its hands, settlements and journal stay as they are. A deleted session has no results, and nobody is
present at an evening for it alone; restoring it brings both back. Neither is possible while its evening is settled,
whose payments rest on what was played.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import RECOVERABLE, Change, Hand, Session, Verb
from scorekeeper.play.recording import ports
from scorekeeper.play.recording.planned_changes import PlannedChange
from scorekeeper.play.totals import SessionTotals

BATCH = 50
"""How many sessions are erased in one transaction."""


def plan_delete(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to hide the session from everything but its own page."""

    def insert(_at: datetime) -> None:
        ports.results().remove([session])
        if session.evening is not None:
            ports.evenings().present_for(session.evening, session).delete()

    return PlannedChange(
        verb=Verb.DELETE,
        ledger=ledger.revised(ledger.revision + 1),
        insert=insert,
        columns={"deleted_at": timezone.now()},
        moves_money=_counts(session, ledger),
    )


def plan_undelete(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to bring the session back as it was; raise `NotThereError` if it is not deleted, or was too long ago.

    The change itself raises `RuleError` if its evening has gone on without it: the players sit elsewhere.
    """
    if session.deleted_at is None or session.has_expired:
        raise NotThereError("it is not deleted, or already to be erased")
    results = _results(session, ledger)

    def insert(_at: datetime) -> None:
        ports.results().insert(results)
        if session.evening is not None and _counts(session, ledger):
            ports.evenings().refuse_return(session.evening, session)
            ports.evenings().seat_again(session.evening, session)

    return PlannedChange(
        verb=Verb.UNDELETE,
        ledger=ledger.revised(ledger.revision + 1),
        insert=insert,
        columns={"deleted_at": None},
        moves_money=_counts(session, ledger),
    )


def _counts(session: Session, ledger: SessionLedger) -> bool:
    """Return whether a session that is not deleted counts: it is open, or it has hands."""
    return session.closed_at is None or bool(ledger.counting)


def _results(session: Session, ledger: SessionLedger) -> list[Any]:
    """Return the results of a closed session, from its settlement; none if the rules now refuse one of its hands."""
    settlement = session.settlements.filter(withdrawn_at=None).first()
    if settlement is None or ledger.refusal:
        return []
    totals = SessionTotals.of_settlement(settlement).totals
    return [ports.results().rows(session, session.people, ledger, totals)]


def erase_expired() -> int:
    """Erase the sessions that can't be restored any more, and those that were abandoned; return how many.

    *Abandoned* are those without a club that were started and then left: no hand was ever recorded, and nothing has
    changed for as long. Anyone can start such sessions, and nobody else would ever delete them.

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
