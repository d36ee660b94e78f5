"""Figures of Whist: what wins a game in each rule set, and what games and the rubber are worth.

A club can replace the values of the games and the points for the rubber.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.families.whist.rubber import POINTS, rubber_schedule
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

GAMES = "games"
GAMES_OF_RUBBER = 2
AMERICAN_PENALTY = 2
"""The tricks that a revoke costs in the American game."""
ALL_HONOURS = 4
HONOURS: Mapping[int, int] = {3: 2, 4: 4}
"""The points for honours, by how many of the four a side holds."""

TREBLE, DOUBLE, SINGLE = "treble", "double", "single"
CLASS_WORDS: Mapping[str, Text] = {TREBLE: _("a treble"), DOUBLE: _("a double"), SINGLE: _("a single")}


class Target(NamedTuple):
    """The points that win a game, and the row of its value for each marker that the losers can have."""

    points: int
    classes: tuple[str, ...]


TARGETS: Mapping[str, Target] = {
    "short": Target(5, (TREBLE, DOUBLE, DOUBLE, SINGLE, SINGLE)),
    "long": Target(10, (*[DOUBLE] * 5, *[SINGLE] * 5)),
    "american": Target(7, ("0", "1", "2", "3", "4", "5", "6")),
}


def _class_of(rules: str, name: str) -> Text:
    """Return the row of a class in the tariff: its name, and the losers' markers with which a game is of this class."""
    markers = [marker for marker, of_marker in enumerate(TARGETS[rules].classes) if of_marker == name]
    at = f"{markers[0]}–{markers[-1]}" if len(markers) > 1 else markers[0]
    return _("{game_class}: losers at {markers}", game_class=CLASS_WORDS[name], markers=at)


def _tariff(rules: str, games: Mapping[str, int], rubber: int) -> PrintedTariff:
    return PrintedTariff(
        schedule(
            GAMES,
            _("What a game is worth"),
            {name: _class_of(rules, name) for name in games},
            {POINTS: _("points")},
            games,
            corner=_("The game is"),
        ),
        rubber_schedule(rubber),
    )


TARIFFS: Mapping[str, PrintedTariff] = {
    "short": _tariff("short", {TREBLE: 3, DOUBLE: 2, SINGLE: 1}, 2),
    "long": _tariff("long", {DOUBLE: 2, SINGLE: 1}, 1),
    "american": PrintedTariff(
        schedule(
            GAMES,
            _("What a game is worth"),
            {marker: marker for marker in TARGETS["american"].classes},
            {POINTS: _("points")},
            {"0": 7, "1": 6, "2": 5, "3": 4, "4": 3, "5": 2, "6": 1},
            corner=_("Losers’ marker"),
        ),
    ),
}
