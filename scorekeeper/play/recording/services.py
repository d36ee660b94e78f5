"""The scoring service: every write at a table. Each write is one verb and one transaction.

A write carries the revision that its caller saw and a token that can be spent only once. `transaction` describes the
steps of a write, `planned_changes` works out its effect, and `starting` starts sessions.

A `RuleError` is something that the person can correct. The other exceptions are in `scorekeeper.play.errors`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any

from django.db import transaction

from games.scoring.types import OptionValue, ScoredHand
from scorekeeper.clubs import queries as clubs
from scorekeeper.play import notifications
from scorekeeper.play.errors import (
    PANEL,
    AccessRevokedError,
    CallSetError,
    RowsWaitError,
    of_panel,
    require_scorer,
)
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Access, Board, Role, Session, Settlement, Verb, make_token
from scorekeeper.play.recording import planned_changes, ports
from scorekeeper.play.recording.access_changes import (
    LINKS,
    plan_let_in,
    plan_lock,
    plan_renew_link,
    plan_shut_out,
    plan_unlock,
)
from scorekeeper.play.recording.agreement import plan_agree
from scorekeeper.play.recording.change_players import PlayerChange
from scorekeeper.play.recording.deletion import erase_expired, plan_delete, plan_undelete
from scorekeeper.play.recording.planned_changes import PlannedChange
from scorekeeper.play.recording.session_details import SessionDetails, plan_details
from scorekeeper.play.recording.session_start import numbered_label, require_starter
from scorekeeper.play.recording.transaction import Write, WriteResult

# Scoring without writing


def preview(session: Session, raw: Mapping[str, Any]) -> ScoredHand:
    """Return the next hand as it would be scored, without writing it; raise `RuleError`."""
    ledger = session_ledger(session)
    planned_changes.require_whole(ledger)
    return ledger.last.score(raw)


# The writes


def record(write: Write, *, raw: Mapping[str, Any]) -> WriteResult:
    """Record the next hand; raise `RuleError`."""
    return write.commit(lambda ledger: planned_changes.plan_record(write.session, ledger, raw), Verb.RECORD, raw=raw)


def insert(write: Write, *, beside: int, after: bool, raw: Mapping[str, Any]) -> WriteResult:
    """Insert a forgotten hand before the hand with the number `beside`, or `after` it. Later hands are renumbered.

    Raise `RuleError`, or `LaterHandError` if that makes a later hand impossible.
    """
    return write.commit(
        lambda ledger: planned_changes.plan_insert(write.session, ledger, beside=beside, after=after, raw=raw),
        Verb.INSERT,
        raw=raw,
    )


def swap(write: Write, *, number: int, other: int) -> WriteResult:
    """Swap two hands that were recorded in the wrong order; raise `LaterHandError` if that makes a hand impossible."""
    return write.commit(lambda ledger: planned_changes.plan_swap(write.session, ledger, number, other), Verb.SWAP)


def amend(write: Write, *, number: int, raw: Mapping[str, Any]) -> WriteResult:
    """Replace the outcome of a hand; raise `RuleError`, or `LaterHandError` if that makes a later hand impossible."""
    return write.commit(
        lambda ledger: planned_changes.plan_amend(write.session, ledger, number, raw), Verb.AMEND, raw=raw
    )


def void(write: Write, *, number: int) -> WriteResult:
    """Void a hand; raise `LaterHandError` if that makes a later hand impossible."""
    return write.commit(lambda ledger: planned_changes.plan_void(ledger, number), Verb.VOID)


def unvoid(write: Write, *, number: int) -> WriteResult:
    """Make a voided hand count again; raise `RuleError`, or `LaterHandError` if that makes a later hand impossible."""
    return write.commit(lambda ledger: planned_changes.plan_unvoid(ledger, number), Verb.UNVOID)


def undo(write: Write) -> WriteResult:
    """Undo the latest change of a hand or of the players, as long as nothing else was played or called since.

    A recorded hand is given back: it leaves the ledger, its number is free again, and the form of the next hand has
    what was filled in. Undo itself is not undone. Raise `NotThereError` if there is nothing to undo.
    """
    return write.commit(lambda ledger: planned_changes.plan_undo(write.session, ledger), Verb.UNDO)


def set_call(write: Write, *, posted: Mapping[str, str]) -> WriteResult:
    """Show the call of the next hand on the other phones until it is recorded; raise `NotThereError` if it has none."""
    return write.commit(lambda ledger: planned_changes.plan_call(ledger, posted), Verb.SET_CALL)


def clear_call(write: Write) -> WriteResult:
    """Withdraw the call of the next hand, or the hand that was undone and is offered to be corrected."""
    return write.commit(lambda ledger: planned_changes.plan_clear_call(write.session, ledger), Verb.CLEAR_CALL)


def close(write: Write, *, despite_call: bool = True, despite_rows: bool = True) -> Settlement:
    """Close the session and return its settlement, which is frozen.

    Raise `CallSetError` if the call of the next hand is set, unless `despite_call`. The call is kept: it is there again
    when the session is reopened. Raise `RowsWaitError` if rows of its photographed sheet aren't recorded, unless
    `despite_rows`: the photo is deleted.
    """

    def plan(ledger: SessionLedger) -> PlannedChange:
        if write.session.called and not despite_call:
            raise CallSetError
        if not despite_rows and ports.sheet_photos().waiting_rows(write.session):
            raise RowsWaitError
        return planned_changes.plan_close(write.session, ledger)

    write.commit(plan, Verb.CLOSE)
    return write.session.settlements.latest("pk")


def agree(write: Write) -> WriteResult:
    """Agree that the round is over at this table. With the last phone that has to agree, the session closes.

    Raise `ConflictError` if anything else was written in the meantime, `NotThereError` if the round is not over,
    `SessionClosedError`, `CallSetError` if a further hand is being played, and `RowsWaitError` if it would close the
    session although rows of its photographed sheet aren't recorded.
    """
    session, access = write.session, write.access
    return write.commit(lambda ledger: plan_agree(session, ledger, access), Verb.AGREE)


def reopen(write: Write) -> WriteResult:
    """Reopen a closed session. Its settlement is kept, marked as withdrawn.

    Raise `EveningSettledError` while the evening of the session is settled, because its payments rest on that
    settlement, and `RuleError` if one of the players sits at another open table of that evening.
    """
    return write.commit(lambda ledger: planned_changes.plan_reopen(write.session, ledger), Verb.REOPEN)


def tick_payment(write: Write, *, payment: int, paid: bool) -> WriteResult:
    """Tick the payment with this primary key as paid, or remove its tick.

    Raise `ConflictError` if the session was reopened in the meantime, and `NotThereError` if the payment is not one of
    the settlement that stands.
    """
    session, by = write.session, write.access.label
    return write.commit(
        lambda ledger: planned_changes.plan_tick(session, ledger, payment=payment, paid=paid, by=by),
        Verb.TICK if paid else Verb.UNTICK,
    )


def change_players(
    write: Write,
    *,
    leaving: Collection[int] = (),
    joining: Sequence[str] = (),
    order: Sequence[int] = (),
    options: Mapping[str, OptionValue] = MappingProxyType({}),
    despite_call: bool = True,
    despite_rows: bool = True,
) -> Session:
    """Change the players at a table and return the session in which they go on.

    That is the same session or, after one that is closed, another that follows it. `leaving` are places, `joining` are
    names, `order` are new places and `options` new values, as in `PlayerChange`.

    The call of the next hand is kept if it means the same at the new table. Otherwise raise `CallSetError`, or drop the
    call if `despite_call`. Raise `RowsWaitError` if rows of the photographed sheet aren't recorded, unless
    `despite_rows`.

    Raise `RuleError` if the game refuses the new table, `SessionClosedError` if somebody else closed it in the meantime
    or started the next one, and `CannotStartError` if this phone can't start sessions.
    """
    session, access = write.session, write.access
    require_starter(session.club, access.device)
    change = PlayerChange(
        session=session,
        access=access,
        leaving=frozenset(leaving),
        joining=tuple(joining),
        order=tuple(order),
        options=options,
        despite_call=despite_call,
        despite_rows=despite_rows,
    )
    if session.closed_at is not None:
        require_scorer(session, access)
        if not session.changes.filter(token=write.token, verb=Verb.PLAYERS).exists():
            return change.after_closing(write.token)
        return session  # the form was sent again
    write.commit(change.plan, Verb.PLAYERS)
    return session


def change_details(write: Write, *, wanted: SessionDetails) -> WriteResult:
    """Change the names, stake, title or note of a session, whatever was recorded in the meantime.

    Raise `RuleError` at a name that is refused, `UnchangedError` if nothing would change, `SessionClosedError` if the
    stake of a closed session would, `EveningSettledError` if people or stake count in a settled evening, and
    `ResultStandsError` if they count in a confirmed list.
    """
    session, access = write.session, write.access
    result = write.commit(lambda ledger: plan_details(session, access, ledger, wanted), Verb.DETAILS)
    access.refresh_from_db(fields=["label"])
    return result


def delete(write: Write) -> WriteResult:
    """Delete the session: it counts nowhere and can be restored for a while, by `undelete`.

    Raise `ConflictError` if something was recorded since the caller saw it, and `EveningSettledError` while the evening
    of the session is settled. Sessions that were deleted long ago are erased.
    """
    session = write.session
    result = write.commit(lambda ledger: plan_delete(session, ledger), Verb.DELETE)
    erase_expired()
    ports.sheet_photos().erase_expired()
    return result


def undelete(write: Write) -> WriteResult:
    """Bring a deleted session back as it was.

    Raise `NotThereError` if it is not deleted, `EveningSettledError` while the evening of the session is settled, and
    `RuleError` if its players sit at another table there, or its table of the round was started again.
    """
    session = write.session
    return write.commit(lambda ledger: plan_undelete(session, ledger), Verb.UNDELETE)


# Access


def renew_link(write: Write, *, role: str) -> WriteResult:
    """Give the link of a role a new secret. The old address stops working."""
    session = write.session
    result = write.commit(lambda ledger: plan_renew_link(session, ledger, role), Verb.RENEW)
    session.refresh_from_db(fields=list(LINKS.values()))
    return result


def shut_out(write: Write, *, access_pk: int) -> WriteResult:
    """Shut a browser out of the table; raise `LastScorerError` if that would leave no scorer.

    From the panel, even the last scorer can be shut out: an organiser can let it in again.
    """
    session, even_the_last = write.session, of_panel(write.access)
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
    notifications.announce(notifications.board_of(device))
    return access


def share_board(device: str) -> Board:
    """Return the link to a device's board with a new secret. The old address stops working."""
    with transaction.atomic(durable=True):
        board, is_new = Board.objects.select_for_update().get_or_create(device=device)
        if not is_new:
            notifications.announce(notifications.link_of(board.token))
            board.token = make_token()
            board.save(update_fields=["token"])
    return board
