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
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import Form, browser, words_of

pytestmark = pytest.mark.django_db

PAGES = ("/club/", "/club/standings/", "/club/standings/print/", "/club/members/", "/club/evenings/")


def test_organisers_see_every_club_page_and_nothing_is_stored() -> None:
    club_evening = ClubEvening()
    club_evening.played("Anne", "Bruno", "Chloé", "David")
    client = signed_in(club_evening.organiser())
    before = (ClubDevice.objects.count(), Access.objects.count())
    session = club_evening.evening.sessions.get()
    addresses = [*PAGES, reverse("evening", args=[club_evening.evening.public_id])]
    addresses += [reverse("evening_cash", args=[club_evening.evening.public_id])]
    addresses += [reverse(name, args=[session.public_id]) for name in ("session", "ledger", "journal", "chart")]
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, 200)
    assert (ClubDevice.objects.count(), Access.objects.count()) == before


def test_organisers_can_only_view_club_pages() -> None:
    club_evening = ClubEvening()
    client = signed_in(club_evening.organiser())
    evening = reverse("evening", args=[club_evening.evening.public_id])
    assert "You are signed in as an organiser." in words_of(client.get(evening))
    assert client.post(f"{evening}check-in/", {"name": "Zoé"}).status_code == 403
    assert client.get(f"{evening}draw/").status_code == 403
    assert client.post("/club/evenings/", {"day": "2026-11-23"}).status_code == 403


def test_one_tap_lets_an_organiser_run_the_evening_from_any_page_of_the_desk() -> None:
    club_evening = ClubEvening()
    client = signed_in(club_evening.organiser())
    draw = reverse("evening_draw", args=[club_evening.evening.public_id])
    refused = client.get(draw)
    assert refused.status_code == 403
    form = Form(refused, "/this-browser/").fields
    assert client.post("/admin/clubs/clubdevice/this-browser/", {**form, "then": draw}, follow=True).status_code == 200
    assert "You are signed in as an organiser." not in words_of(client.get(draw))


def test_a_phone_that_runs_no_evenings_leads_organisers_to_the_sign_in_and_back() -> None:
    club_evening = ClubEvening()
    phone = browser(name=club_evening.watching_phone())
    draw = reverse("evening_draw", args=[club_evening.evening.public_id])
    for page in (phone.get(draw), phone.get(reverse("evening", args=[club_evening.evening.public_id]))):
        assert f'"/admin/login/?next={page.request["PATH_INFO"]}"' in page.content.decode()
    phone.force_login(club_evening.organiser())
    assert "You are signed in as an organiser." in words_of(phone.get(draw))


def test_a_browser_of_no_club_is_told_whose_page_it_is() -> None:
    club_evening = ClubEvening()
    for key in (club_evening.evening.public_id, "nothing-here"):
        page = Client().get(reverse("evening", args=[key]))
        assert page.status_code == 404
        assert "this browser is not one of them" in words_of(page)


def test_other_users_see_no_club_page() -> None:
    club_evening = ClubEvening()
    club_evening.played("Anne", "Bruno", "Chloé", "David")
    other_club = SampleClub("Les Atouts")
    evening = reverse("evening", args=[club_evening.evening.public_id])
    table = reverse("session", args=[club_evening.evening.sessions.get().public_id])
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
    organiser = signed_in(other_club.organiser())
    assert [organiser.get(page).status_code for page in (evening, table)] == [404, 404]


def test_a_signed_out_or_dismissed_organiser_sees_nothing() -> None:
    sample_club = SampleClub()
    marion = sample_club.organiser()
    client = signed_in(marion)
    client.post(reverse("admin:logout"))
    assert client.get("/club/standings/").status_code == 404
    client = signed_in(marion)
    marion.organises.all().delete()
    assert client.get("/club/standings/").status_code == 404


def test_a_password_without_the_second_factor_shows_nothing() -> None:
    sample_club = SampleClub()
    marion = sample_club.organiser()
    client = signed_in(marion)
    SecondFactor.objects.create(user=marion, secret=second_factor.new_secret(), last_step=0)
    assert client.get("/club/standings/").status_code == 404


def test_an_organiser_of_several_clubs_keeps_the_chosen_club() -> None:
    first, second = SampleClub("Coupe-file"), SampleClub("Les Atouts")
    marion = first.organiser("marion")
    client = signed_in(marion)
    assert "Les Atouts" not in words_of(client.get("/club/"))
    services.make_organiser(second.club, marion)
    assert client.get("/club/standings/").context["club"] == first.club
    assert f"?club={second.club.pk}" in client.get("/club/").content.decode()
    assert client.get(f"/club/?club={second.club.pk}").context["club"] == second.club
    assert client.get("/club/standings/").context["club"] == second.club
    for other_club in ("0", "x", "²", "9" * 30, str(SampleClub("Not hers").club.pk)):
        assert client.get("/club/standings/", {"club": other_club}).context["club"] == second.club


def test_an_evening_or_member_page_belongs_to_its_own_club_whichever_is_chosen() -> None:
    """A bookmark, or a page opened before another club was chosen."""
    club_evening, other_club = ClubEvening("Coupe-file"), SampleClub("Les Atouts")
    marion = club_evening.organiser("marion")
    services.make_organiser(other_club.club, marion)
    client = signed_in(marion)
    anne = club_evening.player(TWELVE[0])
    addresses = [reverse(name, args=[club_evening.evening.public_id]) for name in ("evening", "evening_cash")]
    addresses += [reverse(name, args=[anne.pk]) for name in ("member", "member_sessions")]
    client.get(f"/club/?club={other_club.club.pk}")
    for address in addresses:
        assert client.get(address).context["club"] == club_evening.club, address
    stranger = signed_in(other_club.organiser())
    assert {stranger.get(address).status_code for address in addresses} == {404}


def test_a_club_phone_shows_its_own_club_until_an_organiser_chooses_another() -> None:
    own_club, other_club = SampleClub("Coupe-file"), SampleClub("Les Atouts")
    phone = other_club.phone
    phone.force_login(own_club.organiser())
    assert phone.get("/club/standings/").context["club"] == other_club.club
    assert phone.get(f"/club/standings/?club={own_club.club.pk}").context["club"] == own_club.club
    assert [phone.get(page).context["club"] for page in ("/club/", "/club/evenings/")] == [own_club.club, own_club.club]
    assert phone.get("/club/").context["organiser"]
    phone.post(reverse("admin:logout"))
    assert phone.get("/club/standings/").context["club"] == other_club.club


def test_a_table_page_shows_organisers_no_action_that_would_be_refused() -> None:
    club_evening = ClubEvening()
    club_evening.played("Anne", "Bruno", "Chloé", "David")
    club_evening.start("Emil", "Frieda", "Gerd", "Hanna")
    client = signed_in(club_evening.organiser())
    assert club_evening.club.sessions.count() == 2
    for table in club_evening.club.sessions.all():
        page = client.get(reverse("session", args=[table.public_id])).content.decode()
        assert set(re.findall(r'<form[^>]*action="(/[^"]*)"', page)) == {"/language/"}


def test_the_panel_and_home_page_link_to_the_club_pages() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    for page in ("/admin/", "/"):
        assert 'href="/club/"' in client.get(page).content.decode(), page


def test_the_desk_leads_organisers_back_to_the_panel_and_nobody_else() -> None:
    club_evening = ClubEvening()
    address, words = reverse("evening", args=[club_evening.evening.public_id]), "To the organisers’ panel"
    phone = club_evening.phone
    assert words not in words_of(phone.get(address))
    phone.force_login(club_evening.organiser())
    assert words in words_of(phone.get(address))


@pytest.mark.parametrize(
    "form",
    [
        "clubs/player/add/",
        "clubs/player/add-several/",
        "standings/season/add/",
        "clubs/houserules/add/?game=tarot",
        "clubs/organiser/add/",
    ],
)
def test_the_panel_asks_for_the_club_only_if_there_are_several(form: str) -> None:
    sample_club = SampleClub()
    marion = sample_club.organiser("marion")
    client = signed_in(marion)
    club_field = re.compile(r'<select[^>]* name="club"')
    only = client.get(f"/admin/{form}", follow=True).content.decode()
    assert f'<input type="hidden" name="club" value="{sample_club.club.pk}"' in only
    assert not club_field.search(only)
    services.make_organiser(SampleClub("Les Atouts").club, marion)
    assert club_field.search(client.get(f"/admin/{form}", follow=True).content.decode())


def test_the_table_page_takes_no_query_for_the_organisers_session() -> None:
    """At the table, people are recognised by their phone, so a sign-in makes a tap no more expensive."""
    sample_club = SampleClub()
    scorer = sample_club.table()
    address = reverse("session", args=[scorer.session.public_id])
    client = sample_club.phone
    counts = []
    for user in (None, sample_club.organiser()):
        if user:
            client.force_login(user)
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
