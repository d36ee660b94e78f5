"""The weight of pages over the wire, at the first view and later, and of what htmx fetches at a table.

The pages are those that `manage.py screenshots` photographs, before any action. Most of the panel is Django's own, with
its scripts and stylesheets, so it is weighed without an aim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie

from django.urls import reverse

from scorekeeper.devtools.bench.browser import Application, BenchAnswer, Browser, files_of, form_of
from scorekeeper.devtools.bench.measurements import new_device, ordinary_hand
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.everything.club import everything
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.devtools.screenshots.scenes import Scene, Who, scenes, tables

FIRST_VIEW = 60_000
"""The aim: bytes of the first view of any page, with all its files."""
PANEL = "panel"


@dataclass(frozen=True)
class Weight:
    """Bytes of a page with all its files (None for a fragment), and of what is fetched again at later views."""

    name: str
    first: int | None
    after: int

    @property
    def aim(self) -> int | None:
        return None if self.first is None or self.name.startswith(PANEL) else FIRST_VIEW


def first_views(application: Application, _hands: int) -> Iterator[Weight]:
    """Weigh each page for each of its viewers."""
    rows = everything()
    cookies = cookies_of(rows)
    scenes_by_view = dict[tuple[str, Who], Scene]()
    for scene in scenes(rows, tables(rows.kitchen)):
        scenes_by_view.setdefault((scene.path, scene.who), scene)
    for scene in scenes_by_view.values():
        browser = Browser(application, "", refusals=True)
        browser.cookies = SimpleCookie(cookies.get(scene.who, {}))
        yield _first_view(browser, scene.name, scene.path)


def _first_view(browser: Browser, name: str, path: str) -> Weight:
    """Weigh a page as a browser without a cache loads it, with its files and those that they load."""
    page = browser.get(path)
    files: dict[str, BenchAnswer] = {}
    pending = files_of(page.text, path)
    while pending:
        address = pending.pop()
        files[address] = browser.get(address)
        if address.endswith(".css"):
            pending |= files_of(files[address].text, address) - files.keys()
    again = [file for file in files.values() if "immutable" not in file.headers_by_name.get("cache-control", "")]
    return Weight(
        name,
        page.size + sum(file.size for file in files.values()),
        page.size + sum(file.size for file in again),
    )


def fragments(application: Application) -> Iterator[Weight]:
    """Weigh what htmx fetches at a table of fifty hands: a preview, and the table after another hand."""
    browser = Browser(application, device := new_device())
    session = table_with(50, device)
    for name, verb in (("a preview, by htmx", "preview"), ("a hand recorded, by htmx", "record")):
        page = browser.get(reverse("session", args=[session.public_id]))
        values = form_of(page.text, "outcome") | ordinary_hand(1)
        answer = browser.ready("POST", reverse(verb, args=[session.public_id]), values, htmx=True)()
        yield Weight(name, None, answer.size)
