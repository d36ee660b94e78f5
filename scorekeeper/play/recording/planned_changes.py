"""The effect of each verb, worked out on the ledger that the caller saw, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import EllipsisType
from typing import Any

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.types import CORRECTION, State, Table
from games.ui.forms import NextHand, OutcomeForm
from scorekeeper.play import stretches
from scorekeeper.play.errors import LaterHandError, NotThereError, UnchangedError
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.play.ledger.ledgers import PlayedHand, SessionLedger
from scorekeeper.play.ledger.payments import kept_ticks, payments_of, ticked, ticks
from scorekeeper.play.ledger.session_totals import Pair, SessionTotals
from scorekeeper.play.models import Hand, Session, Settlement, Verb
from scorekeeper.play.recording import ports
from scorekeeper.play.stretches import Stretches, sum_of


@dataclass(frozen=True, kw_only=True)
class PlannedChange:
    """The effect of one verb, worked out before anything is written.

    `insert` writes the rows other than those of the session and the journal. It returns the primary key of the hand's
    new row, or None if there is no new row.

    `closes` and `locks` are None if the step doesn't change whether the session is closed or locked. `calls` is the new
    call, None to clear it, and an ellipsis to leave it as it is. `columns` are further new values of the session.

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
    moves_money: bool = False


def plan_record(session: Session, ledger: SessionLedger, raw: Mapping[str, Any]) -> PlannedChange:
    hand = PlayedHand(pk=0, number=ledger.next_number, raw=raw)
    step = _new_row(session, Verb.RECORD, checked(ledger, hand), hand.number)
    return step if step.after.get("call") == CORRECTION else replace(step, calls=None)


def plan_amend(session: Session, ledger: SessionLedger, number: int, raw: Mapping[str, Any]) -> PlannedChange:
    hand = require_hand(ledger, number, voided=False)
    after = checked(ledger, hand._replace(raw=raw, amended=True))
    return _new_row(session, Verb.AMEND, after, number, replaces=hand)


def _new_row(
    session: Session, verb: Verb, ledger: SessionLedger, number: int, replaces: PlayedHand | None = None
) -> PlannedChange:
    """Return a step that adds a row for a hand, with the outcome in the form in which it is stored."""
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
    return PlannedChange(verb=verb, ledger=after, hand_number=number, before=before, after=raw, insert=insert)


def plan_void(ledger: SessionLedger, number: int) -> PlannedChange:
    hand = require_hand(ledger, number, voided=False)
    after = checked(ledger, hand._replace(voided=True))

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=at)

    return PlannedChange(verb=Verb.VOID, ledger=after, hand_number=number, before=hand.raw, insert=insert)


def plan_restore(ledger: SessionLedger, number: int) -> PlannedChange:
    hand = require_hand(ledger, number, voided=True)
    after = checked(ledger, hand._replace(voided=False))

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=None)

    return PlannedChange(verb=Verb.RESTORE, ledger=after, hand_number=number, after=hand.raw, insert=insert)


def plan_undo(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to take the latest change of a hand back; raise `NotThereError` if something else was written since."""
    latest, number = ledger.latest, ledger.undoable
    if latest is None or number is None:
        raise NotThereError("the latest change is none of a hand")
    if latest.verb == Verb.RECORD:
        return _plan_give_back(ledger, number)
    if latest.verb == Verb.AMEND:
        reverted = plan_amend(session, ledger, number, latest.before)
    else:
        reverted = plan_restore(ledger, number) if latest.verb == Verb.VOID else plan_void(ledger, number)
    return replace(reverted, verb=Verb.UNDO)


def _plan_give_back(ledger: SessionLedger, number: int) -> PlannedChange:
    """Plan to remove the hand that was recorded last. Its number is free again, and the journal keeps its outcome."""
    hand = require_hand(ledger, number)

    def insert(_at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).delete()

    after = ledger.without_last(revision=ledger.revision + 1)
    return PlannedChange(verb=Verb.UNDO, ledger=after, hand_number=number, before=hand.raw, insert=insert)


def form_of_call(ledger: SessionLedger, number: int, called: Mapping[str, str]) -> OutcomeForm:
    """Return the form of a hand with nothing filled in but the call."""
    return _form_of_call(ledger, ledger.table, ledger.state_before(number), number, called)


def call_goes_on(ledger: SessionLedger, called: Mapping[str, str], table: Table) -> bool:
    """Return whether the call of the next hand says the same as the first call at another table."""
    before = form_of_call(ledger, ledger.next_number, called)
    after = _form_of_call(ledger, table, ledger.rules.opening(table), 1, called)
    if after.call_so_far != before.call_so_far:
        return False
    words, words_after = (in_words(form.called_in_words(), form.table.players) for form in (before, after))
    return words == words_after


def _form_of_call(
    ledger: SessionLedger, table: Table, state: State, number: int, called: Mapping[str, str]
) -> OutcomeForm:
    position = NextHand(rules=ledger.rules, table=table, state=state, number=number)
    return registry.get(ledger.rules.slug).form(position, called)


def plan_call(ledger: SessionLedger, posted: Mapping[str, str]) -> PlannedChange:
    """Plan to announce the call of the next hand, ignoring other posted fields.

    Raise `NotThereError` if nothing was called.
    """
    number = ledger.next_number
    form = form_of_call(ledger, number, posted)
    if form.position.over or not form.call_so_far:
        raise NotThereError("nothing is called")
    after = {"number": number, "called": form.call_so_far}
    return _of_call(Verb.SET_CALL, ledger, form.call_so_far, after=after)


def plan_clear_call(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to withdraw the call of the next hand, or the hand that was undone; raise `NotThereError` without either."""
    if ledger.undone is not None:
        return _of_call(Verb.TAKE_BACK, ledger, session.called)
    if session.called is None:
        raise NotThereError("nothing is called")
    return _of_call(Verb.TAKE_BACK, ledger, None, before={"number": ledger.next_number, "called": session.called})


def _of_call(verb: Verb, ledger: SessionLedger, calls: Mapping[str, str] | None, **attributes: Any) -> PlannedChange:
    return PlannedChange(
        verb=verb, ledger=ledger.at(ledger.revision + 1), insert=lambda _at: None, calls=calls, **attributes
    )


def plan_close(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to close the session and freeze its settlement.

    Payments that were ticked before the session was reopened keep their tick if they are still the same. If no hand
    counts, players who are present at the evening only through this table are removed from it.
    """
    require_whole(ledger)
    come_to = SessionTotals.of_ledger(ledger, session)
    frozen = {"totals": list(come_to.counted), "transfers": come_to.transfers}
    result_rows = ports.results().rows(session, list(session.seats.order_by("place")), ledger, come_to.totals)

    def insert(at: datetime) -> None:
        before = session.settlements.order_by("-pk").first()
        now = Settlement(session=session, stake=session.stake, currency=session.currency, settled_at=at, **frozen)
        if before is not None and before.paid:
            now.paid = ticks(kept_ticks(before, payments_of(now)))
        if before is not None:
            now.paid_together = before.paid_together  # each names its amount, so what has changed since doesn't count
        now.save()
        ports.results().insert([result_rows])
        ports.sheet_photos().throw_away(session)
        if empty and session.evening is not None:
            ports.evenings().present_for(session.evening, session).delete()

    after, empty = ledger.at(ledger.revision + 1), not ledger.counting
    return PlannedChange(verb=Verb.CLOSE, ledger=after, after=frozen, insert=insert, closes=True, moves_money=empty)


def plan_reopen(session: Session, ledger: SessionLedger, *, stays_open: bool = True) -> PlannedChange:
    """Plan to reopen the session and withdraw its settlement.

    Writing it raises `RuleError` if one of the players sits at another table of the evening by now. Nobody has to leave
    that table for a correction, after which this one doesn't stay open.
    """
    settlement = session.settlements.get(withdrawn_at=None)
    frozen = {"totals": settlement.totals, "transfers": settlement.transfers}

    def insert(at: datetime) -> None:
        if stays_open and session.evening is not None:
            ports.evenings().refuse_seated_elsewhere(session.evening, session)
        session.settlements.filter(pk=settlement.pk).update(withdrawn_at=at)
        ports.results().remove([session])
        if empty and session.evening is not None:
            ports.evenings().seat_again(session.evening, session)

    after, empty = ledger.at(ledger.revision + 1), not ledger.counting
    return PlannedChange(verb=Verb.REOPEN, ledger=after, before=frozen, insert=insert, closes=False, moves_money=True)


def plan_tick(
    session: Session, ledger: SessionLedger, *, settlement: int, pair: Pair, paid: bool, amount: str
) -> PlannedChange | None:
    """Plan to tick a payment as paid, or to remove its tick; None if it already is as wanted.

    Raise `NotThereError` if the settlement with this primary key no longer stands or has no such payment, or if the
    session belongs to an evening, which is paid as a whole.
    """
    standing = session.settlements.filter(pk=settlement, withdrawn_at=None, session__evening=None).first()
    whole = stretches.of(session)
    if whole:
        return _plan_tick_together(whole, ledger, standing, pair=pair, paid=paid, amount=amount)
    payment = next((one for one in payments_of(standing) if one.pair == pair), None) if standing else None
    if standing is None or payment is None or (amount and sum_of(payment) != amount):
        raise NotThereError("the payment is not one of the settlement")
    before = ticked(standing)
    if (pair in before) is paid:
        return None
    after = ticks(before | {pair} if paid else before - {pair})

    def insert(_at: datetime) -> None:
        session.settlements.filter(pk=standing.pk).update(paid=after)

    return _of_tick(ledger, payment.document(), insert, paid=paid)


def _plan_tick_together(
    whole: Stretches, ledger: SessionLedger, standing: Settlement | None, *, pair: Pair, paid: bool, amount: str
) -> PlannedChange | None:
    """Plan to tick a payment for all stretches of a session. Its people are named in the journal, not by seat."""
    last = whole.last.settlement
    found = (one for one in whole.payments or () if one.pair == pair and sum_of(one) == amount)
    payment = next(found, None)
    if payment is None or standing is None or last is None or standing.pk != last.pk or not whole.are_settled:
        raise NotThereError("the payment is not one of the last stretch")
    if (pair in whole.ticked()) is paid:
        return None
    after = whole.with_tick(payment, paid=paid)

    def insert(_at: datetime) -> None:
        Settlement.objects.filter(pk=last.pk).update(paid_together=after)

    debtor, creditor = (whole.people[place].name for place in pair)
    return _of_tick(ledger, {**payment.document(), "debtor": debtor, "creditor": creditor}, insert, paid=paid)


def _of_tick(
    ledger: SessionLedger, payment: Mapping[str, object], insert: Callable[[datetime], None], *, paid: bool
) -> PlannedChange:
    return PlannedChange(
        verb=Verb.TICK if paid else Verb.UNTICK,
        ledger=ledger.at(ledger.revision + 1),
        before=None if paid else payment,
        after=payment if paid else None,
        insert=insert,
    )


def plan_correct(
    session: Session, ledger: SessionLedger, change: Callable[[SessionLedger], PlannedChange]
) -> tuple[PlannedChange, ...]:
    """Plan a change of a hand in a closed session: reopen it, make the change, and close it again.

    Raise `UnchangedError` if the hand stays as it was. If the rules still refuse a hand after the change, leave out the
    closing: the session stays open until that hand is amended.
    """
    reopened = plan_reopen(session, ledger, stays_open=False)
    changed = change(reopened.ledger)
    if changed.verb == Verb.AMEND and changed.before == changed.after:
        raise UnchangedError
    with suppress(RuleError):
        return reopened, changed, plan_close(session, changed.ledger)
    return plan_reopen(session, ledger), changed


def require_hand(ledger: SessionLedger, number: int, *, voided: bool | None = None) -> PlayedHand:
    """Return the hand with this number; raise `NotThereError` if there is none or if `voided` doesn't match it."""
    try:
        hand = ledger.hand(number)
    except LookupError as error:
        raise NotThereError(str(error)) from error
    if voided is not None and hand.voided is not voided:
        raise NotThereError(f"hand {number} is {'voided' if hand.voided else 'not voided'}")
    return hand


def checked(ledger: SessionLedger, hand: PlayedHand) -> SessionLedger:
    """Return the ledger with this hand, one revision later.

    Raise `RuleError` if the rules refuse the hand, and `LaterHandError` if they then refuse a later one.
    """
    after = ledger.with_hand(hand, revision=ledger.revision + 1)
    refusal = after.refusal
    if refusal is None:
        return after
    if refusal.number == hand.number:
        raise refusal.error
    earlier = ledger.refusal
    if earlier and hand.number <= earlier.number <= refusal.number:
        # The rules were corrected since then and already refused a hand. Let people amend such hands in order.
        return after
    raise LaterHandError(refusal.number, refusal.error)


def require_whole(ledger: SessionLedger) -> None:
    """Raise `LaterHandError` if the rules now refuse a recorded hand."""
    if ledger.refusal:
        raise LaterHandError(ledger.refusal.number, ledger.refusal.error)
