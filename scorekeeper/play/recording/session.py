"""The writes of a whole session: closing, reopening, agreeing that a round is over, ticking payments, deleting.

Every phone that writes at the table has to agree that a round is over, that is, each scorer that is not shut out,
except the phone that started the session and has written nothing since, such as the one that started all tables of the
round. An agreement is a line of the journal. It holds until anything but an agreement is written at the table: any
change takes all of them back.

Until a deleted session is erased, its hands, settlements and journal stay as they are. It has no results, and nobody is
present at an evening for it alone; restoring it brings both back. Neither is possible while its evening is settled,
whose payments rest on what was played.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.play import payments, queries, results
from scorekeeper.play.errors import (
    PANEL,
    CallSetError,
    NotThereError,
    RowsWaitError,
    SessionClosedError,
    UnchangedError,
)
from scorekeeper.play.evening_tables import present_for, refuse_return, refuse_seated_elsewhere, seat_players_again
from scorekeeper.play.ledger import SessionLedger, progress_of
from scorekeeper.play.models import (
    RECOVERABLE,
    Access,
    Change,
    Hand,
    Night,
    Payment,
    PhotographedPage,
    Role,
    Session,
    Settlement,
    Verb,
)
from scorekeeper.play.recording.write import Plan, PlannedChange, Write, WriteResult, require_whole
from scorekeeper.play.totals import SessionTotals


def close(write: Write, *, despite_call: bool = True, despite_rows: bool = True) -> Settlement:
    """Close the session and return its settlement, which is frozen.

    Raise `CallSetError` if the call of the next hand is set, unless `despite_call`. The call is kept: it is there again
    when the session is reopened. Raise `RowsWaitError` if rows of its photographed sheet aren't recorded, unless
    `despite_rows`: the photo is deleted.
    """

    def plan(ledger: SessionLedger) -> PlannedChange:
        if write.session.called and not despite_call:
            raise CallSetError
        if not despite_rows and write.session.photographed_pages.waiting(ledger.next_number).exists():
            raise RowsWaitError
        return plan_close(write.session, ledger)

    write.commit(plan, Verb.CLOSE)
    return write.session.settlements.latest("pk")


def plan_close(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to close the session and freeze its settlement.

    Payments that were ticked before the session was reopened keep their tick if they are still the same. If no hand
    counts, players who are present at the evening only through this table are removed from it. A stretch in which no
    hand was played is dropped.
    """
    require_whole(ledger)
    before_closing, ledger = ledger, ledger.played_out()
    come_to = SessionTotals.from_ledger(ledger, session)
    frozen = {"totals": list(come_to.counted), "gains": list(come_to.gains), "transfers": come_to.transfers}
    seats = queries.people(session, until=ledger.last.first_hand)
    result_rows = results.rows(session, seats, ledger, come_to)

    def insert(at: datetime) -> None:
        if before_closing is not ledger:
            drop_last_stretch(session, before_closing)
        before = session.settlements.order_by("-pk").first()
        terms = {"stake": session.stake, "currency": session.currency, "kitty": session.kitty}
        now = session.settlements.create(settled_at=at, **terms, **frozen)
        owed = payments.owed(now, come_to, [seat.player_id for seat in seats])
        payments.keep_ticks(owed, before.payments.all() if before else ())
        payments.store(owed)
        results.insert([result_rows])
        session.photographed_pages.all().delete()
        if empty and session.evening is not None:
            present_for(session.evening, session).delete()

    after, empty = ledger.revised(ledger.revision + 1), not ledger.counting
    told = {**frozen, "people": list(ledger.names)}
    return PlannedChange(verb=Verb.CLOSE, ledger=after, after=told, insert=insert, closes=True, moves_money=empty)


def reopen(write: Write) -> WriteResult:
    """Reopen a closed session. Its settlement is kept, marked as withdrawn.

    Raise `EveningSettledError` while the evening of the session is settled, because its payments rest on that
    settlement, and `RuleError` if one of the players sits at another open table of that evening.
    """
    return write.commit(lambda ledger: plan_reopen(write.session, ledger), Verb.REOPEN)


def plan_reopen(session: Session, ledger: SessionLedger, *, stays_open: bool = True) -> PlannedChange:
    """Plan to reopen the session and withdraw its settlement.

    Writing it raises `RuleError` if one of the players sits at another table of the evening by now. Nobody has to leave
    that table for a correction, after which this one doesn't stay open.
    """
    settlement = session.settlements.get(withdrawn_at=None)
    frozen = {
        "totals": settlement.totals,
        "gains": settlement.gains,
        "transfers": settlement.transfers,
        "people": list(ledger.names),
    }

    def insert(at: datetime) -> None:
        if stays_open and session.evening is not None:
            refuse_seated_elsewhere(session.evening, session)
        session.settlements.filter(pk=settlement.pk).update(withdrawn_at=at)
        results.remove([session])
        if empty and session.evening is not None:
            seat_players_again(session.evening, session)

    after, empty = ledger.revised(ledger.revision + 1), not ledger.counting
    return PlannedChange(verb=Verb.REOPEN, ledger=after, before=frozen, insert=insert, closes=False, moves_money=True)


def plan_correct(session: Session, ledger: SessionLedger, change: Plan) -> tuple[PlannedChange, ...]:
    """Plan a change of a hand in a closed session: reopen it, make the change, and close it again.

    Raise `UnchangedError` if the hand stays as it was. If the rules still refuse a hand after the change, leave out the
    closing: the session stays open until that hand is amended.
    """
    reopened = plan_reopen(session, ledger, stays_open=False)
    changed = change(reopened.ledger)
    assert isinstance(changed, PlannedChange)
    if changed.verb == Verb.AMEND and changed.before == changed.after:
        raise UnchangedError
    with suppress(RuleError):
        return reopened, changed, plan_close(session, changed.ledger)
    return plan_reopen(session, ledger), changed


def drop_last_stretch(session: Session, ledger: SessionLedger, *, staying: Collection[int] = ()) -> None:
    """Delete the last stretch, in which no hand was played, and the presences of players who were there for it alone.

    The presences of players who are `staying` at the table are kept.
    """
    sat_before = {person for stretch in ledger.stretches[:-1] for person in stretch.people}
    newcomers = {ledger.people[person].player for person in ledger.last.people if person not in sat_before}
    forget_presences(session, newcomers.difference(staying))
    session.stretches.filter(first_hand=ledger.last.first_hand).delete()


def forget_presences(session: Session, players: Collection[int]) -> None:
    """Delete the presences of players at the evening who are there through this table alone."""
    if session.evening is not None and players:
        present_for(session.evening, session).filter(player__in=players).delete()


def agree(write: Write) -> WriteResult:
    """Agree that the round is over at this table. With the last phone that has to agree, the session closes.

    Raise `ConflictError` if anything else was written in the meantime, `NotThereError` if the round is not over,
    `SessionClosedError`, `CallSetError` if a further hand is being played, and `RowsWaitError` if it would close the
    session although rows of its photographed sheet aren't recorded.
    """
    session, access = write.session, write.access
    return write.commit(lambda ledger: plan_agree(session, ledger, access), Verb.AGREE)


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """The phones that have agreed, and those that still have to."""

    agreed: tuple[Access, ...]
    missing: tuple[Access, ...]

    def has(self, access: Access) -> bool:
        """Return whether this phone has agreed."""
        return access.pk in {phone.pk for phone in self.agreed}

    def closes_with(self, access: Access) -> bool:
        """Return whether nobody else has to agree, once this phone does."""
        return all(phone.pk == access.pk for phone in self.missing)


def round_agreement(session: Session) -> Agreement:
    """Return who has agreed so far that the round is over at this table."""
    last_other = Change.objects.filter(session=OuterRef("session")).exclude(verb=Verb.AGREE).order_by("-revision")
    standing = session.changes.filter(verb=Verb.AGREE, revision__gt=Subquery(last_other.values("revision")[:1]))
    agreed = set(standing.values_list("access", flat=True))
    scorers = _scorers(session)
    return Agreement(
        agreed=tuple(scorer for scorer in scorers if scorer.pk in agreed),
        missing=tuple(phone for phone in _writing(session, scorers) if phone.pk not in agreed),
    )


def _scorers(session: Session) -> list[Access]:
    scorers = session.accesses.not_shut_out().filter(role=Role.SCORER)
    return list(scorers.exclude(device__startswith=PANEL).order_by("pk"))


def _writing(session: Session, scorers: list[Access]) -> list[Access]:
    """Return the scorers without a phone that has done nothing but start the session."""
    written = session.changes.exclude(verb=Verb.AGREE).order_by()
    pairs = set(written.values_list("verb", "access__device").distinct())
    started = {device for verb, device in pairs if verb == Verb.START}
    wrote = {device for verb, device in pairs if verb != Verb.START}
    return [scorer for scorer in scorers if scorer.device not in started - wrote]


def plan_agree(session: Session, ledger: SessionLedger, access: Access) -> tuple[PlannedChange, ...]:
    """Plan to agree that the round is over and, if nobody else has to, to close the session.

    The plan is empty if this phone has agreed already. Raise `NotThereError` if the round is not over,
    `SessionClosedError`, `CallSetError` if a further hand is being played, and `RowsWaitError` if the session would
    close although rows of its photographed sheet aren't recorded.
    """
    if session.closed_at is not None:
        raise SessionClosedError(session)
    progress = progress_of(session, ledger)
    if progress is None or progress.round is None or not progress.is_over:
        raise NotThereError("the round is not over")
    if session.called:
        raise CallSetError
    so_far, steps = round_agreement(session), []
    if not so_far.has(access):
        ledger = ledger.revised(ledger.revision + 1)
        steps.append(PlannedChange(verb=Verb.AGREE, ledger=ledger, insert=lambda _at: None))
    if so_far.closes_with(access):
        if session.photographed_pages.waiting(ledger.next_number).exists():
            raise RowsWaitError
        steps.append(plan_close(session, ledger))
    return tuple(steps)


def tick_payment(write: Write, *, payment: int, paid: bool) -> WriteResult:
    """Tick the payment with this primary key as paid, or remove its tick.

    Raise `ConflictError` if the session was reopened in the meantime, and `NotThereError` if the payment is not one of
    the settlement that stands.
    """
    session, by = write.session, write.access.label
    return write.commit(
        lambda ledger: plan_tick(session, ledger, payment=payment, paid=paid, by=by),
        Verb.TICK if paid else Verb.UNTICK,
    )


def plan_tick(session: Session, ledger: SessionLedger, *, payment: int, paid: bool, by: str) -> PlannedChange | None:
    """Plan to tick a payment as paid, or to remove its tick; None if it already is as wanted.

    Raise `NotThereError` if the payment with this primary key is not one of the settlement that stands, or if the
    session belongs to an evening or a night, which is paid as a whole.
    """
    standing = Payment.objects.filter(settlement__session=session, settlement__withdrawn_at=None)
    row = standing.filter(pk=payment, settlement__session__evening=None, settlement__session__night=None).first()
    if row is None:
        raise NotThereError("the payment is not one of the settlement that stands")
    if (row.ticked_at is not None) is paid:
        return None
    names = {seat.player_id: seat.name for seat in session.people}
    told = {
        "debtor": names[row.debtor_id or 0],  # never the kitty
        "creditor": row.creditor_id and names[row.creditor_id],
        "amount": row.amount,
        "money": None if row.money is None else str(row.money),
        "currency": row.currency,
    }
    return PlannedChange(
        verb=Verb.TICK if paid else Verb.UNTICK,
        ledger=ledger.revised(ledger.revision + 1),
        before=None if paid else told,
        after=told if paid else None,
        insert=lambda at: payments.tick(row, paid=paid, at=at, by=by),
    )


def delete(write: Write) -> WriteResult:
    """Delete the session: it counts nowhere and can be restored for a while, by `undelete`.

    Raise `ConflictError` if something was recorded since the caller saw it, and `EveningSettledError` while the evening
    of the session is settled. Sessions that were deleted long ago are erased.
    """
    session = write.session
    result = write.commit(lambda ledger: plan_delete(session, ledger), Verb.DELETE)
    erase_expired()
    return result


def undelete(write: Write) -> WriteResult:
    """Bring a deleted session back as it was.

    Raise `NotThereError` if it is not deleted, `EveningSettledError` while the evening of the session is settled, and
    `RuleError` if its players sit at another table there, or its table of the round was started again.
    """
    session = write.session
    return write.commit(lambda ledger: plan_undelete(session, ledger), Verb.UNDELETE)


BATCH = 50
"""How many sessions are erased in one transaction."""


def plan_delete(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to hide the session from everything but its own page."""

    def insert(_at: datetime) -> None:
        results.remove([session])
        if session.evening is not None:
            present_for(session.evening, session).delete()

    return PlannedChange(
        verb=Verb.DELETE,
        ledger=ledger.revised(ledger.revision + 1),
        insert=insert,
        columns={"deleted_at": timezone.now()},
        moves_money=_counts(session, ledger),
    )


def plan_undelete(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to bring the session back as it was; raise `NotThereError` if it is not deleted, or was too long ago.

    The change itself raises `RuleError` if its evening has gone on without it: the players sit elsewhere.
    """
    if session.deleted_at is None or session.has_expired:
        raise NotThereError("it is not deleted, or already to be erased")
    stored = _results(session, ledger)

    def insert(_at: datetime) -> None:
        results.insert(stored)
        if session.evening is not None and _counts(session, ledger):
            refuse_return(session.evening, session)
            seat_players_again(session.evening, session)

    return PlannedChange(
        verb=Verb.UNDELETE,
        ledger=ledger.revised(ledger.revision + 1),
        insert=insert,
        columns={"deleted_at": None},
        moves_money=_counts(session, ledger),
    )


def _counts(session: Session, ledger: SessionLedger) -> bool:
    """Return whether a session that is not deleted counts: it is open, or it has hands."""
    return session.closed_at is None or bool(ledger.counting)


def _results(session: Session, ledger: SessionLedger) -> list[Any]:
    """Return the results of a closed session, from its settlement; none if the rules now refuse one of its hands."""
    settlement = session.settlements.filter(withdrawn_at=None).first()
    if settlement is None or ledger.refusal:
        return []
    come_to = SessionTotals.from_settlement(settlement)
    return [results.rows(session, session.people, ledger, come_to)]


def erase_expired() -> int:
    """Erase the sessions that can't be restored any more, and those that were abandoned; return how many.

    *Abandoned* are those without a club that were started and then left: no hand was ever recorded, and nothing has
    changed for as long. Anyone can start such sessions, and nobody else would ever delete them.

    Players who sat only there go with them, unless they belong to a club, whose people are its organisers' business.
    Expired photos of sheets are erased as well.
    """
    PhotographedPage.objects.expired().delete()
    erased = 0
    while batch := list(_expired().order_by("pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            people = list(
                Player.objects.filter(club=None, seats__stretch__session__in=batch).values_list("pk", flat=True)
            )
            _expired().filter(pk__in=batch).delete()
            Night.objects.filter(sessions=None).delete()
            Player.objects.filter(pk__in=people, seats=None, debts=None, claims=None).delete()
        erased += len(batch)
    return erased


def _expired() -> QuerySet[Session]:
    since = timezone.now() - RECOVERABLE
    return Session.objects.filter(Q(deleted_at__lte=since) | _abandoned(since))


def _abandoned(since: datetime) -> Q:
    """Return the condition of a session of no club without any hand or recent change."""
    hands, changes = Hand.objects.filter(session=OuterRef("pk")), Change.objects.filter(session=OuterRef("pk"))
    return Q(~Exists(hands), ~Exists(changes.filter(at__gt=since)), club=None, deleted_at=None)
