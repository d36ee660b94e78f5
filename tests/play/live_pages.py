"""Pages that listen, in the event loop of a test, on the event-stream application as the server calls it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from unittest.mock import patch

from asgiref.sync import sync_to_async
from django.db import connections

from scorekeeper.play import announcements, live, recording
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device
from tests.play.tables import device

PATIENCE = 60.0
"""Seconds to wait before a test fails: the machine may be busy."""
A_DAY = 24 * 3600.0
TURNS = 100
"""More turns of the loop than any chain of tasks takes."""

T = TypeVar("T")


class Page:
    """One page that listens. `takes` is whether the phone receives what is sent to it."""

    def __init__(self, query: str, cookie: str = "", **changes: Any) -> None:
        headers = {"host": "localhost", "accept-language": "en", **changes.pop("headers", {})}
        if cookie:
            headers["cookie"] = cookie
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": live.PATH,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            **changes,
        }
        self.messages: list[Any] = []
        self.gone, self.takes = asyncio.Event(), asyncio.Event()
        self.takes.set()

    async def open(self, *, is_heard: bool = True) -> Page:
        """Return when there is an answer and, for an event stream, when it has begun.

        Announcements already reach the process, unless none `is_heard` before the page asks for them.
        """
        if is_heard:
            live.hub()
            await announcements_arrive()
        self.task = asyncio.create_task(live.application(self.scope, self.receive, self.send))
        await until(lambda: len(self.messages) >= 2)
        return self

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.messages.append(message)
        await self.takes.wait()

    @property
    def status(self) -> int:
        status: int = self.messages[0]["status"]
        return status

    @property
    def body(self) -> str:
        return b"".join(message.get("body", b"") for message in self.messages[1:]).decode()

    @property
    def events(self) -> list[tuple[str, int | None]]:
        """Return what it was told, each with its revision."""
        found = re.findall(r"(?:^id: (\d+)\n)?^event: (\w+)$", self.body, re.MULTILINE)
        return [(name, int(revision) if revision else None) for revision, name in found]

    @property
    def over(self) -> bool:
        """Return whether the server has ended the stream."""
        return not self.messages[-1].get("more_body", False) and len(self.messages) > 1

    async def hears(self, *events: tuple[str, int | None]) -> None:
        """Check that it was told this, and nothing more."""
        await until(lambda: len(self.events) >= len(events))
        assert self.events == list(events)


def cookie_of(name: str) -> str:
    return f"{DEVICE_COOKIE}={signed_device(name)}"


def seated(session: Session, role: Role = Role.WATCHER) -> Access:
    """Let another browser join the table."""
    return recording.join(session, device=device(), role=role)


def listening(access: Access, revision: int | None = None, **changes: Any) -> Page:
    """A page of somebody at the table, which shows the latest revision or this one."""
    at = access.session.revision if revision is None else revision
    return Page(f"t={access.session.public_id}.{at}", cookie_of(access.device), **changes)


def run_in_event_loop(scenario: Callable[[], Coroutine[Any, Any, None]], beat: float = A_DAY) -> None:
    """Run a scenario in a new event loop; after a browser test, this thread has one already.

    Streams have a heartbeat only if `beat` says how often: on a busy machine, one could come amid what a test expects.
    """

    async def run_and_close() -> None:
        try:
            await scenario()
        finally:
            await sync_to_async(connections.close_all)()

    with patch.object(live, "BEAT", beat), ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run_and_close()).result()


def in_the_pages(action: Callable[..., T], *given: Any, **named: Any) -> Awaitable[T]:
    """Run an action in the thread that serves pages."""
    return sync_to_async(action)(*given, **named)


async def announcements_arrive() -> None:
    """Return once an announcement is heard.

    With PostgreSQL, nobody hears what is announced before the connection that listens is made: pages catch up, but a
    test that counts announcements would fail.
    """
    heard, sent = set[str](), 0

    def hear(topic: str) -> None:
        heard.add(topic)

    announcements.listen(hear)
    try:
        async with asyncio.timeout(PATIENCE):
            while not heard:
                sent += 1
                await in_the_pages(announcements.announce, f"probe {sent}")
                await asyncio.sleep(0.01)
        await until(lambda: f"probe {sent}" in heard)  # none arrives later, amid what the test expects
    finally:
        announcements.leave(hear)


async def until(well: Callable[[], bool]) -> None:
    """Wait until this is true."""
    async with asyncio.timeout(PATIENCE):
        while not well():
            await asyncio.sleep(0.01)


async def idle() -> None:
    """Return once the loop has nothing left to run at once."""
    for _turn in range(TURNS):
        await asyncio.sleep(0)
