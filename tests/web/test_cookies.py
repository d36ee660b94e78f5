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
from tests.clubs.clubs import House
from tests.play.browsers import Form, browser
from tests.play.tables import PASSED, Scribe, device
from tests.test_project import settings_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def https() -> Iterator[None]:
    names = {"SESSION_COOKIE_NAME": "__Host-sessionid", "CSRF_COOKIE_NAME": "__Host-csrftoken"}
    with override_settings(HTTPS=True, **names):
        yield


def test_over_https_the_settings_name_cookies_that_no_other_host_can_set(tmp_path: Path) -> None:
    found = settings_with(tmp_path, HTTPS="1")
    assert (found["SESSION_COOKIE_NAME"], found["CSRF_COOKIE_NAME"]) == ("__Host-sessionid", "__Host-csrftoken")
    assert found.get("SESSION_COOKIE_PATH", "/") == "/"  # browsers take the prefix with this path only
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True


def test_without_https_they_have_their_plain_names_which_is_all_that_browsers_take(tmp_path: Path) -> None:
    found = settings_with(tmp_path)
    assert not {"SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME"} & set(found)  # Django's own


def test_what_a_browser_is_given_over_https_is_of_this_host_alone(https: None) -> None:
    house = House(members=("Anne",))
    with_login(house.club.players.get())
    client = Client()
    client.get("/club/sign-in/")
    sign_in(client)
    assert set(client.cookies) == {"__Host-device", "__Host-csrftoken", "__Host-known-to"}
    for name in ("__Host-device", "__Host-known-to"):
        cookie = client.cookies[name]
        assert (cookie["path"], cookie["domain"], bool(cookie["secure"])) == ("/", "", True), name


def test_a_phone_that_has_its_cookie_by_the_former_name_keeps_its_table_and_gets_the_new_one(https: None) -> None:
    scribe = Scribe()
    phone, table = browser(scribe), f"/s/{scribe.session.public_id}/"
    former = phone.cookies["device"].value
    answer = phone.get(table)
    assert answer.status_code == 200
    assert answer.cookies["device"]["max-age"] == 0  # deleted
    assert answer.cookies["__Host-device"].value == former
    renewed = Client()
    renewed.cookies["__Host-device"] = former
    answer = renewed.get(table)
    assert answer.status_code == 200
    assert "__Host-device" not in answer.cookies  # once


def test_a_form_that_was_open_before_the_name_changed_is_taken(https: None) -> None:
    scribe = Scribe()
    with override_settings(HTTPS=False, CSRF_COOKIE_NAME="csrftoken"):
        phone = Client(enforce_csrf_checks=True)
        phone.cookies["device"] = browser(scribe).cookies["device"].value
        page = phone.get(f"/s/{scribe.session.public_id}/")
        token = phone.cookies["csrftoken"].value
    form = {**Form(page, "/record/").fields, **PASSED, "csrfmiddlewaretoken": token}
    answer = phone.post(f"/s/{scribe.session.public_id}/record/", form)
    assert answer.status_code == 302
    assert Hand.objects.filter(session=scribe.session).count() == 1
    assert answer.cookies["__Host-csrftoken"].value
    assert answer.cookies["csrftoken"]["max-age"] == 0


def test_a_neighbouring_host_cannot_make_a_phone_another_one(https: None) -> None:
    mine, attackers = Scribe(), Scribe()
    phone = browser(attackers)  # the cookie that a subdomain can set
    phone.cookies["__Host-device"] = browser(mine).cookies["device"].value
    answer = phone.get(f"/s/{mine.session.public_id}/")
    assert answer.status_code == 200
    assert answer.cookies["device"]["max-age"] == 0
    assert phone.get(f"/s/{attackers.session.public_id}/").status_code == 404


def test_an_event_stream_which_passes_no_middleware_knows_the_phone_by_either_name(https: None) -> None:
    name = device()
    signed = browser(name=name).cookies["device"].value
    for cookie in ("device", "__Host-device"):
        request = RequestFactory(headers={"Cookie": f"{cookie}={signed}"}).get("/live/")
        assert device_cookie.device_id(request) == name


def test_without_https_nothing_is_renamed(client: Client) -> None:
    scribe = Scribe()
    answer: Any = browser(scribe).get(f"/s/{scribe.session.public_id}/")
    assert not {"device", "__Host-device"} & set(answer.cookies)
