"""The markers of Mort: the state between the hands with the roles of the players, and how a hand moves them.

Penalties come first, then a slam or the tricks above six. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.families.whist.hand import ALL_TRICKS, BOOK
from games.families.whist.marker import SHUT_OUT, SLAM, TRICKS, MarkedHand, tricks_of
from games.mort.hand import Outcome
from games.mort.tariff import DEALERS, GAME, LEFT_TO_OFFENDERS, SEATING, GameClass, MortRole, Side
from games.scoring.sides import BySide
from games.scoring.types import SeatNumber, Table

FOUR = 4


OfSides = Mapping[Side, int]
"""A number for each side."""
NOTHING: OfSides = BySide.fromkeys(Side, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class LastGame:
    """The result of a game that has just ended. `net` is what each adversary settles, negative if the winners pay."""

    winner: Side
    game_class: GameClass
    net: int


class MortState(NamedTuple):
    """The state between hands: the current game, with its markers and the number of slams of each side.

    `game` is its number, counted through the session. `turn` is the role that deals next. `ended` is set only
    after a hand that ended a game.
    """

    dealer: SeatNumber
    turn: MortRole = MortRole.VIVANT
    game: int = 1
    marker: OfSides = NOTHING
    slams: OfSides = NOTHING
    ended: LastGame | None = None
    over: bool = False


class Roles(NamedTuple):
    """The roles of the players in one game; with three players, nobody is out."""

    vivant: SeatNumber
    right: SeatNumber
    left: SeatNumber
    out: SeatNumber | None

    @property
    def sits_out(self) -> tuple[SeatNumber, ...]:
        return () if self.out is None else (self.out,)

    def seat(self, role: MortRole) -> SeatNumber:
        """Return the player who deals when it is this role's turn: Vivant deals for Mort."""
        if role is MortRole.RIGHT:
            return self.right
        return self.left if role is MortRole.LEFT else self.vivant

    def side(self, side: Side) -> tuple[SeatNumber, ...]:
        """Return the players of a side."""
        return (self.vivant,) if side is Side.VIVANT else (self.right, self.left)


def roles(table: Table, state: MortState) -> Roles:
    """Return the roles in the game of this state."""
    return roles_in_game(table.size, state.game)


def roles_in_game(size: int, game: int) -> Roles:
    first = (game - 1) % size
    vivant, right, left = (
        SeatNumber((first + SEATING[role]) % size) for role in (MortRole.VIVANT, MortRole.RIGHT, MortRole.LEFT)
    )
    return Roles(vivant=vivant, right=right, left=left, out=SeatNumber((first - 1) % size) if size == FOUR else None)


def games_to_play(table: Table) -> int:
    """Return the number of games in the session: everyone is Vivant once in each tournée."""
    return table.size * int(table.options["tournees"])


_NEXT_TURN = dict(zip(DEALERS, DEALERS[1:] + DEALERS[:1], strict=True))


def next_turn(turn: MortRole) -> MortRole:
    """Return the role that deals after this one."""
    return _NEXT_TURN[turn]


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
    side, tricks = hand.odd, hand.tricks[hand.odd]
    if hand.winner not in (None, side):
        hand.note("tricks", SHUT_OUT, side, tricks)
    else:
        hand.add("tricks", TRICKS, side, tricks, tricks - BOOK)
