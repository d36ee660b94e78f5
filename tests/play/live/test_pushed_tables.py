"""What the page of a second scorer receives after a hand: the table that it would fetch, or a notice to fetch it."""

from __future__ import annotations

import re
from collections.abc import Callable
from http.cookies import SimpleCookie

import pytest
from django.utils import timezone

from scorekeeper.play.ledger.notations import COOKIE as COUNTERS
from scorekeeper.play.ledger.notations import IN_COUNTERS
from scorekeeper.play.models import Access, Role, Session
from tests.play.browsers import HTMX
from tests.play.live_pages import in_the_pages, run_in_event_loop
from tests.play.second_scorer import SecondScorer, sent_to, without_tokens
from tests.play.tables import PASSED, Scorer, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scorer() -> Scorer:
    """A table with one hand, at revision 1."""
    scorer = Scorer()
    scorer.record()
    return scorer


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
