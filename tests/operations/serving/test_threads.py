"""Every kind of request has its share of the threads, and nobody who is slow holds one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import MD5PasswordHasher
from django.urls import get_resolver

from scorekeeper import asgi
from scorekeeper.accounts.urls import takes_password
from scorekeeper.database import locks
from scorekeeper.operations.serving import threads as turns
from scorekeeper.operations.serving.request_bodies import LARGE, PHOTOS
from scorekeeper.operations.serving.threads import IN_MEMORY
from scorekeeper.web.connections import OWN_FILES
from tests.play.live_pages import PATIENCE, cookie_of, run_in_event_loop, until
from tests.play.tables import Scorer
from tests.web.page_threads import addresses, got

CSRF = "c" * 32


async def asked(
    path: str, *, form: bytes = b"", goes_on: asyncio.Event | None = None, address: str = "", cookies: str = ""
) -> list[Any]:
    """Return the messages of an answer, which this client reads when it `goes_on`."""
    messages: list[Any] = []
    headers = {
        "host": "localhost",
        "cookie": f"csrftoken={CSRF}; {cookies}",
        "content-length": str(len(form)),
        "content-type": "application/x-www-form-urlencoded",
    }
    scope = {
        "type": "http",
        "method": "POST" if form else "GET",
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (address, 1) if address else None,
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": form, "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)
        if goes_on:
            await goes_on.wait()

    await asgi.application(scope, receive, send)
    return messages


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[str], Event]]:
    """A password hash that begins, and then waits until it may continue."""
    begun, released = list[str](), Event()
    encode = MD5PasswordHasher.encode

    def encoded(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        begun.append(password)
        assert released.wait(PATIENCE)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encoded)
    try:
        yield begun, released
    finally:
        released.set()


@pytest.mark.django_db(transaction=True)
def test_pages_are_shown_and_hands_recorded_while_twenty_passwords_are_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scorer = Scorer()
    get_user_model().objects.create_user("marion", password="spades and clubs", is_staff=True)
    form = f"csrfmiddlewaretoken={CSRF}&username=marion&password=wrong".encode()

    async def scenario() -> None:
        with held(monkeypatch) as (begun, released):
            async with asyncio.timeout(PATIENCE):
                signing_in = [asyncio.create_task(asked("/admin/login/", form=form)) for _time in range(20)]
                await until(lambda: bool(begun))
                hand = asyncio.get_running_loop().run_in_executor(asgi.pools["writes"], scorer.record)
                await hand
                status, page = await got(scorer, f"/s/{scorer.session.public_id}/")
                assert (status, b"198" in page) == (200, True)
                assert not any(request.done() for request in signing_in)
                assert len(begun) == 1
                released.set()
                assert {answer[0]["status"] for answer in await asyncio.gather(*signing_in)} == {200}
                assert begun == ["wrong"] * 20

    run_in_event_loop(scenario)


@pytest.mark.parametrize(
    "other",
    [{"address": "192.0.2.9"}, {"address": "192.0.2.7", "cookies": cookie_of("a" * 32)}],
    ids=["another address", "a known phone at the same address"],
)
@pytest.mark.parametrize("form", [b"", b"x"], ids=["reads", "writes"])
def test_sixty_requests_of_one_client_leave_a_thread_to_others(
    monkeypatch: pytest.MonkeyPatch, other: Any, form: bytes
) -> None:
    released, begun = Event(), list[str]()

    def application(environ: Any, start_response: Any) -> Any:
        if environ["PATH_INFO"] == "/s/Ab12/ledger/":
            begun.append(environ["REMOTE_ADDR"])
            assert released.wait(PATIENCE)
        start_response("200 OK", [])
        return FakeResponse()

    monkeypatch.setattr(asgi, "django", application)

    async def scenario() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                long = partial(asked, "/s/Ab12/ledger/", form=form, address="192.0.2.7")
                reloading = [asyncio.create_task(long()) for _time in range(60)]
                await until(lambda: bool(begun))
                assert (await asked("/", form=form, **other))[0]["status"] == 200
                assert not any(task.done() for task in reloading)
                released.set()
                await asyncio.gather(*reloading)
                assert len(begun) == 60
        finally:
            released.set()

    run_in_event_loop(scenario)
    assert not turns._turns


def test_a_client_that_reads_slowly_holds_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [b"x" * IN_MEMORY, b"y"]

    def large(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Type", "text/csv")])
        return FakeResponse(pieces)

    monkeypatch.setattr(asgi, "django", large)

    async def scenario() -> None:
        goes_on, slow = asyncio.Event(), list[asyncio.Task[Any]]()
        async with asyncio.timeout(PATIENCE):
            for _client in range(2 * asgi.THREADS["long"]):
                slow.append(asyncio.create_task(asked("/admin/spreadsheets/download/", goes_on=goes_on)))
            assert sizes(await asked("/admin/spreadsheets/download/")) == [0, IN_MEMORY, 1]
            assert not any(task.done() for task in slow)
            goes_on.set()
            assert [sizes(await task) for task in slow] == [[0, IN_MEMORY, 1]] * len(slow)

    run_in_event_loop(scenario)


@pytest.mark.parametrize(("path", "is_limited"), [("/", True), ("/sheet/", False), ("/club/sign-in/", False)])
def test_the_time_that_a_photo_takes_leaves_as_much_for_storing_it(
    monkeypatch: pytest.MonkeyPatch, path: str, *, is_limited: bool
) -> None:
    left = []

    def application(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [])
        left.append(locks.time_left(usual=99))
        return FakeResponse()

    monkeypatch.setattr(locks, "PATIENCE", 0)
    monkeypatch.setattr(asgi, "django", application)

    async def scenario() -> None:
        await asked(path, form=b"form")

    run_in_event_loop(scenario)
    assert left == [locks.QUICK if is_limited else 99]


def sizes(messages: list[Any]) -> list[int]:
    return [len(message.get("body", b"")) for message in messages]


class FakeResponse(list[bytes]):
    """The body of a response."""

    def close(self) -> None:
        pass


def kind_of(method: str, path: str) -> str:
    return asgi.kind_of({"method": method, "path": path})


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/", "reads"),
        ("HEAD", "/s/Ab12/", "reads"),
        ("POST", "/s/Ab12/record/", "writes"),
        ("GET", "/s/Ab12/print/sheet.pdf", "long"),
        ("GET", "/s/Ab12/sheet/7.jpg", "long"),
        ("GET", "/admin/clubs/club/7/export/file.club", "long"),
        ("POST", "/admin/clubs/club/import/", "long"),
        ("GET", "/admin/spreadsheets/download/", "long"),
        ("POST", "/admin/spreadsheets/import/", "long"),
        ("POST", "/club/evenings/Ab12/draw/", "long"),
        ("POST", "/club/evenings/Ab12/rounds/1/draw/", "long"),
        ("POST", "/club/evenings/Ab12/tournament/rounds/", "long"),
        ("POST", "/club/evenings/Ab12/rounds/1/", "writes"),
        ("GET", "/sheet/", "reads"),
        ("POST", "/sheet/", "photos"),
        ("GET", "/club/sign-in/", "reads"),
        ("POST", "/club/sign-in/", "passwords"),
        ("POST", "/admin/login/", "passwords"),
    ],
)
def test_a_request_runs_in_the_threads_of_its_kind(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


def test_exactly_these_addresses_take_passwords() -> None:
    assert {address for address, _view in addresses(get_resolver()) if takes_password(address)} == {
        "/admin/login/",
        "/admin/password_change/",
        "/admin/second-factor/",
        "/club/me/password/",
        "/club/set-password/<secret:uidb64>/<secret:token>/",
        "/club/sign-in/",
    }


def test_own_files_are_enough_for_the_databases_of_all_threads_and_for_all_bodies() -> None:
    threads = sum(asgi.THREADS.values()) + 3  # health checks, event streams, the main thread
    assert 3 * threads + LARGE + PHOTOS + 16 <= OWN_FILES
