"""The scoring service: every write, one verb each, one transaction each.

A write carries the revision it saw and a token that is spent once; how it goes is in `writes`. What a person can mend
is a `RuleError`; the other refusals are in `refusals`. What each verb comes to is in `steps`, starting a session in
`starting`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from games.scoring.replay import ScoredHand
from scorekeeper.clubs import queries as clubs
from scorekeeper.play import announcements, doors, going_on, ledgers, steps
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import (
    Access,
    Board,
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
from scorekeeper.play.writes import Written, write, write_from_panel, write_of_access, write_of_hand

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


UNDONE_BY = (Verb.VOID, Verb.RESTORE, Verb.AMEND)


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
    return write(
        session, access, revision, token, lambda ledger: steps.recording(session, ledger, raw), (Verb.RECORD,), raw=raw
    )


def amend(
    session: Session, *, access: Access, revision: int, token: str, number: int, raw: Mapping[str, Any]
) -> Written:
    """Another outcome for a hand; raises `RuleError`, or `LaterHand` when a later one became impossible."""

    def plan(ledger: SessionLedger) -> Step:
        return steps.amending(session, ledger, number, raw)

    return write_of_hand(session, access, revision, token, plan, Verb.AMEND, raw=raw)


def void(session: Session, *, access: Access, revision: int, token: str, number: int) -> Written:
    """Strike a hand through; raises `LaterHand` when a later one became impossible."""
    return write_of_hand(session, access, revision, token, lambda ledger: steps.voiding(ledger, number), Verb.VOID)


def restore(session: Session, *, access: Access, revision: int, token: str, number: int) -> Written:
    """Let a voided hand count again; raises `RuleError`, or `LaterHand` when a later one became impossible."""
    return write_of_hand(session, access, revision, token, lambda ledger: steps.restoring(ledger, number), Verb.RESTORE)


def undo(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Take back the latest change of a hand, by the verb that does so; the undo of an undo does it again."""
    return write(session, access, revision, token, lambda ledger: steps.undoing(session, ledger), UNDONE_BY)


def set_call(session: Session, *, access: Access, revision: int, token: str, posted: Mapping[str, str]) -> Written:
    """What is being played, for the other phones to show until it is recorded; `NotThere` if nothing is called."""
    return write(session, access, revision, token, lambda ledger: steps.calling(ledger, posted), (Verb.SET_CALL,))


def take_back_call(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Nothing is being played after all."""
    return write(session, access, revision, token, lambda ledger: steps.taking_back(session, ledger), (Verb.TAKE_BACK,))


def close(session: Session, *, access: Access, revision: int, token: str) -> Settlement:
    """Freeze what the session came to."""
    write(session, access, revision, token, lambda ledger: steps.closing(session, ledger), (Verb.CLOSE,))
    return session.settlements.latest("pk")


def reopen(session: Session, *, access: Access, revision: int, token: str) -> Written:
    """Let a closed session be written on; what was settled is kept, as withdrawn.

    Raises `EveningSettled` while the evening of the session is settled: its payments rest on what was closed.
    """
    return write(
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
    write(session, access, revision, token, change.closing, (Verb.CLOSE,))
    followed = Session.objects.filter(follows=session).first()
    if followed is None:  # the token was spent on closing it
        raise Closed
    return followed


# Who may come in


def renew(session: Session, *, access: Access, revision: int, token: str, role: str) -> Written:
    """Another secret for the link to write or to watch; the old address leads nowhere then."""
    written = write_of_access(
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

    return write_of_access(session, access, revision, token, plan, Verb.SHUT_OUT)


def let_in(session: Session, *, access: Access, revision: int, token: str, whom: int) -> Written:
    """Let a browser that was shut out do what it could before."""
    return write_of_access(
        session, access, revision, token, lambda ledger: doors.letting_in(session, ledger, whom), Verb.LET_IN
    )


def lock(session: Session, *, access: Access, token: str) -> Written:
    """Let nobody write here any more but from the panel; only from there it can be done."""
    return write_from_panel(session, access, token, lambda ledger: doors.locking(session, ledger), Verb.LOCK)


def unlock(session: Session, *, access: Access, token: str) -> Written:
    """Let those at the table write again."""
    return write_from_panel(session, access, token, lambda ledger: doors.unlocking(session, ledger), Verb.UNLOCK)


def join(session: Session, *, device: str, role: str, label: str = "") -> Access:
    """Let a device in. Who may write goes on doing so, if under another name; a watcher can become a scorer.

    Whoever was shut out stays out; raises `ShutOut`. Somebody who has signed in as one of the session's club need not
    say a name.
    """
    label = label or clubs.signed_in_as(device, session.club_id)
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
