"""What the page of a second scorer receives after a hand: the table that it would fetch, or a notice to fetch it."""

from __future__ import annotations

import re
from collections.abc import Callable
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.play.ledger.notations import COOKIE as COUNTERS
from scorekeeper.play.ledger.notations import IN_COUNTERS
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services
from tests.play.browsers import browser
from tests.play.live_pages import Page, in_the_pages, run_in_event_loop
from tests.play.tables import PASSED, Scorer, device, start

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}
OF_ONE_PAGE = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=name="token" value=")[-\w]+?(?=(?:-undo)?")')
"""The tokens in the forms of a page."""


@pytest.fixture
def scorer() -> Scorer:
    """A table with one hand, at revision 1."""
    scorer = Scorer()
    scorer.record()
    return scorer


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


def without_tokens(text: str) -> list[str]:
    """Return the lines of a table, as an event has them, with the tokens of its page left out."""
    return [line.strip() for line in OF_ONE_PAGE.sub("", text).splitlines() if line.strip()]


@pytest.mark.parametrize("label", ["Bruno", ""])
@pytest.mark.parametrize(("language", "notation"), [("en", ""), ("de", ""), ("fr", IN_COUNTERS)])
@pytest.mark.parametrize("table", [{}, {"game": "boston", "rules": "original"}], ids=["tarot", "boston"])
def test_a_scorer_is_sent_the_table_it_would_fetch(
    table: dict[str, str], language: str, notation: str, label: str
) -> None:
    scorer = Scorer(start(**table))
    scorer.record(PASSED)
    bruno = SecondScorer(scorer.session, label, **{COUNTERS: notation})

    async def scenario() -> None:
        page = await bruno.listening(language=language).open()
        await in_the_pages(scorer.record, PASSED)
        await page.hears(("table", 2))
        sent, fetched = sent_to(page), await in_the_pages(bruno.fetched, language)
        assert "recorded hand 2" in sent or language != "en"
        assert without_tokens(sent) == without_tokens(fetched)

    run_in_event_loop(scenario)


def test_the_form_that_was_sent_can_be_recorded(scorer: Scorer) -> None:
    bruno = SecondScorer(scorer.session)

    async def scenario() -> None:
        pages = [await bruno.listening().open() for _page in range(2)]
        await in_the_pages(scorer.record)
        forms = []
        for page in pages:
            await page.hears(("table", 2))
            sent = sent_to(page).partition('id="outcome"')[2]
            forms.append(dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', sent)[:3]))
        assert forms[0]["revision"] == "2"
        assert forms[0]["token"] != forms[1]["token"], "each form has a token of its own"
        answer = await in_the_pages(
            bruno.client.post, f"{bruno.address}record/", {**forms[0], "call": "passed"}, headers=HTMX
        )
        assert (answer.status_code, answer["X-Revision"]) == (200, "3")
        await pages[1].hears(("table", 2), ("changed", 3))  # the answer has the table: nothing more is sent

    run_in_event_loop(scenario)


def locked(scorer: Scorer, _bruno: Access) -> None:
    Session.objects.filter(pk=scorer.session.pk).update(locked_at=timezone.now())


def only_watches(_scorer: Scorer, bruno: Access) -> None:
    Access.objects.filter(pk=bruno.pk).update(role=Role.WATCHER)


@pytest.mark.parametrize("happened", [locked, only_watches])
def test_a_phone_that_may_no_longer_record_is_sent_no_form(scorer: Scorer, happened: Callable[..., None]) -> None:
    bruno = SecondScorer(scorer.session)

    def record_and_more() -> None:
        scorer.record()
        happened(scorer, bruno.access)

    async def scenario() -> None:
        page = await bruno.listening().open()
        await in_the_pages(record_and_more)  # the same thread then reads the update
        await page.hears(("changed", 2))

    run_in_event_loop(scenario)


def test_an_undone_hand_is_fetched(scorer: Scorer) -> None:
    bruno = SecondScorer(scorer.session)

    async def scenario() -> None:
        page = await bruno.listening().open()
        await in_the_pages(scorer.undo)
        await page.hears(("changed", 2))

    run_in_event_loop(scenario)


def test_a_page_that_missed_a_change_fetches_the_table(scorer: Scorer) -> None:
    bruno = SecondScorer(scorer.session)
    scorer.record()

    async def scenario() -> None:
        page = await bruno.listening(revision=0).open()
        await page.hears(("changed", 2))
        await in_the_pages(scorer.record)
        await page.hears(("changed", 2), ("table", 3))

    run_in_event_loop(scenario)


@pytest.mark.parametrize("csrf", [None, "malformed"])
def test_a_browser_whose_forms_would_be_refused_fetches_the_table(scorer: Scorer, csrf: str | None) -> None:
    bruno = SecondScorer(scorer.session)
    bruno.client.cookies.pop("csrftoken")
    bruno.client.cookies.update(SimpleCookie({"csrftoken": csrf} if csrf else {}))

    async def scenario() -> None:
        page = await bruno.listening().open()
        await in_the_pages(scorer.record)
        await page.hears(("changed", 2))

    run_in_event_loop(scenario)
