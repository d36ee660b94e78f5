"""The results of a closed session for each person: totals, and statistics by call and by partner or opponent.

They are read from the ledger when the session is closed, and deleted when it is reopened. The total is the settled one,
with a share of what was left in a pool. So a later change of the rules moves no total; it can only move figures about
single hands. Where the lowest total wins, results count by difference.

Every hand that is not voided counts as a *hand* for those who played it, even if everyone passed. Corrections and
misdeals don't count, nor do hands for those who sat out; what they moved is in the total only. A session in which
nothing was played and nothing moved has no results.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games import registry
from games.scoring.errors import RuleError
from games.scoring.types import Amounts, Contest, ScoredHand, SeatNumber
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import CallStats, PlayerPairStats, Result, Seat, Session, Settlement
from scorekeeper.play.totals import SessionTotals

LARGEST = 10**15
"""The most a session may move in all to be counted; an endlessly doubled pool can't overflow a season's sums."""
BATCH = 50
"""How many sessions are recounted in one transaction; others wait no longer than for a slow write."""


class PersonsBestHand(NamedTuple):
    """The best or worst hand of a person; `number` is None if there is none."""

    amount: int = 0
    number: int | None = None


NOTHING = PersonsBestHand()


@dataclass(slots=True)
class PersonCallRecord:
    """How often a person undertook a call, and what it gained in those hands."""

    made: int = 0
    failed: int = 0
    amount: int = 0


@dataclass(slots=True)
class PersonPairRecord:
    """The hands that a person played with and against another, and what they gained in them."""

    together: int = 0
    together_amount: int = 0
    against: int = 0
    against_amount: int = 0


@dataclass(slots=True)
class PersonStats:
    """One person's figures from the hands. `best` is a gain and `worst` a loss; the earlier of equals."""

    hands: int = 0
    best: PersonsBestHand = NOTHING
    worst: PersonsBestHand = NOTHING
    calls: dict[str, PersonCallRecord] = field(default_factory=dict)
    pairs: dict[int, PersonPairRecord] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResultRows:
    """The rows of a session's results, not yet inserted."""

    results: Sequence[Result]
    call_stats: Sequence[CallStats]
    pair_stats: Sequence[PlayerPairStats]


NO_ROWS = ResultRows((), (), ())


# From the hands to the figures


def has_results(ledger: SessionLedger) -> bool:
    """Return whether a hand was played, or a correction moved something."""
    return bool(ledger.played) or any(any(scored.entry.amounts) for scored in _scored(ledger))


def _scored(ledger: SessionLedger) -> Iterator[ScoredHand]:
    for stretch in ledger.stretches:
        yield from stretch.ledger.hands


def facts(ledger: SessionLedger) -> tuple[PersonStats, ...]:
    """Return the figures of all people; every hand that counts must be scored."""
    stats = tuple(PersonStats() for _person in ledger.people)
    for stretch in ledger.stretches:
        rules, table = stretch.rules, stretch.table
        sign = -1 if ledger.lowest_wins else 1
        for hand, (scored, state) in zip(stretch.counting, stretch.ledger.played(), strict=True):
            outcome: Any = scored.hand.outcome
            if rules.is_played(outcome.call):
                amounts = scored.entry.amounts
                contests = rules.contests(table, state, outcome, amounts)
                _count_hand(stats, stretch.people, hand.number, rules.playing(table, state), amounts, sign)
                gains = rules.gains(table, amounts) if ledger.lowest_wins else amounts
                _count_contests(stats, stretch.people, contests, gains, rules.paid_later)
    return stats


def _count_hand(
    stats: Sequence[PersonStats],
    people: Sequence[int],
    number: int,
    playing: Iterable[SeatNumber],
    amounts: Amounts,
    sign: int,
) -> None:
    """Count a hand for those who played it; `sign` is −1 where it is a loss to have more."""
    for seat in playing:
        of_person, amount = stats[people[seat]], amounts[seat]
        of_person.hands += 1
        if sign * amount > sign * of_person.best.amount:
            of_person.best = PersonsBestHand(amount, number)
        elif sign * amount < sign * of_person.worst.amount:
            of_person.worst = PersonsBestHand(amount, number)


def _count_contests(
    stats: Sequence[PersonStats],
    people: Sequence[int],
    contests: Sequence[Contest],
    amounts: Amounts,
    paid_later: Collection[str],
) -> None:
    """Count the calls, and who played with and against whom: each pair once a hand, however many contests it has."""
    together: set[tuple[SeatNumber, SeatNumber]] = set()
    against: set[tuple[SeatNumber, SeatNumber]] = set()
    for call, side, opponents, made in contests:
        if call and made is not None:
            for seat in side:
                amount = 0 if call in paid_later else amounts[seat]
                _count_call(stats[people[seat]].calls.setdefault(call, PersonCallRecord()), amount, made=made)
        together |= {
            (player, other) for group in (side, opponents) for player in group for other in group if player != other
        }
        against |= {pair for player in side for other in opponents for pair in ((player, other), (other, player))}
    for seat, other in together:
        met = stats[people[seat]].pairs.setdefault(people[other], PersonPairRecord())
        met.together += 1
        met.together_amount += amounts[seat]
    for seat, other in against:
        met = stats[people[seat]].pairs.setdefault(people[other], PersonPairRecord())
        met.against += 1
        met.against_amount += amounts[seat]


def tournament_points(ledger: SessionLedger) -> list[int] | None:
    """Return the tournament points of all people; None if the game has none."""
    points = [0] * len(ledger.people)
    for stretch in ledger.stretches:
        of_stretch = stretch.rules.tournament_points(stretch.table, *stretch.ledger.table_list())
        if of_stretch is None:
            return None
        for person, gained in zip(stretch.people, of_stretch, strict=True):
            points[person] += gained
    return points


def _count_call(undertaken: PersonCallRecord, amount: int, *, made: bool) -> None:
    undertaken.made += made
    undertaken.failed += not made
    undertaken.amount += amount


# From the figures to the rows


def rows(session: Session, seats: Sequence[Seat], ledger: SessionLedger, come_to: SessionTotals) -> ResultRows:
    """Return the rows of a session settled at these totals; `seats` has the latest of each person.

    Empty if nothing was played or moved, or more moved than can be counted (`LARGEST`).
    """
    if not has_results(ledger):
        return NO_ROWS
    if sum(max(map(abs, scored.entry.amounts)) for scored in _scored(ledger)) > LARGEST:
        return NO_ROWS
    points, totals = tournament_points(ledger), come_to.adds_up(lowest_wins=ledger.lowest_wins)
    results, call_stats, pair_stats = [], [], []
    for place, (seat, stats) in enumerate(zip(seats, facts(ledger), strict=True)):
        result = Result(
            session=session,
            seat=seat,
            total=totals[place],
            points=None if points is None else points[place],
            hands=stats.hands,
            best=stats.best.number,
            best_amount=stats.best.amount,
            worst=stats.worst.number,
            worst_amount=stats.worst.amount,
        )
        results.append(result)
        for call, call_record in sorted(stats.calls.items()):
            call_stats.append(
                CallStats(
                    result=result,
                    call=call,
                    made=call_record.made,
                    failed=call_record.failed,
                    amount=call_record.amount,
                )
            )
        for other, met in sorted(stats.pairs.items()):
            pair_stats.append(
                PlayerPairStats(
                    result=result,
                    other=seats[other],
                    together=met.together,
                    together_amount=met.together_amount,
                    against=met.against,
                    against_amount=met.against_amount,
                )
            )
    return ResultRows(results, call_stats, pair_stats)


def insert(result_rows: Iterable[ResultRows]) -> None:
    """Insert the rows of several sessions, with one `bulk_create` for each model."""
    result_rows = list(result_rows)
    Result.objects.bulk_create([result for row in result_rows for result in row.results])
    CallStats.objects.bulk_create([stats for row in result_rows for stats in row.call_stats])
    PlayerPairStats.objects.bulk_create([stats for row in result_rows for stats in row.pair_stats])


def remove(sessions: Iterable[Session]) -> None:
    """Delete the results of some sessions, with their statistics."""
    Result.objects.filter(session__in=list(sessions)).delete()


# Recounting


@dataclass(frozen=True, slots=True)
class RecountBatch:
    """One batch of recounted sessions: the last key, how many were counted, and the public ids that were refused."""

    last: int
    counted: int
    refused: Sequence[str]


def recount(*, everything: bool = False, after: int = 0) -> Iterator[RecountBatch]:
    """Make the results of closed sessions that have none, or no tournament points, or of all; in batches, by key.

    Each batch is committed, so an interrupted run can resume `after` the last key. A session is left as it is if its
    game is gone, the rules now refuse one of its hands, or it moved more than can be counted.
    """
    closed = Session.objects.not_deleted().filter(closed_at__isnull=False)
    if not everything:
        with_points = [game.slug for game in registry.all_games() if game.tournament is not None]
        without = Result.objects.filter(session=OuterRef("pk"), session__game__in=with_points, points=None)
        closed = closed.not_empty().filter(Q(results__isnull=True) | Q(Exists(without)))
    while batch := list(closed.with_seats().filter(pk__gt=after).order_by("pk")[:BATCH]):
        after = batch[-1].pk
        yield _recount(batch)


def _recount(batch: Sequence[Session]) -> RecountBatch:
    standing = Settlement.objects.filter(session__in=batch, withdrawn_at=None)
    settled = {settlement.session_id: SessionTotals.from_settlement(settlement) for settlement in standing}
    worked, refused = {}, []
    for session in batch:
        result_rows = _worked(session, settled.get(session.pk))
        if result_rows is None:
            refused.append(session.public_id)
        else:
            worked[session.pk, session.revision] = result_rows
    with transaction.atomic():
        # A session reopened or changed since was taken care of by that write.
        still = Session.objects.select_for_update().filter(pk__in=[pk for pk, _revision in worked])
        unchanged = worked.keys() & set(still.filter(closed_at__isnull=False).values_list("pk", "revision"))
        Result.objects.filter(session__in=[pk for pk, _revision in unchanged]).delete()
        insert(worked[key] for key in sorted(unchanged))
    counted = sum(bool(worked[key].results) for key in unchanged)
    return RecountBatch(batch[-1].pk, counted, refused)


def _worked(session: Session, come_to: SessionTotals | None) -> ResultRows | None:
    """Return the rows of a closed session, empty if nothing was played or moved; None if it can't be counted."""
    try:
        ledger = session_ledger(session)
    except (LookupError, RuleError):
        return None
    if ledger.refusal or come_to is None:
        return None
    result_rows = rows(session, session.people, ledger, come_to)
    return result_rows if result_rows.results or not has_results(ledger) else None
