"""Changing the language: the page is shown again in the new language, and says whether it has unsaved input."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.play.browsers import Form

pytestmark = pytest.mark.django_db


class LanguageForm(HTMLParser):
    """Return the attributes of the language form, and its fields."""

    def __init__(self, response: Any) -> None:
        super().__init__()
        self.attributes: dict[str, str | None] = {}
        self.fields: dict[str, str] = {}
        self.inside = False
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.inside = given.get("id") == "languages"
            self.attributes |= given if self.inside else {}
        elif self.inside and tag == "input":
            self.fields[str(given["name"])] = given.get("value") or ""


def may_be_lost(response: Any) -> bool:
    return "data-unsent" in LanguageForm(response).attributes


def test_the_same_page_is_shown_in_the_chosen_language() -> None:
    client = Client()
    form = LanguageForm(client.get("/new/?game=skat"))
    response = client.post(str(form.attributes["action"]), {**form.fields, "language": "fr"}, follow=True)
    assert (response.request["PATH_INFO"], response.request["QUERY_STRING"]) == ("/new/", "game=skat")
    assert '<html lang="fr">' in response.content.decode()
    assert '<html lang="fr">' in client.get("/").content.decode()


def test_a_refused_form_warns_of_lost_input_and_a_new_one_does_not() -> None:
    client = Client()
    page = client.get("/new/")
    assert not may_be_lost(page)
    refused = client.post("/new/", {**Form(page).fields, "player-0": "Ann", "player-1": "Ann"})
    assert refused.status_code == 422
    assert may_be_lost(refused)


@pytest.mark.parametrize("where", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_choosing_a_language_redirects_to_no_other_site(where: str) -> None:
    response = Client().post(reverse("set_language"), {"language": "fr", "next": where})
    assert response.headers["Location"] == "/"


def test_a_language_can_be_chosen_only_from_our_own_pages() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("set_language"), {"language": "fr", "next": "/"}).status_code == 403
    assert client.get(reverse("set_language")).status_code == 405
