"""Figures of Bridge. A club can replace those for games, rubbers and part scores; the others are those of the Laws.

Pairs of figures are for a side that is not vulnerable and for one that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import message as _

GAME_POINTS = 100
"""The trick points that win a game."""
GAMES_OF_RUBBER = 2
DEALS_OF_ROUND = 4


class Strain(StrEnum):
    """The denominations, in ascending order."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    NOTRUMP = "notrump"


class Doubled(StrEnum):
    """What the opponents, and then the declarer’s side, can say to a contract."""

    DOUBLED = "doubled"
    REDOUBLED = "redoubled"


TRICK = {Strain.CLUBS: 20, Strain.DIAMONDS: 20, Strain.HEARTS: 30, Strain.SPADES: 30, Strain.NOTRUMP: 30}
"""What each trick of a contract is worth, and each undoubled overtrick."""
FIRST_AT_NOTRUMP = 10
"""What the first trick at notrump is worth beyond that."""
FACTOR: Mapping[Doubled | None, int] = {None: 1, Doubled.DOUBLED: 2, Doubled.REDOUBLED: 4}
OVERTRICK = {Doubled.DOUBLED: (100, 200), Doubled.REDOUBLED: (200, 400)}
FOR_MAKING = {Doubled.DOUBLED: 50, Doubled.REDOUBLED: 100}
SLAM = {6: (500, 750), 7: (1000, 1500)}
"""By the level of the contract."""
UNDERTRICKS: Mapping[Doubled | None, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    None: ((50, 50, 50), (100, 100, 100)),
    Doubled.DOUBLED: ((100, 200, 300), (200, 300, 300)),
    Doubled.REDOUBLED: ((200, 400, 600), (400, 600, 600)),
}
"""The first undertrick, the second and third each, and each further one."""
FOUR_HONOURS, ALL_HONOURS = 100, 150
PART_SCORE_OF_DUPLICATE = 50

RUBBER, CHICAGO, POINTS = "rubber", "chicago", "points"
TWO_TO_NONE, TWO_TO_ONE, ONLY_GAME, ONLY_PART_SCORE = "two_to_none", "two_to_one", "only_game", "only_part_score"
GAME, VULNERABLE_GAME, LAST_PART_SCORE = "game", "vulnerable_game", "part_score"

TARIFFS: Mapping[str, PrintedTariff] = {
    RUBBER: PrintedTariff(
        schedule(
            RUBBER,
            _("The end of the rubber"),
            {
                TWO_TO_NONE: _("Two games to none"),
                TWO_TO_ONE: _("Two games to one"),
                ONLY_GAME: _("Broken off: the only game"),
                ONLY_PART_SCORE: _("Broken off: the only part score"),
            },
            {POINTS: _("points")},
            {TWO_TO_NONE: 700, TWO_TO_ONE: 500, ONLY_GAME: 300, ONLY_PART_SCORE: 100},
            corner=_("Rubber"),
        ),
    ),
    CHICAGO: PrintedTariff(
        schedule(
            CHICAGO,
            _("Games and part scores"),
            {
                GAME: _("Game, not vulnerable"),
                VULNERABLE_GAME: _("Game, vulnerable"),
                LAST_PART_SCORE: _("Part score in the fourth deal"),
            },
            {POINTS: _("points")},
            {GAME: 300, VULNERABLE_GAME: 500, LAST_PART_SCORE: 100},
            corner=_("Contract made"),
        ),
    ),
}
