"""Where a sign-in leads, whatever page the address asks for."""

from __future__ import annotations

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


def sent_to(address: str, username: str, password: str, *, door: str = "/admin/login/") -> str:
    """Sign in on a new browser with this address to return to; return where that leads."""
    form = {"username": username, "password": password, "next": address}
    location: str = browser(name=device()).post(f"{door}?{urlencode({'next': address})}", form)["Location"]
    return location


def test_an_organiser_is_sent_to_no_other_site() -> None:
    SampleClub().organiser("marion")
    assert {sent_to(address, "marion", "spades and clubs") for address in OTHER_SITES} == {"/admin/"}


@pytest.mark.parametrize("address", ["/admin/clubs/player/", "/admin/clubs/player/?q=Anne&guest__exact=0"])
def test_an_organiser_lands_on_the_requested_page(address: str) -> None:
    SampleClub().organiser("marion")
    assert sent_to(address, "marion", "spades and clubs") == address


def test_a_member_lands_on_their_own_page_whatever_next_says() -> None:
    with_login(SampleClub(members=("Anne",)).club.players.get())
    doors = {sent_to(address, "anne", "four of clubs", door="/club/sign-in/") for address in LEADS_NOWHERE}
    assert doors == {"/club/me/"}


def test_a_superuser_lands_where_an_organiser_may_not() -> None:
    User.objects.create_superuser("root", password="spades and clubs")
    form = {"username": "root", "password": "spades and clubs", "next": "/admin/auth/user/"}
    page = Client().post("/admin/login/", form, follow=True)
    assert (page.status_code, page.wsgi_request.path) == (200, "/admin/auth/user/")
