"""The scoring service: every write, one verb each, one transaction each.

A write carries the revision it saw and a token that is spent once. Scoring is done first, on the ledger of that
revision, so that the transaction is short: its first statement moves the revision on and finds nothing to move when
somebody else was first, its last one notes the change in the journal.

What a person can mend is a `RuleError`; the other refusals are in `refusals`, starting a session is in `starting`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NoReturn

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.replay import ScoredHand
from games.scoring.settlement import fewest_transfers
from scorekeeper.play import ledgers
from scorekeeper.play.ledgers import PlayedHand, SessionLedger
from scorekeeper.play.models import Access, Change, Hand, Role, Session, Settlement, Verb
from scorekeeper.play.refusals import Closed, Conflict, LaterHand, NotThere, require_scorer
from scorekeeper.play.starting import again, import_document, numbered_label, start_session

__all__ = [
    "Closed",
    "Conflict",
    "LaterHand",
    "NotThere",
    "Written",
    "again",
    "amend",
    "close",
    "import_document",
    "join",
    "preview",
    "record",
    "reopen",
    "restore",
    "start_session",
    "undo",
    "void",
    "what_if",
]


@dataclass(frozen=True, kw_only=True)
class Written:
    """What a write came to. `repeated`: its token was spent before, and nothing was written now.

    `session` is the one that was given, brought up to its new revision.
    """

    session: Session
    hand_number: int | None
    ledger: SessionLedger
    repeated: bool = False


# What would be, without writing


def preview(session: Session, raw: Mapping[str, Any]) -> ScoredHand:
    """What one more hand would come to; raises `RuleError`."""
    ledger = ledgers.of(session)
    _require_whole(ledger)
    return ledger.score(raw)


def what_if(session: Session, *, number: int, raw: Mapping[str, Any] | None) -> SessionLedger:
    """The ledger if the hand had this outcome, or with None were voided; raises `RuleError`, `LaterHand`, `NotThere`.

    A voided hand would count again with the outcome that is given.
    """
    ledger = ledgers.of(session)
    hand = _found(ledger, number)
    return _checked(ledger, replace(hand, raw=hand.raw if raw is None else raw, voided=raw is None))


# The writes


def record(session: Session, *, access: Access, revision: int, token: str, raw: Mapping[str, Any]) -> Written:
    """One more hand; raises `RuleError`."""
    return _write(session, access, revision, token, lambda ledger: _recording(session, ledger, raw))


def amend(
    session: Session, *, access: Access, revision: int, token: str, number: int, raw: Mapping[str, Any]
) -> Written:
    """Another outcome for a hand; raises `RuleError`, or `LaterHand` when a later one became impossible."""
    return _write(session, access, revision, token, lambda ledger: _amending(session, ledger, number, raw))


def void(session: Session, *, access: Access, revision: int, token: str, number: int) -> Written:
    """Strike a hand through; raises `LaterHand` when a later one became impossible."""
    return _write(session, access, revision, token, lambda ledger: _voiding(ledger, number))


def restore(session: Session, *, access: Access, revision: int, token: str, number: int) -> Written:
    """Let a voided hand count again; raises `RuleError`, or `LaterHand` when a later one became impossible."""
    return _write(session, access, revision, token, lambda ledger: _restoring(ledger, number))


def undo(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Take back the latest change of a hand, by the verb that does so; the undo of an undo does it again."""
    return _write(session, access, revision, token, lambda ledger: _undoing(session, ledger))


def close(session: Session, *, access: Access, revision: int, token: str) -> Settlement:
    """Freeze what the session came to."""
    _write(session, access, revision, token, lambda ledger: _closing(session, ledger))
    return session.settlements.latest("pk")


def reopen(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Let a closed session be written on; what was settled is kept, as withdrawn."""
    return _write(session, access, revision, token, lambda ledger: _reopening(session, ledger), closed=True)


def join(session: Session, *, device: str, role: str, label: str = "") -> Access:
    """Let a device in. Who may write goes on doing so, if under another name; a watcher can become a scorer."""
    if role == Role.SCORER and not label:
        label = numbered_label(session.accesses.filter(role=Role.SCORER).exclude(device=device).count() + 1)
    access, made = Access.objects.get_or_create(session=session, device=device, defaults={"role": role, "label": label})
    if not made and role == Role.SCORER and (access.role, access.label) != (role, label):
        access.role, access.label = role, label
        access.save(update_fields=["role", "label"])
    return access


# How a write goes


@dataclass(frozen=True, kw_only=True)
class _Step:
    """What a verb comes to, worked out before anything is written.

    `insert` writes the rows beside the session and the journal, and gives the key of the hand's new row if there is
    one. `closes` is None where the session stays as open or closed as it was.
    """

    verb: Verb
    ledger: SessionLedger
    hand_number: int | None = None
    before: Any = None
    after: Any = None
    insert: Callable[[datetime], int | None]
    closes: bool | None = None


def _write(
    session: Session,
    access: Access,
    revision: int,
    token: str,
    plan: Callable[[SessionLedger], _Step],
    *,
    closed: bool = False,
) -> Written:
    """One write to a session that is open, or with `closed` to one that is closed."""
    require_scorer(session, access)
    if session.revision != revision:
        session.refresh_from_db(fields=["revision", "closed_at"])
    ledger = ledgers.of(session)
    if session.revision != revision or (session.closed_at is not None) is not closed:
        return _written_before(session, token) or _refuse(session, revision)
    try:
        step = plan(ledger)
        written = _commit(session, access, token, step)
    except (RuleError, NotThere, IntegrityError):
        # A form that was sent again with a later revision than it was rendered with: its token is spent, all is well.
        if repeated := _written_before(session, token):
            return repeated
        raise
    if written is None:
        session.refresh_from_db(fields=["revision", "closed_at"])
        return _written_before(session, token) or _refuse(session, revision)
    return written


def _commit(session: Session, access: Access, token: str, step: _Step) -> Written | None:
    """The transaction; None when somebody else was first."""
    at = timezone.now()
    revision = step.ledger.revision
    moved: dict[str, Any] = {"revision": revision}
    if step.closes is not None:
        moved["closed_at"] = at if step.closes else None
    with transaction.atomic(durable=True):
        if not Session.objects.filter(pk=session.pk, revision=revision - 1).update(**moved):
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
    for name, value in moved.items():
        setattr(session, name, value)
    ledger = step.ledger
    if row is not None and step.hand_number is not None:
        ledger = ledger.with_row(step.hand_number, pk=row, recorded_at=at)
    ledgers.keep(session, ledger)
    return Written(session=session, hand_number=step.hand_number, ledger=ledger)


def _written_before(session: Session, token: str) -> Written | None:
    """What the token was spent on, if it was."""
    change = Change.objects.filter(session=session, token=token).first()
    if change is None:
        return None
    session.refresh_from_db(fields=["revision", "closed_at"])
    return Written(session=session, hand_number=change.hand_number, ledger=ledgers.of(session), repeated=True)


def _refuse(session: Session, revision: int) -> NoReturn:
    """Say why a session is not as the write takes it."""
    if session.closed_at is not None:
        raise Closed
    if session.revision != revision:
        raise Conflict
    raise NotThere("an open session cannot be reopened")


# What each verb comes to


def _recording(session: Session, ledger: SessionLedger, raw: Mapping[str, Any]) -> _Step:
    hand = PlayedHand(pk=0, number=ledger.next_number, raw=raw, recorded_at=timezone.now())
    return _new_row(session, Verb.RECORD, _checked(ledger, hand), hand.number)


def _amending(session: Session, ledger: SessionLedger, number: int, raw: Mapping[str, Any]) -> _Step:
    hand = _found(ledger, number, voided=False)
    after = _checked(ledger, replace(hand, raw=raw, amended=True))
    return _new_row(session, Verb.AMEND, after, number, replaces=hand)


def _new_row(
    session: Session, verb: Verb, ledger: SessionLedger, number: int, replaces: PlayedHand | None = None
) -> _Step:
    """A step that adds a row, with the outcome written the one way in which it is stored."""
    scored = ledger.hand(number).scored
    assert scored is not None
    raw = encode_hand(ledger.rules, ledger.table, scored.hand, ledger.naming)

    def insert(at: datetime) -> int:
        row = Hand.objects.create(
            session=session,
            number=number,
            outcome=raw,
            rules_version=ledger.rules.rule_set(ledger.table).version,
            replaces_id=replaces.pk if replaces else None,
            recorded_at=at,
        )
        return row.pk

    before = replaces and replaces.raw
    after = ledger.with_row(number, raw=raw)
    return _Step(verb=verb, ledger=after, hand_number=number, before=before, after=raw, insert=insert)


def _voiding(ledger: SessionLedger, number: int) -> _Step:
    hand = _found(ledger, number, voided=False)
    after = _checked(ledger, replace(hand, voided=True))

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=at)

    return _Step(verb=Verb.VOID, ledger=after, hand_number=number, before=hand.raw, insert=insert)


def _restoring(ledger: SessionLedger, number: int) -> _Step:
    hand = _found(ledger, number, voided=True)
    after = _checked(ledger, replace(hand, voided=False))

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=None)

    return _Step(verb=Verb.RESTORE, ledger=after, hand_number=number, after=hand.raw, insert=insert)


def _undoing(session: Session, ledger: SessionLedger) -> _Step:
    change = Change.objects.get(session=session, revision=ledger.revision)
    number = change.hand_number
    if number is not None:
        if change.verb in (Verb.RECORD, Verb.RESTORE):
            return _voiding(ledger, number)
        if change.verb == Verb.VOID:
            return _restoring(ledger, number)
        if change.verb == Verb.AMEND and change.before is not None:
            return _amending(session, ledger, number, change.before)
    raise NotThere(f"{change.verb} is not undone")


def _closing(session: Session, ledger: SessionLedger) -> _Step:
    _require_whole(ledger)
    transfers = None
    if ledger.rules.zero_sum(ledger.table):
        settled = ledger.rules.settled(ledger.table, ledger.state, ledger.totals)
        transfers = [
            {"debtor": transfer.debtor, "creditor": transfer.creditor, "amount": transfer.amount}
            for transfer in fewest_transfers(settled)
        ]
    frozen = {"totals": list(ledger.totals), "transfers": transfers}

    def insert(at: datetime) -> None:
        Settlement.objects.create(
            session=session, stake=session.stake, currency=session.currency, settled_at=at, **frozen
        )

    after = ledger.at(ledger.revision + 1)
    return _Step(verb=Verb.CLOSE, ledger=after, after=frozen, insert=insert, closes=True)


def _reopening(session: Session, ledger: SessionLedger) -> _Step:
    settlement = session.settlements.get(withdrawn_at=None)
    frozen = {"totals": settlement.totals, "transfers": settlement.transfers}

    def insert(at: datetime) -> None:
        session.settlements.filter(pk=settlement.pk).update(withdrawn_at=at)

    after = ledger.at(ledger.revision + 1)
    return _Step(verb=Verb.REOPEN, ledger=after, before=frozen, insert=insert, closes=False)


def _found(ledger: SessionLedger, number: int, *, voided: bool | None = None) -> PlayedHand:
    """The hand of that number, voided or not as the verb takes it."""
    try:
        hand = ledger.hand(number)
    except LookupError as error:
        raise NotThere(str(error)) from error
    if voided is not None and hand.voided is not voided:
        raise NotThere(f"hand {number} is {'voided' if hand.voided else 'not voided'}")
    return hand


def _checked(ledger: SessionLedger, hand: PlayedHand) -> SessionLedger:
    """The ledger with that hand, one revision on; refused when the hand or a later one is impossible then."""
    after = ledger.with_hand(hand, revision=ledger.revision + 1)
    refusal = after.refusal
    if refusal is None:
        return after
    if refusal.number == hand.number:
        raise refusal.error
    known = ledger.refusal
    if known and hand.number <= known.number <= refusal.number:
        # The rules were mended since and refused a hand before: mending those has to begin with the first.
        return after
    raise LaterHand(refusal.number, refusal.error)


def _require_whole(ledger: SessionLedger) -> None:
    """Refuse to go on from a hand that the rules no longer take."""
    if ledger.refusal:
        raise LaterHand(ledger.refusal.number, ledger.refusal.error)
