"""What came of a hand of Mort, what is carried from hand to hand, and who plays what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.mort.tariff import ALL_TRICKS, DEALERS, SEATING, GameClass, MortRole, Penalty, Side
from games.scoring.fields import Fields, RecordsField, WholeField, WordField
from games.scoring.types import Seat, State, Table

FOUR = 4
HAND = "hand"
"""A hand that was played; no document says this word."""
MISDEAL = "misdeal"
MISDEAL_LOST = "misdeal_lost"
CALLS = (HAND, MISDEAL, MISDEAL_LOST)


@dataclass(frozen=True, kw_only=True, slots=True)
class Revoke:
    """One revoke: the side that made it, and what the other side chose for it."""

    by: Side
    penalty: Penalty


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of one deal: the tricks that Vivant and Mort really won. A misdeal has nothing to say."""

    call: str
    tricks: int = 0
    revokes: tuple[Revoke, ...] = ()


HAND_FIELDS = Fields(
    (
        WholeField(name="tricks", low=0, high=ALL_TRICKS),
        RecordsField(
            name="revokes",
            fields=Fields((WordField(name="by", words=tuple(Side)), WordField(name="penalty", words=tuple(Penalty)))),
            make=Revoke,
        ),
    )
)
NO_FIELDS = Fields()


class Pair(NamedTuple):
    """A number for each side."""

    vivant: int = 0
    adversaries: int = 0

    def of(self, side: Side) -> int:
        return self.vivant if side is Side.VIVANT else self.adversaries

    def having(self, side: Side, number: int) -> Pair:
        """The same with another number for one side."""
        return Pair(number, self.adversaries) if side is Side.VIVANT else Pair(self.vivant, number)


NOTHING = Pair()


@dataclass(frozen=True, kw_only=True, slots=True)
class LastGame:
    """How the game ended that this hand ended: what each adversary and the winners' side settle."""

    winner: Side
    game_class: GameClass
    net: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Position(State):
    """The game that is being played, counted through the session, and what stands on its markers and its sheet.

    `turn` is the hand whose deal is due; `last_game` is there only after a hand that ended a game.
    """

    turn: MortRole = MortRole.VIVANT
    game: int = 1
    marker: Pair = NOTHING
    slams: Pair = NOTHING
    last_game: LastGame | None = None
    over: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Roles:
    """Who plays what in one game; with three players nobody is out."""

    vivant: Seat
    right: Seat
    left: Seat
    out: Seat | None

    def seat(self, role: MortRole) -> Seat:
        """Who deals when it is the turn of that hand: Vivant deals for Mort."""
        return {
            MortRole.VIVANT: self.vivant,
            MortRole.RIGHT: self.right,
            MortRole.MORT: self.vivant,
            MortRole.LEFT: self.left,
        }[role]

    def side(self, side: Side) -> tuple[Seat, ...]:
        """The players of a side."""
        return (self.vivant,) if side is Side.VIVANT else (self.right, self.left)


def roles(table: Table, state: Position) -> Roles:
    """Who plays what in the game that the state is in."""
    return _roles(table.size, (state.game - 1) % table.size)


@cache
def _roles(size: int, first: int) -> Roles:
    vivant, right, left = (
        Seat((first + SEATING[role]) % size) for role in (MortRole.VIVANT, MortRole.RIGHT, MortRole.LEFT)
    )
    return Roles(vivant=vivant, right=right, left=left, out=Seat((first - 1) % size) if size == FOUR else None)


def games_to_play(table: Table) -> int:
    """How many games the session has: everybody is Vivant once in each tournée."""
    return table.size * int(table.options["tournees"])


def next_turn(turn: MortRole) -> MortRole:
    """The hand that deals after that one."""
    return DEALERS[(DEALERS.index(turn) + 1) % len(DEALERS)]
