"""Tournament documents in the database, for the tests of the desk."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.registry import find_rules
from scorekeeper.clubs.models import Player
from scorekeeper.desk.models import TableList, Tournament, TournamentEntry
from scorekeeper.evenings.models import Evening, Round, RoundSeat


def store(raw: dict[str, Any], evening: Evening) -> Tournament:
    """Make an evening the tournament of a document without sessions: all rounds published, all results confirmed."""
    rules = find_rules(raw["game"])
    assert rules
    played = {
        "game": raw["game"],
        "rules": raw.get("rules", rules.default_rules),
        "options": raw.get("options", {}),
    }
    tournament = Tournament.objects.create(evening=evening, terms=raw["terms"], **played)
    people = {player.name: player for player in evening.club.players.all()}
    for entry in raw["entries"]:
        player = people.get(entry["name"]) or Player.objects.create(club=evening.club, name=entry["name"], guest=True)
        people[entry["name"]] = player
        TournamentEntry.objects.create(tournament=tournament, player=player, **entry)
    confirmed: Any = {"typed": True, "confirmed_by": "Desk", "confirmed_at": timezone.now()}
    for number, round_raw in enumerate(raw["rounds"], 1):
        round_ = Round.objects.create(
            evening=evening,
            number=number,
            game=tournament.game,
            rules=tournament.rules,
            hands=raw["terms"].get("hands", {}),
            seating="fixed",
            published_at=timezone.now(),
        )
        for name in round_raw.get("out", []):
            RoundSeat.objects.create(round=round_, player=people[name])
        for table in round_raw["tables"]:
            for place, name in enumerate(table["seats"]):
                RoundSeat.objects.create(round=round_, player=people[name], table=table["table"], place=place)
            if "results" in table:
                results = [table["results"][name] for name in table["seats"]]
                TableList.objects.create(round=round_, table=table["table"], results=results, **confirmed)
    return tournament
