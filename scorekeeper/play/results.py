"""What a closed session came to for each seat: results, tallies by call, and company by the others.

They are a reading of the ledger for standings and members' pages, made when the session is closed and taken away when
it is reopened. A result's total is the settled one, with a share of what was left in a pool: a later fix of a rule
moves none, it can only move what is told of single hands.

Every hand that is not voided is a *hand* of those who played it, one that all passed too. A correction is none, nor a
misdeal, and who sat out has played none; what moved there is in the total only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import transaction

from games.scoring.errors import RuleError
from games.scoring.types import Amounts, Contest
from games.scoring.types import Seat as Place
from scorekeeper.play import ledgers
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import Company, Result, Seat, Session, Settlement, Tally
from scorekeeper.play.reckoning import came_to

LARGEST = 10**15
"""What a session may move in all to be counted: a pool that is doubled for ever must not burst the sums of a season."""
BATCH = 50
"""How many sessions are counted again in one transaction: others wait for it no longer than for a slow write."""


class Feat(NamedTuple):
    """What a seat gained in one hand, and the hand's number; no number where there was no such hand."""

    amount: int = 0
    number: int | None = None


NOTHING = Feat()


@dataclass(slots=True)
class Undertaken:
    """How often a seat undertook a call, and what it gained in those hands."""

    made: int = 0
    failed: int = 0
    amount: int = 0


@dataclass(slots=True)
class Met:
    """In how many hands a seat played with another and against it, and what it gained in them."""

    together: int = 0
    together_amount: int = 0
    against: int = 0
    against_amount: int = 0


@dataclass(slots=True)
class Facts:
    """What the hands of a session say of one seat. `best` is a gain and `worst` a loss; of equals, the earlier."""

    hands: int = 0
    best: Feat = NOTHING
    worst: Feat = NOTHING
    undertaken: dict[str, Undertaken] = field(default_factory=dict)
    met: dict[Place, Met] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a session's results, still to be inserted."""

    results: Sequence[Result]
    tallies: Sequence[Tally]
    company: Sequence[Company]


# What the hands say


def facts(ledger: SessionLedger) -> tuple[Facts, ...]:
    """What the hands say of each seat, in seat order; every hand that counts must be scored."""
    rules, table = ledger.rules, ledger.table
    found = tuple(Facts() for _seat in table.seats)
    for hand, (scored, state) in zip(ledger.counting, ledger.ledger.played(), strict=True):
        outcome: Any = scored.hand.outcome
        if rules.is_played(outcome.call):
            amounts = scored.entry.amounts
            _count_hand(found, hand.number, rules.playing(table, state), amounts)
            _count_contests(found, rules.contests(table, state, outcome, amounts), amounts, rules.paid_later)
    return found


def _count_hand(found: Sequence[Facts], number: int, playing: Iterable[Place], amounts: Amounts) -> None:
    for seat in playing:
        here, amount = found[seat], amounts[seat]
        here.hands += 1
        if amount > here.best.amount:
            here.best = Feat(amount, number)
        elif amount < here.worst.amount:
            here.worst = Feat(amount, number)


def _count_contests(
    found: Sequence[Facts], contests: Sequence[Contest], amounts: Amounts, paid_later: Collection[str]
) -> None:
    """What was undertaken, and who met whom: once in a hand, whatever was undertaken in it."""
    together: set[tuple[Place, Place]] = set()
    against: set[tuple[Place, Place]] = set()
    for call, side, opponents, made in contests:
        if call and made is not None:
            for seat in side:
                amount = 0 if call in paid_later else amounts[seat]
                _count_call(found[seat].undertaken.setdefault(call, Undertaken()), amount, made=made)
        together |= {(one, other) for group in (side, opponents) for one in group for other in group if one != other}
        against |= {pair for one in side for other in opponents for pair in ((one, other), (other, one))}
    for seat, other in together:
        met = found[seat].met.setdefault(other, Met())
        met.together += 1
        met.together_amount += amounts[seat]
    for seat, other in against:
        met = found[seat].met.setdefault(other, Met())
        met.against += 1
        met.against_amount += amounts[seat]


def _count_call(undertaken: Undertaken, amount: int, *, made: bool) -> None:
    undertaken.made += made
    undertaken.failed += not made
    undertaken.amount += amount


# From there to the rows


def rows(session: Session, seats: Sequence[Seat], ledger: SessionLedger, totals: Sequence[int]) -> Rows:
    """The rows of a session that was settled at these totals; `seats` are its seats in the order of their places.

    None at all where it moved more than can be counted.
    """
    if sum(max(map(abs, scored.entry.amounts)) for scored in ledger.ledger.hands) > LARGEST:
        return Rows((), (), ())
    points = ledger.rules.tournament_points(ledger.table, ledger.ledger.hands)
    results, tallies, company = [], [], []
    for place, (seat, said) in enumerate(zip(seats, facts(ledger), strict=True)):
        result = Result(
            session=session,
            seat=seat,
            total=totals[place],
            points=None if points is None else points[place],
            hands=said.hands,
            best=said.best.number,
            best_amount=said.best.amount,
            worst=said.worst.number,
            worst_amount=said.worst.amount,
        )
        results.append(result)
        for call, done in sorted(said.undertaken.items()):
            tallies.append(Tally(result=result, call=call, made=done.made, failed=done.failed, amount=done.amount))
        for other, met in sorted(said.met.items()):
            company.append(
                Company(
                    result=result,
                    other=seats[other],
                    together=met.together,
                    together_amount=met.together_amount,
                    against=met.against,
                    against_amount=met.against_amount,
                )
            )
    return Rows(results, tallies, company)


def insert(made: Iterable[Rows]) -> None:
    """Insert the rows of some sessions, in a statement for each kind of row."""
    made = list(made)
    Result.objects.bulk_create([result for one in made for result in one.results])
    Tally.objects.bulk_create([tally for one in made for tally in one.tallies])
    Company.objects.bulk_create([company for one in made for company in one.company])


def remove(sessions: Iterable[Session]) -> None:
    """Take the results of some sessions away, with all that hangs on them."""
    Result.objects.filter(session__in=list(sessions)).delete()


# Counted again


@dataclass(frozen=True, slots=True)
class Recounted:
    """Some closed sessions whose results were made again: the key of the last, and those that cannot be counted."""

    last: int
    counted: int
    refused: Sequence[str]


def recount(*, everything: bool = False, after: int = 0) -> Iterator[Recounted]:
    """Make the results of closed sessions that have none, or of all; batch by batch in the order of their keys.

    Each batch is committed, so what was broken off can go on after the last key that was given. A session whose game is
    gone, whose hands the rules no longer take, or which moved more than can be counted, is left as it is.
    """
    closed = Session.objects.filter(closed_at__isnull=False)
    if not everything:
        closed = closed.filter(results__isnull=True)
    while batch := list(closed.filter(pk__gt=after).order_by("pk").prefetch_related("seats")[:BATCH]):
        after = batch[-1].pk
        yield _recount(batch)


def _recount(batch: Sequence[Session]) -> Recounted:
    standing = Settlement.objects.filter(session__in=batch, withdrawn_at=None)
    frozen = standing.values_list("session_id", "totals", "transfers")
    totals = {session: came_to(counters, transfers) for session, counters, transfers in frozen}
    worked, refused = {}, []
    for session in batch:
        made = _worked(session, totals.get(session.pk))
        if made is None:
            refused.append(session.public_id)
        else:
            worked[session.pk, session.revision] = made
    with transaction.atomic():
        # Who was reopened meanwhile, or written on, has been seen to by that write.
        still = Session.objects.select_for_update().filter(pk__in=[pk for pk, _revision in worked])
        unchanged = worked.keys() & set(still.filter(closed_at__isnull=False).values_list("pk", "revision"))
        Result.objects.filter(session__in=[pk for pk, _revision in unchanged]).delete()
        insert(worked[key] for key in sorted(unchanged))
    return Recounted(batch[-1].pk, len(unchanged), refused)


def _worked(session: Session, totals: Sequence[int] | None) -> Rows | None:
    """The rows of a closed session as it is now; None where they cannot be worked out."""
    try:
        ledger = ledgers.of(session)
    except (LookupError, RuleError):
        return None
    if ledger.refusal or totals is None:
        return None
    made = rows(session, list(session.seats.all()), ledger, totals)
    return made if made.results else None
