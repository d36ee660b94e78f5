"""How one hand of Mort moves the two markers: penalties, then a slam or the tricks above six. Pure."""

from __future__ import annotations

from games.families.whist.hand import ALL_TRICKS, BOOK
from games.families.whist.marker import SHUT_OUT, SLAM, TRICKS, MarkedHand, tricks_of
from games.mort.hand import Outcome
from games.mort.state import OfSides
from games.mort.tariff import GAME, LEFT_TO_OFFENDERS, Side


class MortHand(MarkedHand[Side]):
    """A hand that is being scored."""

    @property
    def winner(self) -> Side | None:
        """The side that has won the game, if any.

        Both can't have: if one wins by a penalty, the other has revoked, and a side that revoked can't win.
        """
        return next((side for side, points in self.marker.items() if points >= GAME), None)

    @property
    def slam(self) -> Side | None:
        """The side that made a slam, if any."""
        return next((step.side for step in self.steps if step.kind == SLAM), None)


def work(marker: OfSides, outcome: Outcome) -> MortHand:
    """Return the hand as scored; raise `RuleError` for an impossible penalty.

    The adversaries lead 3 to 2 and revoke twice, with two different penalties (Foster): they fall to 0, Vivant rises
    to 5.

    >>> from games.families.whist.hand import Penalty, Revoke
    >>> revokes = tuple(Revoke(by=Side.ADVERSARIES, penalty=penalty) for penalty in (Penalty.DEDUCT, Penalty.ADD))
    >>> before = {Side.VIVANT: 2, Side.ADVERSARIES: 3}
    >>> hand = work(before, Outcome(call="hand", tricks=6, revokes=revokes))
    >>> list(hand.marker.values()), str(hand.winner)
    ([5, 0], 'vivant')
    """
    hand = MortHand(GAME, dict(marker), tricks_of(Side.VIVANT, outcome.tricks))
    hand.penalize(outcome.revokes, kept=LEFT_TO_OFFENDERS)
    _count_tricks(hand, outcome)
    return hand


def _count_tricks(hand: MortHand, outcome: Outcome) -> None:
    """Score a slam or the tricks above six; if penalties have won the game already, only the winners' own tricks."""
    for side, won in tricks_of(Side.VIVANT, outcome.tricks).items():
        if won == ALL_TRICKS and side not in hand.offenders:
            hand.note("slam", SLAM, side, won)
            return
    side = Side.VIVANT if hand.tricks[Side.VIVANT] > BOOK else Side.ADVERSARIES
    tricks = hand.tricks[side]
    if hand.winner not in (None, side):
        hand.note("tricks", SHUT_OUT, side, tricks)
    else:
        hand.add("tricks", TRICKS, side, tricks, tricks - BOOK)
