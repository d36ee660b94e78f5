"""Who has access to a table: renewing links, shutting browsers out, and locking the session.

Renewing a link gives it a new secret. The old address stops working; browsers that have joined keep their access.

A browser that is shut out has no access, not even through a valid link, until it is let in again. It is known only by
its cookie, so to keep somebody from coming back with a new cookie, renew the link as well.

A locked session can be changed only from the organisers' panel until it is unlocked.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from scorekeeper.play.errors import PANEL, LastScorerError, NotThereError
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Access, Role, Session, Verb, make_token
from scorekeeper.play.recording.planned_changes import PlannedChange

LINKS = {Role.SCORER: "scorer_token", Role.WATCHER: "watch_token"}
"""The column of a session that holds the secret of each link."""


def plan_renew_link(session: Session, ledger: SessionLedger, role: str) -> PlannedChange:
    if role not in LINKS:
        raise NotThereError(f"there is no link for a {role}")

    def insert(_at: datetime) -> None:
        Session.objects.filter(pk=session.pk).update(**{LINKS[Role(role)]: make_token()})

    return _step(Verb.RENEW, ledger, {"role": role}, insert)


def plan_shut_out(
    session: Session, ledger: SessionLedger, access_pk: int, *, even_the_last: bool = False
) -> PlannedChange:
    one = _found(session, access_pk, shut_out=False)
    others = session.accesses.filter(shut_out_at=None, role=Role.SCORER).exclude(pk=one.pk)
    others = others.exclude(device__startswith=PANEL)
    if not even_the_last and not others.exists():
        raise LastScorerError

    def insert(at: datetime) -> None:
        Access.objects.filter(pk=one.pk).update(shut_out_at=at)

    return _step(Verb.SHUT_OUT, ledger, {"role": one.role, "label": one.label}, insert)


def plan_let_in(session: Session, ledger: SessionLedger, access_pk: int) -> PlannedChange:
    one = _found(session, access_pk, shut_out=True)

    def insert(_at: datetime) -> None:
        Access.objects.filter(pk=one.pk).update(shut_out_at=None)

    return _step(Verb.LET_IN, ledger, {"role": one.role, "label": one.label}, insert)


def plan_lock(session: Session, ledger: SessionLedger) -> PlannedChange:
    if session.locked_at is not None:
        raise NotThereError("it is locked")
    return replace(_step(Verb.LOCK, ledger, None, lambda _at: None), locks=True)


def plan_unlock(session: Session, ledger: SessionLedger) -> PlannedChange:
    if session.locked_at is None:
        raise NotThereError("it is not locked")
    return replace(_step(Verb.UNLOCK, ledger, None, lambda _at: None), locks=False)


def _step(verb: Verb, ledger: SessionLedger, after: dict[str, Any] | None, insert: Any) -> PlannedChange:
    """Return a step that changes no hand: the same ledger, one revision later."""
    return PlannedChange(verb=verb, ledger=ledger.revised(ledger.revision + 1), after=after, insert=insert)


def _found(session: Session, access_pk: int, *, shut_out: bool) -> Access:
    """Return the access with primary key `access_pk`; raise `NotThereError` unless it is shut out, or not, as asked."""
    one = session.accesses.filter(pk=access_pk, shut_out_at__isnull=not shut_out).first()
    if one is None:
        raise NotThereError(f"nobody to whom that could be done has the number {access_pk}")
    return one
