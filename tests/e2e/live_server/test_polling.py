"""A page without an event stream polls, and returns to the stream when it is available again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import PASSED, Scribe
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)

POLL, RETRY = 4_000, 40_000
"""Milliseconds between two polls, and until a stream is tried again."""
NEVER_AGAIN = "window.setInterval = () => 0"


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    """A server that allows one event stream for each address."""
    with Server(STREAMS_UNDER_TEST="1") as server:
        yield server


@pytest.fixture
def scribe(transactional_db: None) -> Scribe:
    scribe = Scribe()
    scribe.record()
    return scribe


def shows_hands(page: Page, *numbers: str) -> None:
    expect(page.locator(".ledger .number")).to_have_text(list(numbers))


def sits_down(phone: Phone, scribe: Scribe) -> int:
    """The status of the stream that the page requests."""
    with phone.page.expect_response("**/live/**") as stream:
        phone.sit_down(scribe.session)
    return stream.value.status


def is_stream(answer: Response) -> bool:
    return "/live/" in answer.url and answer.status == 200


def ask(page: Page) -> None:
    """Advance the time until the page has polled again and has its answer, or polls no more because it has a stream."""
    with page.expect_response(lambda answer: "revision=" in answer.url or is_stream(answer)) as asked:
        page.clock.run_for(POLL)
    if not is_stream(asked.value):
        asked.value.finished()


@pytest.mark.usefixtures("bad_wifi")
def test_a_page_without_a_stream_asks_and_gets_one_when_there_is_room(phones: Phones, scribe: Scribe) -> None:
    anne, wall = phones(scribe), phones(scribe)
    assert sits_down(wall, scribe) == 200
    page = anne.page
    page.clock.install()
    assert sits_down(anne, scribe) == 429
    scribe.record(PASSED)  # elsewhere, so the server doesn't learn of it
    ask(page)
    shows_hands(page, "2", "1")
    wall.page.close()
    streams: list[Response] = []
    page.on("response", lambda answer: streams.append(answer) if is_stream(answer) else None)
    for _time in range(2 * RETRY // POLL + 2):  # twice: the server may not have noticed yet that one is gone
        if not streams:
            ask(page)
    assert streams
    expect(page.locator("#connection-status")).to_be_empty()


def test_it_asks_at_once_and_does_not_say_that_it_is_not_connected(phones: Phones, scribe: Scribe) -> None:
    anne, wall = phones(scribe), phones(scribe)
    assert sits_down(wall, scribe) == 200
    anne.page.add_init_script(NEVER_AGAIN)
    with anne.page.expect_response("**/?revision=*") as asked:
        assert sits_down(anne, scribe) == 429
    assert asked.value.status == 204
    expect(anne.page.locator("#connection-status")).to_be_empty()
