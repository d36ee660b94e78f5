"""The club in which everything occurs leaves nothing out, and every scene of `manage.py screenshots` can be reached."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.apps import apps
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from scorekeeper.devtools.everything.addresses import pages
from scorekeeper.devtools.everything.club import everything
from scorekeeper.devtools.screenshots.camera import SCREENS, Camera, SceneView
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.devtools.screenshots.scenes import Scene, scenes, tables

pytestmark = pytest.mark.django_db

REFUSED = {"nowhere"}
WITHOUT_ROWS = {
    *("auth.Group", "admin.LogEntry", "sessions.Session"),  # Django's own
    "reading.PhotographedPage",  # is thrown away when its hands are recorded
    "welcome.FirstAnswer",  # the club is not marked as a demo
}


def test_every_table_has_a_row_and_every_scene_can_be_opened() -> None:
    """Except those that only open a page: the walk over every page does that."""
    rows = everything()
    assert {model._meta.label for model in apps.get_models() if not model._base_manager.exists()} == WITHOUT_ROWS
    at_home, cookies = tables(rows.kitchen), cookies_of(rows)
    all_scenes = scenes(rows, at_home)
    assert len({scene.name for scene in all_scenes}) == len(all_scenes), "two scenes of one name"
    walked = {*pages(rows, of_the_panel=False).values(), *pages(rows, of_the_panel=True).values()}
    statuses = {}
    for scene in {(scene.who, scene.path): scene for scene in all_scenes}.values():
        if scene.path not in walked:
            client = Client()
            client.cookies.load(cookies.get(scene.who, {}))
            statuses[scene.name] = client.get(scene.path).status_code, scene.status
    assert {name for name, (status, _expected) in statuses.items() if status != 200} == REFUSED
    assert [name for name, (status, expected) in statuses.items() if status != expected] == []


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
