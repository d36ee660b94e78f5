"""What was made of the trump that a side named at Cayenne, and which side won the rubber. Pure."""

from __future__ import annotations

from games.cayenne.marker import Hand
from games.cayenne.outcome import Outcome, partners
from games.cayenne.tariff import BOOK, NO_TRUMP, RANKS, Side, Trump
from games.scoring.types import Contest, Seat

RUBBER = "rubber"
OF_RANK = ("cayenne", "second", "third", "fourth")
"""The colours by the cayenne, as `RANKS` has them."""
TRUMPS = frozenset({*OF_RANK, *map(str, NO_TRUMP)})
PARTS = TRUMPS | {RUBBER}


def contests(dealer: Seat, outcome: Outcome, hand: Hand) -> tuple[Contest, ...]:
    """The dealer's side, which names the trump, against the other; and with its last hand the rubber, for each side.

    The trump is made with the odd trick, as the tricks were counted after a revoke; nullo by leaving it to the others.

    >>> from games.cayenne.marker import work
    >>> from games.cayenne.outcome import Position
    >>> outcome = Outcome(call="hand", trump=Trump.NULLO, tricks=7)
    >>> hand = work(Position(dealer=Seat(0)), outcome, slam_to_game=False)
    >>> contests(Seat(2), outcome, hand)
    (Contest(call='nullo', side=(0, 2), opponents=(1, 3), made=False),)
    """
    side = Side.AB if dealer in partners(Side.AB) else Side.YZ
    odd = hand.tricks.of(side) > BOOK
    made = odd is not (outcome.trump is Trump.NULLO)
    named = Contest(named_trump(outcome), partners(side), partners(side.other), made)
    if hand.winner is None:
        return (named,)
    rubber = [Contest(RUBBER, partners(one), partners(one.other), hand.winner is one) for one in Side]
    return (named, *rubber)


def named_trump(outcome: Outcome) -> str:
    """The trump by the rank that the cayenne gives it."""
    if outcome.cayenne is None or outcome.trump in NO_TRUMP:
        return str(outcome.trump)
    return OF_RANK[RANKS[outcome.cayenne].index(outcome.trump)]
