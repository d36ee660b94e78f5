"""The scoring service: every write, one verb each, one transaction each.

A write carries the revision it saw and a token that is spent once. Scoring is done first, on the ledger of that
revision, so that the transaction is short: its first statement moves the revision on and finds nothing to move when
somebody else was first, its last one notes the change in the journal.

What a person can mend is a `RuleError`; the other refusals are in `refusals`. What each verb comes to is in `steps`,
starting a session in `starting`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.scoring.errors import RuleError
from games.scoring.replay import ScoredHand
from scorekeeper.play import announcements, doors, evenings, going_on, ledgers, steps
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import (
    OF_ACCESS,
    OF_CALL,
    Access,
    Board,
    Change,
    Role,
    Session,
    Settlement,
    Verb,
    make_token,
)
from scorekeeper.play.refusals import (
    PANEL,
    Closed,
    Conflict,
    EveningSettled,
    LastScorer,
    LaterHand,
    Locked,
    NotThere,
    ShutOut,
    of_panel,
    require_scorer,
)
from scorekeeper.play.starting import again, import_document, numbered_label, require_starter, start_session
from scorekeeper.play.steps import Step

__all__ = [
    "Closed",
    "Conflict",
    "EveningSettled",
    "LastScorer",
    "LaterHand",
    "Locked",
    "NotThere",
    "ShutOut",
    "Written",
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


MOVES_TABLES = (Verb.CLOSE, Verb.REOPEN, Verb.SHUT_OUT, Verb.LET_IN)
"""After these somebody's board has a table more or less."""
UNDONE_BY = (Verb.VOID, Verb.RESTORE, Verb.AMEND)
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


# What would be, without writing


def preview(session: Session, raw: Mapping[str, Any]) -> ScoredHand:
    """What one more hand would come to; raises `RuleError`."""
    ledger = ledgers.of(session)
    steps.require_whole(ledger)
    return ledger.score(raw)


def what_if(session: Session, *, number: int, raw: Mapping[str, Any] | None) -> SessionLedger:
    """The ledger if the hand had this outcome, or with None were voided; raises `RuleError`, `LaterHand`, `NotThere`.

    A voided hand would count again with the outcome that is given.
    """
    ledger = ledgers.of(session)
    hand = steps.found(ledger, number)
    return steps.checked(ledger, replace(hand, raw=hand.raw if raw is None else raw, voided=raw is None))


# The writes


def record(session: Session, *, access: Access, revision: int, token: str, raw: Mapping[str, Any]) -> Written:
    """One more hand; raises `RuleError`."""
    return _write(
        session, access, revision, token, lambda ledger: steps.recording(session, ledger, raw), (Verb.RECORD,), raw=raw
    )


def amend(
    session: Session, *, access: Access, revision: int, token: str, number: int, raw: Mapping[str, Any]
) -> Written:
    """Another outcome for a hand; raises `RuleError`, or `LaterHand` when a later one became impossible."""
    return _write(
        session,
        access,
        revision,
        token,
        lambda ledger: steps.amending(session, ledger, number, raw),
        (Verb.AMEND,),
        raw=raw,
    )


def void(session: Session, *, access: Access, revision: int, token: str, number: int) -> Written:
    """Strike a hand through; raises `LaterHand` when a later one became impossible."""
    return _write(session, access, revision, token, lambda ledger: steps.voiding(ledger, number), (Verb.VOID,))


def restore(session: Session, *, access: Access, revision: int, token: str, number: int) -> Written:
    """Let a voided hand count again; raises `RuleError`, or `LaterHand` when a later one became impossible."""
    return _write(session, access, revision, token, lambda ledger: steps.restoring(ledger, number), (Verb.RESTORE,))


def undo(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Take back the latest change of a hand, by the verb that does so; the undo of an undo does it again."""
    return _write(session, access, revision, token, lambda ledger: steps.undoing(session, ledger), UNDONE_BY)


def set_call(session: Session, *, access: Access, revision: int, token: str, posted: Mapping[str, str]) -> Written:
    """What is being played, for the other phones to show until it is recorded; `NotThere` if nothing is called."""
    return _write(session, access, revision, token, lambda ledger: steps.calling(ledger, posted), (Verb.SET_CALL,))


def take_back_call(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Nothing is being played after all."""
    return _write(
        session, access, revision, token, lambda ledger: steps.taking_back(session, ledger), (Verb.TAKE_BACK,)
    )


def close(session: Session, *, access: Access, revision: int, token: str) -> Settlement:
    """Freeze what the session came to."""
    _write(session, access, revision, token, lambda ledger: steps.closing(session, ledger), (Verb.CLOSE,))
    return session.settlements.latest("pk")


def reopen(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Let a closed session be written on; what was settled is kept, as withdrawn.

    Raises `EveningSettled` while the evening of the session is settled: its payments rest on what was closed.
    """
    return _write(
        session, access, revision, token, lambda ledger: steps.reopening(session, ledger), (Verb.REOPEN,), closed=True
    )


def change_players(
    session: Session, *, access: Access, revision: int, token: str, leaving: Collection[int], coming: Sequence[str]
) -> Session:
    """Let the table go on with other people: the session is closed, and another one follows it.

    `leaving` are places. Raises `RuleError` where the game takes no such table, `Closed` where somebody else has closed
    it or let it go on meanwhile, `MayNotStart` where the phone starts no sessions. A session that was closed before is
    only followed.
    """
    require_starter(session.club, access.device)
    change = going_on.Change(session=session, access=access, leaving=frozenset(leaving), coming=tuple(coming))
    if session.closed_at is not None:
        require_scorer(session, access)
        return change.after_closing(token)
    _write(session, access, revision, token, change.closing, (Verb.CLOSE,))
    followed = Session.objects.filter(follows=session).first()
    if followed is None:  # the token was spent on closing it
        raise Closed
    return followed


# Who may come in


def renew(session: Session, *, access: Access, revision: int, token: str, role: str) -> Written:
    """Another secret for the link to write or to watch; the old address leads nowhere then."""
    written = _write_of_access(
        session, access, revision, token, lambda ledger: doors.renewing(session, ledger, role), Verb.RENEW
    )
    session.refresh_from_db(fields=list(doors.LINKS.values()))
    return written


def shut_out(session: Session, *, access: Access, revision: int, token: str, whom: int) -> Written:
    """Let a browser do nothing here any more; raises `LastScorer` where nobody would be left who could write.

    From the panel even the last one is shut out: an organiser can let it in again.
    """

    def plan(ledger: SessionLedger) -> Step:
        return doors.shutting_out(session, ledger, whom, even_the_last=of_panel(access))

    return _write_of_access(session, access, revision, token, plan, Verb.SHUT_OUT)


def let_in(session: Session, *, access: Access, revision: int, token: str, whom: int) -> Written:
    """Let a browser that was shut out do what it could before."""
    return _write_of_access(
        session, access, revision, token, lambda ledger: doors.letting_in(session, ledger, whom), Verb.LET_IN
    )


def lock(session: Session, *, access: Access, token: str) -> Written:
    """Let nobody write here any more but from the panel; only from there it can be done."""
    return _write_from_panel(session, access, token, lambda ledger: doors.locking(session, ledger), Verb.LOCK)


def unlock(session: Session, *, access: Access, token: str) -> Written:
    """Let those at the table write again."""
    return _write_from_panel(session, access, token, lambda ledger: doors.unlocking(session, ledger), Verb.UNLOCK)


def _write_from_panel(
    session: Session, access: Access, token: str, plan: Callable[[SessionLedger], Step], verb: Verb
) -> Written:
    if not of_panel(access):
        raise PermissionDenied
    session.refresh_from_db(fields=MOVED)
    return _write_of_access(session, access, session.revision, token, plan, verb)


def join(session: Session, *, device: str, role: str, label: str = "") -> Access:
    """Let a device in. Who may write goes on doing so, if under another name; a watcher can become a scorer.

    Whoever was shut out stays out; raises `ShutOut`.
    """
    if role == Role.SCORER and not label:
        others = session.accesses.filter(role=Role.SCORER).exclude(device=device).exclude(device__startswith=PANEL)
        label = numbered_label(others.count() + 1)
    access, made = Access.objects.get_or_create(session=session, device=device, defaults={"role": role, "label": label})
    if access.shut_out_at:
        raise ShutOut
    if not made and role == Role.SCORER and (access.role, access.label) != (role, label):
        access.role, access.label = role, label
        access.save(update_fields=["role", "label"])
    announcements.announce(announcements.board_of(device))
    return access


def share_board(device: str) -> Board:
    """The link to a device's board, with a new secret; the old address leads nowhere then."""
    with transaction.atomic(durable=True):
        board, made = Board.objects.select_for_update().get_or_create(device=device)
        if not made:
            announcements.announce(announcements.link_of(board.token))
            board.token = make_token()
            board.save(update_fields=["token"])
    return board


# How a write goes


def _write(
    session: Session,
    access: Access,
    revision: int,
    token: str,
    plan: Callable[[SessionLedger], Step],
    verbs: Collection[Verb],
    *,
    raw: Mapping[str, Any] | None = None,
    closed: bool = False,
) -> Written:
    """One write, of an outcome where it has one, to a session that is open, or with `closed` to one that is closed.

    `verbs` are those that its token can have been spent on before.
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
        step = plan(ledger)
        written = _commit(session, access, token, step)
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


def _write_of_access(
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
            if written := _commit(session, access, token, plan(ledgers.of(session))):
                return written
    raise Conflict


def _commit(session: Session, access: Access, token: str, step: Step) -> Written | None:
    """The transaction; None when somebody else was first."""
    at = timezone.now()
    revision = step.ledger.revision
    moved: dict[str, Any] = {"revision": revision}
    if step.calls is not ...:
        moved["called"] = step.calls
    if step.closes is not None:
        moved["closed_at"] = at if step.closes else None
    if step.locks is not None:
        moved["locked_at"] = at if step.locks else None
    as_seen = Session.objects.filter(pk=session.pk, revision=revision - 1)
    if not of_panel(access):
        as_seen = as_seen.filter(locked_at=None)
    with transaction.atomic(durable=True):
        if step.moves_money:
            evenings.hold_of(session)
        if not as_seen.update(**moved):
            return None
        row = step.insert(at)
        Change.objects.create(
            session=session,
            revision=revision,
            verb=step.verb,
            hand_number=step.hand_number,
            before=step.before,
            after=step.after,
            access=access,
            who=access.label,
            at=at,
            token=token,
        )
        announcements.announce(session.public_id)
        if step.verb in MOVES_TABLES:
            devices = session.accesses.values_list("device", flat=True)
            announcements.announce(*map(announcements.board_of, devices))
    for name, value in moved.items():
        setattr(session, name, value)
    ledger = step.ledger
    if row is not None and step.hand_number is not None:
        ledger = ledger.with_row(step.hand_number, pk=row, recorded_at=at)
    ledgers.keep(session, ledger)
    return Written(session=session, made=revision, hand_number=step.hand_number, ledger=ledger)


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
