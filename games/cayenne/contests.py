"""Contests of Cayenne: whether the trump that a side named was made, and who won the rubber. Pure."""

from __future__ import annotations

from games.cayenne.club_tariff import NAMED, TRUMP_NAMES
from games.cayenne.marker import MarkedHand
from games.cayenne.outcome import Outcome, partners
from games.cayenne.tariff import BOOK, Side, Trump
from games.scoring.types import Contest, SeatNumber

RUBBER = "rubber"
TRUMPS = frozenset(map(str, TRUMP_NAMES))
PARTS = TRUMPS | {RUBBER}


def contests(dealer: SeatNumber, outcome: Outcome, hand: MarkedHand) -> tuple[Contest, ...]:
    """Return the dealer's side, which names the trump, against the other; if the rubber ended, also one for each side.

    A trump is made by winning the odd trick, nullo by losing it. Tricks taken as a penalty count for the side
    that took them.

    >>> from games.cayenne.marker import work
    >>> from games.cayenne.outcome import Position
    >>> from games.cayenne.club_tariff import TARIFFS
    >>> outcome = Outcome(call="hand", trump=Trump.NULLO, tricks=7)
    >>> hand = work(TARIFFS["foster"].figures, Position(dealer=SeatNumber(0)), outcome, slam_to_game=False)
    >>> contests(SeatNumber(2), outcome, hand)
    (Contest(call='nullo', side=(0, 2), opponents=(1, 3), made=False),)
    """
    side = Side.AB if dealer in partners(Side.AB) else Side.YZ
    odd = hand.tricks.of(side) > BOOK
    made = odd is not (outcome.trump is Trump.NULLO)
    trump_contest = Contest(NAMED[outcome.cayenne, outcome.trump], partners(side), partners(side.other), made)
    if hand.winner is None:
        return (trump_contest,)
    rubber = [Contest(RUBBER, partners(one), partners(one.other), hand.winner is one) for one in Side]
    return (trump_contest, *rubber)
