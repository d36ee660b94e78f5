"""The state between the hands of Mort, and the roles of the players. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.mort.tariff import DEALERS, SEATING, GameClass, MortRole, Side
from games.scoring.types import SeatNumber, Table

FOUR = 4


OfSides = Mapping[Side, int]
"""A number for each side."""
NOTHING: OfSides = dict.fromkeys(Side, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class LastGame:
    """The result of a game that has just ended. `net` is what each adversary settles, negative if the winners pay."""

    winner: Side
    game_class: GameClass
    net: int


class MortState(NamedTuple):
    """The state between hands: the current game, with its markers and the number of slams of each side.

    `game` is its number, counted through the session. `turn` is the role that deals next. `last_game` is set only
    after a hand that ended a game.
    """

    dealer: SeatNumber
    turn: MortRole = MortRole.VIVANT
    game: int = 1
    marker: OfSides = NOTHING
    slams: OfSides = NOTHING
    last_game: LastGame | None = None
    over: bool = False


class Roles(NamedTuple):
    """The roles of the players in one game; with three players, nobody is out."""

    vivant: SeatNumber
    right: SeatNumber
    left: SeatNumber
    out: SeatNumber | None

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
