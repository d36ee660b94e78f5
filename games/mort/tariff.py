"""Mort's figures, as they are printed: Foster, Complete Hoyle (1914 edition), the chapter on Mort."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

ALL_TRICKS = 13
BOOK = 6
"""The first six tricks of a side do not count."""
GAME = 5
"""Points on the marker that win a game; the hand is played out and all of it counts."""
CONSOLATION = 4
"""Added to the winners of every game, “in every instance”."""
SLAM = 20
PENALTY = 3
"""A revoke: three points off, three points on, or three tricks."""
LEFT_TO_OFFENDERS = 1
"""“At least one must be left in order to prevent slams being made through revoke penalties.”"""


class Side(StrEnum):
    """Who plays together: Vivant with Mort, against the two adversaries."""

    VIVANT = "vivant"
    ADVERSARIES = "adversaries"

    @property
    def other(self) -> Side:
        return Side.ADVERSARIES if self is Side.VIVANT else Side.VIVANT


class Penalty(StrEnum):
    """What the other side may choose for a revoke, in the order in which the penalties are worked."""

    DEDUCT = "deduct"
    ADD = "add"
    TRICKS = "tricks"


class GameClass(StrEnum):
    """What kind of game was won, by what the losers have on their marker."""

    TRIPLE = "triple"
    DOUBLE = "double"
    SIMPLE = "simple"


CLASS_WORTH: Mapping[GameClass, int] = {GameClass.TRIPLE: 3, GameClass.DOUBLE: 2, GameClass.SIMPLE: 1}

CLASS_OF = (GameClass.TRIPLE, GameClass.DOUBLE, GameClass.DOUBLE, GameClass.SIMPLE, GameClass.SIMPLE)
"""By the losers' marker: they have not scored; are not half way; are 3 or 4."""


class MortRole(StrEnum):
    """The four hands, clockwise, which is the order of the deal: Vivant deals for Mort."""

    VIVANT = "vivant"
    RIGHT = "right"
    MORT = "mort"
    LEFT = "left"


DEALERS = tuple(MortRole)

SEATING: Mapping[MortRole, int] = {MortRole.VIVANT: 0, MortRole.RIGHT: 1, MortRole.LEFT: 2}
"""Who plays what in game 1, by the order of the cut; each game everybody moves one place on."""
