"""A signed-in organiser reads the club's pages in a browser that is not one of the club's phones."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.accounts import second_factor
from scorekeeper.accounts.models import SecondFactor
from scorekeeper.clubs import services
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.play.models import Access
from tests.clubs.clubs import House, signed_in
from tests.evenings.club_evening import TWELVE, Night
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

PAGES = ("/club/", "/club/standings/", "/club/standings/print/", "/club/members/", "/club/evenings/")


def test_every_page_of_the_club_is_shown_and_nothing_is_stored() -> None:
    night = Night()
    night.played("Anne", "Bruno", "Chloé", "David")
    client = signed_in(night.organiser())
    before = (ClubDevice.objects.count(), Access.objects.count())
    session = night.evening.sessions.get()
    addresses = [*PAGES, reverse("evening", args=[night.evening.public_id])]
    addresses += [reverse("evening_settlement", args=[night.evening.public_id])]
    addresses += [reverse(name, args=[session.public_id]) for name in ("session", "ledger", "journal", "chart")]
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, 200)
    assert (ClubDevice.objects.count(), Access.objects.count()) == before


def test_it_is_for_looking_only() -> None:
    night = Night()
    client = signed_in(night.organiser())
    evening = reverse("evening", args=[night.evening.public_id])
    assert "As an organiser, you can view this page." in words_of(client.get(evening))
    assert client.post(f"{evening}check-in/", {"name": "Zoé"}).status_code == 403
    assert client.get(f"{evening}draw/").status_code == 403
    assert client.post("/club/evenings/", {"day": "2026-11-23"}).status_code == 403


def test_whoever_is_no_organiser_of_the_club_is_told_nothing() -> None:
    night = Night()
    night.played("Anne", "Bruno", "Chloé", "David")
    other = House("Les Atouts")
    evening = reverse("evening", args=[night.evening.public_id])
    table = reverse("session", args=[night.evening.sessions.get().public_id])
    stranger = signed_in(User.objects.create_user("stranger"))
    for client in (Client(), stranger):
        assert [client.get(page).status_code for page in (*PAGES, evening, table)] == [
            302,
            404,
            404,
            404,
            404,
            404,
            404,
        ]
    organiser = signed_in(other.organiser())
    assert [organiser.get(page).status_code for page in (evening, table)] == [404, 404]


def test_who_has_signed_out_or_looks_after_the_club_no_more_reads_nothing() -> None:
    house = House()
    marion = house.organiser()
    client = signed_in(marion)
    client.post(reverse("admin:logout"))
    assert client.get("/club/standings/").status_code == 404
    client = signed_in(marion)
    marion.organises.all().delete()
    assert client.get("/club/standings/").status_code == 404


def test_a_password_without_its_second_factor_reads_nothing() -> None:
    house = House()
    marion = house.organiser()
    client = signed_in(marion)
    SecondFactor.objects.create(user=marion, secret=second_factor.new_secret(), last_step=0)
    assert client.get("/club/standings/").status_code == 404


def test_of_several_clubs_the_one_that_is_chosen_stays_chosen() -> None:
    first, second = House("Coupe-file"), House("Les Atouts")
    marion = first.organiser("marion")
    client = signed_in(marion)
    assert "Les Atouts" not in words_of(client.get("/club/"))
    services.make_organiser(second.club, marion)
    assert client.get("/club/standings/").context["club"] == first.club
    assert f"?club={second.club.pk}" in client.get("/club/").content.decode()
    assert client.get(f"/club/?club={second.club.pk}").context["club"] == second.club
    assert client.get("/club/standings/").context["club"] == second.club
    for other in ("0", "x", "²", "9" * 30, str(House("Not hers").club.pk)):
        assert client.get("/club/standings/", {"club": other}).context["club"] == second.club


def test_an_evening_and_a_member_lead_to_their_own_club_whichever_is_chosen() -> None:
    """A bookmark, or a page opened before another club was chosen."""
    night, other = Night("Coupe-file"), House("Les Atouts")
    marion = night.organiser("marion")
    services.make_organiser(other.club, marion)
    client = signed_in(marion)
    anne = night.player(TWELVE[0])
    addresses = [reverse(name, args=[night.evening.public_id]) for name in ("evening", "evening_settlement")]
    addresses += [reverse(name, args=[anne.pk]) for name in ("member", "member_sessions")]
    client.get(f"/club/?club={other.club.pk}")
    for address in addresses:
        assert client.get(address).context["club"] == night.club, address
    stranger = signed_in(other.organiser())
    assert {stranger.get(address).status_code for address in addresses} == {404}


def test_a_phone_of_a_club_shows_its_own_until_an_organiser_chooses_another_on_it() -> None:
    mine, other = House("Coupe-file"), House("Les Atouts")
    phone = other.phone
    phone.force_login(mine.organiser())
    assert phone.get("/club/standings/").context["club"] == other.club
    assert phone.get(f"/club/standings/?club={mine.club.pk}").context["club"] == mine.club
    assert [phone.get(page).context["club"] for page in ("/club/", "/club/evenings/")] == [mine.club, mine.club]
    assert phone.get("/club/").context["organiser"]
    phone.post(reverse("admin:logout"))
    assert phone.get("/club/standings/").context["club"] == other.club


def test_a_table_offers_nothing_that_would_be_refused() -> None:
    night = Night()
    night.played("Anne", "Bruno", "Chloé", "David")
    night.start("Emil", "Frieda", "Gerd", "Hanna")
    client = signed_in(night.organiser())
    assert night.club.sessions.count() == 2
    for table in night.club.sessions.all():
        page = client.get(reverse("session", args=[table.public_id])).content.decode()
        posted = set(re.findall(r'<form[^>]*action="(/[^"]*)"', page)) - {"/language/", "/counters/"}
        assert posted == set()


def test_the_panel_and_the_home_page_lead_to_the_pages_of_the_club() -> None:
    house = House()
    client = signed_in(house.organiser())
    panel = client.get("/admin/").content.decode()
    assert all(f'href="{page}"' in panel for page in ("/club/", "/club/standings/", "/club/evenings/"))
    assert 'href="/club/"' in client.get("/").content.decode()


@pytest.mark.parametrize(
    "form",
    [
        "clubs/player/add/",
        "clubs/player/add-several/",
        "evenings/evening/add/",
        "standings/season/add/",
        "clubs/houserules/add/?game=tarot",
        "clubs/organiser/add/",
    ],
)
def test_the_panel_asks_for_the_club_only_where_there_are_several(form: str) -> None:
    house = House()
    marion = house.organiser("marion")
    client = signed_in(marion)
    asked = re.compile(r'<select[^>]* name="club"')
    only = client.get(f"/admin/{form}", follow=True).content.decode()
    assert f'<input type="hidden" name="club" value="{house.club.pk}"' in only
    assert not asked.search(only)
    services.make_organiser(House("Les Atouts").club, marion)
    assert asked.search(client.get(f"/admin/{form}", follow=True).content.decode())


def test_the_table_asks_nothing_of_an_organisers_session() -> None:
    """At the table, people are recognised by their phone, so a sign-in makes a tap no more expensive."""
    house = House()
    scribe = house.table()
    address = reverse("session", args=[scribe.session.public_id])
    client = house.phone
    counts = []
    for user in (None, house.organiser()):
        if user:
            client.force_login(user)
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
