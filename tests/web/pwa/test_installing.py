"""The web app manifest, its icons, the service worker and the start page."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from scorekeeper.play import recording
from scorekeeper.play.models import Change, Role, Session
from scorekeeper.play.recording.write import Write
from tests.colour_schemes import schemes
from tests.play.browsers import browser
from tests.play.tables import Scorer, device

PNG = b"\x89PNG\r\n\x1a\n"


def manifest_in(language: str) -> dict[str, Any]:
    response = Client().get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert response.headers["Content-Type"] == "application/manifest+json"
    manifest: dict[str, Any] = json.loads(response.content)
    return manifest


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def content_of(address: str) -> bytes:
    static_file = finders.find(address.removeprefix("/static/"))
    assert isinstance(static_file, str), address
    with open(static_file, "rb") as file:
        return file.read()


@pytest.mark.parametrize(
    ("language", "description", "first_shortcut"),
    [
        ("en", "Keeps the score at the card table: enter each hand with a few taps,", "New session"),
        ("fr", "Tient la marque à la table de jeu : indiquez ce qui s’est passé,", "Nouvelle partie"),
        ("de", "Zählt am Kartentisch mit: Spiele antippen,", "Neue Partie"),
    ],
)
def test_the_manifest_is_in_the_readers_language(language: str, description: str, first_shortcut: str) -> None:
    manifest = manifest_in(language)
    assert (manifest["lang"], manifest["dir"]) == (language, "ltr")
    assert (manifest["name"], manifest["short_name"]) == ("Scorekeeper", "Scorekeeper")
    assert manifest["description"].startswith(description)
    assert manifest["shortcuts"][0]["name"] == first_shortcut


def test_the_manifest_has_what_browsers_require_to_install() -> None:
    manifest = manifest_in("en")
    assert (manifest["id"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    for address in (manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])):
        assert address.startswith(manifest["scope"])
        assert resolve(address).view_name in {"table", "new", "print"}
    # The colour of the page by day, from where the stylesheets have it.
    assert manifest["background_color"] == manifest["theme_color"] == schemes()["day"]["paper"]


def test_the_icons_exist_in_the_declared_sizes() -> None:
    manifest_icons = manifest_in("en")["icons"]
    claimed = {(icon["sizes"], icon["type"], icon.get("purpose", "any")) for icon in manifest_icons}
    assert claimed == {
        ("192x192", "image/png", "any"),
        ("512x512", "image/png", "any"),
        ("512x512", "image/png", "maskable"),
        ("any", "image/svg+xml", "any"),
    }
    for icon in manifest_icons:
        content = content_of(icon["src"])
        if icon["type"] == "image/svg+xml":
            assert content.startswith(b"<svg")
        else:
            assert "{}x{}".format(*size_of(content)) == icon["sizes"]


@pytest.mark.django_db
def test_every_page_links_to_the_manifest_and_the_apple_touch_icon() -> None:
    page = Client().get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />' in page
    assert '<link rel="apple-touch-icon" href="/static/img/icon-touch.png" />' in page
    assert size_of(content_of("/static/img/icon-touch.png")) == (180, 180)


# What the home screen opens


def opens(name: str) -> str:
    response = browser(name=name).get("/table/")
    assert response.status_code == 302
    assert "no-store" in response.headers["Cache-Control"]
    address: str = response.headers["Location"]
    return address


def at(session: Session) -> str:
    return reverse("session", args=[session.public_id])


@pytest.mark.django_db
def test_the_home_screen_icon_opens_the_current_table() -> None:
    device_id = device()
    scorer = Scorer(device=device_id)
    assert opens(device_id) == at(scorer.session)
    scorer.record()
    assert opens(device_id) == at(scorer.session)
    assert browser(name=device_id).get("/").status_code == 200  # the home link leads home


@pytest.mark.django_db
def test_it_opens_the_home_page_if_there_is_no_table_or_several() -> None:
    device_id = device()
    assert Client().get("/table/").headers["Location"] == "/"
    assert opens(device_id) == "/"
    Scorer(device=device_id).record()
    Scorer(device=device_id).record()
    assert opens(device_id) == "/"


@pytest.mark.django_db
def test_a_closed_or_abandoned_table_is_not_the_current_one() -> None:
    device_id = device()
    over, forgotten, tonight = (Scorer(device=device_id) for _ in range(3))
    over.record()
    over.close()
    forgotten.record()
    Change.objects.filter(session=forgotten.session).update(at=timezone.now() - timedelta(hours=25))
    tonight.record()
    assert opens(device_id) == at(tonight.session)


@pytest.mark.django_db
def test_a_table_as_scorer_takes_precedence_over_watched_ones() -> None:
    device_id = device()
    written, watched = Scorer(device=device_id), Scorer()
    recording.join(watched.session, device=device_id, role=Role.WATCHER)
    assert opens(device_id) == at(written.session)
    written.close()
    assert opens(device_id) == at(watched.session)


@pytest.mark.django_db
def test_a_browser_that_was_shut_out_is_not_led_to_the_table() -> None:
    scorer = Scorer()
    name = device()
    recording.join(scorer.session, device=name, role=Role.SCORER, label="Bruno")
    assert opens(name) == at(scorer.session)
    scorer.session.refresh_from_db()
    recording.shut_out(Write(scorer.session, **scorer.now({})), access_pk=scorer.session.accesses.get(device=name).pk)
    assert opens(name) == "/"


# The worker


def worker_in(language: str) -> str:
    response = Client().get("/sw.js", headers={"Accept-Language": language})
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "private, no-cache"
    return response.content.decode()


def test_the_worker_changes_only_with_a_file_or_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    english = worker_in("en")
    assert worker_in("en") == english
    assert worker_in("fr") != english
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "another", raising=False)
    assert worker_in("en") != english


def test_the_offline_page_is_the_same_for_everybody_and_online_leads_home() -> None:
    page = Client().get("/offline/")
    assert page.status_code == 200
    assert "no-store" not in page.headers.get("Cache-Control", "")
    assert not page.cookies
    assert b"csrfmiddlewaretoken" not in page.content
    assert Client().get("/offline/", headers={"Sec-Fetch-Mode": "navigate"}).headers["Location"] == "/"
