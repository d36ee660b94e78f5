"""The ledger of a session: its live hands by number, with what each moved, kept at hand from one request to the next.

A *played hand* is the live row of a hand with its score; a hand *counts* unless it is voided. The ledger is only ever a
replay of the rows. Each process keeps the latest ledger of some sessions, and only committed ones: a write that fails
leaves no trace here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from threading import Lock
from typing import Any

from games import registry
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import AnyRules, Ledger, Refusal, ScoredHand, score_hand
from games.scoring.settlement import fewest_transfers
from games.scoring.tariffs import OwnTariff
from games.scoring.types import Amounts, State, Table
from games.scoring.types import Seat as Place
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.refusals import GameGone

KEPT = 256
"""Of how many sessions a process keeps the ledger: about 1 kB for each hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """The live row of a hand: `raw` is its outcome with players by seat, `pk` its row.

    `scored` is None until it is replayed, where it is voided, and from the first hand on that the rules now refuse.
    """

    pk: int
    number: int
    raw: Mapping[str, Any]
    recorded_at: datetime
    amended: bool = False
    voided: bool = False
    scored: ScoredHand | None = None


@dataclass(frozen=True, kw_only=True)
class SessionLedger:
    """All hands of a session in the order of their numbers, and the pure ledger of those that count.

    `refusal` is set when the rules as they are now refuse a hand that they once took; then the ledger ends before it.
    """

    revision: int
    rules: AnyRules
    table: Table
    naming: Naming
    hands: tuple[PlayedHand, ...]
    ledger: Ledger

    @property
    def totals(self) -> Amounts:
        return self.ledger.totals

    @property
    def state(self) -> State:
        return self.ledger.state

    @property
    def refusal(self) -> Refusal | None:
        """The hand, by its number on the page, at which the replay stopped, and why."""
        refusal = self.ledger.refusal
        return refusal and Refusal(self.counting[refusal.number - 1].number, refusal.error)

    @cached_property
    def counting(self) -> tuple[PlayedHand, ...]:
        """The hands that are not voided; the pure ledger's hands are theirs, in this order."""
        return tuple(hand for hand in self.hands if not hand.voided)

    @cached_property
    def played(self) -> tuple[PlayedHand, ...]:
        """Those of them that are hands at all, which is what a session is said to have: no correction, no misdeal."""
        return tuple(hand for hand in self.counting if self.rules.is_played(hand.raw.get("call")))

    @property
    def next_number(self) -> int:
        return self.hands[-1].number + 1 if self.hands else 1

    def hand(self, number: int) -> PlayedHand:
        """The hand of that number; raises `LookupError` when there is none."""
        # Numbers are given in order and never taken back, so the hand stands at its number.
        if not 1 <= number <= len(self.hands):
            raise LookupError(f"there is no hand {number}")
        return self.hands[number - 1]

    def state_before(self, number: int) -> State:
        """The state in which a hand was, or would be, played; the dealer it states itself is not looked at."""
        for hand in reversed(self.hands[: max(number - 1, 0)]):
            if hand.scored:
                return hand.scored.state
        opening: State = self.rules.opening(self.table)
        return opening

    def transfers(self) -> list[dict[str, int]] | None:
        """The payments as a settlement freezes them, None where none settle the totals."""
        if not self.rules.zero_sum(self.table):
            return None
        return [
            {"debtor": transfer.debtor, "creditor": transfer.creditor, "amount": transfer.amount}
            for transfer in fewest_transfers(self.rules.settled(self.table, self.state, self.totals))
        ]

    def score(self, raw: Mapping[str, Any]) -> ScoredHand:
        """What one more hand would come to; raises `RuleError`."""
        return score_hand(self.rules, self.table, self.state, self.totals, raw, self.naming)

    def says(self, number: int, raw: Mapping[str, Any], stored: object) -> bool:
        """Whether an outcome, played as the hand of that number, would be stored like this."""
        try:
            hand, _state = decode_hand(self.rules, self.table, self.state_before(number), raw, self.naming)
        except RuleError:
            return False
        return encode_hand(self.rules, self.table, hand, self.naming) == stored

    def with_hand(self, hand: PlayedHand, *, revision: int) -> SessionLedger:
        """The ledger in which this is the hand of its number, or comes as the next; all from there on is replayed."""
        kept = self.hands[: hand.number - 1]
        return _continued(self, kept, [hand, *self.hands[hand.number :]], revision)

    def with_row(self, number: int, **columns: Any) -> SessionLedger:
        """The same ledger, one hand of which was given its row."""
        hands = list(self.hands)
        hands[number - 1] = replace(hands[number - 1], **columns)
        return replace(self, hands=tuple(hands))

    def at(self, revision: int) -> SessionLedger:
        """The same ledger at a revision that changed no hand."""
        return replace(self, revision=revision)


def _continued(
    ledger: SessionLedger, kept: tuple[PlayedHand, ...], rest: Iterable[PlayedHand], revision: int
) -> SessionLedger:
    """Replay `rest` on top of hands that are scored already."""
    rules, table, naming = ledger.rules, ledger.table, ledger.naming
    scored_hands = [hand.scored for hand in kept if hand.scored]
    counted = len([hand for hand in kept if not hand.voided])
    state = scored_hands[-1].state if scored_hands else rules.opening(table)
    totals = scored_hands[-1].totals if scored_hands else (0,) * table.size
    refusal = ledger.ledger.refusal if counted > len(scored_hands) else None
    played = list(kept)
    for hand in rest:
        scored = None
        if not hand.voided:
            counted += 1
            if refusal is None:
                try:
                    scored = score_hand(rules, table, state, totals, hand.raw, naming)
                except RuleError as error:
                    refusal = Refusal(counted, error)
                else:
                    state, totals = scored.state, scored.totals
                    scored_hands.append(scored)
        played.append(replace(hand, scored=scored))
    pure = Ledger(rules, table, tuple(scored_hands), state, refusal)
    return replace(ledger, revision=revision, hands=tuple(played), ledger=pure)


def rules_of(session: Session) -> AnyRules:
    """The rules of the session's game; raises `GameGone` where they are not installed any more."""
    rules = registry.find_rules(session.game)
    if rules is None or session.rules not in rules.rule_sets:
        raise GameGone(f"there is no game {session.game!r} by the rules {session.rules!r}")
    return rules


def installed(sessions: Iterable[Session]) -> list[Session]:
    """Those of the sessions whose rules there are: of the others there is no ledger."""
    found = []
    for session in sessions:
        with suppress(GameGone):
            rules_of(session)
            found.append(session)
    return found


def table_of(session: Session, seats: Iterable[Seat]) -> Table:
    """Who sits where under which rules, from the seats in the order of their places."""
    return rules_of(session).table(
        [seat.name for seat in seats],
        rules=session.rules,
        options=session.options,
        first_dealer=Place(session.first_dealer),
        tariff=session.tariff and OwnTariff.stored(session.tariff),
    )


def opened(session: Session, table: Table) -> SessionLedger:
    """The ledger before the first hand."""
    rules = rules_of(session)
    empty = Ledger(rules, table, (), rules.opening(table))
    naming = Naming(table.players, by_seat=True)
    return SessionLedger(revision=session.revision, rules=rules, table=table, naming=naming, hands=(), ledger=empty)


def replayed(session: Session, table: Table, hands: Iterable[PlayedHand]) -> SessionLedger:
    """The ledger of these rows, in the order of their numbers."""
    return _continued(opened(session, table), (), hands, session.revision)


# Kept from one request to the next

_kept: OrderedDict[str, SessionLedger] = OrderedDict()
_lock = Lock()


def kept(session: Session) -> SessionLedger | None:
    """The ledger of exactly this revision, if this process has it."""
    with _lock:
        ledger = _kept.get(session.public_id)
        if ledger is None or ledger.revision != session.revision:
            return None
        _kept.move_to_end(session.public_id)
        return ledger


def keep(session: Session, ledger: SessionLedger) -> None:
    """Keep a committed ledger, unless a later one is kept already."""
    with _lock:
        known = _kept.get(session.public_id)
        if known is None or known.revision <= ledger.revision:
            _kept[session.public_id] = ledger
            _kept.move_to_end(session.public_id)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)


def forget() -> None:
    """Empty what is kept, as a new process would find it."""
    with _lock:
        _kept.clear()


# From the database

_COLUMNS = (
    "pk",
    "revision",
    "closed_at",
    "called",
    "hands__pk",
    "hands__number",
    "hands__outcome",
    "hands__recorded_at",
    "hands__voided_at",
    "hands__replaces_id",
)


def of(session: Session) -> SessionLedger:
    """The ledger of a session; where others wrote meanwhile, `session` is brought up to their revision."""
    ledger = kept(session)
    return ledger if ledger is not None else of_all([session])[session.pk]


def of_all(sessions: Sequence[Session]) -> dict[int, SessionLedger]:
    """The ledgers of some sessions by primary key, in two queries at most."""
    ledgers = {session.pk: ledger for session in sessions if (ledger := kept(session))}
    missing = {session.pk: session for session in sessions if session.pk not in ledgers}
    if not missing:
        return ledgers
    seats: dict[int, list[Seat]] = {pk: [] for pk in missing}
    for seat in Seat.objects.filter(session__in=missing).order_by("session_id", "place"):
        seats[seat.session_id].append(seat)
    # Revision and hands come in one statement: two could see a write that fell between them.
    rows = Session.objects.filter(pk__in=missing, hands__replaced_by__isnull=True)
    for pk, group in groupby(rows.order_by("pk", "hands__number").values_list(*_COLUMNS), key=lambda row: row[0]):
        found = list(group)
        session = missing[pk]
        _pk, session.revision, session.closed_at, session.called, *_hand = found[0]
        hands = [_row(row) for row in found if row[4] is not None]
        ledgers[pk] = replayed(session, table_of(session, seats[pk]), hands)
        keep(session, ledgers[pk])
    return ledgers


def _row(columns: tuple[Any, ...]) -> PlayedHand:
    pk, number, raw, recorded_at, voided_at, replaces = columns[4:]
    return PlayedHand(
        pk=pk,
        number=number,
        raw=raw,
        recorded_at=recorded_at,
        amended=replaces is not None,
        voided=voided_at is not None,
    )
