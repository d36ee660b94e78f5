"""Printed figures of French Tarot. T is the source text, FFT the federation's rules of 2012."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.scoring.numbers import Number

CARD_POINTS = 91
TRUMPS = 22
BASE = 25
PETIT_AU_BOUT = 10


class Call(StrEnum):
    """The contracts, lowest first, and the deals that are not played."""

    PRISE = "prise"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"
    PASSED = "passed"
    PETIT_SEC = "petit_sec"
    MISDEAL = "misdeal"


class Camp(StrEnum):
    ATTACK = "attack"
    DEFENCE = "defence"


class PoigneeSize(StrEnum):
    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


class MisereKind(StrEnum):
    NO_HONOURS = "no_honours"
    NO_TRUMPS = "no_trumps"


class Slam(StrEnum):
    """Every trick for the attack, all but one, or every trick for the defence."""

    GRAND = "grand"
    PETIT = "petit"
    DEFENCE = "defence"


MULTIPLIER: Mapping[str, int] = {Call.PRISE: 1, Call.GARDE: 2, Call.GARDE_SANS: 4, Call.GARDE_CONTRE: 6}
"""The multiplier of each contract (T, FFT)."""

POINTS_NEEDED = (56, 51, 41, 36)
"""The card points the attack needs, by its number of bouts (T, FFT)."""

POIGNEE = {PoigneeSize.SIMPLE: 20, PoigneeSize.DOUBLE: 30, PoigneeSize.TRIPLE: 40}
"""The worth of each poignée (T, FFT)."""

POIGNEE_TRUMPS = {
    3: {PoigneeSize.SIMPLE: 13, PoigneeSize.DOUBLE: 15, PoigneeSize.TRIPLE: 18},
    4: {PoigneeSize.SIMPLE: 10, PoigneeSize.DOUBLE: 13, PoigneeSize.TRIPLE: 15},
    5: {PoigneeSize.SIMPLE: 8, PoigneeSize.DOUBLE: 10, PoigneeSize.TRIPLE: 13},
}
"""The trumps a poignée needs, by number of active players (FFT)."""

MISERE = {MisereKind.NO_HONOURS: 10, MisereKind.NO_TRUMPS: 10}
"""The worth of each misère (T)."""

SLAM_CLASSIC: dict[tuple[Slam | None, Slam | None], int] = {
    (Slam.GRAND, Slam.GRAND): 400,
    (None, Slam.GRAND): 200,
    (Slam.GRAND, None): -200,
    (Slam.GRAND, Slam.PETIT): -200,
    (Slam.PETIT, Slam.PETIT): 300,
    (Slam.PETIT, Slam.GRAND): 300,
    (Slam.PETIT, None): -150,
}
"""What each defender pays the attack, by the slams announced and made (T); other combinations are worth nothing."""

SLAM_FFT: dict[tuple[Slam | None, Slam | None], int] = {
    (Slam.GRAND, Slam.GRAND): 400,
    (None, Slam.GRAND): 200,
    (Slam.GRAND, None): -200,
    (None, Slam.DEFENCE): -200,
    (Slam.GRAND, Slam.DEFENCE): -400,
}
"""The same by the federation's rules (FFT)."""

MOST_POIGNEES = {3: 40, 4: 40, 5: 60}
"""The most that the poignées of a hand are worth together, by number of active players: at five, two of ten trumps."""

_CONTRACT_AND_SLAM = (BASE + POINTS_NEEDED[0] + PETIT_AU_BOUT) * MULTIPLIER[Call.GARDE_CONTRE] + max(SLAM_FFT.values())
DEAREST_FFT = {players: _CONTRACT_AND_SLAM + poignees for players, poignees in MOST_POIGNEES.items()}
"""The most that a defender pays or is paid for a hand by the federation's rules, by number of active players.

It is a garde contre without a card point or a bout, the petit, all poignées that the trumps allow, and a slam.
"""

Range = tuple[Number, Number]

# Possible card points. A bout is worth 4½; a side that keeps the Excuse from a lost trick gives a card of ½ for it.

POINTS_WITH_BOUTS: Mapping[int, tuple[Range, ...]] = {
    4: ((0, 78), (4, 82), (9, 87), (13, 91)),
    3: ((0, 78), (4, 82.5), (8.5, 87), (13, 91)),
    5: ((0, 78), (4, 82.5), (8.5, 87), (13, 91)),
}
"""The fewest and the most points of the attack, by number of active players and of bouts."""

SLAM_POINTS_WITH_DOG = {3: 91, 2: 87}
"""The points of all tricks and the dog, by number of bouts: with two, the defence kept the Excuse, worth 4 points."""

GRAND_AGAINST_DOG: dict[int, Range] = {3: (60, 88), 4: (60, 88), 5: (73.5, 89.5)}
"""The attack's points with a slam in a garde contre, where the dog is the defence's, by number of active players."""

PETIT_POINTS: Mapping[str, Range] = {
    Call.PRISE: (69, 89),
    Call.GARDE: (69, 89),
    Call.GARDE_SANS: (69, 89),
    Call.GARDE_CONTRE: (46, 86),
}
"""The attack's points with a little slam, which only the rules for four players have."""

DEFENCE_POINTS: Mapping[int, Mapping[str, Range]] = {
    size: {Call.PRISE: dog, Call.GARDE: dog, Call.GARDE_SANS: untouched, Call.GARDE_CONTRE: (0, 4)}
    for size, dog, untouched in (
        (3, (0, 23), (0, 31)),
        (4, (0, 23), (0, 31)),
        (5, (0, 14.5), (0, 17.5)),
    )
}
"""The attack's points if the defence wins every trick, by number of active players: what the dog can hold."""
