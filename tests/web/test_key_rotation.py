"""Another SECRET_KEY, with the former one as a fallback: what the former one signed stays valid."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scorekeeper.accounts import known_browsers
from scorekeeper.files.spreadsheets.columns import number_of, player_of
from tests.accounts.member_logins import PASSWORD, phone_of, waiting, with_login
from tests.api.api_client import Program
from tests.clubs.clubs import House, signed_in
from tests.play.browsers import browser
from tests.play.tables import Scribe
from tests.test_project import settings_with

pytestmark = pytest.mark.django_db

Check = Callable[[], bool]


def device_cookie(house: House) -> Check:
    scribe = Scribe()
    phone = browser(scribe)
    return lambda: phone.get(f"/s/{scribe.session.public_id}/").status_code == 200


def link_of_a_table(house: House) -> Check:
    link = f"/watch/{Scribe().session.watch_token}/"
    return lambda: Client().get(link).status_code == 302


def link_for_a_password(house: House) -> Check:
    link = waiting(house.club.players.get(), "anne")
    form = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    return lambda: Client().get(link).status_code == 200 and Client().post(link, form).status_code == 302


def session_of_the_panel(house: House) -> Check:
    client = signed_in(house.organiser())
    return lambda: client.get("/admin/").status_code == 200


def member_signed_in(house: House) -> Check:
    with_login(house.club.players.get())
    phone = phone_of()
    return lambda: phone.get("/club/me/name/").status_code == 200


def known_browser(house: House) -> Check:
    with_login(house.club.players.get())
    request: Any = phone_of().get("/").wsgi_request
    return lambda: known_browsers.meter_of(request, "anne") != ""


def number_in_a_file(house: House) -> Check:
    number = number_of(house.club.pk, 7)
    return lambda: player_of(house.club.pk, number) == 7


def api_token(house: House) -> Check:
    program = Program(house.club)
    return lambda: program.ask("members").status_code == 200


SIGNED = [device_cookie, link_for_a_password, session_of_the_panel, member_signed_in, known_browser, number_in_a_file]
NOT_SIGNED = [link_of_a_table, api_token]


@pytest.mark.parametrize("make", [*SIGNED, *NOT_SIGNED])
def test_what_was_signed_with_the_former_key_is_still_good(make: Callable[[House], Check], settings: Any) -> None:
    still_good = make(House(members=("Anne",)))
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " * 5
    assert still_good()


@pytest.mark.parametrize("make", SIGNED)
def test_without_the_fallback_it_is_not(make: Callable[[House], Check], settings: Any) -> None:
    still_good = make(House(members=("Anne",)))
    settings.SECRET_KEY = "another key " * 5
    assert not still_good()


def test_former_keys_come_from_the_environment(tmp_path: Path) -> None:
    assert settings_with(tmp_path)["SECRET_KEY_FALLBACKS"] == []
    assert settings_with(tmp_path, SECRET_KEY_FALLBACKS="one, two")["SECRET_KEY_FALLBACKS"] == ["one", "two"]
