"""A program that reads the API, and a club that has one of everything."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.test import Client

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from scorekeeper.api import auth
from scorekeeper.api.models import ApiToken
from scorekeeper.clubs.models import Club
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from tests.desk.club_evening import ClubEvening
from tests.desk.documents import examples
from tests.desk.stored import store
from tests.play.tables import Scorer

BASE = "/api/v1"
FIVE = ("Anne", "Bruno", "Chloé", "David", "Emil")


class Program:
    """A client with a club's token, with another header, or with none."""

    def __init__(self, club: Club | None = None, *, name: str = "website", authorization: str = "") -> None:
        self.token: ApiToken | None = None
        self.secret = ""
        if club:
            self.token, self.secret = auth.issue(club, name)
        given = authorization or (f"Bearer {self.secret}" if club else "")
        self.client = Client(headers={"Authorization": given} if given else None)

    def ask(self, address: str, **params: Any) -> Any:
        return self.client.get(f"{BASE}/{address}", params)

    def get_json(self, address: str, **params: Any) -> Any:
        response = self.ask(address, **params)
        assert response.status_code == 200, response.content
        return response.json()


def refused(response: Any) -> tuple[int, list[tuple[str, str]]]:
    """Return the status and the message for each parameter; checks that every refusal is a JSON problem."""
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == response.status_code
    return response.status_code, [(error["name"], error["detail"]) for error in problem.get("errors", [])]


class Full:
    """A club with a closed table of every game and an open one, a settled evening, a season and guests."""

    def __init__(self, name: str = "Coupe-file", members: tuple[str, ...] = FIVE) -> None:
        self.club_evening = club_evening = ClubEvening(name, members, kitty=Decimal("0.50"))
        self.club = club_evening.club
        club_evening.member("Zoé Zorn", "Zozo", guest=True)
        club_evening.member("Yves Old", retired=True)
        self.settled = club_evening.played(*members[:4])
        self.closed = {game.slug: played_through(club_evening, game.slug, members) for game in registry.all_games()}
        club_evening.settle()
        self.open = played_through(club_evening, "tarot", members, over=False)
        tournament = next(example for example in examples("worked_examples.json") if example["id"] == "withdrawn")
        self.tournament = store(tournament["document"], club_evening.evening)
        self.season = Season.objects.create(
            club=self.club, name="2026", starts=date(2026, 1, 1), ends=date(2030, 12, 31), minimum=2, best=3
        )
        self.program = Program(self.club)


def played_through(
    club_evening: ClubEvening, game: str, members: tuple[str, ...] = FIVE, *, over: bool = True
) -> Session:
    """Return twelve hands of the game's worked examples, under the last of its rule sets."""
    rule_set = list(registry.get(game).rules.rule_sets.values())[-1]
    names = members[: max(size for size in rule_set.players if size <= len(members))]
    ledger = session_of(game, rule_set.slug, names, 12)
    terms = {"game": game, "rules": rule_set.slug, "stake": Decimal("0.0125")}
    scorer = Scorer(club_evening.start(*names, first_dealer=ledger.table.first_dealer, **terms))
    naming = Naming(ledger.table.players, by_seat=True)
    for scored in ledger.hands:
        scorer.record(encode_hand(ledger.rules, ledger.table, scored.hand, naming))
    if over:
        scorer.close()
    return scorer.session
