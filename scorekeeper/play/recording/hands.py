"""The writes of hands, of the call of the next hand, and undo.

A `RuleError` is something that the person can correct. The other exceptions are in `scorekeeper.play.errors`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import F, QuerySet

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from games.scoring.types import CORRECTION, ScoredHand, SeatNumber, State, Table
from games.ui.forms import OutcomeForm, Position
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded
from scorekeeper.play.errors import LaterHandError, NotThereError
from scorekeeper.play.evening_tables import seat_players
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import PlayedHand, SessionLedger, StretchLedger, session_ledger
from scorekeeper.play.models import DEALS_KEPT, Hand, Session, Verb
from scorekeeper.play.recording.details import plan_undo_exchange
from scorekeeper.play.recording.session import drop_last_stretch, plan_correct
from scorekeeper.play.recording.start import insert_stretch, refuse_duplicates, unmerged
from scorekeeper.play.recording.write import Plan, PlannedChange, Write, WriteResult, require_whole


def preview(session: Session, raw: Mapping[str, Any]) -> ScoredHand:
    """Return the next hand as it would be scored, without writing it; raise `RuleError`."""
    ledger = session_ledger(session)
    require_whole(ledger)
    return ledger.last.score(raw)


def record(write: Write, *, raw: Mapping[str, Any]) -> WriteResult:
    """Record the next hand; raise `RuleError`."""
    return write.commit(lambda ledger: plan_record(write.session, ledger, raw), Verb.RECORD, raw=raw)


def plan_record(session: Session, ledger: SessionLedger, raw: Mapping[str, Any]) -> PlannedChange:
    hand = PlayedHand(pk=0, number=ledger.next_number, raw=raw)
    after = possible(ledger, ledger.with_hand(hand, revision=ledger.revision + 1), hand.number)
    step = _new_row(session, Verb.RECORD, after, hand.number)
    return step if step.after.get("call") == CORRECTION else replace(step, calls=None)


def _change_hand(write: Write, plan: Plan, verb: Verb, *, raw: Mapping[str, Any] | None = None) -> WriteResult:
    """Change recorded hands. The panel can do so in a closed session, too, by reopening and closing it again."""
    return write.commit(plan, verb, raw=raw, when_closed=partial(plan_correct, write.session, change=plan))


def insert(write: Write, *, beside: int, after: bool, raw: Mapping[str, Any]) -> WriteResult:
    """Insert a forgotten hand before the hand with the number `beside`, or `after` it. Later hands are renumbered.

    Raise `RuleError`, or `LaterHandError` if that makes a later hand impossible.
    """
    return _change_hand(
        write,
        lambda ledger: plan_insert(write.session, ledger, beside=beside, after=after, raw=raw),
        Verb.INSERT,
        raw=raw,
    )


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

    def insertion(ledger: SessionLedger) -> PlannedChange:
        step = _new_row(session, Verb.INSERT, ledger, number)

        def insert(at: datetime) -> int | None:
            _renumber(session, number, stretch.first_hand, by=1)
            return step.insert(at)

        return replace(step, insert=insert)

    return _plan_change(session, ledger, inserted, number, insertion)


def swap(write: Write, *, number: int, other: int) -> WriteResult:
    """Swap two hands that were recorded in the wrong order; raise `LaterHandError` if that makes a hand impossible."""
    return _change_hand(write, lambda ledger: plan_swap(write.session, ledger, number, other), Verb.SWAP)


def plan_swap(session: Session, ledger: SessionLedger, number: int, other: int) -> PlannedChange:
    """Plan to swap two hands that were recorded in the wrong order.

    Raise `NotThereError` unless the same players played both.
    """
    first, second = sorted((number, other))
    for hand in (first, second):
        require_hand(ledger, hand)
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


def amend(write: Write, *, number: int, raw: Mapping[str, Any]) -> WriteResult:
    """Replace the outcome of a hand; raise `RuleError`, or `LaterHandError` if that makes a later hand impossible."""
    return _change_hand(write, lambda ledger: plan_amend(write.session, ledger, number, raw), Verb.AMEND, raw=raw)


def plan_amend(session: Session, ledger: SessionLedger, number: int, raw: Mapping[str, Any]) -> PlannedChange:
    hand = require_hand(ledger, number, voided=False)
    amended = ledger.with_hand(hand._replace(raw=raw, amended=True), revision=ledger.revision + 1)
    step = partial(_new_row, session, Verb.AMEND, number=number, replaces=hand)
    return _plan_change(session, ledger, amended, number, step)


def _plan_change(
    session: Session,
    before: SessionLedger,
    after: SessionLedger,
    number: int,
    step: Callable[..., PlannedChange],
) -> PlannedChange:
    """Plan the step to the ledger after a change of the hand with this number; raise as `possible`.

    The change may move the deal of later hands. If that made one of them impossible, because a player would sit it out
    who played, then they were dealt as the ledger had it: the next hand gets the dealer that it had as its own.
    """
    try:
        return step(ledger=possible(before, after, number))
    except LaterHandError:
        kept = _next_dealt(after.at(number), number)
        scored = kept and next(hand.scored for hand in before.hands if hand.pk == kept.pk)
        if not kept or not scored or scored.dealer is None:
            raise
        pinned = kept._replace(raw={**kept.raw, "dealer": int(scored.dealer)}, amended=True)
        with suppress(LaterHandError):
            ledger = possible(before, after.with_hand(pinned, revision=after.revision), number)
            row = _new_row(session, Verb.AMEND, ledger, kept.number, replaces=kept)
            planned = step(ledger=row.ledger)
            return replace(_with_row_of_next(planned, row.insert), before={**(planned.before or {}), DEALS_KEPT: True})
        raise


def _with_row_of_next(step: PlannedChange, write: Callable[[datetime], object]) -> PlannedChange:
    """Return the step, after which the row of the next hand is written, too."""

    def insert(at: datetime) -> int | None:
        row = step.insert(at)
        write(at)
        return row

    return replace(step, insert=insert, reloads=True)


def _next_dealt(stretch: StretchLedger, number: int) -> PlayedHand | None:
    """Return the first hand after that of this number which counts and somebody dealt: a correction has no dealer."""
    later = stretch.hands[number - stretch.first_hand + 1 :]
    return next((hand for hand in later if not hand.voided and hand.raw.get("call") != CORRECTION), None)


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


def void(write: Write, *, number: int) -> WriteResult:
    """Void a hand; raise `LaterHandError` if that makes a later hand impossible."""
    return _change_hand(write, lambda ledger: plan_void(write.session, ledger, number), Verb.VOID)


def plan_void(session: Session, ledger: SessionLedger, number: int) -> PlannedChange:
    hand = require_hand(ledger, number, voided=False)
    voided = ledger.with_hand(hand._replace(voided=True), revision=ledger.revision + 1)

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=at)

    step = partial(PlannedChange, verb=Verb.VOID, hand_number=number, before=hand.raw, insert=insert)
    return _plan_change(session, ledger, voided, number, step)


def unvoid(write: Write, *, number: int) -> WriteResult:
    """Make a voided hand count again; raise `RuleError`, or `LaterHandError` if that makes a later hand impossible."""
    return _change_hand(write, lambda ledger: plan_unvoid(write.session, ledger, number), Verb.UNVOID)


def plan_unvoid(session: Session, ledger: SessionLedger, number: int) -> PlannedChange:
    hand = require_hand(ledger, number, voided=True)
    counting = ledger.with_hand(hand._replace(voided=False), revision=ledger.revision + 1)

    def insert(at: datetime) -> None:
        Hand.objects.filter(pk=hand.pk).update(voided_at=None)

    step = partial(PlannedChange, verb=Verb.UNVOID, hand_number=number, after=hand.raw, insert=insert)
    return _plan_change(session, ledger, counting, number, step)


def undo(write: Write) -> WriteResult:
    """Undo the latest change of hands or people, as long as nothing else was played or called since.

    It looks past what leaves both as they are, such as a corrected name or another stake.

    A recorded hand is given back: it leaves the ledger, its number is free again, and the form of the next hand has
    what was filled in. Undo itself is not undone. Raise `NotThereError` if there is nothing to undo.
    """
    return write.commit(lambda ledger: plan_undo(write.session, ledger), Verb.UNDO)


def plan_undo(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to take the latest change back; raise `NotThereError` if it is none of hands or people."""
    latest = ledger.latest
    if latest is None or not ledger.can_undo:
        raise NotThereError("the latest change can't be undone")
    if latest.verb == Verb.PLAYERS:
        return _plan_undo_players(session, ledger)
    if latest.verb == Verb.EXCHANGE_PEOPLE:
        return plan_undo_exchange(session, ledger)
    if latest.verb == Verb.SWAP:
        return replace(plan_swap(session, ledger, *latest.after["hands"]), verb=Verb.UNDO)
    number = latest.hand_number
    assert number is not None
    if latest.verb in (Verb.RECORD, Verb.INSERT):
        reverted = _plan_remove(session, ledger, number)
    elif latest.verb == Verb.AMEND:
        raw = {name: value for name, value in latest.before.items() if name != DEALS_KEPT}
        reverted = plan_amend(session, ledger, number, raw)
    else:
        revert = plan_unvoid if latest.verb == Verb.VOID else plan_void
        reverted = revert(session, ledger, number)
    if DEALS_KEPT in (latest.before or {}):
        kept = _next_dealt(ledger.at(number), number)
        assert kept is not None
        reverted = _with_row_of_next(reverted, lambda _at: Hand.objects.filter(pk=kept.pk).delete())
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

    The change itself raises `RuleError` if one of those who left sits at another table of the evening by now, and what
    `_insert_again` raises.
    """
    assert ledger.latest is not None
    before, after = ledger.latest.before, ledger.latest.after

    def insert(_at: datetime) -> None:
        drop_last_stretch(session, ledger, staying=before["players"])
        if before["first_hand"] == ledger.last.first_hand:  # the change had replaced a stretch without a hand
            _insert_again(session, ledger, before)
        if session.evening is not None:
            seat_players(session.evening, session)

    return PlannedChange(
        verb=Verb.UNDO,
        ledger=ledger.revised(ledger.revision + 1),
        before=after,
        insert=insert,
        reloads=True,
        moves_money=True,
    )


def _insert_again(session: Session, ledger: SessionLedger, stored: Mapping[str, Any]) -> None:
    """Insert a stretch that the journal has stored, with the names that its people have now in the session.

    Raise `RuleError` if one of them is no longer known, two would have the same name, or two were merged.
    """
    seated = dict(zip(stored["players"], stored["names"], strict=True))
    seated |= {person.player: person.name for person in ledger.people if person.player in seated}
    players, names = Player.objects.in_bulk(seated), tuple(seated.values())
    people = {folded(name): players[key] for key, name in seated.items() if key in players}
    if len(players) < len(names):
        raise RuleError(Code.PLAYERS, "players", _("Somebody who sat there is no longer known."))
    if len(people) < len(names):
        raise RuleError(Code.PLAYERS, "players", _("Two players cannot have the same name."))
    table = replace(
        ledger.table,
        players=names,
        options=stored["options"],
        first_dealer=SeatNumber(stored["first_dealer"]),
    )
    people = unmerged(people, names)
    refuse_duplicates(names, people)
    insert_stretch(session, table, people, first_hand=stored["first_hand"])
    session.stretches.filter(first_hand=stored["first_hand"]).update(agreed=stored.get("agreed"))


def set_call(write: Write, *, posted: Mapping[str, str]) -> WriteResult:
    """Show the call of the next hand on the other phones until it is recorded; raise `NotThereError` if it has none."""
    return write.commit(lambda ledger: plan_call(ledger, posted), Verb.SET_CALL)


def plan_call(ledger: SessionLedger, posted: Mapping[str, str]) -> PlannedChange:
    """Plan to announce the call of the next hand, ignoring other posted fields.

    Raise `NotThereError` if nothing was called.
    """
    number = ledger.next_number
    form = form_of_call(ledger, number, posted)
    if form.position.over or not form.call_so_far:
        raise NotThereError("nothing is called")
    after = {"number": number, "called": form.call_so_far}
    return _planned_call(Verb.SET_CALL, ledger, form.call_so_far, after=after)


def clear_call(write: Write) -> WriteResult:
    """Withdraw the call of the next hand, or the hand that was undone and is offered to be corrected."""
    return write.commit(lambda ledger: plan_clear_call(write.session, ledger), Verb.CLEAR_CALL)


def plan_clear_call(session: Session, ledger: SessionLedger) -> PlannedChange:
    """Plan to withdraw the call of the next hand, or the hand that was undone; raise `NotThereError` without either."""
    if ledger.undone is not None:
        return _planned_call(Verb.CLEAR_CALL, ledger, session.called)
    if session.called is None:
        raise NotThereError("nothing is called")
    return _planned_call(Verb.CLEAR_CALL, ledger, None, before={"number": ledger.next_number, "called": session.called})


def _planned_call(
    verb: Verb, ledger: SessionLedger, calls: Mapping[str, str] | None, **attributes: Any
) -> PlannedChange:
    return PlannedChange(
        verb=verb, ledger=ledger.revised(ledger.revision + 1), insert=lambda _at: None, calls=calls, **attributes
    )


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
    position = Position(rules=ledger.rules, table=table, state=state, number=number)
    return registry.get(ledger.rules.slug).form(position, called)


def require_hand(ledger: SessionLedger, number: int, *, voided: bool | None = None) -> PlayedHand:
    """Return the hand with this number; raise `NotThereError` if there is none or if `voided` doesn't match it."""
    try:
        hand = ledger.hand(number)
    except LookupError as error:
        raise NotThereError(str(error)) from error
    if voided is not None and hand.voided is not voided:
        raise NotThereError(f"hand {number} is {'voided' if hand.voided else 'not voided'}")
    return hand


def possible(before: SessionLedger, after: SessionLedger, number: int) -> SessionLedger:
    """Return the ledger after a change of the hand with this number, 0 if it is of several.

    Raise `RuleError` if the rules refuse the hand, and `LaterHandError` if they then refuse a later one.
    """
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
