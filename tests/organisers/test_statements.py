"""The pages that `bench club` measures take few statements, and as many for a large club as for a small one."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from scorekeeper.evenings.models import Evening
from scorekeeper.standings.models import Season
from tests.clubs.clubs import SampleClub, signed_in
from tests.standings.stored_results import met, played, undertook

pytestmark = pytest.mark.django_db

FIRST_DAY = date(2026, 1, 1)
PEOPLE = tuple(f"Member {letter}" for letter in "ABCDEFGHIJKL")
GAMES = (("tarot", "fft"), ("skat", "isko"), ("boston", "decimal"))

MOST = 8
OF_CLUB = {
    "the club": "/club/",
    "standings": "/club/standings/",
    "standings, Seeger-Fabian": "/club/standings/?game=skat&by=points",
    "standings of a season": "/club/standings/?season={season}",
    "championship": "/club/standings/championship/",
    "championship of a season": "/club/standings/championship/?season={season}",
    "members": "/club/members/",
    "a member": "/club/members/{member}/",
    "sessions of a member": "/club/members/{member}/sessions/",
    "evenings": "/club/evenings/",
}
OF_PANEL = {
    "panel": "/admin/",
    "panel: people": "/admin/clubs/player/",
    "panel: sessions": "/admin/play/session/",
    "panel: journal": "/admin/play/session/journal/",
}
MORE = {"a member": 9, "panel": 22, "panel: people": 11, "panel: sessions": 13}
"""What takes more: a member's page also adds up calls and partners; each page of the panel finds out in four statements
who is signed in, the lists fill their filters, and the first
page shows tonight, the next evenings, what is left to do and the season."""


class Club(SampleClub):
    """A club that has played this many evenings with a table for each four members."""

    def __init__(self, members: int, evenings: int) -> None:
        super().__init__(f"Club of {members}", PEOPLE[:members])
        for number in range(evenings):
            self.play(FIRST_DAY + timedelta(weeks=number), number)
        season = Season.objects.create(club=self.club, name="Season", starts=FIRST_DAY, best=2)
        member = self.club.players.get(name=PEOPLE[0])
        self.keys = {"season": season.pk, "member": member.pk}

    def play(self, day: date, number: int) -> None:
        evening = Evening.objects.create(club=self.club, date=day)
        game, rules = GAMES[number % len(GAMES)]
        for start in range(0, self.club.players.count(), 4):
            four = PEOPLE[start : start + 4]
            of_four = dict(zip(four, (30, 10, -10, -30), strict=True))
            session = played(self.club, of_four, game=game, rules=rules, day=day, evening=evening, points=of_four)
            undertook(session, four[0], "garde", made=3, amount=60)
            met(session, four[0], four[1], together=5, together_amount=20)


def statements(client: Client, address: str, most: int, django_assert_max_num_queries: Any) -> int:
    """Return how many statements a page takes when it is asked for again, as the first one stores a session."""
    client.get(address)
    with django_assert_max_num_queries(most) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_a_large_club_takes_no_more_statements_than_a_small_one(django_assert_max_num_queries: Any) -> None:
    counts = []
    for members, evenings in ((4, 3), (12, 7)):
        club = Club(members, evenings)
        organiser = signed_in(club.organiser(f"organiser {members}"))
        counts.append(
            {
                name: statements(
                    club.phone if name in OF_CLUB else organiser,
                    address.format(**club.keys),
                    MORE.get(name, MOST),
                    django_assert_max_num_queries,
                )
                for name, address in {**OF_CLUB, **OF_PANEL}.items()
            }
        )
    assert counts[0] == counts[1]
