"""Every scene of `manage.py screenshots` can be reached as it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from scorekeeper.devtools.everything.club import Everything, everything
from scorekeeper.devtools.screenshots.camera import SCREENS, Camera, SceneView
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.devtools.screenshots.scenes import Scene, scenes, tables

pytestmark = pytest.mark.django_db

REFUSED = {"nowhere"}


@pytest.fixture
def rows() -> Everything:
    return everything()


def test_every_scene_has_a_name_of_its_own_and_can_be_opened(rows: Everything) -> None:
    cookies, all_scenes = cookies_of(rows), scenes(rows, tables(rows.kitchen))
    statuses = {}
    for scene in all_scenes:
        client = Client()
        client.cookies.load(cookies.get(scene.who, {}))
        statuses[scene.name] = client.get(scene.path).status_code
    assert len(statuses) == len(all_scenes), "two scenes of one name"
    assert {name for name, status in statuses.items() if status != 200} == REFUSED
    assert statuses == {scene.name: scene.status for scene in all_scenes}


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
