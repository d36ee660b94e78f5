"""A browser without scripts, for the tests of pages."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device
from tests.play.tables import Scorer, device

HTMX = {"HX-Request": "true"}
"""The header of a request that htmx sends."""


def browser(scorer: Scorer | None = None, *, name: str = "") -> Client:
    """Return the browser of this scorer, or a new one."""
    client = Client()
    client.cookies[DEVICE_COOKIE] = signed_device(scorer.access.device if scorer else name or device())
    return client


def watcher_of(session: Session) -> Client:
    """Return a browser with access to watch."""
    name = device()
    recording.join(session, device=name, role=Role.WATCHER)
    return browser(name=name)


def url(name: str, session: Session, number: int = 1) -> str:
    """Return the address of a page of a session; where a hand has one, of its hand `number`."""
    numbered = name in ("hand", "amend", "amend_preview", "void", "unvoid", "insert", "swap", "scores_turned")
    return reverse(name, args=[session.public_id, number] if numbered else [session.public_id])


def words_of(response: Any) -> str:
    """The text of a page with single spaces, without its head."""
    page = response.content.decode()
    body = page[page.find("<body") :] if "<body" in page else page
    body = re.sub("</?bdi>", "", body)  # within a sentence
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


class Form(HTMLParser):
    """The fields of a page's form as a browser would post them, without those of the footer."""

    def __init__(self, response: Any, action: str = "") -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons: list[dict[str, str]] = []
        self.inside = self.dormant = False
        self.action = action
        self.apart: dict[str, dict[str, str]] = {}
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.dormant = self.dormant or tag == "template"
        if self.dormant:
            return
        if tag == "form":
            self.inside = given.get("id") != "languages" and self.action in (given.get("action") or "")
            self.fields |= self.apart.get(given.get("id") or "", {}) if self.inside else {}
        elif tag == "input" and given.get("form"):  # which precedes its form
            self.apart.setdefault(str(given["form"]), {})[str(given["name"])] = given.get("value") or ""
        elif self.inside and tag == "input" and given.get("name"):
            chosen = given.get("type") not in ("radio", "checkbox", "file") or "checked" in given
            if chosen and given["name"] != "csrfmiddlewaretoken":
                self.fields[str(given["name"])] = given.get("value") or ""

        elif self.inside and tag == "button" and given.get("name"):
            self.buttons.append({str(given["name"]): given.get("value") or ""})

    @property
    def taps(self) -> list[dict[str, str]]:
        """What each button with a name would post."""
        return [self.fields | button for button in self.buttons]

    def handle_endtag(self, tag: str) -> None:
        self.dormant = self.dormant and tag != "template"
        if tag == "form":
            self.inside = False
