"""What all writes of the scoring service have in common: revisions, tokens and the transaction.

Hands are scored before the transaction starts, on the ledger of the revision that the caller saw, to keep the
transaction short. Its first statement moves the session to the next revision and updates no row if somebody else wrote
first. Its last statement adds the line of the journal.

A token can be spent only once. If a form is sent again, the caller gets the result of the first write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.play import notifications
from scorekeeper.play.errors import (
    ConflictError,
    NotThereError,
    SessionClosedError,
    SessionLockedError,
    of_panel,
    require_scorer,
)
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import OF_ACCESS, OF_CALL, Access, Change, Session, Verb, make_token
from scorekeeper.play.recording import planned_changes, ports
from scorekeeper.play.recording.planned_changes import PlannedChange

MOVES_TABLES = (Verb.CLOSE, Verb.REOPEN, Verb.SHUT_OUT, Verb.LET_IN)
"""The verbs that add a table to somebody's board or remove one from it."""
MOVED = ("revision", "closed_at", "called", "locked_at")
"""The columns of a session that a write updates."""
ATTEMPTS = 5
"""How often to try a write that conflicts with nothing when others write at the same moment."""


@dataclass(frozen=True, kw_only=True)
class WriteResult:
    """The result of a write. `repeated` means that its token was spent before and nothing was written now.

    `session` is the instance that was passed in, refreshed to its latest revision; `made` is the revision that the
    write made.
    """

    session: Session
    made: int
    hand_number: int | None
    ledger: SessionLedger
    repeated: bool = False


def write_from_panel(
    session: Session, access: Access, token: str, plan: Callable[[SessionLedger], PlannedChange], verb: Verb
) -> WriteResult:
    """Carry out a write that is reserved for organisers, on whatever revision is the latest."""
    if not of_panel(access):
        raise PermissionDenied
    session.refresh_from_db(fields=MOVED)
    return write_of_access(session, access, session.revision, token, plan, verb)


def write_of_hand(
    session: Session,
    access: Access,
    revision: int,
    token: str,
    plan: Callable[[SessionLedger], PlannedChange],
    verb: Verb,
    *,
    raw: Mapping[str, Any] | None = None,
) -> WriteResult:
    """Change a hand of an open session or, from the panel only, of a closed one.

    A closed session is reopened, changed and closed again in one transaction. Raise `EveningSettledError` if that
    session belongs to a settled evening.
    """
    if session.closed_at is None or not of_panel(access):
        return write(session, access, revision, token, plan, (verb,), raw=raw)

    def through(ledger: SessionLedger) -> tuple[PlannedChange, ...]:
        return planned_changes.correcting(session, ledger, plan)

    try:
        return write(session, access, revision, token, through, (verb,), raw=raw, closed=True)
    except SessionClosedError:  # since the revision that the caller saw, so the session may well be closed
        raise ConflictError from None


def write(
    session: Session,
    access: Access,
    revision: int,
    token: str,
    plan: Callable[[SessionLedger], PlannedChange | tuple[PlannedChange, ...]],
    verbs: Collection[Verb],
    *,
    raw: Mapping[str, Any] | None = None,
    closed: bool = False,
) -> WriteResult:
    """Carry out one write to an open session or, with `closed`, to a closed one.

    `raw` is the outcome that is written, if any. `verbs` are those that may spend the token, now or in an earlier
    attempt.
    """
    require_scorer(session, access)
    if session.revision != revision:
        session.refresh_from_db(fields=MOVED)
        if not set(verbs) & set(OF_CALL):
            revision = _past_calls(session, revision)
    ledger = ledgers.of(session)
    if session.revision != revision or (session.closed_at is not None) is not closed or _locked(session, access):
        return _written_before(session, token, verbs, raw) or _refuse(session, access, revision)
    try:
        planned = plan(ledger)
        done = planned if isinstance(planned, tuple) else (planned,)
        written = _commit(session, access, [(step, token if step.verb in verbs else make_token()) for step in done])
    except (RuleError, NotThereError, IntegrityError):
        # The form may have been sent again with a later revision than the one it was rendered with.
        if repeated := _written_before(session, token, verbs, raw):
            return repeated
        raise
    if written is None:
        session.refresh_from_db(fields=MOVED)
        return _written_before(session, token, verbs, raw) or _refuse(session, access, revision)
    return written


def _past_calls(session: Session, revision: int) -> int:
    """Return the revision that the caller saw, or the latest one if only calls were announced or withdrawn since.

    A call is no conflict: the hand is recorded as if it had not been announced.
    """
    since = session.changes.filter(revision__gt=revision, revision__lte=session.revision)
    verbs = set(since.values_list("verb", flat=True))
    return session.revision if verbs and verbs <= set(OF_CALL) else revision


def write_of_access(
    session: Session,
    access: Access,
    revision: int,
    token: str,
    plan: Callable[[SessionLedger], PlannedChange],
    verb: Verb,
) -> WriteResult:
    """Change who has access, whether the session is open or closed.

    Hands that were played in the meantime are no conflict. Otherwise nobody could be shut out of a table that is busy.
    """
    require_scorer(session, access)
    for _attempt in range(ATTEMPTS):
        session.refresh_from_db(fields=MOVED)
        if repeated := _written_before(session, token, (verb,)):
            return repeated
        if _locked(session, access):
            raise SessionLockedError
        if session.changes.filter(revision__gt=revision, verb__in=OF_ACCESS).exists():
            raise ConflictError
        with suppress(IntegrityError):  # another request just spent the token or made this revision
            if written := _commit(session, access, [(plan(ledgers.of(session)), token)]):
                return written
    raise ConflictError


def _commit(session: Session, access: Access, done: Sequence[tuple[PlannedChange, str]]) -> WriteResult | None:
    """Commit one or more steps, each with the token that it spends; return None if somebody else wrote first."""
    at = timezone.now()
    steps_done = [step for step, _token in done]
    ledger, moved = steps_done[-1].ledger, _moved(steps_done, at)
    as_seen = Session.objects.filter(pk=session.pk, revision=steps_done[0].ledger.revision - 1)
    if not of_panel(access):
        as_seen = as_seen.filter(locked_at=None)
    with transaction.atomic(durable=True):
        if any(step.moves_money for step in steps_done):
            ports.evenings().lock_of(session)
        if not as_seen.update(**moved):
            return None
        for step, token in done:
            row = step.insert(at)
            _note(session, access, token, step, at)
            if row is not None and step.hand_number is not None:
                ledger = ledger.with_row(step.hand_number, pk=row, recorded_at=at)
        notifications.announce(session.public_id)
        if any(step.verb in MOVES_TABLES for step in steps_done):
            devices = session.accesses.values_list("device", flat=True)
            notifications.announce(*map(notifications.board_of, devices))
    for name, value in moved.items():
        setattr(session, name, value)
    ledgers.keep(session, ledger)
    number = next((step.hand_number for step in steps_done if step.hand_number is not None), None)
    return WriteResult(session=session, made=ledger.revision, hand_number=number, ledger=ledger)


def _moved(done: Sequence[PlannedChange], at: datetime) -> dict[str, Any]:
    """Return the columns of the session to update for these steps.

    A session that is reopened and closed again in one write keeps its closing time, because nobody played in between.
    """
    moved: dict[str, Any] = {"revision": done[-1].ledger.revision}
    for step in done:
        if step.calls is not ...:
            moved["called"] = step.calls
        if step.closes is not None:
            moved["closed_at"] = at if step.closes else None
        if step.locks is not None:
            moved["locked_at"] = at if step.locks else None
    if done[0].verb == Verb.REOPEN and done[-1].verb == Verb.CLOSE:
        del moved["closed_at"]
    return moved


def _note(session: Session, access: Access, token: str, step: PlannedChange, at: datetime) -> None:
    """Add the step's line to the journal."""
    Change.objects.create(
        session=session,
        revision=step.ledger.revision,
        verb=step.verb,
        hand_number=step.hand_number,
        before=step.before,
        after=step.after,
        access=access,
        who=access.label,
        at=at,
        token=token,
    )


def _written_before(
    session: Session, token: str, verbs: Collection[Verb], raw: Mapping[str, Any] | None = None
) -> WriteResult | None:
    """Return the result of the write that spent this token, or None.

    Raise `ConflictError` if the token was spent on another verb than `verbs`, that is, by another form. A form that was
    sent before but says something else now (after a lost response or the back button) is refused like one that came too
    late. To treat it as a repeat would lose what it says.
    """
    change = Change.objects.filter(session=session, token=token).first()
    if change is None:
        return None
    session.refresh_from_db(fields=MOVED)
    ledger = ledgers.of(session)
    if change.verb not in verbs:
        raise ConflictError
    if raw is not None and change.hand_number is not None and not ledger.says(change.hand_number, raw, change.after):
        raise ConflictError if session.closed_at is None else SessionClosedError
    return WriteResult(
        session=session, made=change.revision, hand_number=change.hand_number, ledger=ledger, repeated=True
    )


def _locked(session: Session, access: Access) -> bool:
    """Whether the session is locked for this access."""
    return session.locked_at is not None and not of_panel(access)


def _refuse(session: Session, access: Access, revision: int) -> NoReturn:
    """Raise the exception that says why the session is not in the state that the write needs."""
    session.refresh_from_db(fields=["locked_at"])  # loading a ledger doesn't refresh it
    if _locked(session, access):
        raise SessionLockedError
    if session.closed_at is not None:
        raise SessionClosedError
    if session.revision != revision:
        raise ConflictError
    raise NotThereError("an open session cannot be reopened")
