"""Printing has its own thread: while much is printed, hands are recorded and pages are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from django.db import connections
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from scorekeeper import asgi
from scorekeeper.printing.typesetting import typesetter
from scorekeeper.printing.urls import is_printed
from tests.play.live_pages import PATIENCE, cookie_of, in_the_pages, run_in_event_loop, until
from tests.play.tables import Scorer


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """A typesetter that has begun, and then waits until it may continue."""
    begun, released = Event(), Event()
    printed = typesetter.pdf

    def pdf(order: typesetter.Order) -> bytes:
        begun.set()
        assert released.wait(PATIENCE)
        return printed(order)

    monkeypatch.setattr(typesetter, "pdf", pdf)
    yield begun, released
    asgi.printing.submit(connections.close_all).result()


async def got(scorer: Scorer, path: str) -> tuple[int, bytes]:
    """Return the status and the body of a page as the server answers it."""
    messages: list[Any] = []
    headers = {"host": "localhost", "cookie": cookie_of(scorer.access.device), "accept-language": "en"}
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    await asgi.application(scope, receive, send)
    return messages[0]["status"], messages[1]["body"]


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_recorded_and_a_page_shown_while_typesetting_runs(held: tuple[Event, Event]) -> None:
    scorer, (begun, released) = Scorer(), held
    scorer.record()
    table = f"/s/{scorer.session.public_id}/"

    async def scenario() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                printing = asyncio.create_task(got(scorer, f"{table}print/sheet.pdf"))
                await until(begun.is_set)
                await in_the_pages(scorer.record)
                status, page = await got(scorer, table)
                assert (status, b"396" in page) == (200, True)  # 2 × 198
                assert not printing.done()
                released.set()
                status, document = await printing
                assert (status, document[:4]) == (200, b"%PDF")
        finally:
            released.set()

    run_in_event_loop(scenario)


def addresses(found: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Return every address that is not a regular expression, with its arguments as in the route."""
    for one in found.url_patterns:
        if isinstance(one.pattern, RoutePattern):
            address = before + str(one.pattern)
            if isinstance(one, URLResolver):
                yield from addresses(one, address)
            else:
                yield address.replace("<int:number>", "1"), one


def test_exactly_the_printing_views_run_in_the_typesetting_thread() -> None:
    found = dict(addresses(get_resolver()))
    printed = {address for address, one in found.items() if "output" in one.default_args}
    assert {"/s/<secret:public_id>/print/sheet.pdf", "/admin/evenings/evening/print/1.svg"} < printed
    pictures = {"/s/<secret:public_id>/result.png", "/watch/<secret:token>/result.png"}
    assert {address for address in found if is_printed(address)} == printed | pictures
