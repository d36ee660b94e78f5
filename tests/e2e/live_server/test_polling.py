"""A page without an event stream polls, and returns to the stream when it is available again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import PASSED, Scorer
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)

POLL, RETRY = 4_000, 40_000
"""Milliseconds between two polls, and until a stream is tried again."""
NEVER_AGAIN = "window.setInterval = () => 0"


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Server]:
    """A server that allows one event stream for each address."""
    with Server(STREAMS_UNDER_TEST="1") as server:
        yield server


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    scorer = Scorer()
    scorer.record()
    return scorer


def shows_hands(page: Page, *numbers: str) -> None:
    expect(page.locator(".ledger .number")).to_have_text(list(numbers))


def sits_down(phone: Phone, scorer: Scorer) -> int:
    """The status of the stream that the page requests."""
    with phone.page.expect_response("**/live/**") as stream:
        phone.sit_down(scorer.session)
    return stream.value.status


def is_stream(response: Response) -> bool:
    return "/live/" in response.url and response.status == 200


def ask(page: Page) -> None:
    """Advance the time until the page has polled again and has its answer, or polls no more because it has a stream."""
    with page.expect_response(lambda response: "since=" in response.url or is_stream(response)) as response_info:
        page.clock.run_for(POLL)
    if not is_stream(response_info.value):
        response_info.value.finished()


@pytest.mark.usefixtures("bad_wifi")
def test_a_page_without_a_stream_polls_until_there_is_room_for_one(phones: Phones, scorer: Scorer) -> None:
    anne, wall = phones(scorer), phones(scorer)
    assert sits_down(wall, scorer) == 200
    page = anne.page
    page.clock.install()
    assert sits_down(anne, scorer) == 429
    scorer.record(PASSED)  # elsewhere, so the server doesn't learn of it
    ask(page)
    shows_hands(page, "2", "1")
    wall.page.close()
    streams: list[Response] = []
    page.on("response", lambda response: streams.append(response) if is_stream(response) else None)
    for _time in range(2 * RETRY // POLL + 2):  # twice: the server may not have noticed yet that one is gone
        if not streams:
            ask(page)
    assert streams
    expect(page.locator("#connection-status")).to_be_empty()


def test_it_polls_at_once_and_shows_no_connection_warning(phones: Phones, scorer: Scorer) -> None:
    anne, wall = phones(scorer), phones(scorer)
    assert sits_down(wall, scorer) == 200
    anne.page.add_init_script(NEVER_AGAIN)
    with anne.page.expect_response("**/?since=*") as response_info:
        assert sits_down(anne, scorer) == 429
    assert response_info.value.status == 204
    expect(anne.page.locator("#connection-status")).to_be_empty()
