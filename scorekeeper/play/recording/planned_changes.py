"""The effect of each verb, worked out on the ledger that the caller saw, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import EllipsisType
from typing import Any

from django.db.models import F, QuerySet

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.types import CORRECTION, State, Table
from games.ui.forms import NextHand, OutcomeForm
from scorekeeper.play import payments, queries
from scorekeeper.play.errors import LaterHandError, NotThereError, UnchangedError
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import PlayedHand, SessionLedger
from scorekeeper.play.models import Hand, Payment, Session, Verb
from scorekeeper.play.recording import ports
from scorekeeper.play.totals import SessionTotals


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
    scored, stretch = ledger.hand(number).scored, ledger.at(number)
    assert scored is not None
    raw = encode_hand(stretch.rules, stretch.table, scored.hand, stretch.naming)

    def insert(at: datetime) -> int:
        row = Hand.objects.create(
            session=session,
            number=number,
            outcome=raw,
            rules_version=stretch.rules.rule_set(stretch.table).version,
            replaces_id=replaces.pk if replaces else None,
            recorded_at=at,
        )
        return row.pk

    before = replaces and replaces.raw
    after = ledger.with_row(number, raw=raw)
    return PlannedChange(verb=verb, ledger=after, hand_number=number, before=before, after=raw, insert=insert)


def plan_insert(
    session: Session, ledger: SessionLedger, *, beside: int, after: bool, raw: Mapping[str, Any]
) -> PlannedChange:
    """Plan to insert a forgotten hand before another one, or `after` it. Later hands are renumbered.

    It belongs to the players of the hand beside it.
    """
    require_hand(ledger, beside)
    stretch, number = ledger.at(beside), beside + after
    hand = PlayedHand(pk=0, number=number, raw=raw)
    inserted = ledger.with_inserted(hand, stretch=stretch, revision=ledger.revision + 1)
    step = _new_row(session, Verb.INSERT, possible(ledger, inserted, number), number)

    def insert(at: datetime) -> int | None:
        _renumber(session, number, stretch.first_hand, by=1)
        return step.insert(at)

    return replace(step, insert=insert)


def plan_swap(session: Session, ledger: SessionLedger, number: int, other: int) -> PlannedChange:
    """Plan to swap two hands that were recorded in the wrong order.

    Raise `NotThereError` unless the same players played both.
    """
    first, second = sorted((number, other))
    for one in (first, second):
        require_hand(ledger, one)
    if first == second or ledger.at(first) is not ledger.at(second):
        raise NotThereError("two hands of the same players can be swapped")
    after = possible(ledger, ledger.with_swapped(first, second, revision=ledger.revision + 1), 0)

    def insert(_at: datetime) -> None:
        for rows, column in _numbered(session):
            for before, now in ((first, APART), (second, first), (APART, second)):
                rows.filter(**{column: before}).update(**{column: now})

    return PlannedChange(verb=Verb.SWAP, ledger=after, after={"hands": [first, second]}, insert=insert)


APART = 1_000_000_000
"""A number that no hand has: rows stay there while others take their numbers, of which none may stand twice."""


def _numbered(session: Session) -> list[tuple[QuerySet[Any], str]]:
    """Return the rows that have the number of a hand, each with its column."""
    of_paper: QuerySet[Any] = session.written_totals.exclude(hand_number=0)  # that is the end of the list
    return [(session.hands.all(), "number"), (session.changes.all(), "hand_number"), (of_paper, "hand_number")]


def _renumber(session: Session, number: int, first_hand: int, *, by: int) -> None:
    """Give all hands from a number on other numbers, and begin the stretches after that of `first_hand` with them."""
    stretches = session.stretches.filter(first_hand__gt=first_hand)
    numbered = [(rows.filter(**{f"{column}__gte": number}), column) for rows, column in _numbered(session)]
    for rows, column in [*numbered, (stretches, "first_hand")]:
        rows.update(**{column: F(column) + APART})
        rows.filter(**{f"{column}__gte": APART}).update(**{column: F(column) - APART + by})


def plan_void(ledger: SessionLedger, number: int) -> PlannedChange:
    hand = require_hand(ledger, number, voided=False)
    after = checked(ledger, hand._replace(voided=True))

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=at)

    return PlannedChange(verb=Verb.VOID, ledger=after, hand_number=number, before=hand.raw, insert=insert)


def plan_unvoid(ledger: SessionLedger, number: int) -> PlannedChange:
    hand = require_hand(ledger, number, voided=True)
    after = checked(ledger, hand._replace(voided=False))

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=None)

    return PlannedChange(verb=Verb.UNVOID, ledger=after, hand_number=number, after=hand.raw, insert=insert)


def plan_undo(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to take the latest change back; raise `NotThereError` if it is none of a hand or of the players."""
    latest = ledger.latest
    if latest is None or not ledger.can_undo:
        raise NotThereError("the latest change can't be undone")
    if ledger.undoes_players:
        return _plan_undo_players(session, ledger)
    if latest.verb == Verb.SWAP:
        return replace(plan_swap(session, ledger, *latest.after["hands"]), verb=Verb.UNDO)
    number = latest.hand_number
    assert number is not None
    if latest.verb in (Verb.RECORD, Verb.INSERT):
        return _plan_remove(session, ledger, number)
    if latest.verb == Verb.AMEND:
        reverted = plan_amend(session, ledger, number, latest.before)
    else:
        reverted = plan_unvoid(ledger, number) if latest.verb == Verb.VOID else plan_void(ledger, number)
    return replace(reverted, verb=Verb.UNDO)


def _plan_remove(session: Session, ledger: SessionLedger, number: int) -> PlannedChange:
    """Plan to remove a hand that was just recorded or inserted. The journal keeps its outcome."""
    hand, stretch = require_hand(ledger, number), ledger.at(number)

    def insert(_at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).delete()
        if number < ledger.next_number - 1 or stretch is not ledger.last:
            _renumber(session, number + 1, stretch.first_hand, by=-1)

    after = possible(ledger, ledger.without(number, revision=ledger.revision + 1), number)
    return PlannedChange(verb=Verb.UNDO, ledger=after, hand_number=number, before=hand.raw, insert=insert)


def _plan_undo_players(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to take a change of players back, after which no hand was recorded.

    The change itself raises `RuleError` if one of those who left sits at another table of the evening by now.
    """
    assert ledger.latest is not None
    after = ledger.played_out()

    def insert(_at: datetime) -> None:
        forget_presences(session, not_seated(ledger, after))
        session.stretches.filter(first_hand=ledger.last.first_hand).delete()
        if session.evening is not None:
            ports.evenings().seat(session.evening, session)

    return PlannedChange(
        verb=Verb.UNDO,
        ledger=after.revised(ledger.revision + 1),
        before=ledger.latest.after,
        insert=insert,
        moves_money=True,
    )


def not_seated(before: SessionLedger, after: SessionLedger) -> set[int]:
    """Return the players who sat at the table, but by the ledger after a change did not."""
    return {person.player for person in before.people} - {person.player for person in after.people}


def forget_presences(session: Session, players: Collection[int]) -> None:
    """Delete the presences of players at the evening who are there through this table alone."""
    if session.evening is not None and players:
        ports.evenings().present_for(session.evening, session).filter(player__in=players).delete()


def form_of_call(ledger: SessionLedger, number: int, called: Mapping[str, str]) -> OutcomeForm:
    """Return the form of a hand with nothing filled in but the call."""
    stretch = ledger.at(number)
    return _form_of_call(ledger, stretch.table, stretch.state_before(number), number, called)


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
        return _of_call(Verb.CLEAR_CALL, ledger, session.called)
    if session.called is None:
        raise NotThereError("nothing is called")
    return _of_call(Verb.CLEAR_CALL, ledger, None, before={"number": ledger.next_number, "called": session.called})


def _of_call(verb: Verb, ledger: SessionLedger, calls: Mapping[str, str] | None, **attributes: Any) -> PlannedChange:
    return PlannedChange(
        verb=verb, ledger=ledger.revised(ledger.revision + 1), insert=lambda _at: None, calls=calls, **attributes
    )


def plan_close(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to close the session and freeze its settlement.

    Payments that were ticked before the session was reopened keep their tick if they are still the same. If no hand
    counts, players who are present at the evening only through this table are removed from it. A stretch in which no
    hand was played is dropped.
    """
    require_whole(ledger)
    before_closing, ledger = ledger, ledger.played_out()
    come_to = SessionTotals.of_ledger(ledger, session)
    frozen = {"totals": list(come_to.counted), "gains": list(come_to.gains), "transfers": come_to.transfers}
    seats = queries.people(session, until=ledger.last.first_hand)
    result_rows = ports.results().rows(session, seats, ledger, come_to.totals)

    def insert(at: datetime) -> None:
        forget_presences(session, not_seated(before_closing, ledger))
        session.stretches.filter(first_hand__gt=ledger.last.first_hand).delete()
        before = session.settlements.order_by("-pk").first()
        now = session.settlements.create(stake=session.stake, currency=session.currency, settled_at=at, **frozen)
        owed = payments.owed(now, come_to, [seat.player_id for seat in seats])
        payments.store(owed, before.payments.all() if before else ())
        ports.results().insert([result_rows])
        ports.sheet_photos().throw_away(session)
        if empty and session.evening is not None:
            ports.evenings().present_for(session.evening, session).delete()

    after, empty = ledger.revised(ledger.revision + 1), not ledger.counting
    told = {**frozen, "people": list(ledger.names)}
    return PlannedChange(verb=Verb.CLOSE, ledger=after, after=told, insert=insert, closes=True, moves_money=empty)


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
            ports.evenings().refuse_seated_elsewhere(session.evening, session)
        session.settlements.filter(pk=settlement.pk).update(withdrawn_at=at)
        ports.results().remove([session])
        if empty and session.evening is not None:
            ports.evenings().seat_again(session.evening, session)

    after, empty = ledger.revised(ledger.revision + 1), not ledger.counting
    return PlannedChange(verb=Verb.REOPEN, ledger=after, before=frozen, insert=insert, closes=False, moves_money=True)


def plan_tick(session: Session, ledger: SessionLedger, *, payment: int, paid: bool, by: str) -> PlannedChange | None:
    """Plan to tick a payment as paid, or to remove its tick; None if it already is as wanted.

    Raise `NotThereError` if the payment with this primary key is not one of the settlement that stands, or if the
    session belongs to an evening, which is paid as a whole.
    """
    standing = Payment.objects.filter(settlement__session=session, settlement__withdrawn_at=None)
    row = standing.filter(pk=payment, settlement__session__evening=None).first()
    if row is None:
        raise NotThereError("the payment is not one of the settlement that stands")
    if (row.ticked_at is not None) is paid:
        return None
    names = {seat.player_id: seat.name for seat in session.people}
    told = {
        "debtor": names[row.debtor_id or 0],  # never the kitty: a table has none
        "creditor": names[row.creditor_id or 0],
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
    return possible(ledger, ledger.with_hand(hand, revision=ledger.revision + 1), hand.number)


def possible(before: SessionLedger, after: SessionLedger, number: int) -> SessionLedger:
    """Return the ledger after a change of the hand with this number, 0 if it is of several; raise as `checked`."""
    refusal = after.refusal
    if refusal is None:
        return after
    if refusal.number == number:
        raise refusal.error
    earlier = before.refusal
    if earlier and number <= earlier.number <= refusal.number:
        # The rules were corrected since then and already refused a hand. Let people amend such hands in order.
        return after
    raise LaterHandError(refusal.number, refusal.error)


def require_whole(ledger: SessionLedger) -> None:
    """Raise `LaterHandError` if the rules now refuse a recorded hand."""
    if ledger.refusal:
        raise LaterHandError(ledger.refusal.number, ledger.refusal.error)
