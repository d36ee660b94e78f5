"""Who has access to a table: joining it, renewing links, shutting browsers out, and locking the session.

Renewing a link gives it a new secret. The old address stops working; browsers that have joined keep their access.

A browser that is shut out has no access, not even through a valid link, until it is let in again. It is known only by
its cookie, so to keep somebody from coming back with a new cookie, renew the link as well.

A locked session can be changed only from the organisers' panel until it is unlocked.

A phone that is removed from its club loses its access to the club's tables. It is then a browser like any other:
through a table's own link it can join that table again, and through the club's phone link the club. Where it was shut
out, it stays shut out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.play import announcements
from scorekeeper.play.errors import PANEL, AccessRevokedError, LastScorerError, NotThereError, is_panel_access
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Access, Board, Role, Session, Verb, make_token
from scorekeeper.play.recording.start import numbered_label
from scorekeeper.play.recording.write import PlannedChange, Write, WriteResult


def join(session: Session, *, device: str, role: str, label: str = "") -> Access:
    """Give a device access to the table. A watcher can become a scorer; a scorer stays one and can change its name.

    A member of the session's club who is signed in needs no label. Raise `AccessRevokedError` if the device was shut
    out.
    """
    label = label or clubs.signed_in_as(device, session.club_id)
    if role == Role.SCORER and not label:
        others = session.accesses.filter(role=Role.SCORER).exclude(device=device).exclude(device__startswith=PANEL)
        labels = others.values_list("label", flat=True)
        # If a phone has been removed from the club, the next number may be somebody else's.
        label = next(name for number in count(len(labels) + 1) if (name := numbered_label(number)) not in labels)
    access, is_new = Access.objects.get_or_create(
        session=session, device=device, defaults={"role": role, "label": label}
    )
    if access.shut_out_at:
        raise AccessRevokedError
    if not is_new and role == Role.SCORER and (access.role, access.label) != (role, label):
        access.role, access.label = role, label
        access.save(update_fields=["role", "label"])
    announcements.announce(announcements.board_of(device))
    return access


def renew_link(write: Write, *, role: str) -> WriteResult:
    """Give the link of a role a new secret. The old address stops working."""
    session = write.session
    result = write.commit(lambda ledger: plan_renew_link(session, ledger, role), Verb.RENEW)
    session.refresh_from_db(fields=list(LINKS.values()))
    return result


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
    access = _found(session, access_pk, shut_out=False)
    others = session.accesses.not_shut_out().filter(role=Role.SCORER).exclude(pk=access.pk)
    others = others.exclude(device__startswith=PANEL)
    if not even_the_last and not others.exists():
        raise LastScorerError

    def insert(at: datetime) -> None:
        Access.objects.filter(pk=access.pk).update(shut_out_at=at)

    return _step(Verb.SHUT_OUT, ledger, {"role": access.role, "label": access.label}, insert)


def plan_let_in(session: Session, ledger: SessionLedger, access_pk: int) -> PlannedChange:
    access = _found(session, access_pk, shut_out=True)

    def insert(_at: datetime) -> None:
        Access.objects.filter(pk=access.pk).update(shut_out_at=None)

    return _step(Verb.LET_IN, ledger, {"role": access.role, "label": access.label}, insert)


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
    accesses = session.accesses.shut_out() if shut_out else session.accesses.not_shut_out()
    access = accesses.filter(pk=access_pk).first()
    if access is None:
        raise NotThereError(f"nobody to whom that could be done has the number {access_pk}")
    return access


def shut_out(write: Write, *, access_pk: int) -> WriteResult:
    """Shut a browser out of the table; raise `LastScorerError` if that would leave no scorer.

    From the panel, even the last scorer can be shut out: an organiser can let it in again.
    """
    session, even_the_last = write.session, is_panel_access(write.access)
    return write.commit(
        lambda ledger: plan_shut_out(session, ledger, access_pk, even_the_last=even_the_last), Verb.SHUT_OUT
    )


def let_in(write: Write, *, access_pk: int) -> WriteResult:
    """Give a browser that was shut out its access back."""
    return write.commit(lambda ledger: plan_let_in(write.session, ledger, access_pk), Verb.LET_IN)


def lock(write: Write) -> WriteResult:
    """Lock the session: only the organisers' panel can change it from then on. Can be called only from the panel."""
    return write.commit(lambda ledger: plan_lock(write.session, ledger), Verb.LOCK)


def unlock(write: Write) -> WriteResult:
    """Unlock the session, so that its scorers can write again. Can be called only from the panel."""
    return write.commit(lambda ledger: plan_unlock(write.session, ledger), Verb.UNLOCK)


def share_board(device: str) -> Board:
    """Return the link to a device's board with a new secret. The old address stops working."""
    with transaction.atomic(durable=True):
        board, is_new = Board.objects.select_for_update().get_or_create(device=device)
        if not is_new:
            announcements.announce(announcements.link_of(board.token))
            board.token = make_token()
            board.save(update_fields=["token"])
    return board


@transaction.atomic
def remove_phones(phones: Iterable[ClubDevice]) -> None:
    """Remove phones from their clubs, and end their open streams of the clubs' tables at once."""
    for phone in phones:
        lost = Access.objects.of(phone.device).filter(session__club=phone.club_id)
        # They are locked first: a hand that is being recorded adds a line to the journal that refers to one of them.
        tables = list(lost.select_for_update(of=("self",)).values_list("session__public_id", flat=True))
        lost.delete()
        ClubDevice.objects.filter(pk=phone.pk).delete()
        announcements.announce(*tables, announcements.board_of(phone.device))
