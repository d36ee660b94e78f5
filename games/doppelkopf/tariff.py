"""The points of Doppelkopf, which a club can replace, and the words that parties say.

TSR are the Turnier-Spielregeln of the Deutscher Doppelkopf-Verband, by their paragraphs.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from games.scoring.sides import OneOfTwo
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

AUGEN = 240
"""The card points of all tricks."""
TO_WIN = AUGEN // 2
"""The Augen that decide between the parties; nearly always, Re needs one more."""


class Party(OneOfTwo):
    """The holders of the queens of clubs, or a soloist; and the others."""

    RE = "re"
    KONTRA = "kontra"


class Said(StrEnum):
    """The highest thing that a party said: its Ansage alone, or an Absage, which has the Ansage in it (TSR 6)."""

    RE = "re"
    KONTRA = "kontra"
    KEINE_90 = "keine_90"
    KEINE_60 = "keine_60"
    KEINE_30 = "keine_30"
    SCHWARZ = "schwarz"


PARTY_NAMES: Mapping[Party, Text] = {Party.RE: Text("Re"), Party.KONTRA: Text("Kontra")}
"""Terms of the game are German in every language."""

ABSAGEN = (Said.KEINE_90, Said.KEINE_60, Said.KEINE_30, Said.SCHWARZ)
"""The Absagen, each with those before it in it."""
STEPS = (90, 60, 30)
"""A step is reached if the other party has fewer Augen (TSR 7.2.2)."""
REACHED_AGAINST = (120, 90, 60, 30)
"""The Augen that count against each Absage (TSR 7.2.2)."""

WON, BELOW, NO_TRICK, ANNOUNCED, ABSAGE, REACHED = "won", "below", "no_trick", "announced", "absage", "reached"
AGAINST_THE_OLD, FUCHS, DOPPELKOPF, KARLCHEN, CAUGHT = "old", "fuchs", "doppelkopf", "karlchen", "karlchen_gefangen"
GAME, SPECIAL, POINTS = "game", "special", "points"
"""The two schedules, and their only column."""

_GAME_ROWS: Mapping[str, Text] = {
    WON: _("Won"),
    BELOW: _("The losers have fewer than 90, 60, 30 Augen: each"),
    NO_TRICK: _("The losers took no trick"),
    ANNOUNCED: _("Re or Kontra announced: each"),
    ABSAGE: _("keine 90, keine 60, keine 30, schwarz said by either party: each"),
    REACHED: _("120 Augen against keine 90, 90 against keine 60, 60 against keine 30, 30 against schwarz: each"),
}
SPECIAL_NAMES: Mapping[str, Text] = {
    AGAINST_THE_OLD: _("against the old ones"),
    FUCHS: Text("Fuchs"),
    DOPPELKOPF: Text("Doppelkopf"),
    KARLCHEN: Text("Karlchen"),
    CAUGHT: _("Karlchen caught"),
}
ANNOUNCED_POINTS = 2
"""What an announcement is worth (TSR 7.2.2); every other row counts one point."""


def _printed(special: Mapping[str, Text]) -> PrintedTariff:
    points, corner = {POINTS: _("points")}, _("For")
    figures = {**dict.fromkeys(_GAME_ROWS, 1), ANNOUNCED: ANNOUNCED_POINTS}
    return PrintedTariff(
        schedule(GAME, _("Points for the winner"), _GAME_ROWS, points, figures, corner=corner),
        schedule(SPECIAL, _("Special points"), special, points, dict.fromkeys(special, 1), corner=corner),
    )


TARIFFS: Mapping[str, PrintedTariff] = {
    "ddv": _printed({row: name for row, name in SPECIAL_NAMES.items() if row != CAUGHT}),
    "home": _printed(SPECIAL_NAMES),
}
