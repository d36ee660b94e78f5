"""A refused form comes back with the focus in the first invalid field."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.accounts.member_logins import phone_of, with_login
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import browser
from tests.play.tables import Scorer, device

pytestmark = pytest.mark.django_db


def focused(response: Any) -> list[str]:
    """The names of the fields with `autofocus`."""
    assert response.status_code == 422
    fields = re.findall(r"<(?:input|textarea|select)\b[^>]*\bautofocus\b[^>]*>", response.content.decode())
    return [re.findall(r'\bname="([^"]+)"', field)[0] for field in fields]


def test_an_unreadable_document_gets_the_focus() -> None:
    assert focused(Client().post("/import/", {"text": "no document", "token": "t"})) == ["text"]


def test_wrong_written_totals_get_the_focus() -> None:
    scorer = Scorer()
    scorer.record()
    page = reverse("written_totals", args=[scorer.session.public_id, 1])
    assert focused(browser(scorer).post(page, {"total-0": "198", "total-1": "?", "total-2": "!"})) == ["total-1"]


def test_a_missing_name_gets_the_focus() -> None:
    link = reverse("join", args=[Scorer().session.scorer_token])
    assert focused(browser(name=device()).post(link, {"label": " "})) == ["label"]


def test_wrong_fields_of_evening_forms_get_the_focus() -> None:
    club_evening = ClubEvening()
    client, public_id = browser(name=club_evening.device), club_evening.evening.public_id
    wrong = {"day": "someday", "kitty": "much", "rounding": "0.01"}
    assert focused(client.post(reverse("evenings"), wrong)) == ["day"]
    assert focused(client.post(reverse("evening_details", args=[public_id]), {**wrong, "day": "2026-03-01"})) == [
        "kitty"
    ]
    assert focused(client.post(reverse("evening_check_in", args=[public_id]), {"name": ""})) == ["name"]


def test_a_wrong_nickname_and_password_get_the_focus() -> None:
    club_evening = ClubEvening()
    with_login(club_evening.player("Member A"))
    client = phone_of()
    assert focused(client.post(reverse("my_name"), {"nickname": "x" * 200})) == ["nickname"]
    assert focused(client.post(reverse("my_password"), {})) == ["old_password"]
