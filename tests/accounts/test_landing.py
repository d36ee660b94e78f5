"""Where a sign-in leads, whatever page the address asks for."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts.member_logins import with_login
from tests.clubs.clubs import SampleClub
from tests.play.browsers import browser
from tests.play.tables import device

pytestmark = pytest.mark.django_db

OTHER_SITES = [
    "https://evil.example/",
    "//evil.example/admin/",
    "https://evil.example/admin/clubs/player/",
    "javascript:alert(1)",
    "",
]
LEADS_NOWHERE = [
    *OTHER_SITES,
    "/nowhere/",
    "/s/nowhere/",
    "/admin/nowhere/",
    "/admin/../s/nowhere/",
    "/admin/%2e%2e/s/nowhere/",
    "/admin/clubs/player/999999/login/",
    "/admin/clubs/player/999999/change/",
    "/admin/logout/",
    "/admin/auth/user/",
]


def organiser_goes_to(address: str) -> tuple[Client, Any]:
    """Sign in with this address to return to; return the browser and the page it ends on."""
    SampleClub().organiser("marion")
    client = Client()
    form = {"username": "marion", "password": "spades and clubs", "next": address}
    return client, client.post(f"/admin/login/?{urlencode({'next': address})}", form, follow=True)


@pytest.mark.parametrize("address", OTHER_SITES)
def test_an_organiser_is_sent_to_no_other_site(address: str) -> None:
    _client, page = organiser_goes_to(address)
    assert (page.status_code, page.wsgi_request.path) == (200, "/admin/")


@pytest.mark.parametrize("address", ["/admin/clubs/player/", "/admin/clubs/player/?q=Anne&guest__exact=0"])
def test_an_organiser_lands_on_the_requested_page(address: str) -> None:
    _client, page = organiser_goes_to(address)
    assert (page.status_code, page.wsgi_request.get_full_path()) == (200, address)


@pytest.mark.parametrize("address", LEADS_NOWHERE)
def test_a_member_lands_on_their_own_page_whatever_next_says(address: str) -> None:
    sample_club = SampleClub(members=("Anne",))
    with_login(sample_club.club.players.get())
    phone = browser(name=device())
    page = phone.post(
        f"/club/sign-in/?{urlencode({'next': address})}",
        {"username": "anne", "password": "four of clubs", "next": address},
        follow=True,
    )
    assert (page.status_code, page.wsgi_request.path) == (200, f"/club/members/{sample_club.club.players.get().pk}/")


def test_a_superuser_lands_where_an_organiser_may_not() -> None:
    User.objects.create_superuser("root", password="spades and clubs")
    form = {"username": "root", "password": "spades and clubs", "next": "/admin/auth/user/"}
    page = Client().post("/admin/login/", form, follow=True)
    assert (page.status_code, page.wsgi_request.path) == (200, "/admin/auth/user/")
