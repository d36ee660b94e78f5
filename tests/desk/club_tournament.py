"""A club's tournament, for the tests of the desk."""

from __future__ import annotations

from typing import Any

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name
from scorekeeper.desk import entry_payments, rounds, tournament_rounds
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.evenings.models import Evening
from tests.desk.club_evening import TWELVE, ClubEvening

PREISSKAT: dict[str, Any] = {
    "rounds": 2,
    "hands": {"4": 48, "3": 36},
    "seating": ["draw", "rank"],
    "seed": 7,
    "tie_breaks": ["won", "lost", "lot"],
    "entry_fee": "10.00",
    "loss_money": [[1, "0.50"], [4, "1.00"]],
    "loss_money_to": "pool",
    "prizes": {"percent": [50, 30, 20]},
}
"""Terms as in the document: two Serien, the second seated by rank."""


def make_tournament(evening: Evening, **changes: Any) -> Tournament:
    """Make an evening a Preisskat by Seeger-Fabian; `changes` are of its fields and of the evening's."""
    fields = {"game": "skat", "rules": "isko", "options": {"seeger": True}, "terms": dict(PREISSKAT)}
    tournament = Tournament.objects.create(evening=evening, **fields)
    change_tournament(tournament, **changes)
    return tournament


def change_tournament(tournament: Tournament, **changes: Any) -> None:
    """Change fields of a tournament and of its evening, without a word in the journal."""
    for row in (tournament, tournament.evening):
        columns = {field.name for field in row._meta.concrete_fields} & changes.keys()
        for name in columns:
            setattr(row, name, changes[name])
        row.save(update_fields=columns)


def enter(tournament: Tournament, player: Player, **changes: Any) -> TournamentEntry:
    """Enter a player with the next start number."""
    fields = {"number": tournament.entries.count() + 1, "name": display_name(player)}
    return TournamentEntry.objects.create(tournament=tournament, player=player, **{**fields, **changes})


def pay_fees(tournament: Tournament, *numbers: int) -> None:
    """Tick the fees of the entries with these numbers, or of all, as paid."""
    for entry in tournament.entries.filter(number__in=numbers) if numbers else tournament.entries.all():
        entry_payments.tick_fee(tournament, entry=entry.pk, paid=True, by="Rosa")


class ClubTournament(ClubEvening):
    """A club whose evening is a tournament that all its members have entered, in their order."""

    def __init__(self, name: str = "Coupe-file", members: tuple[str, ...] = TWELVE, **changes: Any) -> None:
        super().__init__(name, members)
        self.tournament = make_tournament(self.evening, **changes)
        self.entries = TournamentEntry.objects.bulk_create(
            TournamentEntry(tournament=self.tournament, player=player, number=number, name=display_name(player))
            for number, player in enumerate(self.club.players.order_by("pk"), 1)
        )


SEVEN = ("Maximiliane-Theodora von Hohenstein", *TWELVE[1:7])
"""One table of four and one of three."""


def seated(members: tuple[str, ...] = SEVEN, *, club: str = "Coupe-file", **terms: Any) -> ClubTournament:
    """Return a tournament whose first round is published."""
    of = ClubTournament(club, members, terms={**PREISSKAT, "seating": "draw", **terms})
    rounds.publish(tournament_rounds.draft_next(of.tournament))
    return of
