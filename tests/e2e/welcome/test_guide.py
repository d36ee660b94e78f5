"""The pictures of the guides are up to date, and don't make the guides heavy."""

from __future__ import annotations

import gzip
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Response

from scorekeeper.desk import tonight
from scorekeeper.devtools.everything.club import everything
from scorekeeper.devtools.screenshots import guide_pictures
from scorekeeper.devtools.screenshots.camera import Camera
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.guide import pictures
from tests.e2e.conftest import Phones

FIRST_VIEW = 60_000
"""Bytes of the first view of a page, with all its files."""


@pytest.mark.django_db(transaction=True)
def test_the_pictures_of_the_guides_show_current_texts(
    browser: Browser, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order in which the command takes them: hands recorded for a picture stay in the ledger, voided."""
    # However long a busy machine takes to get to the picture on which a table was last changed just now.
    monkeypatch.setattr(tonight, "JUST_NOW", timedelta(hours=1))
    rows = everything()
    camera, scenes = Camera(browser, site, cookies_of(rows)), guide_pictures.scenes_by_name(rows)
    differences: dict[str, Any] = {}
    for language in ("en", "fr", "de"):
        noted = pictures.records(language)
        for picture in pictures.every():
            with guide_pictures.open_picture(camera, scenes[picture.scene], picture, language) as (_page, _clip, taken):
                if taken.text != noted[picture.scene].text:
                    differences[f"{picture.scene}, {language}"] = (noted[picture.scene].text, taken.text)
    assert differences == {}, "manage.py screenshots --guide takes them again"


@pytest.mark.parametrize("name", ["guide", "guide_organiser"])
@pytest.mark.django_db
def test_the_first_view_of_a_guide_stays_within_its_budget(phones: Phones, name: str) -> None:
    page: Page = phones().page
    responses: list[Response] = []

    def hear(response: Response) -> None:
        responses.append(response)

    page.on("response", hear)
    page.goto(reverse(name), wait_until="networkidle")
    pieces = {response.url: response.body() for response in responses}
    weight = sum(len(body) if url.endswith(".webp") else len(gzip.compress(body)) for url, body in pieces.items())
    assert any(url.endswith(".webp") for url in pieces)
    assert weight <= FIRST_VIEW
