"""How one hand of Mort moves the two markers: penalties, then a slam or the tricks above six. Pure.

A side at `GAME` or more has won the game. `steps` records what happened, for the lines of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.families.whist.hand import ALL_TRICKS, BOOK, Penalty, Revoke
from games.mort.hand import Outcome
from games.mort.state import Pair
from games.mort.tariff import GAME, LEFT_TO_OFFENDERS, PENALTY, SIDES, Side
from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _


class Step(NamedTuple):
    """An event that can move a marker: its side, what was counted, and that side's marker afterwards.

    `rule` is the slug of the paragraph. `stopped` means that the side would have won the game, but its marker was kept
    below because it revoked. `shut_out` means that its tricks no longer count.
    """

    rule: str
    side: Side
    number: int
    marker: int
    revoke: Revoke[Side] | None = None
    stopped: bool = False
    shut_out: bool = False


class HandResult(NamedTuple):
    """The result of a hand: the markers after it, and the sides, if any, that made a slam and won the game."""

    marker: Pair
    steps: tuple[Step, ...]
    slam: Side | None
    winner: Side | None


@dataclass(slots=True)
class _Hand:
    """The markers and tricks of a hand that is being scored; `offenders` are the sides that revoked."""

    marker: Pair
    tricks: Pair
    offenders: frozenset[Side]

    def add(self, side: Side, points: int) -> tuple[int, bool]:
        """Add points to a side's marker; return the marker, and whether it was stopped below a game.

        A side that revoked can't win the game, so its marker stops one below.
        """
        total = self.marker.of(side) + points
        standing = min(total, GAME - 1) if side in self.offenders else total
        self.marker = self.marker.having(side, standing)
        return standing, standing < total


def work(marker: Pair, outcome: Outcome) -> HandResult:
    """Return the result of a hand; raise `RuleError` for an impossible penalty.

    The adversaries lead 3 to 2 and revoke twice, with two different penalties (Foster): they fall to 0, Vivant rises
    to 5.

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
    return HandResult(hand.marker, tuple(steps), slam, _winner(hand.marker))


def _winner(marker: Pair) -> Side | None:
    """Return the side that has won the game, if any.

    Both can't have: if one wins by a penalty, the other has revoked, and a side that revoked can't win.
    """
    if marker.vivant >= GAME:
        return Side.VIVANT
    return Side.ADVERSARIES if marker.adversaries >= GAME else None


def _work_penalties(hand: _Hand, revokes: tuple[Revoke[Side], ...]) -> Iterator[Step]:
    """Apply all `deduct` penalties, then all `add`, then all `tricks`; those of one kind in the order of the list."""
    for penalty in Penalty:
        for place, revoke in enumerate(revokes):
            if revoke.penalty is penalty:
                yield _WORK[penalty](hand, revoke, place)


def _deduct(hand: _Hand, revoke: Revoke[Side], _place: int) -> Step:
    remaining = max(0, hand.marker.of(revoke.by) - PENALTY)
    taken = hand.marker.of(revoke.by) - remaining
    hand.marker = hand.marker.having(revoke.by, remaining)
    return Step("revoke", revoke.by, taken, remaining, revoke)


def _add(hand: _Hand, revoke: Revoke[Side], _place: int) -> Step:
    side = revoke.by.other
    standing, stopped = hand.add(side, PENALTY)
    return Step("revoke", side, PENALTY, standing, revoke, stopped)


def _take_tricks(hand: _Hand, revoke: Revoke[Side], place: int) -> Step:
    """Take up to three tricks. One must stay with the offenders, so they must have at least two at that point."""
    side, has = revoke.by.other, hand.tricks.of(revoke.by)
    taken = min(PENALTY, has - LEFT_TO_OFFENDERS)
    if taken < 1:
        message = _("The side that revoked must keep one trick, so there is none to take.")
        raise RuleError(Code.IMPOSSIBLE, f"revokes.{place}.penalty", message)
    hand.tricks = hand.tricks.having(revoke.by, has - taken).having(side, hand.tricks.of(side) + taken)
    return Step("revoke", side, taken, hand.marker.of(side), revoke)


_WORK = {Penalty.DEDUCT: _deduct, Penalty.ADD: _add, Penalty.TRICKS: _take_tricks}


def _count_tricks(hand: _Hand, won: Pair, already: Side | None) -> Iterator[Step]:
    """Score a slam or the tricks above six; if penalties have won the game already, only the winners' own tricks."""
    for side in SIDES:
        if won.of(side) == ALL_TRICKS and side not in hand.offenders:
            yield Step("slam", side, ALL_TRICKS, hand.marker.of(side))
            return
    side = Side.VIVANT if hand.tricks.vivant > BOOK else Side.ADVERSARIES
    tricks = hand.tricks.of(side)
    if already not in (None, side):
        yield Step("tricks", side, tricks, hand.marker.of(side), shut_out=True)
        return
    standing, stopped = hand.add(side, tricks - BOOK)
    yield Step("tricks", side, tricks, standing, stopped=stopped)
