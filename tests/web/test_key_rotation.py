"""Another SECRET_KEY, with the former one as a fallback: what the former one signed stays valid."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scorekeeper.accounts import known_browsers
from tests.accounts.member_logins import PASSWORD, phone_of, waiting, with_login
from tests.api.api_client import Program
from tests.clubs.clubs import SampleClub, signed_in
from tests.external_programs import settings_with
from tests.play.browsers import browser
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db

Check = Callable[[], bool]


def device_cookie(sample_club: SampleClub) -> Check:
    scorer = Scorer()
    phone = browser(scorer)
    return lambda: phone.get(f"/s/{scorer.session.public_id}/").status_code == 200


def link_of_a_table(sample_club: SampleClub) -> Check:
    link = f"/watch/{Scorer().session.watch_token}/"
    return lambda: Client().get(link).status_code == 302


def link_for_a_password(sample_club: SampleClub) -> Check:
    link = waiting(sample_club.club.players.get(), "anne")
    form = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    return lambda: Client().get(link).status_code == 200 and Client().post(link, form).status_code == 302


def session_of_the_panel(sample_club: SampleClub) -> Check:
    client = signed_in(sample_club.organiser())
    return lambda: client.get("/admin/").status_code == 200


def member_signed_in(sample_club: SampleClub) -> Check:
    with_login(sample_club.club.players.get())
    phone = phone_of()
    return lambda: phone.get("/club/me/name/").status_code == 200


def known_browser(sample_club: SampleClub) -> Check:
    with_login(sample_club.club.players.get())
    request: Any = phone_of().get("/").wsgi_request
    return lambda: known_browsers.meter_of(request, "anne") != ""


def api_token(sample_club: SampleClub) -> Check:
    program = Program(sample_club.club)
    return lambda: program.ask("members").status_code == 200


SIGNED = [device_cookie, link_for_a_password, session_of_the_panel, member_signed_in, known_browser]
NOT_SIGNED = [link_of_a_table, api_token]


@pytest.mark.parametrize("make", [*SIGNED, *NOT_SIGNED])
def test_signatures_with_the_former_key_are_valid(make: Callable[[SampleClub], Check], settings: Any) -> None:
    still_good = make(SampleClub(members=("Anne",)))
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " * 5
    assert still_good()


@pytest.mark.parametrize("make", SIGNED)
def test_without_the_fallback_key_they_are_not(make: Callable[[SampleClub], Check], settings: Any) -> None:
    still_good = make(SampleClub(members=("Anne",)))
    settings.SECRET_KEY = "another key " * 5
    assert not still_good()


def test_former_keys_are_read_from_the_environment(tmp_path: Path) -> None:
    assert settings_with(tmp_path)["SECRET_KEY_FALLBACKS"] == []
    assert settings_with(tmp_path, SECRET_KEY_FALLBACKS=f"{'1' * 32}, {'2' * 32}")["SECRET_KEY_FALLBACKS"] == [
        "1" * 32,
        "2" * 32,
    ]
