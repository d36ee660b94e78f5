"""A club's evening, for the tests of evenings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils import timezone

from scorekeeper.clubs.models import ClubDevice, Player
from scorekeeper.evenings import attendance, settlement
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.settlement import SettlementOverview
from scorekeeper.play.models import Session
from tests.clubs.clubs import SampleClub
from tests.play.tables import GARDE, Scorer, device

TWELVE = tuple(f"Member {letter}" for letter in "ABCDEFGHIJKL")
STAKE = Decimal("0.05")


class ClubEvening(SampleClub):
    """A club with an evening today, and a phone that runs it."""

    def __init__(self, name: str = "Coupe-file", members: tuple[str, ...] = TWELVE, **terms: Any) -> None:
        super().__init__(name, members)
        ClubDevice.objects.filter(device=self.device).update(runs=True)
        self.evening = self.begin(**terms)

    def begin(self, **terms: Any) -> Evening:
        defaults = {"token": device()[:12], "day": attendance.date_of(timezone.now()), "rounding": Decimal("0.01")}
        return attendance.begin(self.club, **{**defaults, **terms})

    def watching_phone(self) -> str:
        """Another phone of the club, which does not run evenings."""
        name = device()
        ClubDevice.objects.create(club=self.club, device=name)
        return name

    def player(self, name: str) -> Player:
        return self.club.players.get(name=name)

    def played(self, *players: str, hands: int = 1, stake: Decimal | None = STAKE, **changes: Any) -> Session:
        """Close a table at which the first of the players made this many gardes, +198 each."""
        scorer = Scorer(self.start(*players, stake=stake, **changes))
        for _hand in range(hands):
            scorer.record(GARDE)
        scorer.close()
        return scorer.session

    def preview_settlement(self, *, through_box: bool = False) -> SettlementOverview:
        self.evening.refresh_from_db()
        tables = settlement.tables_of(self.evening, settlement.sessions_of(self.evening))
        return settlement.preview_settlement(self.evening, tables, through_box=through_box)

    def settle(self, *, through_box: bool = False) -> SettlementOverview:
        digest = self.preview_settlement(through_box=through_box).digest
        return settlement.settle(self.evening, digest=digest, through_box=through_box)
