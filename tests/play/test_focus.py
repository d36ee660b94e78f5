"""A refused form comes back with the focus in the first invalid field."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.accounts.member_logins import phone_of, with_login
from tests.evenings.club_evening import Night
from tests.play.browsers import browser
from tests.play.tables import Scribe, device

pytestmark = pytest.mark.django_db


def focused(answer: Any) -> list[str]:
    """The names of the fields with `autofocus`."""
    assert answer.status_code == 422
    fields = re.findall(r"<(?:input|textarea|select)\b[^>]*\bautofocus\b[^>]*>", answer.content.decode())
    return [re.findall(r'\bname="([^"]+)"', field)[0] for field in fields]


def test_a_document_that_cannot_be_read() -> None:
    assert focused(Client().post("/import/", {"text": "no document", "token": "t"})) == ["text"]


def test_totals_of_a_paper_list() -> None:
    scribe = Scribe()
    scribe.record()
    page = reverse("written_totals", args=[scribe.session.public_id, 1])
    assert focused(browser(scribe).post(page, {"total-0": "198", "total-1": "?", "total-2": "!"})) == ["total-1"]


def test_whoever_sits_down_without_a_name() -> None:
    link = reverse("join", args=[Scribe().session.scorer_token])
    assert focused(browser(name=device()).post(link, {"label": " "})) == ["label"]


def test_the_forms_of_an_evening() -> None:
    night = Night()
    client, public_id = browser(name=night.device), night.evening.public_id
    wrong = {"day": "someday", "kitty": "much", "rounding": "0.01"}
    assert focused(client.post(reverse("evenings"), wrong)) == ["day"]
    assert focused(client.post(reverse("evening_details", args=[public_id]), {**wrong, "day": "2026-03-01"})) == [
        "kitty"
    ]
    assert focused(client.post(reverse("evening_check_in", args=[public_id]), {"name": ""})) == ["name"]


def test_a_nickname_and_a_password_of_ones_own() -> None:
    night = Night()
    with_login(night.player("Member A"))
    client = phone_of()
    assert focused(client.post(reverse("my_name"), {"nickname": "x" * 200})) == ["nickname"]
    assert focused(client.post(reverse("my_password"), {})) == ["old_password"]
