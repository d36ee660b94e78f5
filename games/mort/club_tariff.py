"""Schedules of Mort, whose figures a club can replace: the class of a game, the consolation and the slam."""

from __future__ import annotations

from collections.abc import Mapping

from games.mort.tariff import CLASS_WORTH, CONSOLATION, SLAM, GameClass
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _

CLASS_WORDS: Mapping[str, Text] = {
    GameClass.TRIPLE: _("A triple game"),
    GameClass.DOUBLE: _("A double game"),
    GameClass.SIMPLE: _("A simple game"),
}

CLASS, ADDED = "class", "added"
CONSOLED, SLAMMED = "consolation", "slam"
POINTS = "points"
_COLUMN = {POINTS: _("adds")}

_CLASSES = schedule(CLASS, _("The class of a game"), CLASS_WORDS, _COLUMN, CLASS_WORTH, corner=_("Class"))
_ADDED = schedule(
    ADDED,
    _("Consolation and slams"),
    {CONSOLED: _("Consolation"), SLAMMED: _("Each slam")},
    _COLUMN,
    {CONSOLED: CONSOLATION, SLAMMED: SLAM},
    corner=_("For"),
)

TARIFFS: Mapping[str, PrintedTariff] = {"foster": PrintedTariff((_CLASSES, _ADDED))}
