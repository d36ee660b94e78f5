"""A club that plays Solo Whist by its own tariff."""

from __future__ import annotations

from typing import Any

from games.scoring.tariffs import FigurePlace
from scorekeeper.clubs.models import Club, Tariff
from scorekeeper.play.models import Session
from tests.clubs import clubs
from tests.clubs.clubs import SampleClub
from tests.play.tables import FOUR

STAKE_OF_SOLO = FigurePlace("stake", "solo", "each")
STAKE_OF_SLAM = FigurePlace("stake", "slam", "each")


class Whist(SampleClub):
    """A club that plays Solo Whist with a solo at 12 instead of 10."""

    def __init__(self, name: str = "Thursday club") -> None:
        super().__init__(name, FOUR)
        self.tariff = own_tariff(self.club)

    def play(self, **changes: Any) -> Session:
        return self.start(*FOUR, **{"game": "solo_whist", "rules": "foster", "tariff": str(self.tariff.pk), **changes})


def own_tariff(club: Club, name: str = "Thursdays", figure: int = 12) -> Tariff:
    """Play a solo at another figure than the printed 10."""
    return clubs.own_tariff(club, name, {STAKE_OF_SOLO: figure}, by="Olga")
