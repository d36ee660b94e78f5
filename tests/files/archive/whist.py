"""A club that plays Solo Whist by its own tariff, for the tests of moving it."""

from __future__ import annotations

from typing import Any

from games.scoring.tariffs import FigurePlace
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import HouseRules
from tests.clubs.clubs import SampleClub, own_tariff
from tests.play.tables import FOUR, Scorer

SOLO = {"call": "solo", "caller": 0, "tricks": 5}
SOLO_FOR = FigurePlace("stake", "solo", "each")


class Whist(SampleClub):
    """A club that has set a solo to 12, then to 15, and has a session from in between, with one solo made."""

    def __init__(self) -> None:
        super().__init__(members=FOUR)
        self.tariff = own_tariff(self.club, figures={SOLO_FOR: 12}, by="Olga")
        terms: dict[str, Any] = {"game": "solo_whist", "rules": "foster", "tariff": str(self.tariff.pk)}
        self.scorer = Scorer(self.start(*FOUR, **terms))
        self.scorer.record(SOLO)
        tariffs.set_figures(self.tariff, {SOLO_FOR: 15}, by="Otto")
        HouseRules.objects.create(club=self.club, game="solo_whist", rules="foster", tariff=self.tariff)
