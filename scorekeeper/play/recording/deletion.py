"""Deleting a session that was a mistake, and restoring it.

Both leave hands, settlements and journal as they are. A deleted session has no results, and nobody is present at an
evening for it alone; restoring it brings both back. Neither is possible while its evening is settled, whose payments
rest on what was played.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.play.errors import NotThereError
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.session_totals import SessionTotals
from scorekeeper.play.models import Session, Verb
from scorekeeper.play.recording import ports
from scorekeeper.play.recording.planned_changes import PlannedChange
from scorekeeper.play.visibility.deleted_sessions import has_expired


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
    if session.deleted_at is None or has_expired(session):
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
