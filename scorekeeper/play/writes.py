"""How a write goes: what every verb of the scoring service has in common.

Scoring is done first, on the ledger of the revision that was seen, so that the transaction is short: its first
statement moves the revision on and finds nothing to move when somebody else was first, its last one notes the change in
the journal. A token is spent once: whoever sends a form again is told what it came to.
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
from scorekeeper.play import announcements, evenings, ledgers, steps
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import OF_ACCESS, OF_CALL, Access, Change, Session, Verb, make_token
from scorekeeper.play.refusals import Closed, Conflict, Locked, NotThere, of_panel, require_scorer
from scorekeeper.play.steps import Step

MOVES_TABLES = (Verb.CLOSE, Verb.REOPEN, Verb.SHUT_OUT, Verb.LET_IN)
"""After these somebody's board has a table more or less."""
MOVED = ("revision", "closed_at", "called", "locked_at")
"""The columns of a session that its changes move."""
ATTEMPTS = 5
"""How often a write that is in nobody's way is tried when others write at the same moment."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """What a write came to. `repeated`: its token was spent before, and nothing was written now.

    `session` is the one that was given, brought up to its latest revision; `made` is the one that the write made.
    """

    session: Session
    made: int
    hand_number: int | None
    ledger: SessionLedger
    repeated: bool = False


def write_from_panel(
    session: Session, access: Access, token: str, plan: Callable[[SessionLedger], Step], verb: Verb
) -> Written:
    """One write that only an organiser makes, on whatever revision there is."""
    if not of_panel(access):
        raise PermissionDenied
    session.refresh_from_db(fields=MOVED)
    return write_of_access(session, access, session.revision, token, plan, verb)


def write_of_hand(
    session: Session,
    access: Access,
    revision: int,
    token: str,
    plan: Callable[[SessionLedger], Step],
    verb: Verb,
    *,
    raw: Mapping[str, Any] | None = None,
) -> Written:
    """A change of a hand: of what is open, and from the panel of what is closed, which is closed again in one go.

    Raises `EveningSettled` where the evening of what is closed is settled.
    """
    if session.closed_at is None or not of_panel(access):
        return write(session, access, revision, token, plan, (verb,), raw=raw)

    def through(ledger: SessionLedger) -> tuple[Step, ...]:
        return steps.correcting(session, ledger, plan)

    try:
        return write(session, access, revision, token, through, (verb,), raw=raw, closed=True)
    except Closed:  # at another revision than was seen: closed it may be
        raise Conflict from None


def write(
    session: Session,
    access: Access,
    revision: int,
    token: str,
    plan: Callable[[SessionLedger], Step | tuple[Step, ...]],
    verbs: Collection[Verb],
    *,
    raw: Mapping[str, Any] | None = None,
    closed: bool = False,
) -> Written:
    """One write, of an outcome where it has one, to a session that is open, or with `closed` to one that is closed.

    `verbs` are those that its token is spent on, or can have been before.
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
    except (RuleError, NotThere, IntegrityError):
        # A form that was sent again with a later revision than it was rendered with: its token is spent, all is well.
        if repeated := _written_before(session, token, verbs, raw):
            return repeated
        raise
    if written is None:
        session.refresh_from_db(fields=MOVED)
        return _written_before(session, token, verbs, raw) or _refuse(session, access, revision)
    return written


def _past_calls(session: Session, revision: int) -> int:
    """The revision that was seen, or the latest where since then it was only said what is being played.

    A call is in nobody's way: the hand that comes of it is recorded as if nothing had been said.
    """
    since = session.changes.filter(revision__gt=revision, revision__lte=session.revision)
    verbs = set(since.values_list("verb", flat=True))
    return session.revision if verbs and verbs <= set(OF_CALL) else revision


def write_of_access(
    session: Session, access: Access, revision: int, token: str, plan: Callable[[SessionLedger], Step], verb: Verb
) -> Written:
    """One write of who may come in, whether the session is open or closed.

    What was played meanwhile is no conflict: a table that is written on all the time would else keep everybody in.
    """
    require_scorer(session, access)
    for _attempt in range(ATTEMPTS):
        session.refresh_from_db(fields=MOVED)
        if repeated := _written_before(session, token, (verb,)):
            return repeated
        if _locked(session, access):
            raise Locked
        if session.changes.filter(revision__gt=revision, verb__in=OF_ACCESS).exists():
            raise Conflict
        with suppress(IntegrityError):  # the token was spent, or the revision made, a moment ago
            if written := _commit(session, access, [(plan(ledgers.of(session)), token)]):
                return written
    raise Conflict


def _commit(session: Session, access: Access, done: Sequence[tuple[Step, str]]) -> Written | None:
    """The transaction of one step or of several, each with the token it spends; None when somebody else was first."""
    at = timezone.now()
    steps_done = [step for step, _token in done]
    ledger, moved = steps_done[-1].ledger, _moved(steps_done, at)
    as_seen = Session.objects.filter(pk=session.pk, revision=steps_done[0].ledger.revision - 1)
    if not of_panel(access):
        as_seen = as_seen.filter(locked_at=None)
    with transaction.atomic(durable=True):
        if any(step.moves_money for step in steps_done):
            evenings.hold_of(session)
        if not as_seen.update(**moved):
            return None
        for step, token in done:
            row = step.insert(at)
            _note(session, access, token, step, at)
            if row is not None and step.hand_number is not None:
                ledger = ledger.with_row(step.hand_number, pk=row, recorded_at=at)
        announcements.announce(session.public_id)
        if any(step.verb in MOVES_TABLES for step in steps_done):
            devices = session.accesses.values_list("device", flat=True)
            announcements.announce(*map(announcements.board_of, devices))
    for name, value in moved.items():
        setattr(session, name, value)
    ledgers.keep(session, ledger)
    number = next((step.hand_number for step in steps_done if step.hand_number is not None), None)
    return Written(session=session, made=ledger.revision, hand_number=number, ledger=ledger)


def _moved(done: Sequence[Step], at: datetime) -> dict[str, Any]:
    """The columns of the session after these steps.

    What is reopened and closed again in one go was closed when it was: nobody has played meanwhile.
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


def _note(session: Session, access: Access, token: str, step: Step, at: datetime) -> None:
    """The step's line of the journal."""
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
) -> Written | None:
    """What the token was spent on, if it was; by another verb than these it was the token of another form.

    A form that was sent before and says something else now, after a lost answer or the back button, is refused like one
    that came too late: to take it for the first would lose what it says.
    """
    change = Change.objects.filter(session=session, token=token).first()
    if change is None:
        return None
    session.refresh_from_db(fields=MOVED)
    ledger = ledgers.of(session)
    if change.verb not in verbs:
        raise Conflict
    if raw is not None and change.hand_number is not None and not ledger.says(change.hand_number, raw, change.after):
        raise Conflict if session.closed_at is None else Closed
    return Written(session=session, made=change.revision, hand_number=change.hand_number, ledger=ledger, repeated=True)


def _locked(session: Session, access: Access) -> bool:
    """Whether the session is locked for whoever writes."""
    return session.locked_at is not None and not of_panel(access)


def _refuse(session: Session, access: Access, revision: int) -> NoReturn:
    """Say why a session is not as the write takes it."""
    session.refresh_from_db(fields=["locked_at"])  # a ledger that was read meanwhile does not tell
    if _locked(session, access):
        raise Locked
    if session.closed_at is not None:
        raise Closed
    if session.revision != revision:
        raise Conflict
    raise NotThere("an open session cannot be reopened")
