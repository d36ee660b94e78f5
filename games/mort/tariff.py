"""Printed figures of Mort, from Foster, Complete Hoyle (1914 edition), the chapter on Mort.

A club can replace the class of a game, the consolation and the slam.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.scoring.sides import OneOfTwo
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

GAME = 5
"""The points on the marker that win a game; the hand is played out, and all of it counts."""
CONSOLATION = 4
"""Added for the winners of every game, “in every instance”."""
SLAM = 20
LEFT_TO_OFFENDERS = 1
"""The tricks left: “At least one must be left in order to prevent slams being made through revoke penalties.”"""


class Side(OneOfTwo):
    """The two sides: Vivant with Mort against the two adversaries."""

    VIVANT = "vivant"
    ADVERSARIES = "adversaries"


class GameClass(StrEnum):
    """The classes of a game, which depend on the losers' marker."""

    TRIPLE = "triple"
    DOUBLE = "double"
    SIMPLE = "simple"


CLASS_WORTH: Mapping[GameClass, int] = {GameClass.TRIPLE: 3, GameClass.DOUBLE: 2, GameClass.SIMPLE: 1}

CLASS_OF = (GameClass.TRIPLE, GameClass.DOUBLE, GameClass.DOUBLE, GameClass.SIMPLE, GameClass.SIMPLE)
"""The class of a game by the losers' marker: triple at 0, double before half way, simple at 3 or 4."""


class MortRole(StrEnum):
    """The roles of the four hands, clockwise, which is the order of the deal; Vivant deals for Mort."""

    VIVANT = "vivant"
    RIGHT = "right"
    MORT = "mort"
    LEFT = "left"


DEALERS = tuple(MortRole)

SEATING: Mapping[MortRole, int] = {MortRole.VIVANT: 0, MortRole.RIGHT: 1, MortRole.LEFT: 2}
"""The player of each role in game 1, by the order of the cut; with each game the roles move on by one player."""


# What a club can replace

CLASS_WORDS: Mapping[str, Text] = {
    GameClass.TRIPLE: _("A triple game"),
    GameClass.DOUBLE: _("A double game"),
    GameClass.SIMPLE: _("A simple game"),
}

CLASS, ADDITIONS = "class", "added"
CONSOLED, SLAMMED = "consolation", "slam"
POINTS = "points"
_COLUMN = {POINTS: _("adds")}

_CLASSES = schedule(CLASS, _("The class of a game"), CLASS_WORDS, _COLUMN, CLASS_WORTH, corner=_("Class"))
_ADDED = schedule(
    ADDITIONS,
    _("Consolation and slams"),
    {CONSOLED: _("Consolation"), SLAMMED: _("Each slam")},
    _COLUMN,
    {CONSOLED: CONSOLATION, SLAMMED: SLAM},
    corner=_("For"),
)

TARIFFS: Mapping[str, PrintedTariff] = {"foster": PrintedTariff(_CLASSES, _ADDED)}
