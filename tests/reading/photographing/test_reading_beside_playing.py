"""Photos of sheets are read in a thread of their own, a few at a time: hands and pages don't wait for them."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest
from django.urls import get_resolver

from scorekeeper import asgi
from scorekeeper.operations.serving import request_bodies
from scorekeeper.operations.serving.request_bodies import PHOTOS_OF_ADDRESS, PHOTOS_OF_BROWSER
from scorekeeper.reading import uploads
from scorekeeper.reading.uploads import Upload
from scorekeeper.reading.urls import is_row_picture, takes_photos
from tests.asgi_requests import AsgiRequest, piece
from tests.play.live_pages import PATIENCE, cookie_of, in_the_pages, run_in_event_loop, until
from tests.play.tables import Scorer
from tests.web.page_threads import addresses, got

pytestmark = pytest.mark.django_db(transaction=True)

CSRF = "c" * 32
BODY = (
    b'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n%s\r\n'
    b'--x\r\nContent-Disposition: form-data; name="photos"; filename="sheet.jpg"\r\n\r\n...\r\n--x--\r\n'
) % CSRF.encode()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """A reader that has begun, and then waits until it may continue."""
    begun, released = Event(), Event()

    def read(*_arguments: object) -> Upload:
        begun.set()
        assert released.wait(PATIENCE)
        return Upload(problems=["This picture has been looked at."])

    monkeypatch.setattr(uploads, "read", read)
    return begun, released


async def sent(scorer: Scorer | None) -> tuple[int, bytes]:
    """Return the response to a photo; without a scorer, from a new phone."""
    messages: list[Any] = []
    headers = {
        "host": "localhost",
        "cookie": "; ".join([*([cookie_of(scorer.access.device)] if scorer else []), f"csrftoken={CSRF}"]),
        "content-type": "multipart/form-data; boundary=x",
        "content-length": str(len(BODY)),
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/sheet/",
        "query_string": b"",
        "http_version": "1.1",
        "client": ("192.0.2.7", 4711),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": BODY, "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    await asgi.application(scope, receive, send)
    return messages[0]["status"], messages[1]["body"]


def test_a_hand_is_recorded_and_a_page_shown_while_a_photo_is_read(held: tuple[Event, Event]) -> None:
    scorer, (begun, released) = Scorer(), held
    scorer.record()

    async def scenario() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                reading = asyncio.create_task(sent(scorer))
                await until(begun.is_set)
                await in_the_pages(scorer.record)
                status, page = await got(scorer, f"/s/{scorer.session.public_id}/")
                assert (status, b"396" in page) == (200, True)  # 2 × 198
                assert not reading.done()
                released.set()
                status, page = await reading
                assert (status, b"This picture has been looked at." in page) == (422, True)
        finally:
            released.set()

    run_in_event_loop(scenario)
    assert request_bodies._photos.used == 0


def test_one_browser_cannot_occupy_the_reader(held: tuple[Event, Event]) -> None:
    scorer, other, (begun, released) = Scorer(), Scorer(), held

    async def scenario() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                reading = [asyncio.create_task(sent(scorer)) for _time in range(PHOTOS_OF_BROWSER)]
                await until(lambda: begun.is_set() and request_bodies._photos.used == PHOTOS_OF_BROWSER)
                status, page = await sent(scorer)
                assert (status, b"Try again in 5 seconds." in page) == (429, True)
                reading.append(asyncio.create_task(sent(other)))
                await until(lambda: request_bodies._photos.used == PHOTOS_OF_BROWSER + 1)
                released.set()
                assert [status for status, _page in await asyncio.gather(*reading)] == [422] * len(reading)
        finally:
            released.set()

    run_in_event_loop(scenario)
    assert request_bodies._photos.used == 0


def test_new_phones_are_not_taken_for_one_another(held: tuple[Event, Event]) -> None:
    _begun, released = held

    async def scenario() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                reading = [asyncio.create_task(sent(None)) for _phone in range(PHOTOS_OF_ADDRESS)]
                await until(lambda: request_bodies._photos.used == PHOTOS_OF_ADDRESS)
                assert (await sent(None))[0] == 429
                released.set()
                assert [status for status, _page in await asyncio.gather(*reading)] == [422] * len(reading)
        finally:
            released.set()

    run_in_event_loop(scenario)
    assert request_bodies._photos.used == 0


def test_photos_may_be_larger_than_forms_and_are_checked_before_they_are_read() -> None:
    def sent_with(size: int) -> AsgiRequest:
        messages = [piece(b"x" * (size - 1), more=True), piece(b"x")]
        return AsgiRequest(*messages, method="POST", address="/sheet/")

    fine, too_large = sent_with(32 * 1024 * 1024), sent_with(33 * 1024 * 1024)
    assert (fine.status, fine.unread) == (403, 0)  # by Django, as it came without the form's token
    assert (too_large.status, too_large.unread) == (413, 2)
    assert "This is larger than the server accepts." in too_large.body.decode()


def test_exactly_these_addresses_take_photos_and_show_rows() -> None:
    found = [address for address, _pattern in addresses(get_resolver())]
    assert {address for address in found if takes_photos(address)} == {"/sheet/", "/s/<secret:public_id>/sheet/"}
    assert [address for address in found if is_row_picture(address)] == ["/s/<secret:public_id>/sheet/1.jpg"]
