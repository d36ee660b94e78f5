"""French Tarot's figures, as they are printed. T is the source text, FFT the federation's rules of 2012."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

CARD_POINTS = 91
TRUMPS = 22
BASE = 25
PETIT_AU_BOUT = 10


class Call(StrEnum):
    """The contracts, lowest first, and the deals that nobody plays."""

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
"""T, FFT."""

POINTS_NEEDED = (56, 51, 41, 36)
"""By the number of bouts (T, FFT)."""

POIGNEE = {PoigneeSize.SIMPLE: 20, PoigneeSize.DOUBLE: 30, PoigneeSize.TRIPLE: 40}
"""T, FFT."""

POIGNEE_TRUMPS = {
    3: {PoigneeSize.SIMPLE: 13, PoigneeSize.DOUBLE: 15, PoigneeSize.TRIPLE: 18},
    4: {PoigneeSize.SIMPLE: 10, PoigneeSize.DOUBLE: 13, PoigneeSize.TRIPLE: 15},
    5: {PoigneeSize.SIMPLE: 8, PoigneeSize.DOUBLE: 10, PoigneeSize.TRIPLE: 13},
}
"""The trumps a poignée needs, by the number who play (FFT)."""

MISERE = {MisereKind.NO_HONOURS: 10, MisereKind.NO_TRUMPS: 10}
"""T."""

SLAM_CLASSIC: dict[tuple[Slam | None, Slam | None], int] = {
    (Slam.GRAND, Slam.GRAND): 400,
    (None, Slam.GRAND): 200,
    (Slam.GRAND, None): -200,
    (Slam.GRAND, Slam.PETIT): -200,
    (Slam.PETIT, Slam.PETIT): 300,
    (Slam.PETIT, Slam.GRAND): 300,
    (Slam.PETIT, None): -150,
}
"""What each defender pays the attack, by the slam announced and the slam made (T); the rest is worth nothing."""

SLAM_FFT: dict[tuple[Slam | None, Slam | None], int] = {
    (Slam.GRAND, Slam.GRAND): 400,
    (None, Slam.GRAND): 200,
    (Slam.GRAND, None): -200,
    (None, Slam.DEFENCE): -200,
    (Slam.GRAND, Slam.DEFENCE): -400,
}
"""The same by the federation's rules."""

Range = tuple[int | Fraction, int | Fraction]

# What can have happened, with a card's value in mind: a bout is worth 4½, the Excuse played into a lost trick leaves ½.

POINTS_WITH_BOUTS: Mapping[int, tuple[Range, ...]] = {
    4: ((0, 78), (4, 82), (9, 87), (13, 91)),
    3: ((0, 78), (4, Fraction(165, 2)), (Fraction(17, 2), 87), (13, 91)),
    5: ((0, 78), (4, Fraction(165, 2)), (Fraction(17, 2), 87), (13, 91)),
}
"""The fewest and the most points of the attack, by the number who play and the number of bouts."""

SLAM_POINTS_WITH_DOG = {3: 91, 2: 87}
"""What every trick and the dog are worth, by the bouts: with two the defence kept its Excuse, for 4 points."""

GRAND_AGAINST_DOG: dict[int, Range] = {3: (60, 88), 4: (60, 88), 5: (Fraction(147, 2), Fraction(179, 2))}
"""A slam at a garde contre, where the dog is the defence's, by the number who play."""

PETIT_POINTS: Mapping[str, Range] = {
    Call.PRISE: (69, 89),
    Call.GARDE: (69, 89),
    Call.GARDE_SANS: (69, 89),
    Call.GARDE_CONTRE: (46, 86),
}
"""A little slam; only four play under the rules that know it."""

DEFENCE_POINTS: Mapping[int, Mapping[str, Range]] = {
    size: {Call.PRISE: dog, Call.GARDE: dog, Call.GARDE_SANS: untouched, Call.GARDE_CONTRE: (0, 4)}
    for size, dog, untouched in (
        (3, (0, 23), (0, 31)),
        (4, (0, 23), (0, 31)),
        (5, (0, Fraction(29, 2)), (0, Fraction(35, 2))),
    )
}
"""The attack's points when the defence wins every trick, by the number who play: what the dog can hold."""
