"""Paper as requested in a browser: the page, its link, and what is printed."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from scorekeeper.play.models import Session
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import ClubTournament
from tests.play.browsers import words_of
from tests.printing.printed import Printed


class PrintPage(HTMLParser):
    """A page with something to print."""

    def __init__(self, response: Any) -> None:
        super().__init__()
        self.status: int = response.status_code
        self.words = words_of(response)
        self.images: list[str] = []
        self.pdf = self.start = ""
        self.fields: dict[str, str] = {}
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "img":
            self.images.append(given["src"])
        elif tag == "a" and "sheet.pdf" in given["href"]:
            self.pdf = given["href"]
        elif tag == "a" and given["href"].startswith("/new/?"):
            self.start = given["href"]
        elif (
            tag == "input"
            and given.get("name")
            and (given.get("type") not in ("radio", "checkbox") or "checked" in given)
        ):
            self.fields[given["name"]] = given.get("value", "")


def print_page(client: Client, address: str, **params: Any) -> PrintPage:
    """Return the page, with its fields as a browser would send them."""
    return PrintPage(client.get(address, params))


def printed(client: Client, address: str, **params: Any) -> Printed:
    """Return what is printed by the link on the page."""
    page = print_page(client, address, **params)
    assert page.status == 200, page.words
    response = client.get(page.pdf)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return Printed(response.content)


def paper_of(session: Session) -> str:
    """Return the address of the page that prints a session; below, of an evening and of a tournament."""
    return reverse("print_session", args=[session.public_id])


def evening_paper(club_evening: ClubEvening) -> str:
    return reverse("print_evening", args=[club_evening.evening.public_id])


def tournament_paper(of: ClubTournament) -> str:
    return reverse("tournament_paper", args=[of.evening.public_id])
