"""Cookies over HTTPS: no other host can set them, and phones with the former names lose nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory, override_settings

from scorekeeper.play.models import Hand
from scorekeeper.web import device_cookie
from tests.accounts.member_logins import sign_in, with_login
from tests.clubs.clubs import SampleClub
from tests.external_programs import settings_with
from tests.play.browsers import Form, browser
from tests.play.tables import PASSED, Scorer, device

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


def test_a_phone_with_the_old_cookie_name_keeps_its_table_and_gets_the_new_name(https: None) -> None:
    scorer = Scorer()
    phone, table = browser(scorer), f"/s/{scorer.session.public_id}/"
    former = phone.cookies["device"].value
    response = phone.get(table)
    assert response.status_code == 200
    assert response.cookies["device"]["max-age"] == 0  # deleted
    assert response.cookies["__Host-device"].value == former
    renewed = Client()
    renewed.cookies["__Host-device"] = former
    response = renewed.get(table)
    assert response.status_code == 200
    assert "__Host-device" not in response.cookies  # once


def test_a_form_opened_before_the_cookie_was_renamed_is_accepted(https: None) -> None:
    scorer = Scorer()
    with override_settings(HTTPS=False, CSRF_COOKIE_NAME="csrftoken"):
        phone = Client(enforce_csrf_checks=True)
        phone.cookies["device"] = browser(scorer).cookies["device"].value
        page = phone.get(f"/s/{scorer.session.public_id}/")
        token = phone.cookies["csrftoken"].value
    form = {**Form(page, "/record/").fields, **PASSED, "csrfmiddlewaretoken": token}
    response = phone.post(f"/s/{scorer.session.public_id}/record/", form)
    assert response.status_code == 302
    assert Hand.objects.filter(session=scorer.session).count() == 1
    assert response.cookies["__Host-csrftoken"].value
    assert response.cookies["csrftoken"]["max-age"] == 0


def test_a_neighbouring_host_cannot_replace_the_device_cookie(https: None) -> None:
    mine, attackers = Scorer(), Scorer()
    phone = browser(attackers)  # the cookie that a subdomain can set
    phone.cookies["__Host-device"] = browser(mine).cookies["device"].value
    response = phone.get(f"/s/{mine.session.public_id}/")
    assert response.status_code == 200
    assert response.cookies["device"]["max-age"] == 0
    assert phone.get(f"/s/{attackers.session.public_id}/").status_code == 404


def test_event_streams_accept_both_cookie_names(https: None) -> None:
    name = device()
    signed = browser(name=name).cookies["device"].value
    for cookie in ("device", "__Host-device"):
        request = RequestFactory(headers={"Cookie": f"{cookie}={signed}"}).get("/live/")
        assert device_cookie.device_id(request) == name


def test_without_https_no_cookie_is_renamed(client: Client) -> None:
    scorer = Scorer()
    response: Any = browser(scorer).get(f"/s/{scorer.session.public_id}/")
    assert not {"device", "__Host-device"} & set(response.cookies)
