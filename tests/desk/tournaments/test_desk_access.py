"""Who may see the desk of a tournament."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import ClubTournament
from tests.play.browsers import browser

pytestmark = pytest.mark.django_db


def test_every_phone_of_the_club_sees_the_entries() -> None:
    club = ClubTournament(members=("Anne", "Bruno"))
    page = browser(name=club.watching_phone()).get(reverse("tournament", args=[club.evening.public_id]))
    assert (page.status_code, b"Anne" in page.content) == (200, True)


def test_an_evening_without_terms_has_no_desk_and_strangers_find_none() -> None:
    evening, tournament = ClubEvening(members=("Anne",)), ClubTournament("Vier Wenzel", members=("Bruno",))
    url = reverse("tournament", args=[tournament.evening.public_id])
    assert evening.phone.get(reverse("tournament", args=[evening.evening.public_id])).status_code == 404
    assert {Client().get(url).status_code, evening.phone.get(url).status_code} == {404}
