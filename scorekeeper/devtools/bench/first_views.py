"""The weight of the first view of every page that `manage.py screenshots` photographs, before any action.

Most of the panel is Django's own, with its scripts and stylesheets, so it is weighed without an aim.
"""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie

from scorekeeper.devtools.bench.browser import Application, Browser
from scorekeeper.devtools.bench.weights import FIRST_VIEW, Weight, first_view
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.devtools.screenshots.sample_data import build
from scorekeeper.devtools.screenshots.scenes import Scene, Who, scenes

PANEL = "panel"


def first_views(application: Application, hands: int) -> Iterator[tuple[Weight, int | None]]:
    """Weigh each page for each of its viewers, with its aim if it has one, in a club with that many hands."""
    data = build(hands)
    cookies = cookies_of(data)
    seen = dict[tuple[str, Who], Scene]()
    for scene in scenes(data):
        seen.setdefault((scene.path, scene.who), scene)
    for scene in seen.values():
        browser = Browser(application, "", refusals=True)
        browser.cookies = SimpleCookie(cookies.get(scene.who, {}))
        yield first_view(browser, scene.name, scene.path), None if scene.name.startswith(PANEL) else FIRST_VIEW
