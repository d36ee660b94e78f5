"""Who may come in: the links, and the browsers that came by them.

A link that is *renewed* has another secret; the old address then leads nowhere, and whoever is in stays in. A browser
that is *shut out* may do nothing any more, not even by a link that is good, until it is *let in* again. It is known by
its cookie alone: who may not come back as somebody new needs the link renewed as well. A session that is *locked* is
written in from the panel alone, until it is *unlocked*.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import Access, Role, Session, Verb, make_token
from scorekeeper.play.refusals import PANEL, LastScorer, NotThere
from scorekeeper.play.steps import Step

LINKS = {Role.SCORER: "scorer_token", Role.WATCHER: "watch_token"}
"""Which column of a session has the secret of which link."""


def renewing(session: Session, ledger: SessionLedger, role: str) -> Step:
    if role not in LINKS:
        raise NotThere(f"there is no link for a {role}")
    secret = {LINKS[Role(role)]: make_token()}

    def insert(at: datetime) -> None:
        Session.objects.filter(pk=session.pk).update(**secret)

    return _step(Verb.RENEW, ledger, {"role": role}, insert)


def shutting_out(session: Session, ledger: SessionLedger, whom: int, *, even_the_last: bool = False) -> Step:
    one = _found(session, whom, shut_out=False)
    others = session.accesses.filter(role=Role.SCORER, shut_out_at=None).exclude(pk=one.pk)
    others = others.exclude(device__startswith=PANEL)
    if not even_the_last and not others.exists():
        raise LastScorer

    def insert(at: datetime) -> None:
        Access.objects.filter(pk=one.pk).update(shut_out_at=at)

    return _step(Verb.SHUT_OUT, ledger, {"role": one.role, "label": one.label}, insert)


def letting_in(session: Session, ledger: SessionLedger, whom: int) -> Step:
    one = _found(session, whom, shut_out=True)

    def insert(at: datetime) -> None:
        Access.objects.filter(pk=one.pk).update(shut_out_at=None)

    return _step(Verb.LET_IN, ledger, {"role": one.role, "label": one.label}, insert)


def locking(session: Session, ledger: SessionLedger) -> Step:
    if session.locked_at is not None:
        raise NotThere("it is locked")
    return replace(_step(Verb.LOCK, ledger, None, lambda _at: None), locks=True)


def unlocking(session: Session, ledger: SessionLedger) -> Step:
    if session.locked_at is None:
        raise NotThere("it is not locked")
    return replace(_step(Verb.UNLOCK, ledger, None, lambda _at: None), locks=False)


def _step(verb: Verb, ledger: SessionLedger, after: dict[str, Any] | None, insert: Any) -> Step:
    """A change of no hand: the ledger is the same, one revision on."""
    return Step(verb=verb, ledger=ledger.at(ledger.revision + 1), after=after, insert=insert)


def _found(session: Session, whom: int, *, shut_out: bool) -> Access:
    one = session.accesses.filter(pk=whom, shut_out_at__isnull=not shut_out).first()
    if one is None:
        raise NotThere(f"nobody to whom that could be done has the number {whom}")
    return one
