"""Figures of French Tarot as printed, with the schedules in which a club can replace them.

T is the source text, FFT the federation's rules of 2012.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.scoring.numbers import Number
from games.scoring.tariffs import HIGHEST, FigurePlace, PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

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

Slams = tuple[Slam | None, Slam | None]
"""The slam announced and the slam made."""

SLAMS_OF: Mapping[str, Mapping[Slams, int]] = {
    "classic": {
        (Slam.GRAND, Slam.GRAND): 400,
        (None, Slam.GRAND): 200,
        (Slam.GRAND, None): -200,
        (Slam.GRAND, Slam.PETIT): -200,
        (Slam.PETIT, Slam.PETIT): 300,
        (Slam.PETIT, Slam.GRAND): 300,
        (Slam.PETIT, None): -150,
        (None, Slam.PETIT): 0,  # T has this slam, but no figure for it.
    },
    "fft": {
        (Slam.GRAND, Slam.GRAND): 400,
        (None, Slam.GRAND): 200,
        (Slam.GRAND, None): -200,
        (None, Slam.DEFENCE): -200,
        (Slam.GRAND, Slam.DEFENCE): -400,
    },
}
"""What each defender pays the attack, by rule set and the slams announced and made (T, FFT)."""
OUR_SLAMS = frozenset({(Slam.GRAND, Slam.PETIT), (Slam.PETIT, Slam.GRAND), (Slam.GRAND, Slam.DEFENCE)})
"""Slams whose figures are not in any source."""

MOST_POIGNEES = {3: 40, 4: 40, 5: 60}
"""The most that the poignées of a hand are worth together, by number of active players: at five, two of ten trumps."""

_DEAREST_CONTRACT = (BASE + POINTS_NEEDED[0] + PETIT_AU_BOUT) * MULTIPLIER[Call.GARDE_CONTRE]
_DEAREST_SLAM = max(SLAMS_OF["fft"].values())
DEAREST_FFT = {players: _DEAREST_CONTRACT + _DEAREST_SLAM + poignees for players, poignees in MOST_POIGNEES.items()}
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


# What a club can replace

CALL_NAMES: Mapping[str, str] = {
    Call.PRISE: "Prise",
    Call.GARDE: "Garde",
    Call.GARDE_SANS: "Garde sans",
    Call.GARDE_CONTRE: "Garde contre",
}
"""The names of the contracts, which are French in every language."""
POIGNEE_NAMES: Mapping[str, Text] = {
    PoigneeSize.SIMPLE: _("Simple poignée"),
    PoigneeSize.DOUBLE: _("Double poignée"),
    PoigneeSize.TRIPLE: _("Triple poignée"),
}
MISERE_NAMES: Mapping[str, Text] = {
    MisereKind.NO_HONOURS: _("No honours"),
    MisereKind.NO_TRUMPS: _("No trumps"),
}

SLAM_NAMES: Mapping[Slams, Text] = {
    (Slam.GRAND, Slam.GRAND): _("Slam announced and made"),
    (None, Slam.GRAND): _("Slam made, not announced"),
    (Slam.GRAND, None): _("Slam announced and missed"),
    (Slam.GRAND, Slam.PETIT): _("Slam announced, little slam made"),
    (Slam.PETIT, Slam.PETIT): _("Little slam announced and made"),
    (Slam.PETIT, Slam.GRAND): _("Little slam announced, slam made"),
    (Slam.PETIT, None): _("Little slam announced and missed"),
    (None, Slam.PETIT): _("Little slam made, not announced"),
    (None, Slam.DEFENCE): _("The defence won every trick"),
    (Slam.GRAND, Slam.DEFENCE): _("Slam announced, and the defence won every trick"),
}

EACH = "each"
CONTRACT, TIMES, PETIT, POIGNEES, MISERES, SLAMS = "contract", "multiplier", "petit", "poignee", "misere", "slam"
HIGHEST_MULTIPLIED, HIGHEST_MULTIPLIER = 999, 99
LEAST = 1
"""The lowest figure for a contract, so that making it always gains and failing always loses."""

OF_CONTRACT = FigurePlace(CONTRACT, EACH, EACH)
OF_PETIT = FigurePlace(PETIT, EACH, EACH)
OF_CALL = {str(call): FigurePlace(TIMES, str(call), EACH) for call in MULTIPLIER}
OF_SLAMS = {
    (announced, made): FigurePlace(SLAMS, f"{announced or 'none'}-{made or 'none'}", EACH)
    for announced, made in SLAM_NAMES
}
"""The places of the figures that the rules look up."""

_WORTH = {EACH: _("worth")}


def _contract() -> Schedule:
    row, title = {EACH: _("every contract, plus the points above or below")}, _("The contract")
    figures, corner = {EACH: BASE}, _("Contract")
    return schedule(CONTRACT, title, row, _WORTH, figures, corner=corner, low=LEAST, high=HIGHEST_MULTIPLIED)


def _multiplier() -> Schedule:
    return schedule(
        TIMES,
        _("Contract multipliers"),
        CALL_NAMES,
        {EACH: _("times")},
        MULTIPLIER,
        corner=_("Contract"),
        low=LEAST,
        high=HIGHEST_MULTIPLIER,
    )


def _petit() -> Schedule:
    row, title = {EACH: _("to the camp with the last trick, times the contract")}, _("Petit au bout")
    return schedule(PETIT, title, row, _WORTH, {EACH: PETIT_AU_BOUT}, corner=title, high=HIGHEST_MULTIPLIED)


def _slam(rules: str) -> Schedule:
    worth = SLAMS_OF[rules]
    return schedule(
        SLAMS,
        _("Slams: what each defender pays the attack"),
        {OF_SLAMS[slams].row: SLAM_NAMES[slams] for slams in worth},
        _WORTH,
        {OF_SLAMS[slams].row: figure for slams, figure in worth.items()},
        corner=_("Slam"),
        low=-HIGHEST,
        ours=[OF_SLAMS[slams].row for slams in worth if slams in OUR_SLAMS],
    )


def _printed(rules: str) -> PrintedTariff:
    poignee = schedule(POIGNEES, _("Poignée"), POIGNEE_NAMES, _WORTH, POIGNEE, corner=_("Poignée"))
    misere = schedule(MISERES, _("Misères"), MISERE_NAMES, _WORTH, MISERE, corner=_("Misère"))
    bonuses = (poignee, misere) if rules == "classic" else (poignee,)
    return PrintedTariff(_contract(), _multiplier(), _petit(), *bonuses, _slam(rules))


TARIFFS: Mapping[str, PrintedTariff] = {rules: _printed(rules) for rules in SLAMS_OF}
