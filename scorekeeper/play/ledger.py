"""Ledgers of sessions: their hands in order, with the score of each, cached between requests.

A *live* row is one that no other row replaces. A *played hand* is a live row with its score. A hand *counts* unless it
is voided. A ledger is never stored, only replayed from the rows: each stretch is scored on its own, from zero, and what
its players *carry* into it is the sum of the earlier ones.

Each process caches the latest ledgers of some sessions. It caches only committed ones, so a write that fails leaves no
trace.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import add, attrgetter, itemgetter
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from games import registry
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.documents import read_options
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, Refusal, score_hand
from games.scoring.rules import AnyRules
from games.scoring.sessions import CombinedLedger
from games.scoring.tariffs import OwnTariff
from games.scoring.types import Amounts, OptionValue, ScoredHand, SeatNumber, State, Table
from scorekeeper.play.errors import GameNotInstalledError
from scorekeeper.play.models import BESIDE_PLAY, TERMS, Change, Seat, Session, Stretch, Verb

UNDOABLE = (
    Verb.PLAYERS,
    Verb.RECORD,
    Verb.INSERT,
    Verb.SWAP,
    Verb.AMEND,
    Verb.VOID,
    Verb.UNVOID,
    Verb.EXCHANGE_PEOPLE,
)
"""The changes that can be undone."""
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

    at: datetime
    verb: str
    hand_number: int | None
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who sat at the table, under their name in this session; `player` is the primary key."""

    player: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedTotals:
    """What the players of a stretch carry into it from earlier ones, in seat order.

    `counted` is what the rules count beside the totals. `left` are those who no longer sit at the table, by name with
    their totals.
    """

    amounts: Amounts
    counted: Mapping[str, Amounts]
    left: tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class StretchLedger:
    """The hands of one stretch, numbered through the session, and the pure ledger of those that count.

    `people` has the place of each seat's player among the people of the session. The pure ledger starts from zero;
    `carried` is what pages add to it, None in the first stretch. If the current rules refuse a hand that was once
    recorded, the pure ledger ends before that hand.
    """

    rules: AnyRules
    table: Table
    naming: Naming
    people: tuple[int, ...]
    first_hand: int
    hands: tuple[PlayedHand, ...]
    ledger: Ledger
    carried: CarriedTotals | None = None

    @property
    def totals(self) -> Amounts:
        return self.ledger.totals

    @property
    def state(self) -> State:
        return self.ledger.state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that only a further one can be played."""
        return self.rules.over(self.table, self.state)

    @property
    def refusal(self) -> Refusal | None:
        """The hand at which the replay stopped, by its number on the page, and the reason."""
        refusal = self.ledger.refusal
        return refusal and Refusal(self.counting[refusal.number - 1].number, refusal.error)

    @cached_property
    def counting(self) -> tuple[PlayedHand, ...]:
        """The hands that are not voided. The hands of the pure ledger are these, in the same order."""
        return tuple(hand for hand in self.hands if not hand.voided)

    @property
    def next_number(self) -> int:
        return self.first_hand + len(self.hands)

    @property
    def in_round(self) -> int:
        """How many of the planned hands of a round, a list or the game were played."""
        return sum(self.rules.counts_in_round(hand.raw.get("call")) for hand in self.counting)

    def state_before(self, number: int) -> State:
        """Return the state in which a hand was played, or would be. A dealer that the hand itself names is ignored."""
        state: State = self.rules.opening(self.table)
        for hand in reversed(self.hands[: max(number - self.first_hand, 0)]):
            if hand.scored:
                state = hand.scored.state
                break
        return state

    def standing(self, totals: Amounts) -> Amounts:
        """Return totals of this stretch as pages show them: with what the players carry."""
        if self.carried is None:
            return totals
        return tuple(total + before for total, before in zip(totals, self.carried.amounts, strict=True))

    def counting_all(self, state: State) -> State:
        """Return a state of this stretch as pages show it: with what was counted in earlier stretches."""
        now = self.rules.counted(state)
        if self.carried is None or not now:
            return state
        before = self.carried.counted
        return with_counted(state, {name: tuple(map(add, now[name], before[name])) for name in now})

    def score(self, raw: Mapping[str, Any]) -> ScoredHand:
        """Score one more hand, without adding it; raise `RuleError`."""
        return score_hand(self.rules, self.table, self.state, self.totals, raw, self.naming)

    def with_hand(self, hand: PlayedHand) -> StretchLedger:
        """Return the stretch in which this hand replaces that of its number or comes next; later ones are replayed."""
        at = hand.number - self.first_hand
        return _continued(self, self.hands[:at], [hand, *self.hands[at + 1 :]])

    def with_inserted(self, hand: PlayedHand) -> StretchLedger:
        """Return the stretch in which this hand has pushed those from its number on by one."""
        at = hand.number - self.first_hand
        return _continued(self, self.hands[:at], [hand, *_moved(self.hands[at:], 1)])

    def without(self, number: int) -> StretchLedger:
        """Return the stretch without the hand of that number; those after it move up."""
        at = number - self.first_hand
        return _continued(self, self.hands[:at], _moved(self.hands[at + 1 :], -1))

    def with_swapped(self, number: int, other: int) -> StretchLedger:
        """Return the stretch in which two hands have each other's number, the lower one first."""
        first, second = number - self.first_hand, other - self.first_hand
        hands = list(self.hands)
        hands[first] = self.hands[second]._replace(number=number)
        hands[second] = self.hands[first]._replace(number=other)
        return _continued(self, self.hands[:first], hands[first:])

    def moved(self, by: int) -> StretchLedger:
        """Return the stretch with all its hands numbered so much higher."""
        return replace(self, first_hand=self.first_hand + by, hands=_moved(self.hands, by))


@dataclass(frozen=True, kw_only=True)
class SessionLedger:
    """All hands of a session in the order of their numbers, stretch by stretch.

    `people` are all who sat at the table, in the order in which they first sat down. `latest` is the change that Undo
    would take back, if it is one of play; None if the session is closed.
    """

    revision: int
    people: tuple[Participant, ...]
    stretches: tuple[StretchLedger, ...]
    latest: LastChange | None = None

    @property
    def last(self) -> StretchLedger:
        """The stretch that is played now, or was last."""
        return self.stretches[-1]

    @property
    def rules(self) -> AnyRules:
        return self.last.rules

    @property
    def table(self) -> Table:
        """The table as it is now, or was at the end."""
        return self.last.table

    @property
    def lowest_wins(self) -> bool:
        return self.rules.rule_set(self.table).lowest_wins

    @property
    def state(self) -> State:
        return self.last.state

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all people."""
        return tuple(person.name for person in self.people)

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        return tuple(hand for stretch in self.stretches for hand in stretch.hands)

    @property
    def refusal(self) -> Refusal | None:
        """The first hand at which the replay stopped, by its number on the page, and the reason."""
        return next((stretch.refusal for stretch in self.stretches if stretch.refusal), None)

    @cached_property
    def counting(self) -> tuple[PlayedHand, ...]:
        """The hands that are not voided."""
        return tuple(hand for hand in self.hands if not hand.voided)

    @cached_property
    def played(self) -> tuple[PlayedHand, ...]:
        """The counting hands without corrections and misdeals. A session's number of hands counts only these."""
        return tuple(hand for hand in self.counting if self.rules.is_played(hand.raw.get("call")))

    @property
    def next_number(self) -> int:
        return self.last.next_number

    @property
    def can_undo(self) -> bool:
        """Whether the latest change can be undone. Undo itself is not undone: taps would void and restore in turn."""
        latest = self.latest
        if latest is None or latest.verb not in UNDOABLE:
            return False
        return latest.verb != Verb.PLAYERS or latest.before is not None  # older journals don't store who sat there

    @property
    def undone(self) -> Mapping[str, Any] | None:
        """The outcome of the hand that was undone, until something else is written; otherwise None."""
        latest = self.latest
        is_given_back = latest and latest.verb == Verb.UNDO and latest.hand_number == self.next_number
        return latest.before if latest and is_given_back else None

    def hand(self, number: int) -> PlayedHand:
        """Return the hand with this number; raise `LookupError` if there is none."""
        # Numbers have no gaps: after a hand is inserted or undone, those that follow are renumbered.
        if not 1 <= number <= len(self.hands):
            raise LookupError(f"there is no hand {number}")
        return self.hands[number - 1]

    def at(self, number: int) -> StretchLedger:
        """Return the stretch in which the hand of that number was played, or would be."""
        return next(stretch for stretch in reversed(self.stretches) if stretch.first_hand <= max(number, 1))

    def left_at(self, stretch: StretchLedger) -> list[tuple[str, int]]:
        """Return the names and totals of those who played up to this stretch and don't play in it."""
        before = self.stretches[self.stretches.index(stretch) - 1]
        gone = [self.people[person].name for person in before.people if person not in stretch.people]
        return [(name, total) for name, total in (stretch.carried.left if stretch.carried else ()) if name in gone]

    def joined_at(self, stretch: StretchLedger) -> list[str]:
        """Return the names of those who play in this stretch and didn't play in the one before it."""
        before = self.stretches[self.stretches.index(stretch) - 1]
        return [self.people[person].name for person in stretch.people if person not in before.people]

    @cached_property
    def come_to(self) -> CombinedLedger[int]:
        """What everybody has come to in all stretches together, by person."""
        return combined(self.stretches)

    @property
    def totals(self) -> Amounts:
        """The running totals of everybody."""
        return self.come_to.totals

    @cached_property
    def has_sides(self) -> bool:
        """Whether the same sides played the whole session, and partners had the same amount in every hand."""
        sides = {
            frozenset(frozenset(stretch.people[seat] for seat in side) for side in stretch.rules.sides(stretch.table))
            for stretch in self.stretches
        }
        return sides != {frozenset()} and len(sides) == 1 and all(map(_partners_are_even, self.stretches))

    def columns(self, stretch: StretchLedger) -> tuple[tuple[SeatNumber, ...], ...]:
        """Return which seats of a stretch share a column on pages: those of a side, or else each has its own."""
        if self.has_sides:
            return stretch.rules.sides(stretch.table)
        return tuple((seat,) for seat in stretch.table.seats)

    @property
    def people_in_columns(self) -> tuple[tuple[int, ...], ...]:
        """Which people share a column, as `columns` has it for seats."""
        if self.has_sides:
            return tuple(tuple(self.last.people[seat] for seat in side) for side in self.columns(self.last))
        return tuple((person,) for person in range(len(self.people)))

    def says(self, number: int, raw: Mapping[str, Any], stored: object) -> bool:
        """Return whether the hand of that number is there, and this outcome would be stored as `stored`."""
        if number > len(self.hands):  # it was undone
            return False
        at = self.at(number)
        try:
            hand, _state = decode_hand(at.rules, at.table, at.state_before(number), raw, at.naming)
        except RuleError:
            return False
        return encode_hand(at.rules, at.table, hand, at.naming) == stored

    def with_hand(self, hand: PlayedHand, *, revision: int) -> SessionLedger:
        """Return a ledger in which this hand replaces the one of its number or comes next. Later hands are replayed."""
        return self._replacing(self.at(hand.number), self.at(hand.number).with_hand(hand), revision)

    def with_inserted(self, hand: PlayedHand, *, stretch: StretchLedger, revision: int) -> SessionLedger:
        """Return a ledger in which this hand of a stretch has pushed those from its number on by one."""
        return self._replacing(stretch, stretch.with_inserted(hand), revision)

    def without(self, number: int, *, revision: int) -> SessionLedger:
        """Return a ledger without the hand of that number; those after it move up."""
        stretch = self.at(number)
        return self._replacing(stretch, stretch.without(number), revision)

    def with_swapped(self, number: int, other: int, *, revision: int) -> SessionLedger:
        """Return a ledger in which two hands of a stretch have each other's number, the lower one first."""
        stretch = self.at(number)
        return self._replacing(stretch, stretch.with_swapped(number, other), revision)

    def played_out(self) -> SessionLedger:
        """Return a ledger without a last stretch in which no hand was recorded, and without those who joined there."""
        if self.last.hands or len(self.stretches) == 1:
            return self
        stretches = self.stretches[:-1]
        sat = {person for stretch in stretches for person in stretch.people}  # those who joined since come after these
        return replace(self, stretches=stretches, people=self.people[: len(sat)])

    def with_row(self, number: int, **columns: Any) -> SessionLedger:
        """Return the same ledger with other values for one hand, such as the key of its new row."""
        at = self.at(number)
        hands = list(at.hands)
        place = number - at.first_hand
        hands[place] = hands[place]._replace(**columns)
        return self._replacing(at, replace(at, hands=tuple(hands)), self.revision)

    def with_options(self, options: Mapping[str, OptionValue]) -> SessionLedger:
        """Return a ledger in which the last stretch was played with these options from its first hand on.

        Raise `RuleError` if the game refuses them.
        """
        last = self.last
        rules, table = last.rules, last.table
        table = rules.table(
            table.players,
            rules=table.rules,
            options=read_options(rules.rule_set(table), {**table.options, **options}),
            first_dealer=table.first_dealer,
            tariff=table.tariff,
        )
        opened = _opened(rules, table, last.people, last.first_hand)
        return self._replacing(last, _continued(opened, (), last.hands), self.revision)

    def revised(self, revision: int) -> SessionLedger:
        """Return the same ledger at a revision that changed no hand."""
        return replace(self, revision=revision)

    def _replacing(self, old: StretchLedger, new: StretchLedger, revision: int) -> SessionLedger:
        at, more = self.stretches.index(old), len(new.hands) - len(old.hands)
        later = self.stretches[at + 1 :]
        stretches = [*self.stretches[:at], new, *(stretch.moved(more) if more else stretch for stretch in later)]
        carried = _carried(stretches, self.names) if len(stretches) > 1 else (new,)
        return replace(self, revision=revision, stretches=carried)


def _partners_are_even(stretch: StretchLedger) -> bool:
    """Return whether partners had the same amount in every hand of a stretch."""
    sides = stretch.rules.sides(stretch.table)
    return all(
        hand.entry.amounts[seat] == hand.entry.amounts[side[0]]
        for hand in stretch.ledger.hands
        for side in sides
        for seat in side
    )


def combined(stretches: Sequence[StretchLedger]) -> CombinedLedger[int]:
    """Return what the first stretches of a session have come to together, by person."""
    return CombinedLedger(
        stretches=tuple(stretch.ledger for stretch in stretches), seated=tuple(stretch.people for stretch in stretches)
    )


def _carried(stretches: Sequence[StretchLedger], names: Sequence[str]) -> tuple[StretchLedger, ...]:
    """Return the stretches, each with what its players carry into it from those before."""
    done = [replace(stretches[0], carried=None)]
    for stretch in stretches[1:]:
        before = combined(done)
        totals = dict(zip(before.people, before.settled, strict=True))
        counted = {
            name: tuple(dict(zip(before.people, amounts, strict=True)).get(person, 0) for person in stretch.people)
            for name, amounts in before.counted.items()
        }
        carried = CarriedTotals(
            amounts=tuple(totals.get(person, 0) for person in stretch.people),
            counted=counted,
            left=tuple((names[person], total) for person, total in totals.items() if person not in stretch.people),
        )
        done.append(replace(stretch, carried=carried))
    return tuple(done)


def _moved(hands: Sequence[PlayedHand], by: int) -> tuple[PlayedHand, ...]:
    return tuple(hand._replace(number=hand.number + by) for hand in hands)


def _continued(stretch: StretchLedger, unchanged: tuple[PlayedHand, ...], rest: Iterable[PlayedHand]) -> StretchLedger:
    """Replay `rest` on top of hands that are already scored."""
    rules, table, naming = stretch.rules, stretch.table, stretch.naming
    scored_hands = [hand.scored for hand in unchanged if hand.scored]
    counted = len([hand for hand in unchanged if not hand.voided])
    state = scored_hands[-1].state if scored_hands else rules.opening(table)
    totals = scored_hands[-1].totals if scored_hands else (0,) * table.size
    refusal = stretch.ledger.refusal if counted > len(scored_hands) else None
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
    return replace(stretch, hands=tuple(played), ledger=pure)


def with_counted(state: State, counted: Mapping[str, Amounts]) -> State:
    """Return a state that counts these for each player."""
    fields: Any = counted
    return state._replace(**fields)


def rules_of(session: Session) -> AnyRules:
    """Return the rules of the session's game; raise `GameNotInstalledError` if they are not installed any more."""
    rules = registry.find_rules(session.game)
    if rules is None or session.rules not in rules.rule_sets:
        raise GameNotInstalledError(f"there is no game {session.game!r} by the rules {session.rules!r}")
    return rules


def is_empty(session: Session, ledger: SessionLedger) -> bool:
    """Return whether a session was closed without a hand that counts."""
    return session.closed_at is not None and not ledger.counting


def with_installed_game(sessions: Iterable[Session]) -> list[Session]:
    """Return the sessions whose rules are installed. The others have no ledger."""
    playable = []
    for session in sessions:
        with suppress(GameNotInstalledError):
            rules_of(session)
            playable.append(session)
    return playable


def table_of(session: Session, stretch: Stretch, names: Sequence[str]) -> Table:
    """Return the table of a stretch: its rules and players, in the order of their places."""
    return rules_of(session).table(
        names,
        rules=session.rules,
        options=stretch.options,
        first_dealer=SeatNumber(stretch.first_dealer),
        tariff=session.tariff and OwnTariff.stored(session.tariff),
    )


def _opened(rules: AnyRules, table: Table, people: tuple[int, ...], first_hand: int) -> StretchLedger:
    """Return a stretch before its first hand."""
    return StretchLedger(
        rules=rules,
        table=table,
        naming=Naming(table.players, by_seat=True),
        people=people,
        first_hand=first_hand,
        hands=(),
        ledger=Ledger(rules, table, (), rules.opening(table)),
    )


def replayed(session: Session, seats: Sequence[Seat], hands: Sequence[PlayedHand]) -> SessionLedger:
    """Return the ledger of these rows: the seats stretch by stretch, and the hands in the order of their numbers."""
    latest = {seat.player_id: seat.name for seat in seats}
    people = tuple(Participant(player, name) for player, name in latest.items())
    places = {person.player: place for place, person in enumerate(people)}
    seated = [list(group) for _key, group in groupby(seats, key=attrgetter("stretch_id"))]
    rows = [of_stretch[0].stretch for of_stretch in seated]
    ends = [*(row.first_hand for row in rows[1:]), None]
    stretches = []
    for row, of_stretch, end in zip(rows, seated, ends, strict=True):
        table = table_of(session, row, [latest[seat.player_id] for seat in of_stretch])
        opened = _opened(rules_of(session), table, tuple(places[seat.player_id] for seat in of_stretch), row.first_hand)
        played = hands[row.first_hand - 1 : None if end is None else end - 1]
        stretches.append(_continued(opened, (), played))
    names = [person.name for person in people]
    return SessionLedger(revision=session.revision, people=people, stretches=_carried(stretches, names))


# The cache
_cache: OrderedDict[str, SessionLedger] = OrderedDict()
_lock = Lock()


def cached_ledger(session: Session) -> SessionLedger | None:
    """Return the cached ledger of exactly this revision, or None."""
    with _lock:
        ledger = _cache.get(session.public_id)
        if ledger is None or ledger.revision != session.revision:
            return None
        _cache.move_to_end(session.public_id)
        return ledger


def cache_ledger(session: Session, ledger: SessionLedger) -> None:
    """Cache a committed ledger, unless a later one is already cached."""
    with _lock:
        present = _cache.get(session.public_id)
        if present is None or present.revision <= ledger.revision:
            _cache[session.public_id] = ledger
            _cache.move_to_end(session.public_id)
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)


def forget_ledgers() -> None:
    """Empty the cache, as in a new process."""
    with _lock:
        _cache.clear()


# From the database
_OF_SESSION = ("revision", "closed_at", "called", *TERMS)
_OF_HAND = ("number", "outcome", "replaces", "voided_at")


def session_ledger(session: Session) -> SessionLedger:
    """Return the ledger of a session. If others have written, `session` is updated to their revision."""
    ledger = cached_ledger(session)
    return ledger if ledger is not None else session_ledgers([session])[session.pk]


def session_ledgers(sessions: Sequence[Session]) -> dict[int, SessionLedger]:
    """Return the ledgers of sessions by primary key, with at most three queries. Sessions are updated as by `of`."""
    ledgers = {session.pk: ledger for session in sessions if (ledger := cached_ledger(session))}
    missing = {session.pk: session for session in sessions if session.pk not in ledgers}
    if not missing:
        return ledgers
    # One statement for revision and hands: another write could come between two. The seats come afterwards: a name that
    # is newer than the revision is replaced soon, one that is older would stay.
    of_hands = [f"hands__{name}" for name in ("pk", *_OF_HAND)]
    live = Session.objects.filter(pk__in=missing, hands__replaced_by=None).order_by("pk", "hands__number")
    rows = list(live.values_list("pk", *_OF_SESSION, *of_hands))
    seats: dict[int, list[Seat]] = {pk: [] for pk in missing}
    for seat in Seat.objects.of(missing.values()):
        seats[seat.stretch.session_id].append(seat)
    still_open = {pk for pk, _revision, closed_at, *_others in rows if closed_at is None}
    latest = _latest_changes(still_open) if still_open else {}
    for pk, group in groupby(rows, key=itemgetter(0)):
        session, hands = missing[pk], list[PlayedHand]()
        for _pk, *of_session, hand, number, outcome, replaces, voided_at in group:
            for name, value in zip(_OF_SESSION, of_session, strict=True):
                setattr(session, name, value)
            if hand is not None:
                hands.append(PlayedHand(hand, number, outcome, replaces is not None, voided_at is not None))
        ledger = replayed(session, seats[pk], hands)
        revision, last = latest.get(pk, (0, None))
        # A change that was written since the first statement is not one of this revision.
        is_of_this_revision = revision <= session.revision
        ledgers[pk] = replace(ledger, latest=last) if is_of_this_revision else ledger
        cache_ledger(session, ledgers[pk])
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
            LastChange(
                at=change.at,
                verb=change.verb,
                hand_number=change.hand_number,
                before=change.before,
                after=change.after,
            ),
        )
        for change in Change.objects.filter(pk__in=of_sessions)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The hands of a round, or of a list without one, that a table has played; `planned` is None without a limit."""

    round: int | None
    hands: int
    planned: int | None

    @property
    def is_over(self) -> bool:
        return self.planned is not None and self.hands >= self.planned

    @property
    def over_in_words(self) -> str:
        return _("The list is over") if self.round is None else _("The round is over")

    @property
    def round_in_words(self) -> str:
        return "" if self.round is None else _("Round %(number)s") % {"number": self.round}

    @property
    def hands_in_words(self) -> str:
        """Such as "17 of 48"; empty without a limit."""
        if self.planned is None:
            return ""
        return _("%(hands)s of %(planned)s") % {"hands": self.hands, "planned": self.planned}


def progress_of(session: Session, ledger: SessionLedger) -> Progress | None:
    """Return how far a table is; None if it belongs to no round and plays no list."""
    hands = sum(stretch.in_round for stretch in ledger.stretches)
    if session.round is not None:
        planned = session.round.hands.get(str(ledger.table.size))
        return Progress(round=session.round.number, hands=hands, planned=planned)
    planned = session.planned_hands
    return Progress(round=None, hands=hands, planned=planned) if planned else None


def progress_of_tables(sessions: Sequence[Session], loaded: Mapping[int, SessionLedger]) -> dict[int, Progress]:
    """Return how far those of the tables are that belong to a round or play a list, by primary key.

    `loaded` are their ledgers; a table without one is left out. If the rounds are loaded, nothing is queried.
    """
    found = {session.pk: progress_of(session, loaded[session.pk]) for session in sessions if session.pk in loaded}
    return {key: progress for key, progress in found.items() if progress is not None}
