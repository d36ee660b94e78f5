"""Ledgers of sessions: their hands in order, with the score of each, cached between requests.

A *live* row is one that no other row replaces. A *played hand* is a live row with its score. A hand *counts* unless it
is voided. A ledger is never stored, only replayed from the rows.

Each process caches the latest ledgers of some sessions. It caches only committed ones, so a write that fails leaves no
trace.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import add, itemgetter
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import OuterRef, Subquery

from games import registry
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, Refusal, score_hand
from games.scoring.rules import AnyRules
from games.scoring.settlement import fewest_transfers
from games.scoring.tariffs import OwnTariff
from games.scoring.types import Amounts, ScoredHand, State, Table
from games.scoring.types import Seat as Place
from scorekeeper.play.errors import GameNotInstalledError
from scorekeeper.play.models import BESIDE_PLAY, Change, Seat, Session, Verb

UNDOABLE = (Verb.RECORD, Verb.AMEND, Verb.VOID, Verb.RESTORE)
"""The changes of a hand that can be undone."""
MOST_CACHED = 512
"""The number of sessions whose ledgers a process caches. A ledger takes about 1 kB for each hand."""


class PlayedHand(NamedTuple):
    """The live row of a hand. `raw` is its outcome with players by seat, `pk` its primary key.

    `scored` is None before the replay, for voided hands, and from the first hand on that the rules now refuse.
    """

    pk: int
    number: int
    raw: Mapping[str, Any]
    amended: bool = False
    voided: bool = False
    scored: ScoredHand | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastChange:
    """A change of a hand or a call, or of the session as a whole, with what it was `before` and `after`."""

    verb: str
    hand_number: int | None
    before: Any
    after: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedTotals:
    """What the players of a session carry from its earlier stretches, in seat order.

    `left` are those who no longer sit at the table, by name with their totals. `before` is the public ID of the stretch
    before. `marks` are the numbers of their marks. `counted` is what the rules count beside the totals.
    """

    amounts: Amounts
    counted: tuple[tuple[str, Amounts], ...]
    marks: tuple[int, ...]
    left: tuple[tuple[str, int], ...]
    before: str


@dataclass(frozen=True, kw_only=True)
class SessionLedger:
    """All hands of a session in the order of their numbers, and the pure ledger of those that count.

    `latest` is the change that Undo would take back, if it is one of a hand; None if the session is closed.

    `refusal` is set if the current rules refuse a hand that was once recorded. The pure ledger then ends before that
    hand.

    `carried` is set only for pages: what is stored, scored and settled is this stretch alone.
    """

    revision: int
    rules: AnyRules
    table: Table
    naming: Naming
    hands: tuple[PlayedHand, ...]
    ledger: Ledger
    latest: LastChange | None = None
    carried: CarriedTotals | None = None

    @property
    def totals(self) -> Amounts:
        return self.ledger.totals

    @property
    def state(self) -> State:
        return self.ledger.state

    @property
    def refusal(self) -> Refusal | None:
        """The hand at which the replay stopped, by its number on the page, and the reason."""
        refusal = self.ledger.refusal
        return refusal and Refusal(self.counting[refusal.number - 1].number, refusal.error)

    @cached_property
    def counting(self) -> tuple[PlayedHand, ...]:
        """The hands that are not voided. The hands of the pure ledger are these, in the same order."""
        return tuple(hand for hand in self.hands if not hand.voided)

    @cached_property
    def played(self) -> tuple[PlayedHand, ...]:
        """The counting hands without corrections and misdeals. A session's number of hands counts only these."""
        return tuple(hand for hand in self.counting if self.rules.is_played(hand.raw.get("call")))

    @property
    def in_round(self) -> int:
        """How many of the planned hands of a round were played."""
        return sum(self.rules.counts_in_round(hand.raw.get("call")) for hand in self.counting)

    @property
    def next_number(self) -> int:
        return self.hands[-1].number + 1 if self.hands else 1

    @property
    def marks(self) -> tuple[int, ...]:
        """The number of each seat's mark. Players keep theirs when others join or leave, or when seats are swapped."""
        return self.carried.marks if self.carried else tuple(self.table.seats)

    @property
    def undoable(self) -> int | None:
        """The number of the hand whose latest change can be undone, or None.

        Undo itself is not undone: taps would void and restore in turn.
        """
        return self.latest.hand_number if self.latest and self.latest.verb in UNDOABLE else None

    @property
    def undone(self) -> Mapping[str, Any] | None:
        """The outcome of the hand that was undone, until something else is written; otherwise None."""
        latest = self.latest
        is_given_back = latest and latest.verb == Verb.UNDO and latest.hand_number == self.next_number
        return latest.before if latest and is_given_back else None

    def hand(self, number: int) -> PlayedHand:
        """Return the hand with this number; raise `LookupError` if there is none."""
        # Numbers have no gaps, because only the last hand can be undone.
        if not 1 <= number <= len(self.hands):
            raise LookupError(f"there is no hand {number}")
        return self.hands[number - 1]

    def state_before(self, number: int) -> State:
        """Return the state in which a hand was played, or would be. A dealer that the hand itself names is ignored."""
        state: State = self.rules.opening(self.table)
        for hand in reversed(self.hands[: max(number - 1, 0)]):
            if hand.scored:
                state = hand.scored.state
                break
        return state

    def transfers(self) -> list[dict[str, int]] | None:
        """Return the payments in the form that a settlement stores, or None if no payments settle the totals."""
        if not self.rules.zero_sum(self.table):
            return None
        return transfers_of(self.rules.settled(self.table, self.state, self.totals))

    def carrying(self, carried: CarriedTotals) -> SessionLedger:
        """Return the same ledger with what its players carry from earlier stretches."""
        return replace(self, carried=carried)

    def standing(self, totals: Amounts) -> Amounts:
        """Return totals of this ledger as its pages show them: with what the players carry."""
        if self.carried is None:
            return totals
        return tuple(total + before for total, before in zip(totals, self.carried.amounts, strict=True))

    def counting_all(self, state: State) -> State:
        """Return a state of this ledger as its pages show it: with what was counted in earlier stretches."""
        now = self.rules.counted(state)
        if self.carried is None or not now:
            return state
        before = dict(self.carried.counted)
        return with_counted(state, {name: tuple(map(add, now[name], before[name])) for name in now})

    def score(self, raw: Mapping[str, Any]) -> ScoredHand:
        """Score one more hand, without adding it; raise `RuleError`."""
        return score_hand(self.rules, self.table, self.state, self.totals, raw, self.naming)

    def says(self, number: int, raw: Mapping[str, Any], stored: object) -> bool:
        """Return whether the hand of that number is there, and this outcome would be stored as `stored`."""
        if number > len(self.hands):  # it was undone
            return False
        try:
            hand, _state = decode_hand(self.rules, self.table, self.state_before(number), raw, self.naming)
        except RuleError:
            return False
        return encode_hand(self.rules, self.table, hand, self.naming) == stored

    def with_hand(self, hand: PlayedHand, *, revision: int) -> SessionLedger:
        """Return a ledger in which this hand replaces the one of its number or comes next. Later hands are replayed."""
        unchanged = self.hands[: hand.number - 1]
        return _continued(self, unchanged, [hand, *self.hands[hand.number :]], revision)

    def without_last(self, *, revision: int) -> SessionLedger:
        """Return a ledger without the last hand."""
        return _continued(self, self.hands[:-1], (), revision)

    def with_row(self, number: int, **columns: Any) -> SessionLedger:
        """Return the same ledger with other values for one hand, such as the key of its new row."""
        hands = list(self.hands)
        hands[number - 1] = hands[number - 1]._replace(**columns)
        return replace(self, hands=tuple(hands))

    def with_names(self, names: Sequence[str], *, revision: int) -> SessionLedger:
        """Return the ledger with other names in the same seats."""
        table = replace(self.table, players=tuple(names))
        opening = Ledger(self.rules, table, (), self.rules.opening(table))
        renamed = replace(self, table=table, naming=Naming(table.players, by_seat=True), ledger=opening)
        return _continued(renamed, (), self.hands, revision)

    def at(self, revision: int) -> SessionLedger:
        """Return the same ledger at a revision that changed no hand."""
        return replace(self, revision=revision)


def _continued(
    ledger: SessionLedger, unchanged: tuple[PlayedHand, ...], rest: Iterable[PlayedHand], revision: int
) -> SessionLedger:
    """Replay `rest` on top of hands that are already scored."""
    rules, table, naming = ledger.rules, ledger.table, ledger.naming
    scored_hands = [hand.scored for hand in unchanged if hand.scored]
    counted = len([hand for hand in unchanged if not hand.voided])
    state = scored_hands[-1].state if scored_hands else rules.opening(table)
    totals = scored_hands[-1].totals if scored_hands else (0,) * table.size
    refusal = ledger.ledger.refusal if counted > len(scored_hands) else None
    played = list(unchanged)
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
        # Not by `_replace`, which takes three times as long.
        played.append(PlayedHand(hand.pk, hand.number, hand.raw, hand.amended, hand.voided, scored))
    pure = Ledger(rules, table, tuple(scored_hands), state, refusal)
    return replace(ledger, revision=revision, hands=tuple(played), ledger=pure)


def with_counted(state: State, counted: Mapping[str, Amounts]) -> State:
    """Return a state that counts these for each player."""
    fields: Any = counted
    return state._replace(**fields)


def transfers_of(totals: Sequence[int]) -> list[dict[str, int]]:
    """Return the fewest payments that settle totals, in the form that a settlement stores."""
    return [{"debtor": one.debtor, "creditor": one.creditor, "amount": one.amount} for one in fewest_transfers(totals)]


def rules_of(session: Session) -> AnyRules:
    """Return the rules of the session's game; raise `GameNotInstalledError` if they are not installed any more."""
    rules = registry.find_rules(session.game)
    if rules is None or session.rules not in rules.rule_sets:
        raise GameNotInstalledError(f"there is no game {session.game!r} by the rules {session.rules!r}")
    return rules


def installed(sessions: Iterable[Session]) -> list[Session]:
    """Return the sessions whose rules are installed. The others have no ledger."""
    playable = []
    for session in sessions:
        with suppress(GameNotInstalledError):
            rules_of(session)
            playable.append(session)
    return playable


def table_of(session: Session, seats: Iterable[Seat]) -> Table:
    """Return the table of a session: its rules and players. `seats` must be in the order of their places."""
    return rules_of(session).table(
        [seat.name for seat in seats],
        rules=session.rules,
        options=session.options,
        first_dealer=Place(session.first_dealer),
        tariff=session.tariff and OwnTariff.stored(session.tariff),
    )


def opened(session: Session, table: Table) -> SessionLedger:
    """Return the ledger before the first hand."""
    rules = rules_of(session)
    empty = Ledger(rules, table, (), rules.opening(table))
    naming = Naming(table.players, by_seat=True)
    return SessionLedger(revision=session.revision, rules=rules, table=table, naming=naming, hands=(), ledger=empty)


def replayed(session: Session, table: Table, hands: Iterable[PlayedHand]) -> SessionLedger:
    """Return the ledger of these rows, which must be in the order of their numbers."""
    return _continued(opened(session, table), (), hands, session.revision)


# The cache

_cache: OrderedDict[str, SessionLedger] = OrderedDict()
_lock = Lock()


def cached(session: Session) -> SessionLedger | None:
    """Return the cached ledger of exactly this revision, or None."""
    with _lock:
        ledger = _cache.get(session.public_id)
        if ledger is None or ledger.revision != session.revision:
            return None
        _cache.move_to_end(session.public_id)
        return ledger


def cache(session: Session, ledger: SessionLedger) -> None:
    """Cache a committed ledger, unless a later one is already cached."""
    with _lock:
        present = _cache.get(session.public_id)
        if present is None or present.revision <= ledger.revision:
            _cache[session.public_id] = ledger
            _cache.move_to_end(session.public_id)
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)


def forget() -> None:
    """Empty the cache, as in a new process."""
    with _lock:
        _cache.clear()


# From the database

_OF_SESSION = ("revision", "closed_at", "called", "stake", "currency")
_OF_HAND = ("number", "outcome", "replaces", "voided_at")


def of(session: Session) -> SessionLedger:
    """Return the ledger of a session. If others have written, `session` is updated to their revision."""
    ledger = cached(session)
    return ledger if ledger is not None else load_all([session])[session.pk]


def load_all(sessions: Sequence[Session]) -> dict[int, SessionLedger]:
    """Return the ledgers of sessions by primary key, with at most three queries. Sessions are updated as by `of`."""
    ledgers = {session.pk: ledger for session in sessions if (ledger := cached(session))}
    missing = {session.pk: session for session in sessions if session.pk not in ledgers}
    if not missing:
        return ledgers
    # One statement for revision and hands: another write could come between two. The seats come afterwards: a name that
    # is newer than the revision is replaced soon, one that is older would stay.
    of_hands = [f"hands__{name}" for name in ("pk", *_OF_HAND)]
    live = Session.objects.filter(pk__in=missing, hands__replaced_by=None).order_by("pk", "hands__number")
    rows = list(live.values_list("pk", *_OF_SESSION, *of_hands))
    seats: dict[int, list[Seat]] = {pk: [] for pk in missing}
    for seat in Seat.objects.filter(session__in=missing).order_by("session_id", "place"):
        seats[seat.session_id].append(seat)
    still_open = {pk for pk, _revision, closed_at, *_others in rows if closed_at is None}
    latest = _latest_changes(still_open) if still_open else {}
    for pk, group in groupby(rows, key=itemgetter(0)):
        session, hands = missing[pk], list[PlayedHand]()
        for _pk, *of_session, hand, number, outcome, replaces, voided_at in group:
            for name, value in zip(_OF_SESSION, of_session, strict=True):
                setattr(session, name, value)
            if hand is not None:
                hands.append(PlayedHand(hand, number, outcome, replaces is not None, voided_at is not None))
        ledger = replayed(session, table_of(session, seats[pk]), hands)
        revision, last = latest.get(pk, (0, None))
        # A change that was written since the first statement is not one of this revision.
        is_of_this_revision = revision <= session.revision
        ledgers[pk] = replace(ledger, latest=last) if is_of_this_revision else ledger
        cache(session, ledgers[pk])
    return ledgers


def _latest_changes(sessions: Collection[int]) -> dict[int, tuple[int, LastChange]]:
    """Return the latest change of each session, with its revision."""
    of_session = Change.objects.filter(session=OuterRef("pk")).exclude(verb__in=BESIDE_PLAY)
    # The sessions come first: PostgreSQL would otherwise read all journals.
    newest = Subquery(of_session.order_by("-revision").values("pk")[:1])
    of_sessions = Session.objects.filter(pk__in=sessions).values(newest=newest)
    return {
        change.session_id: (
            change.revision,
            LastChange(verb=change.verb, hand_number=change.hand_number, before=change.before, after=change.after),
        )
        for change in Change.objects.filter(pk__in=of_sessions)
    }
