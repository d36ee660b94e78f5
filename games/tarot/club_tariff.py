"""Schedules of French Tarot, whose figures a club can replace: the contracts and the bonuses."""

from __future__ import annotations

from collections.abc import Mapping

from games.scoring.tariffs import HIGHEST, FigurePlace, PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.tarot.tariff import (
    BASE,
    MISERE,
    MULTIPLIER,
    PETIT_AU_BOUT,
    POIGNEE,
    SLAM_CLASSIC,
    SLAM_FFT,
    Call,
    MisereKind,
    PoigneeSize,
    Slam,
)

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

Slams = tuple[Slam | None, Slam | None]
"""The slam announced and the slam made."""

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
OUR_SLAMS = frozenset({(Slam.GRAND, Slam.PETIT), (Slam.PETIT, Slam.GRAND), (Slam.GRAND, Slam.DEFENCE)})
"""Slams whose figures are not in any source."""
SLAMS_OF: Mapping[str, Mapping[Slams, int]] = {
    # T has this slam, but no figure for it.
    "classic": {**SLAM_CLASSIC, (None, Slam.PETIT): 0},
    "fft": SLAM_FFT,
}
"""Every combination of slams announced and made, with its worth, by rule set."""

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
    return PrintedTariff((_contract(), _multiplier(), _petit(), *bonuses, _slam(rules)))


TARIFFS: Mapping[str, PrintedTariff] = {rules: _printed(rules) for rules in SLAMS_OF}
