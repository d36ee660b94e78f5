"""The scoring service: every write at a table. Each write is one verb and one transaction.

A write carries the revision that its caller saw and a token that can be spent only once. `transaction` describes the
steps of a write, `planned_changes` works out its effect, and `starting` starts sessions.

A `RuleError` is something that the person can correct. The other exceptions are in `scorekeeper.play.errors`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.scoring.replay import ScoredHand
from scorekeeper.clubs import queries as clubs
from scorekeeper.play import notifications, removed_phones
from scorekeeper.play.errors import (
    PANEL,
    ConflictError,
    EveningSettledError,
    LastScorerError,
    LaterHandError,
    NotThereError,
    SessionClosedError,
    SessionLockedError,
    ShutOutError,
    of_panel,
    require_scorer,
)
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Access, Board, Role, Session, Settlement, Verb, make_token
from scorekeeper.play.recording import planned_changes
from scorekeeper.play.recording.access import LINKS, letting_in, locking, renewing, shutting_out, unlocking
from scorekeeper.play.recording.change_players import PlayerChange, following
from scorekeeper.play.recording.planned_changes import PlannedChange
from scorekeeper.play.recording.starting import again, import_document, numbered_label, require_starter, start_session
from scorekeeper.play.recording.transaction import WriteResult, write, write_from_panel, write_of_access, write_of_hand

__all__ = [
    "ConflictError",
    "EveningSettledError",
    "LastScorerError",
    "LaterHandError",
    "NotThereError",
    "SessionClosedError",
    "SessionLockedError",
    "ShutOutError",
    "WriteResult",
    "again",
    "amend",
    "change_players",
    "close",
    "import_document",
    "join",
    "let_in",
    "lock",
    "preview",
    "record",
    "renew",
    "reopen",
    "require_starter",
    "restore",
    "set_call",
    "share_board",
    "shut_out",
    "start_session",
    "take_back_call",
    "undo",
    "unlock",
    "void",
    "what_if",
]


UNDONE_BY = (Verb.VOID, Verb.RESTORE, Verb.AMEND)


# Scoring without writing


def preview(session: Session, raw: Mapping[str, Any]) -> ScoredHand:
    """Return the next hand as it would be scored, without writing it; raise `RuleError`."""
    ledger = ledgers.of(session)
    planned_changes.require_whole(ledger)
    return ledger.score(raw)


def what_if(session: Session, *, number: int, raw: Mapping[str, Any] | None) -> SessionLedger:
    """Return the ledger as if this hand had another outcome, or were voided if `raw` is None. Writes nothing.

    A voided hand counts again with the outcome given. Raise `RuleError`, `LaterHandError` or `NotThereError`.
    """
    ledger = ledgers.of(session)
    hand = planned_changes.found(ledger, number)
    return planned_changes.checked(ledger, replace(hand, raw=hand.raw if raw is None else raw, voided=raw is None))


# The writes


def record(session: Session, *, access: Access, revision: int, token: str, raw: Mapping[str, Any]) -> WriteResult:
    """Record the next hand; raise `RuleError`."""
    return write(
        session,
        access,
        revision,
        token,
        lambda ledger: planned_changes.recording(session, ledger, raw),
        (Verb.RECORD,),
        raw=raw,
    )


def amend(
    session: Session, *, access: Access, revision: int, token: str, number: int, raw: Mapping[str, Any]
) -> WriteResult:
    """Replace the outcome of a hand; raise `RuleError`, or `LaterHandError` if that makes a later hand impossible."""

    def plan(ledger: SessionLedger) -> PlannedChange:
        return planned_changes.amending(session, ledger, number, raw)

    return write_of_hand(session, access, revision, token, plan, Verb.AMEND, raw=raw)


def void(session: Session, *, access: Access, revision: int, token: str, number: int) -> WriteResult:
    """Void a hand; raise `LaterHandError` if that makes a later hand impossible."""
    return write_of_hand(
        session, access, revision, token, lambda ledger: planned_changes.voiding(ledger, number), Verb.VOID
    )


def restore(session: Session, *, access: Access, revision: int, token: str, number: int) -> WriteResult:
    """Make a voided hand count again; raise `RuleError`, or `LaterHandError` if that makes a later hand impossible."""
    return write_of_hand(
        session, access, revision, token, lambda ledger: planned_changes.restoring(ledger, number), Verb.RESTORE
    )


def undo(session: Session, *, access: Access, revision: int, token: str) -> WriteResult:
    """Undo the latest change of a hand with the opposite verb. Undoing twice redoes the change."""
    return write(session, access, revision, token, lambda ledger: planned_changes.undoing(session, ledger), UNDONE_BY)


def set_call(session: Session, *, access: Access, revision: int, token: str, posted: Mapping[str, str]) -> WriteResult:
    """Show the call of the next hand on the other phones until it is recorded; raise `NotThereError` if it has none."""
    return write(
        session, access, revision, token, lambda ledger: planned_changes.calling(ledger, posted), (Verb.SET_CALL,)
    )


def take_back_call(session: Session, *, access: Access, revision: int, token: str) -> WriteResult:
    """Withdraw the call of the next hand."""
    return write(
        session, access, revision, token, lambda ledger: planned_changes.taking_back(session, ledger), (Verb.TAKE_BACK,)
    )


def close(session: Session, *, access: Access, revision: int, token: str) -> Settlement:
    """Close the session and return its settlement, which is frozen."""
    write(session, access, revision, token, lambda ledger: planned_changes.closing(session, ledger), (Verb.CLOSE,))
    return session.settlements.latest("pk")


def reopen(session: Session, *, access: Access, revision: int, token: str) -> WriteResult:
    """Reopen a closed session. Its settlement is kept, marked as withdrawn.

    Raise `EveningSettledError` while the evening of the session is settled, because its payments rest on that
    settlement.
    """
    return write(
        session,
        access,
        revision,
        token,
        lambda ledger: planned_changes.reopening(session, ledger),
        (Verb.REOPEN,),
        closed=True,
    )


def change_players(
    session: Session, *, access: Access, revision: int, token: str, leaving: Collection[int], coming: Sequence[str]
) -> Session:
    """Change the players at a table and return the new session. The old one is closed unless it already was.

    `leaving` are places, `coming` are names. Raise `RuleError` if the game refuses the new table, `SessionClosedError`
    if somebody else closed or continued it in the meantime, and `MayNotStartError` if this phone can't start sessions.
    """
    require_starter(session.club, access.device)
    change = PlayerChange(session=session, access=access, leaving=frozenset(leaving), coming=tuple(coming))
    if session.closed_at is not None:
        require_scorer(session, access)
        return change.after_closing(token)
    write(session, access, revision, token, change.closing, (Verb.CLOSE,))
    followed = following(session)
    if followed is None:  # the token was spent on closing the session
        raise SessionClosedError
    return followed


# Access


def renew(session: Session, *, access: Access, revision: int, token: str, role: str) -> WriteResult:
    """Give the link of a role a new secret. The old address stops working."""
    written = write_of_access(
        session, access, revision, token, lambda ledger: renewing(session, ledger, role), Verb.RENEW
    )
    session.refresh_from_db(fields=list(LINKS.values()))
    return written


def shut_out(session: Session, *, access: Access, revision: int, token: str, whom: int) -> WriteResult:
    """Shut a browser out of the table; raise `LastScorerError` if that would leave no scorer.

    From the panel, even the last scorer can be shut out: an organiser can let it in again.
    """

    def plan(ledger: SessionLedger) -> PlannedChange:
        return shutting_out(session, ledger, whom, even_the_last=of_panel(access))

    return write_of_access(session, access, revision, token, plan, Verb.SHUT_OUT)


def let_in(session: Session, *, access: Access, revision: int, token: str, whom: int) -> WriteResult:
    """Give a browser that was shut out its access back."""
    return write_of_access(
        session, access, revision, token, lambda ledger: letting_in(session, ledger, whom), Verb.LET_IN
    )


def lock(session: Session, *, access: Access, token: str) -> WriteResult:
    """Lock the session: only the organisers' panel can change it from then on. Can be called only from the panel."""
    return write_from_panel(session, access, token, lambda ledger: locking(session, ledger), Verb.LOCK)


def unlock(session: Session, *, access: Access, token: str) -> WriteResult:
    """Unlock the session, so that its scorers can write again. Can be called only from the panel."""
    return write_from_panel(session, access, token, lambda ledger: unlocking(session, ledger), Verb.UNLOCK)


def join(session: Session, *, device: str, role: str, label: str = "") -> Access:
    """Give a device access to the table. A watcher can become a scorer; a scorer stays one and can change its name.

    Raise `ShutOutError` if the device was shut out. A device that was removed from the club gets the new role in place
    of its old one. A member of the session's club who is signed in needs no label.
    """
    label = label or clubs.signed_in_as(device, session.club_id)
    if role == Role.SCORER and not label:
        others = session.accesses.filter(role=Role.SCORER).exclude(device=device).exclude(device__startswith=PANEL)
        label = numbered_label(others.count() + 1)
    access, made = Access.objects.get_or_create(session=session, device=device, defaults={"role": role, "label": label})
    if access.shut_out_at:
        raise ShutOutError
    if not made and removed_phones.has_lost(access):
        access.role, access.label, access.granted_at = role, label, timezone.now()
        access.save(update_fields=["role", "label", "granted_at"])
    if not made and role == Role.SCORER and (access.role, access.label) != (role, label):
        access.role, access.label = role, label
        access.save(update_fields=["role", "label"])
    notifications.announce(notifications.board_of(device))
    return access


def share_board(device: str) -> Board:
    """Return the link to a device's board with a new secret. The old address stops working."""
    with transaction.atomic(durable=True):
        board, made = Board.objects.select_for_update().get_or_create(device=device)
        if not made:
            notifications.announce(notifications.link_of(board.token))
            board.token = make_token()
            board.save(update_fields=["token"])
    return board
