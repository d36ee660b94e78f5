"""The desk of a tournament whose tables hand in lists, and the phones there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from scorekeeper.desk import rounds
from scorekeeper.desk.models import TableList
from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from tests.desk.club_tournament import ClubTournament
from tests.desk.rounds.club_rounds import plan
from tests.play.browsers import Form
from tests.play.tables import GARDE, Scorer, device

WON = [
    {"points": 912, "won": 9, "lost": 1},
    {"points": 131, "won": 4, "lost": 3},
    {"points": 540, "won": 8, "lost": 2},
    {"points": -45, "won": 3, "lost": 2},
]
"""The worked example of the federation's points: 1522, 331, 1020 and 185."""
TAROT: dict[str, Any] = {"game": "tarot", "rules": "fft", "options": {}, "terms": {"rounds": 1}}


NAMES = ("Anne", "Bruno", "Chloé", "David", "Emil", "Frida", "Gustav", "Heidi", "Ida", "Jakob", "Karl", "Lotte")


class ListDesk:
    """A tournament of twelve at three tables, whose first round is published."""

    def __init__(self, *, tables: int = 3, **changes: Any) -> None:
        self.club = ClubTournament(f"Club of {tables}", NAMES[: tables * 4], **changes)
        self.tournament = self.club.tournament
        keys = [entry.player_id for entry in self.club.entries]
        seats = [keys[first : first + 4] for first in range(0, len(keys), 4)]
        game = (changes.get("game", "skat"), changes.get("rules", "isko"))
        self.round = rounds.publish(rounds.draft(self.club.evening, plan(*game), seats))

    @property
    def status(self) -> str:
        return reverse("tournament_lists", args=[self.club.evening.public_id])

    def url(self, table: int = 1) -> str:
        return reverse("tournament_list", args=[self.club.evening.public_id, 1, table])

    def post(self, action: str, data: Mapping[str, Any], *, table: int = 1) -> Any:
        """Send a form of the table's page as it was shown."""
        fields = Form(self.club.phone.get(self.url(table))).fields
        return self.club.phone.post(self.url(table), {**fields, "action": action, **data})

    def stored(self, table: int = 1) -> TableList:
        return TableList.objects.get(table=table)

    def scorer(self, table: int = 1, label: str = "Anne") -> Scorer:
        """Start a table and let a phone of it join; the desk's phone only starts it."""
        (session,) = rounds.start_tables(self.round, [table], device=self.club.device, label="Desk")
        return joined(session, label)

    def played(self, label: str = "Anne") -> Scorer:
        """Close the first table, by this player's phone."""
        scorer = self.scorer(label=label)
        scorer.record(GARDE)
        scorer.close()
        return scorer


def joined(session: Session, label: str, role: Role = Role.SCORER) -> Scorer:
    scorer = Scorer.__new__(Scorer)
    scorer.session = session
    scorer.access = recording.join(session, device=device(), role=role, label=label)
    return scorer


def list_of(session: Session) -> str:
    return reverse("table_list", args=[session.public_id])
