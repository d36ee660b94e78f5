"""Who may see the desk of a tournament."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import ClubTournament

pytestmark = pytest.mark.django_db


def test_an_evening_without_terms_has_no_desk_and_strangers_find_none() -> None:
    evening, tournament = ClubEvening(members=("Anne",)), ClubTournament("Vier Wenzel", members=("Bruno",))
    url = reverse("tournament", args=[tournament.evening.public_id])
    assert evening.phone.get(reverse("tournament", args=[evening.evening.public_id])).status_code == 404
    assert {Client().get(url).status_code, evening.phone.get(url).status_code} == {404}
