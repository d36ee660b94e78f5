"""`Write`: what all changes of a session have in common, which are revisions, tokens and the transaction.

Each verb *plans* its change: it works the effect out on the ledger that the caller saw, before anything is written.
Hands are scored then, too, to keep the transaction short. Its first statement moves the session to the next revision
and updates no row if somebody else wrote first. Its last statement adds the line of the journal.

A token can be spent only once. If a form is sent again, the caller gets the result of the first write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import EllipsisType
from typing import Any, NoReturn, Self

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.play import announcements
from scorekeeper.play.errors import (
    ConflictError,
    LaterHandError,
    NotThereError,
    SessionClosedError,
    SessionDeletedError,
    SessionLockedError,
    is_panel_access,
    require_scorer,
)
from scorekeeper.play.evening_tables import lock_evening_of
from scorekeeper.play.ledger import UNDOABLE, LastChange, SessionLedger, cache_ledger, session_ledger
from scorekeeper.play.models import (
    BESIDE_PLAY,
    OF_ACCESS,
    OF_CALL,
    OF_DELETION,
    OF_NIGHT,
    OF_PAYMENTS,
    TERMS,
    Access,
    Change,
    Session,
    Verb,
    make_token,
)


@dataclass(frozen=True, kw_only=True)
class PlannedChange:
    """The effect of one verb, worked out before anything is written.

    `insert` writes the rows other than those of the session and the journal. It returns the primary key of the hand's
    new row, or None if there is no new row.

    `closes` and `locks` are None if the step doesn't change whether the session is closed or locked. `calls` is the new
    call, None to clear it, and an ellipsis to leave it as it is. `columns` are further new values of the session.

    After a step that `reloads`, the ledger is read from the rows.

    A step with `moves_money` is refused while a settlement of its evening, a confirmed list or a final result stands on
    the session.
    """

    verb: Verb
    ledger: SessionLedger
    hand_number: int | None = None
    before: Any = None
    after: Any = None
    insert: Callable[[datetime], int | None]
    closes: bool | None = None
    calls: Mapping[str, str] | EllipsisType | None = ...
    locks: bool | None = None
    columns: Mapping[str, Any] = field(default_factory=dict)
    reloads: bool = False
    moves_money: bool = False


Plan = Callable[[SessionLedger], PlannedChange | tuple[PlannedChange, ...] | None]
"""Works out what a write changes, on the ledger that the caller saw: one step, several, or none if nothing has to."""

MOVES_TABLES = (Verb.CLOSE, Verb.REOPEN, Verb.SHUT_OUT, Verb.LET_IN, *OF_DELETION)
"""The verbs that add a table to somebody's board or remove one from it."""
DETAILS = (*TERMS, "title", "note")
"""The columns of a session that its details change."""
MOVED = ("revision", "closed_at", "called", "locked_at", "deleted_at", "night", *DETAILS)
"""The columns of a session that a write updates."""
ATTEMPTS = 5
"""How often to try a write that conflicts with nothing when others write at the same moment."""


@dataclass(frozen=True, kw_only=True)
class WriteResult:
    """The result of a write. `repeated` means that its token was spent before and nothing was written now.

    `session` is the instance that was passed in, refreshed to its latest revision; `revision` is the revision that the
    write made.
    """

    session: Session
    revision: int
    hand_number: int | None
    ledger: SessionLedger
    repeated: bool = False


OF_DETAILS = (Verb.DETAILS, Verb.EXCHANGE_PEOPLE)
"""The changes of what a session has besides its hands."""


@dataclass(frozen=True, kw_only=True)
class VerbRule:
    """Who may do something, in which sessions, and when it comes too late.

    `conflicts` are the changes since the caller looked after which it is refused. What is `beside_hands` is made to the
    latest revision, however many hands were played since; all else to the revision that the caller saw. The session
    has to be `closed` or not; None if that doesn't matter. Some of it is for organisers only (`by_panel`).
    """

    conflicts: Collection[Verb] = ()
    beside_hands: bool = False
    closed: bool | None = False
    by_panel: bool = False


def _all_but(*harmless: Verb) -> tuple[Verb, ...]:
    return tuple(verb for verb in Verb if verb not in harmless)


HARMLESS = (*OF_CALL, *OF_PAYMENTS, *OF_NIGHT, *OF_DELETION, Verb.AGREE)
"""The changes since which hands may be written all the same.

After a call, the hand is recorded as if it had not been announced. A tick stays with its settlement, and a session that
was deleted and restored is as it was.
"""

RULES: Mapping[Verb, VerbRule] = {
    **dict.fromkeys(
        (Verb.RECORD, Verb.INSERT, Verb.SWAP, Verb.AMEND, Verb.VOID, Verb.UNVOID, Verb.UNDO, Verb.PLAYERS),
        VerbRule(conflicts=_all_but(*HARMLESS, Verb.DETAILS)),
    ),
    **dict.fromkeys(OF_CALL, VerbRule(conflicts=_all_but())),
    Verb.CLOSE: VerbRule(conflicts=_all_but(*HARMLESS)),  # with another stake it has other totals
    Verb.REOPEN: VerbRule(conflicts=_all_but(*HARMLESS, Verb.DETAILS), closed=True),
    **dict.fromkeys((*OF_PAYMENTS, Verb.TOGETHER), VerbRule(beside_hands=True, closed=True)),
    Verb.APART: VerbRule(beside_hands=True, closed=None),
    **dict.fromkeys(
        (Verb.RENEW, Verb.SHUT_OUT, Verb.LET_IN), VerbRule(conflicts=OF_ACCESS, beside_hands=True, closed=None)
    ),
    **dict.fromkeys((Verb.LOCK, Verb.UNLOCK), VerbRule(beside_hands=True, closed=None, by_panel=True)),
    **dict.fromkeys(  # after these there may be other people
        OF_DETAILS,
        VerbRule(conflicts=(*OF_DETAILS, Verb.PLAYERS, Verb.UNDO, Verb.CLOSE), beside_hands=True, closed=None),
    ),
    Verb.AGREE: VerbRule(conflicts=_all_but(Verb.AGREE), beside_hands=True, closed=None),
    Verb.DELETE: VerbRule(
        conflicts=_all_but(*OF_CALL, *OF_PAYMENTS, *OF_NIGHT, *OF_ACCESS), beside_hands=True, closed=None
    ),
    Verb.UNDELETE: VerbRule(beside_hands=True, closed=None),
}
"""The rules of everything that is written at a table. Organisers may also correct hands of a closed session."""


@dataclass(frozen=True)
class Write:
    """A request to change a session: by whom, on which revision, and the token that it spends.

    A verb of the service commits it once. That raises `ConflictError` if somebody else wrote first.
    """

    session: Session
    access: Access
    revision: int
    token: str

    @classmethod
    def on_latest(cls, session: Session, access: Access, token: str) -> Self:
        """Return a write to whatever revision is the latest."""
        session.refresh_from_db(fields=MOVED)
        return cls(session, access, session.revision, token)

    def commit(
        self, plan: Plan, verb: Verb, *, raw: Mapping[str, Any] | None = None, when_closed: Plan | None = None
    ) -> WriteResult:
        """Write a change of one kind, and return what came of it; `raw` is the outcome that is written, if any.

        `RULES` say what it needs. `when_closed` is the plan for what the panel may also change in a closed session.
        Raise `PermissionDenied` outside the panel at what only organisers may change.
        """
        is_panel, rule = is_panel_access(self.access), RULES[verb]
        if rule.by_panel and not is_panel:
            raise PermissionDenied
        if rule.beside_hands:
            return self._change_beside_hands(plan, verb)
        if when_closed is None or self.session.closed_at is None or not is_panel:
            return self._change_as_seen(plan, verb, raw, closed=rule.closed is True)
        try:
            return self._change_as_seen(when_closed, verb, raw, closed=True)
        except SessionClosedError:  # since the revision that the caller saw, so the session may well be closed
            raise ConflictError from None

    def _change_as_seen(self, plan: Plan, verb: Verb, raw: Mapping[str, Any] | None, *, closed: bool) -> WriteResult:
        """Change an open session or, with `closed`, a closed one, unless it is another than the caller saw."""
        session, revision = self.session, self.revision
        require_scorer(session, self.access)
        if session.revision != revision:
            session.refresh_from_db(fields=MOVED)
            revision = self._past(RULES[verb].conflicts)
        ledger = session_ledger(session)
        is_as_seen = session.revision == revision and (session.closed_at is not None) is closed
        if not is_as_seen or self._is_locked() or session.deleted_at is not None:
            return self._written_before(verb, raw) or self._refuse(revision)
        try:
            result = self._commit(_steps(plan, ledger), verb)
        except (RuleError, NotThereError, IntegrityError) as error:
            # The form may have been sent again with a later revision than the one it was rendered with.
            if repeated := self._written_before(verb, raw):
                return repeated
            if isinstance(error, IntegrityError) and not Access.objects.filter(pk=self.access.pk).exists():
                raise PermissionDenied from None  # the phone has just been removed from the club
            raise
        if result is None:
            session.refresh_from_db(fields=MOVED)
            return self._written_before(verb, raw) or self._refuse(revision)
        return result

    def _change_beside_hands(self, plan: Plan, verb: Verb) -> WriteResult:
        """Change something on the latest revision, unless a change that conflicts was made in the meantime.

        Hands that were played since are no conflict. Otherwise nobody could be shut out of a busy table. If there is
        nothing to change, as when two phones tick the same payment, nothing is written.
        """
        session = self.session
        require_scorer(session, self.access)
        for _attempt in range(ATTEMPTS):
            session.refresh_from_db(fields=MOVED)
            if repeated := self._written_before(verb):
                return repeated
            try:
                self._require_changeable(verb)
                ledger = session_ledger(session)
                steps = _steps(plan, ledger)
                if not steps:
                    return WriteResult(
                        session=session, revision=session.revision, hand_number=None, ledger=ledger, repeated=True
                    )
                if result := self._commit(steps, verb):
                    return result
            except IntegrityError:
                continue  # another request just spent the token or made this revision
            except (ConflictError, SessionClosedError, RuleError, NotThereError):
                # The same form, sent twice, may have been written since the look above: its own change is in the way.
                if repeated := self._written_before(verb):
                    return repeated
                raise
        raise ConflictError

    def _require_changeable(self, verb: Verb) -> None:
        """Raise the exception that says why the session can't be changed as it is now."""
        session = self.session
        if self._is_locked():
            raise SessionLockedError
        if session.deleted_at is not None and verb != Verb.UNDELETE:
            raise SessionDeletedError(session)
        if RULES[verb].closed and session.closed_at is None:
            raise ConflictError
        if session.changes.filter(revision__gt=self.revision, verb__in=RULES[verb].conflicts).exists():
            raise ConflictError

    def _is_locked(self) -> bool:
        return self.session.locked_at is not None and not is_panel_access(self.access)

    def _past(self, conflicts: Collection[Verb]) -> int:
        """Return the revision that the caller saw, or the latest one if nothing since then conflicts."""
        since = self.session.changes.filter(revision__gt=self.revision, revision__lte=self.session.revision)
        verbs = set(since.values_list("verb", flat=True))
        return self.session.revision if verbs and verbs.isdisjoint(conflicts) else self.revision

    def _commit(self, planned: Sequence[PlannedChange], verb: Verb) -> WriteResult | None:
        """Commit the steps, of which that of the verb spends the token; return None if somebody else wrote first."""
        at, session = timezone.now(), self.session
        ledger, columns = planned[-1].ledger, _moved(planned, at)
        as_seen = Session.objects.filter(pk=session.pk, revision=planned[0].ledger.revision - 1)
        if not is_panel_access(self.access):
            as_seen = as_seen.filter(locked_at=None)
        with transaction.atomic(durable=True):
            if any(step.moves_money for step in planned):
                lock_evening_of(session)
            if not as_seen.update(**columns):
                return None
            for step in planned:
                row = step.insert(at)
                self._add_to_journal(step, self.token if step.verb == verb else make_token(), at)
                if row is not None and step.hand_number is not None:
                    ledger = ledger.with_row(step.hand_number, pk=row)
                if step.verb not in BESIDE_PLAY:
                    last = LastChange(
                        at=at, verb=step.verb, hand_number=step.hand_number, before=step.before, after=step.after
                    )
                    ledger = replace(ledger, latest=last)
            announcements.announce(session.public_id)
            if any(step.verb in MOVES_TABLES for step in planned):
                devices = session.accesses.values_list("device", flat=True)
                announcements.announce(*map(announcements.board_of, devices))
        for name, value in columns.items():
            setattr(session, name, value)
        if any(step.reloads for step in planned):
            ledger = session_ledger(session)
        cache_ledger(session, ledger)
        number = next((step.hand_number for step in planned if step.hand_number is not None), None)
        return WriteResult(session=session, revision=ledger.revision, hand_number=number, ledger=ledger)

    def _add_to_journal(self, step: PlannedChange, token: str, at: datetime) -> None:
        Change.objects.create(
            session=self.session,
            revision=step.ledger.revision,
            verb=step.verb,
            hand_number=step.hand_number,
            before=step.before,
            after=step.after,
            access=self.access,
            who=self.access.label,
            at=at,
            token=token,
        )

    def _written_before(self, verb: Verb, raw: Mapping[str, Any] | None = None) -> WriteResult | None:
        """Return the result of the write that spent this token, or None.

        Raise `ConflictError` if the token was spent on another verb, that is, by another form. A form that
        was sent before but says something else now (after a lost response or the back button) is refused like one that
        came too late. To treat it as a repeat would lose what it says.
        """
        session = self.session
        change = Change.objects.filter(session=session, token=self.token).first()
        if change is None:
            return None
        session.refresh_from_db(fields=MOVED)
        ledger = session_ledger(session)
        if change.verb != verb:
            raise ConflictError
        number = change.hand_number
        is_gone = raw is not None and number is not None and not ledger.says(number, raw, change.after)
        if is_gone or self._was_undone(change):
            raise ConflictError if session.closed_at is None else SessionClosedError(session)
        return WriteResult(session=session, revision=change.revision, hand_number=number, ledger=ledger, repeated=True)

    def _was_undone(self, change: Change) -> bool:
        """Return whether Undo came next. What is sent again after that is no repetition: it may be wanted now."""
        if change.verb not in UNDOABLE:
            return False
        later = self.session.changes.filter(revision__gt=change.revision).exclude(verb__in=(*BESIDE_PLAY, *OF_CALL))
        return later.order_by("revision").values_list("verb", flat=True).first() == Verb.UNDO

    def _refuse(self, revision: int) -> NoReturn:
        """Raise the exception that says why the session is not in the state that the write needs."""
        session = self.session
        session.refresh_from_db(fields=["locked_at", "deleted_at"])  # loading a ledger doesn't refresh them
        if self._is_locked():
            raise SessionLockedError
        if session.deleted_at is not None:
            raise SessionDeletedError(session)
        if session.closed_at is not None:
            raise SessionClosedError(session)
        if session.revision != revision:
            raise ConflictError
        raise NotThereError("an open session cannot be reopened")


def _steps(plan: Plan, ledger: SessionLedger) -> tuple[PlannedChange, ...]:
    planned = plan(ledger) or ()
    return planned if isinstance(planned, tuple) else (planned,)


def _moved(planned: Sequence[PlannedChange], at: datetime) -> dict[str, Any]:
    """Return the columns of the session to update for these steps.

    A session that is reopened and closed again in one write keeps its closing time, because nobody played in between.
    """
    columns: dict[str, Any] = {"revision": planned[-1].ledger.revision}
    for step in planned:
        if step.calls is not ...:
            columns["called"] = step.calls
        if step.closes is not None:
            columns["closed_at"] = at if step.closes else None
        if step.locks is not None:
            columns["locked_at"] = at if step.locks else None
        columns |= step.columns
    if planned[0].verb == Verb.REOPEN and planned[-1].verb == Verb.CLOSE:
        del columns["closed_at"]
    return columns


def require_whole(ledger: SessionLedger) -> None:
    """Raise `LaterHandError` if the rules now refuse a recorded hand."""
    if ledger.refusal:
        raise LaterHandError(ledger.refusal.number, ledger.refusal.error)
