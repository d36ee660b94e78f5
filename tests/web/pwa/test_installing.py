"""What a phone installs: the manifest, its icons, and what the icon on the home screen opens."""

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

from scorekeeper.play.models import Change, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from scorekeeper.web.pwa import icons
from tests.play.browsers import browser
from tests.play.tables import Scribe, device
from tests.test_look import schemes

PNG = b"\x89PNG\r\n\x1a\n"
PURPOSES = {"monochrome", "maskable", "any"}


def manifest_in(language: str) -> dict[str, Any]:
    answer = Client().get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    found: dict[str, Any] = json.loads(answer.content)
    return found


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def content_of(address: str) -> bytes:
    found = finders.find(address.removeprefix("/static/"))
    assert isinstance(found, str), address
    with open(found, "rb") as file:
        return file.read()


@pytest.mark.parametrize(
    ("language", "description", "first_shortcut"),
    [
        ("en", "Keeps the score at the card table: enter each hand with a few taps,", "New session"),
        ("fr", "Tient la marque à la table de jeu : indiquez ce qui s’est passé,", "Nouvelle partie"),
        ("de", "Zählt am Kartentisch mit: Spiele antippen,", "Neue Partie"),
    ],
)
def test_the_manifest_speaks_the_language_of_the_reader(language: str, description: str, first_shortcut: str) -> None:
    manifest = manifest_in(language)
    assert (manifest["lang"], manifest["dir"]) == (language, "ltr")
    assert (manifest["name"], manifest["short_name"]) == ("Scorekeeper", "Scorekeeper")
    assert manifest["description"].startswith(description)
    assert manifest["shortcuts"][0]["name"] == first_shortcut


def test_the_manifest_says_what_a_browser_wants_before_it_installs() -> None:
    manifest = manifest_in("en")
    assert (manifest["id"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    for address in (manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])):
        assert address.startswith(manifest["scope"])
        assert resolve(address).view_name in {"table", "new", "print"}
    # The colour of the page by day, from where the stylesheets have it.
    assert manifest["background_color"] == manifest["theme_color"] == schemes()["day"]["paper"]


def test_the_icons_are_there_and_as_large_as_they_say() -> None:
    found = manifest_in("en")["icons"]
    claimed = {(icon["sizes"], icon["type"], icon.get("purpose", "any")) for icon in found}
    assert claimed == {
        ("192x192", "image/png", "any"),
        ("512x512", "image/png", "any"),
        ("512x512", "image/png", "maskable"),
        ("any", "image/svg+xml", "any"),
    }
    for icon in found:
        content = content_of(icon["src"])
        if icon["type"] == "image/svg+xml":
            assert content.startswith(b"<svg")
        else:
            assert "{}x{}".format(*size_of(content)) == icon["sizes"]


@pytest.mark.parametrize("icon", icons.EVERY, ids=lambda icon: icon.name)
def test_the_icons_are_drawn_from_the_drawing(icon: icons.Icon) -> None:
    """After a change of `icon.svg`: `manage.py draw_icons`."""
    drawn = icon.drawn()
    assert size_of(drawn) == (icon.pixels, icon.pixels)
    assert (icons.IMAGES / icon.name).read_bytes() == drawn


@pytest.mark.django_db
def test_every_page_leads_to_the_manifest_and_the_icon_of_iphones() -> None:
    page = Client().get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />' in page
    assert '<link rel="apple-touch-icon" href="/static/img/icon-touch.png" />' in page
    assert size_of(content_of("/static/img/icon-touch.png")) == (180, 180)


# What the home screen opens


def opens(name: str) -> str:
    answer = browser(name=name).get("/table/")
    assert answer.status_code == 302
    assert "no-store" in answer.headers["Cache-Control"]
    address: str = answer.headers["Location"]
    return address


def at(session: Session) -> str:
    return reverse("session", args=[session.public_id])


@pytest.mark.django_db
def test_the_home_screen_opens_the_one_table_that_is_played_at() -> None:
    mine = device()
    scribe = Scribe(device=mine)
    assert opens(mine) == at(scribe.session)
    scribe.record()
    assert opens(mine) == at(scribe.session)
    assert browser(name=mine).get("/").status_code == 200  # the home link leads home


@pytest.mark.django_db
def test_it_opens_home_where_there_is_no_table_or_no_one_table() -> None:
    mine = device()
    assert Client().get("/table/").headers["Location"] == "/"
    assert opens(mine) == "/"
    Scribe(device=mine).record()
    Scribe(device=mine).record()
    assert opens(mine) == "/"


@pytest.mark.django_db
def test_a_table_that_is_over_or_was_left_open_another_day_is_not_the_one() -> None:
    mine = device()
    over, forgotten, tonight = (Scribe(device=mine) for _ in range(3))
    over.record()
    over.close()
    forgotten.record()
    Change.objects.filter(session=forgotten.session).update(at=timezone.now() - timedelta(hours=25))
    tonight.record()
    assert opens(mine) == at(tonight.session)


@pytest.mark.django_db
def test_the_table_that_is_written_at_comes_before_those_that_are_watched() -> None:
    mine = device()
    written, watched = Scribe(device=mine), Scribe()
    services.join(watched.session, device=mine, role=Role.WATCHER)
    assert opens(mine) == at(written.session)
    written.close()
    assert opens(mine) == at(watched.session)


@pytest.mark.django_db
def test_whoever_was_shut_out_is_not_led_there() -> None:
    scribe = Scribe()
    name = device()
    services.join(scribe.session, device=name, role=Role.SCORER, label="Bruno")
    assert opens(name) == at(scribe.session)
    scribe.session.refresh_from_db()
    services.revoke_access(
        Write(scribe.session, **scribe.now({})), access_pk=scribe.session.accesses.get(device=name).pk
    )
    assert opens(name) == "/"


# The worker


def worker_in(language: str) -> str:
    answer = Client().get("/sw.js", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    return answer.content.decode()


def test_the_worker_is_the_same_until_a_file_or_the_language_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    english = worker_in("en")
    assert worker_in("en") == english
    assert worker_in("fr") != english
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "another", raising=False)
    assert worker_in("en") != english


def test_the_page_without_connection_is_the_same_for_everybody_and_the_connected_are_led_home() -> None:
    page = Client().get("/offline/")
    assert page.status_code == 200
    assert "no-store" not in page.headers.get("Cache-Control", "")
    assert not page.cookies
    assert b"csrfmiddlewaretoken" not in page.content
    assert Client().get("/offline/", headers={"Sec-Fetch-Mode": "navigate"}).headers["Location"] == "/"
