"""Somebody else who records at a table, and what that browser is sent."""

from __future__ import annotations

import re

from django.test import Client

from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import ports, services
from scorekeeper.play.views import shared_table
from tests.play.browsers import HTMX, browser
from tests.play.live_pages import Page
from tests.play.tables import device

OF_ONE_PAGE = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=name="token" value=")[-\w]+?(?=(?:-undo)?")')
"""The tokens in the forms of a page."""


class SecondScorer:
    """Somebody else who records at a table: the browser, whose CSRF cookie comes with the page, and its stream."""

    def __init__(self, session: Session, label: str = "Bruno", **cookies: str) -> None:
        name = device()
        self.access = services.join(session, device=name, role=Role.SCORER, label=label)
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies = browser(name=name).cookies
        self.client.cookies.load(cookies)
        self.address = f"/s/{session.public_id}/"
        self.client.get(self.address)

    def listening(self, revision: int = 1, language: str = "en") -> Page:
        cookies = "; ".join(f"{name}={one.coded_value}" for name, one in self.client.cookies.items())
        query = f"t={self.access.session.public_id}.{revision}&push"
        return Page(query, cookies, headers={"accept-language": language})

    def fetched(self, language: str) -> str:
        answer = self.client.get(self.address, {"since": 1}, headers={**HTMX, "accept-language": language})
        return answer.content.decode()


def sent_to(page: Page) -> str:
    """Return the table that a page was sent."""
    return "\n".join(re.findall(r"^data: (.*)$", page.body.partition("event: table\n")[2], re.MULTILINE))


def rendered(access: Access, *, updates: str = "") -> str:
    """Return the table of a browser, as it is shared with others that get the same."""
    session = access.session
    session.refresh_from_db()
    notation = notations.of_session(session, in_counters=False)
    rows_wait = ports.sheet_photos().rows_wait(session)
    return shared_table.rendered(access, ledgers.of(session), notation, rows_wait=rows_wait, updates=updates)


def without_tokens(text: str) -> list[str]:
    """Return the lines of a table, as an event has them, with the tokens of its page left out."""
    return [line.strip() for line in OF_ONE_PAGE.sub("", text).splitlines() if line.strip()]
