"""Cookies over HTTPS: no other host can set them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client, RequestFactory, override_settings

from scorekeeper.web import cookies
from tests.accounts.member_logins import sign_in, with_login
from tests.clubs.clubs import SampleClub
from tests.external_programs import settings_with
from tests.play.browsers import browser
from tests.play.tables import Scorer, device

pytestmark = pytest.mark.django_db


@pytest.fixture
def https() -> Iterator[None]:
    names = {"SESSION_COOKIE_NAME": "__Host-sessionid", "CSRF_COOKIE_NAME": "__Host-csrftoken"}
    with override_settings(HTTPS=True, **names):
        yield


def test_over_https_cookies_have_host_prefixed_names(tmp_path: Path) -> None:
    configured = settings_with(tmp_path, HTTPS="1")
    assert (configured["SESSION_COOKIE_NAME"], configured["CSRF_COOKIE_NAME"]) == (
        "__Host-sessionid",
        "__Host-csrftoken",
    )
    assert configured.get("SESSION_COOKIE_PATH", "/") == "/"  # browsers take the prefix with this path only
    assert configured["SESSION_COOKIE_SECURE"] is configured["CSRF_COOKIE_SECURE"] is True


def test_without_https_cookies_have_plain_names(tmp_path: Path) -> None:
    configured = settings_with(tmp_path)
    assert not {"SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME"} & set(configured)  # Django's own


def test_over_https_cookies_are_bound_to_this_host(https: None) -> None:
    sample_club = SampleClub(members=("Anne",))
    with_login(sample_club.club.players.get())
    client = Client()
    client.get("/club/sign-in/")
    sign_in(client)
    assert set(client.cookies) == {"__Host-device", "__Host-csrftoken", "__Host-known-to"}
    for name in ("__Host-device", "__Host-known-to"):
        cookie = client.cookies[name]
        assert (cookie["path"], cookie["domain"], bool(cookie["secure"])) == ("/", "", True), name


def test_a_neighbouring_host_cannot_replace_the_device_cookie(https: None) -> None:
    mine, attackers = Scorer(), Scorer()
    phone = browser(attackers)  # the cookie that a subdomain can set
    phone.cookies["__Host-device"] = browser(mine).cookies["device"].value
    response = phone.get(f"/s/{mine.session.public_id}/")
    assert response.status_code == 200
    assert phone.get(f"/s/{attackers.session.public_id}/").status_code == 404


@pytest.mark.parametrize(("cookie", "is_read"), [("device", False), ("__Host-device", True)])
def test_over_https_only_the_prefixed_cookie_is_read(cookie: str, is_read: bool, https: None) -> None:
    name = device()
    signed = browser(name=name).cookies["device"].value
    request = RequestFactory(headers={"Cookie": f"{cookie}={signed}"}).get("/live/")
    assert cookies.device_id(request) == (name if is_read else None)
