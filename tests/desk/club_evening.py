"""A club's evening, for the tests of evenings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from scorekeeper.clubs.models import ClubDevice, Player
from scorekeeper.clubs.names import folded
from scorekeeper.desk import attendance, settlement
from scorekeeper.desk.settlement import SettlementOverview
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.models import Session
from scorekeeper.play.recording.start import SessionStart, checked_table
from scorekeeper.web.dates import this_evening
from tests.clubs.clubs import SampleClub
from tests.play.tables import GARDE, Scorer, device, token

TWELVE = tuple(f"Member {letter}" for letter in "ABCDEFGHIJKL")
STAKE = Decimal("0.05")


class ClubEvening(SampleClub):
    """A club with an evening today, and a phone that runs it."""

    def __init__(self, name: str = "Coupe-file", members: tuple[str, ...] = TWELVE, **terms: Any) -> None:
        super().__init__(name, members)
        ClubDevice.objects.filter(device=self.device).update(runs=True)
        self.evening = self.begin(**terms)

    def begin(self, **terms: Any) -> Evening:
        defaults = {"token": device()[:12], "day": this_evening(), "rounding": Decimal("0.01")}
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

    def begin_round(self, hands: dict[str, int] | None = None, *, game: str = "tarot", rules: str = "fft") -> Round:
        """The next round of the evening, with the planned hands by the size of the table."""
        number = self.evening.rounds.count() + 1
        return Round.objects.create(
            evening=self.evening, number=number, game=game, rules=rules, hands=hands or {}, seating="draw"
        )

    def start_in_round(self, of_round: Round, *players: str, table: int = 1, options: Any = None) -> Session:
        """Start a table of a round with these members."""
        people = {folded(name): self.player(name) for name in players}
        opening = SessionStart(
            device=self.device,
            game=of_round.game,
            club=self.club,
            evening=self.evening,
            round=of_round,
            table_number=table,
            table=checked_table(
                game=of_round.game,
                rules=of_round.rules,
                options=options or {},
                players=players,
                first_dealer=len(players) - 1,
            ),
            token=token(),
        )
        return opening.write(people)

    def preview_settlement(self, *, through_box: bool = False) -> SettlementOverview:
        self.evening.refresh_from_db()
        tables = settlement.tables_of(self.evening, settlement.sessions_of(self.evening))
        return settlement.preview_settlement(self.evening, tables, through_box=through_box)

    def settle(self, *, through_box: bool = False) -> SettlementOverview:
        digest = self.preview_settlement(through_box=through_box).digest
        return settlement.settle(self.evening, digest=digest, through_box=through_box)
