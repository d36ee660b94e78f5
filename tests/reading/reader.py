"""A session whose sheet was photographed, and a browser on its typing page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

from scorekeeper.reading import kept_pages
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE, PASSED, Scorer, fresh
from tests.reading.pages import CODE, pages_of

PRISE = {"call": "prise", "taker": 1, "bouts": 2, "points": 44}
"""Bruno makes a prise by 3: 28 from each of the three others."""
THREE: tuple[Mapping[str, Any], ...] = (GARDE, PRISE, PASSED)


class Reader:
    """A browser without scripts on the typing page of a session whose sheet was photographed."""

    def __init__(self, *hands: Mapping[str, Any], scorer: Scorer | None = None) -> None:
        self.scorer = scorer or Scorer()
        self.client = browser(self.scorer)
        self.here = f"/s/{self.scorer.session.public_id}/type/"
        if hands:
            keep(self.scorer, hands)

    def look(self) -> str:
        self.page: Any = self.client.get(self.here)
        return words_of(self.page)

    @property
    def fields(self) -> dict[str, str]:
        return Form(self.page, "/type/sheet/").fields

    def button(self, name: str, words: str) -> dict[str, str]:
        """Return what the button with these words sends."""
        found = re.findall(rf'name="{name}"\s+value="([^"]+)">(.*?)</button>', self.page.content.decode(), re.DOTALL)
        return next({name: unescape(value)} for value, label in found if words in " ".join(unescape(label).split()))

    def send(self, **changes: str) -> Any:
        """Press the button that records the rows, or the one that sends `changes` as well."""
        return self.client.post(f"{self.here}sheet/", {**self.fields, **changes})

    def record(self, **changes: str) -> str:
        """Record the rows; return what the page then says."""
        response = self.send(**changes)
        assert response.status_code == 302, words_of(response)
        self.page = self.client.get(response.headers["Location"].partition("#")[0])
        return words_of(self.page)

    def type(self, line: str) -> Any:
        form = {**Form(self.page, "/type/").fields, "line": line}
        return self.client.post(self.here, form)

    @property
    def calls(self) -> list[str]:
        return [hand.raw["call"] for hand in fresh(self.scorer.session).hands]


def keep(scorer: Scorer, hands: Sequence[Mapping[str, Any]], change: Mapping[int, Any] | None = None) -> None:
    """Photograph the session's sheet with these hands on it; `change` changes the look of some rows, counted from 1."""
    (page,) = pages_of(replace(CODE, session=scorer.session.public_id), hands)
    rows = [change[number](row) if change and number in change else row for number, row in enumerate(page.seen.rows, 1)]
    seen = replace(page.seen, rows=tuple(rows))
    kept_pages.keep([replace(page, seen=seen)], device=scorer.access.device, club=None, session=scorer.session)


def reader_of(hands: Sequence[Mapping[str, Any]], change: Mapping[int, Any]) -> Reader:
    reader = Reader()
    keep(reader.scorer, hands, change)
    return reader


def other_sheet(reader: Reader, *hands: Mapping[str, Any]) -> None:
    """Let another phone photograph another sheet, which takes the place of the one before."""
    pages = pages_of(replace(CODE, rows=10), hands)
    kept_pages.keep(pages, device="1" * 32, club=None, session=reader.scorer.session)


def say_done(reader: Reader, row: int) -> Any:
    """Say that the rows up to this one are done, with the form of the page."""
    fields = Form(reader.page, "/sheet/done/").fields
    return reader.client.post(f"{reader.here}sheet/done/", {**fields, "done": str(row)})
