"""How one hand of Mort moves the two markers: penalties, then a slam or the odd tricks. Pure.

A side at `GAME` or more has won the game. What is worked here is told in `steps`, for the words of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.mort.outcome import Outcome, Pair, Revoke
from games.mort.tariff import ALL_TRICKS, BOOK, GAME, LEFT_TO_OFFENDERS, PENALTY, Penalty, Side
from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _


class Step(NamedTuple):
    """One thing that moved a marker, or might have: for which side, by how much, and where its marker stands then.

    `rule` is the paragraph; `stopped` that the side would have more and is kept below the game, `shut_out` that its
    tricks no longer count.
    """

    rule: str
    side: Side
    number: int
    marker: int
    revoke: Revoke | None = None
    stopped: bool = False
    shut_out: bool = False


@dataclass(frozen=True, slots=True)
class Worked:
    """What a hand came to: the markers after it, who made a slam and who has won the game, if anybody."""

    marker: Pair
    steps: tuple[Step, ...]
    slam: Side | None
    winner: Side | None


@dataclass(slots=True)
class _Hand:
    """The markers and tricks while a hand is worked."""

    marker: Pair
    tricks: Pair
    offenders: frozenset[Side]

    def add(self, side: Side, points: int) -> tuple[int, bool]:
        """Points on a side's marker; a side that revoked cannot win the game, so its marker stops below it."""
        wanted = self.marker.of(side) + points
        stands = min(wanted, GAME - 1) if side in self.offenders else wanted
        self.marker = self.marker.having(side, stands)
        return stands, stands < wanted


def work(marker: Pair, outcome: Outcome) -> Worked:
    """The markers after a hand; refuses a penalty that cannot have been taken.

    Two revokes by the adversaries at 3 to 2, punished in two ways (Foster): they fall to 0, Vivant rises to 5.

    >>> revokes = tuple(Revoke(by=Side.ADVERSARIES, penalty=penalty) for penalty in (Penalty.DEDUCT, Penalty.ADD))
    >>> worked = work(Pair(2, 3), Outcome(call="hand", tricks=6, revokes=revokes))
    >>> worked.marker, str(worked.winner)
    (Pair(vivant=5, adversaries=0), 'vivant')
    """
    won = Pair(outcome.tricks, ALL_TRICKS - outcome.tricks)
    if not outcome.revokes:
        hand = _Hand(marker, won, frozenset())
        steps = [*_count_tricks(hand, won, None)]
    else:
        hand = _Hand(marker, won, frozenset([revoke.by for revoke in outcome.revokes]))
        steps = [*_work_penalties(hand, outcome.revokes)]
        steps += _count_tricks(hand, won, _winner(hand.marker))
    slam = next((step.side for step in steps if step.rule == "slam"), None)
    return Worked(hand.marker, tuple(steps), slam, _winner(hand.marker))


def _winner(marker: Pair) -> Side | None:
    """The side that has won the game. Never both: the side that wins by a penalty has opponents who revoked."""
    return next((side for side in Side if marker.of(side) >= GAME), None)


def _work_penalties(hand: _Hand, revokes: tuple[Revoke, ...]) -> Iterator[Step]:
    """All `deduct`, then all `add`, then all `tricks`; of one kind in the order of the list."""
    for penalty in Penalty:
        for place, revoke in enumerate(revokes):
            if revoke.penalty is penalty:
                yield _WORK[penalty](hand, revoke, place)


def _deduct(hand: _Hand, revoke: Revoke, _place: int) -> Step:
    stands = max(0, hand.marker.of(revoke.by) - PENALTY)
    taken = hand.marker.of(revoke.by) - stands
    hand.marker = hand.marker.having(revoke.by, stands)
    return Step("revoke", revoke.by, taken, stands, revoke)


def _add(hand: _Hand, revoke: Revoke, _place: int) -> Step:
    side = revoke.by.other
    stands, stopped = hand.add(side, PENALTY)
    return Step("revoke", side, PENALTY, stands, revoke, stopped)


def _take_tricks(hand: _Hand, revoke: Revoke, place: int) -> Step:
    """Up to three tricks; one must stay with the offenders, so they need two at that moment."""
    side, has = revoke.by.other, hand.tricks.of(revoke.by)
    taken = min(PENALTY, has - LEFT_TO_OFFENDERS)
    if taken < 1:
        message = _("One trick must stay with the side that revoked: there is none to take here.")
        raise RuleError(Code.IMPOSSIBLE, f"revokes.{place}.penalty", message)
    hand.tricks = hand.tricks.having(revoke.by, has - taken).having(side, hand.tricks.of(side) + taken)
    return Step("revoke", side, taken, hand.marker.of(side), revoke)


_WORK = {Penalty.DEDUCT: _deduct, Penalty.ADD: _add, Penalty.TRICKS: _take_tricks}


def _count_tricks(hand: _Hand, won: Pair, already: Side | None) -> Iterator[Step]:
    """A slam, or the tricks above six; after a game won by penalties only the winners' own."""
    for side in Side:
        if won.of(side) == ALL_TRICKS and side not in hand.offenders:
            yield Step("slam", side, ALL_TRICKS, hand.marker.of(side))
            return
    side = Side.VIVANT if hand.tricks.vivant > BOOK else Side.ADVERSARIES
    tricks = hand.tricks.of(side)
    if already not in (None, side):
        yield Step("tricks", side, tricks, hand.marker.of(side), shut_out=True)
        return
    stands, stopped = hand.add(side, tricks - BOOK)
    yield Step("tricks", side, tricks, stands, stopped=stopped)
