"""`manage.py screenshots` photographs every page, and each scene can be reached as it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import Resolver404, URLPattern, get_resolver, resolve, reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from scorekeeper.devtools.screenshots.camera import SCREENS, Camera, SceneView
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.devtools.screenshots.sample_data import SampleData, build
from scorekeeper.devtools.screenshots.scenes import IMPOSSIBLE, Scene, scenes

pytestmark = pytest.mark.django_db

REFUSED = {"stranger-at-a-table", "nowhere"}

WRITES = {
    *(
        "record",
        "preview",
        "set_call",
        "clear_call",
        "agree",
        "undo",
        "restore",
        "reopen",
        "payments",
        "undelete",
        "play_again",
        "renew_link",
        "revoke_access",
    ),
    *(
        "tablet_side",
        "restore_access",
        "amend_preview",
        "type_undo",
        "type_preview",
        "type_amend_preview",
        "type_drafts",
        "type_leave_out",
        "type_throw_away",
        "evening_check_in",
        "evening_leave",
    ),
    *(
        "evening_undo_check_in",
        "evening_withdraw",
        "evening_payments",
        "evening_clock",
        "sign_out",
        "share_board",
        "set_language",
        "counters",
        "throw_demo_away",
        "sheet_throw_away",
    ),
}
PARTS = {"updates", "live", "export", "glossary", "row_heads"}
BESIDE = {"manifest", "worker", "offline"}
"""What browsers fetch by themselves; a connected browser is redirected home from the offline page."""
FIRST = {"welcome", "first_club", "demo"}
"""Pages of an installation that is still empty, unlike that of the screenshots."""
LIKE_OTHERS = {"watch": "leads to the table", "me": "leads to member", "type_amend": "amend", "type_void": "void"}
LIKE_OTHERS |= {"tournament_import": "leads to tournament", "table": "leads to the table", "scores_turned": "scores"}
LIKE_OTHERS |= {"tournament_round_lists": "tournament_lists", "read_sheet": "session_sheet", "sheet_start": "details"}
"""Pages that look like another one, with its name."""


def names_of_pages(patterns: list[Any]) -> Iterator[str]:
    """Return the names of all addresses except the panel's, which are mostly Django's own, and files."""
    for one in patterns:
        if not isinstance(one, URLPattern):
            yield from [] if getattr(one, "app_name", None) == "admin" else names_of_pages(one.url_patterns)
        elif one.name and not one.name.endswith(("_pdf", "_image", "_picture")):
            yield one.name


def name_of(scene: Scene) -> str:
    try:
        return resolve(scene.path.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


@pytest.fixture
def data() -> SampleData:
    return build(hands=300)


def test_every_page_has_a_screenshot_and_every_scene_can_be_set_up(data: SampleData) -> None:
    cookies, all_scenes = cookies_of(data), scenes(data)
    statuses = {}
    for scene in all_scenes:
        client = Client()
        client.cookies.load(cookies.get(scene.who, {}))
        statuses[scene.name] = client.get(scene.path).status_code
    assert len(statuses) == len(all_scenes), "two scenes of one name"
    assert {name for name, status in statuses.items() if status != 200} == REFUSED
    assert statuses == {scene.name: scene.status for scene in all_scenes}
    photographed = {name_of(scene) for scene in all_scenes}
    assert set(names_of_pages(get_resolver().url_patterns)) - photographed == WRITES | PARTS | BESIDE | FIRST | set(
        LIKE_OTHERS
    )


def test_impossible_hands_are_complete_and_refused_as_impossible(data: SampleData) -> None:
    client = Client()
    client.cookies.load(cookies_of(data)["kitchen"])
    for slug, taps in IMPOSSIBLE.items():
        session = data.session(f"{slug}-begun")
        sent = {**dict(taps), "revision": session.revision, "token": f"{slug}-cannot-be"}
        response = client.post(reverse("record", args=[session.public_id]), sent)
        assert response.status_code == 422
        assert (response.context["missing"], response.context["form"].general_error) == ("", None)


@pytest.mark.django_db(transaction=True)
def test_an_error_page_is_photographed_only_where_the_scene_expects_it(
    browser: Browser, live_server: LiveServer, tmp_path: Path
) -> None:
    camera, look = (
        Camera(browser, live_server.url, {}),
        SceneView(screen=SCREENS["phone"], scheme="light", language="en"),
    )
    scene, file = Scene(name="nowhere", path="/nowhere/", who="nobody"), tmp_path / "nowhere.png"
    assert camera.take(scene, look, file) == "/nowhere/ answers 404 instead of 200"
    assert not file.exists()
    assert camera.take(replace(scene, status=404), look, file) == ""
    assert file.exists()
