"""The tariffs of Schafkopf, which a club can change figure by figure.

A tariff is named by two or three figures: base and Solo, or base, Rufspiel and Solo (O). BSV recommends 10/50. The
figures are in cents or points.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.schafkopf.hand import NAMES, STEP_NAMES, Game, Step
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

TARIFF_NAMES: Mapping[str, str] = {
    "5_20": "5/20",
    "10_20": "10/20",
    "10_50": "10/50",
    "5_10_20": "5/10/20",
    "10_20_50": "10/20/50",
}
JUNGFRAU, LAUFENDE, STOCK = "jungfrau", "laufende", "stock"

GAMES: Mapping[str, tuple[int, int, int, int, int]] = {
    Game.RUFSPIEL: (5, 10, 10, 10, 20),
    Game.SOLO: (20, 20, 50, 20, 50),
    Game.WENZ: (20, 20, 50, 20, 50),
    Game.BETTEL: (15, 30, 30, 15, 30),
    Game.RAMSCH: (10, 20, 20, 10, 20),
    JUNGFRAU: (20, 40, 40, 20, 40),
}
"""What a game is worth to each winner, by tariff in the order of the names (BSV, O)."""
BASE = (5, 10, 10, 5, 10)
"""The base of each tariff, which all that is added to a game is worth (BSV)."""
OURS = {(row, tariff) for row in (JUNGFRAU, Game.BETTEL) for tariff in TARIFF_NAMES if tariff != "10_50"}
"""The figures that BSV prints for its own tariff alone."""
SIE_LAUFENDE, SIE_TIMES = 8, 4
"""A Sie counts as a Solo with eight Laufende, fourfold."""

GAME, MORE = "game", "more"
"""The two schedules."""


def _rows(figures: Mapping[str, tuple[int, ...]]) -> Mapping[tuple[str, str], int]:
    return {
        (str(row), tariff): figure
        for row, of_tariffs in figures.items()
        for tariff, figure in zip(TARIFF_NAMES, of_tariffs, strict=True)
    }


_MORE_NAMES: Mapping[str, Text] = {
    Step.SCHNEIDER: STEP_NAMES[Step.SCHNEIDER],
    Step.SCHWARZ: _("Schwarz, besides Schneider"),
    LAUFENDE: _("each of the Laufende"),
    STOCK: _("into the stock, from each"),
}
TARIFF = PrintedTariff(
    schedule(
        GAME,
        _("What a game is worth to each winner"),
        {**{game: NAMES[game] for game in GAMES if game != JUNGFRAU}, JUNGFRAU: _("Jungfrau in a Ramsch")},
        TARIFF_NAMES,
        _rows(GAMES),
        corner=_("The game"),
        low=1,  # so that winning always gains
        ours=OURS,
    ),
    schedule(
        MORE,
        _("What is added"),
        _MORE_NAMES,
        TARIFF_NAMES,
        _rows(dict.fromkeys(_MORE_NAMES, BASE)),
        corner=_("For"),
    ),
)
TARIFFS: Mapping[str, PrintedTariff] = {"club": TARIFF}
