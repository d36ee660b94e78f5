"""The address of the event streams, as an ASGI application of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from io import BytesIO
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import connection

from scorekeeper.play.live.hub import Hub, Stream
from scorekeeper.play.live.news import admit, news, revisions
from scorekeeper.play.live.notified import notified

PATH = "/live/"
MOST = 4000
"""Streams of one process; whoever comes beyond that polls."""
RETRY = b"retry: 2000\n\n"
"""Milliseconds after which a browser comes back when a stream broke off."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would else wait for more
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
REFUSED = [(b"cache-control", b"no-store"), (b"content-length", b"0")]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_hub: Hub | None = None


def hub() -> Hub:
    """The hub of the event loop that is running."""
    global _hub  # noqa: PLW0603 - a process has one loop; tests have one after the other
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub(news, revisions)
        if connection.vendor == "postgresql":
            _hub.do(notified(_hub.catch_up))
    return _hub


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """One stream, from when a page opens it until the page or the server goes."""
    status, stream = await opened(scope)
    await send({"type": "http.response.start", "status": status, "headers": HEADERS if stream else REFUSED})
    if stream is None:
        await send({"type": "http.response.body"})
        return
    here = hub()
    here.enter(stream)
    work = [asyncio.create_task(run(stream, send)), asyncio.create_task(disconnected(receive))]
    try:
        # Only now: what is written from here on is heard, what was written before is seen.
        found = await revisions(tuple(stream.at))
        for topic in found:
            if stream.at[topic] < found[topic]:
                here.move(topic)
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    finally:
        here.leave(stream)
        for task in work:
            task.cancel()


async def opened(scope: Message) -> tuple[int, Stream | None]:
    """The status of the answer, and the stream if there is to be one."""
    if scope["method"] != "GET":
        return 405, None
    if len(hub().everybody()) >= MOST:
        return 503, None
    request = ASGIRequest(scope, BytesIO())
    try:
        request.get_host()
        stream = await admit(request)
    except SuspiciousOperation:  # a foreign host, a query that goes on and on
        return 400, None
    return (200, stream) if stream else (404, None)


async def run(stream: Stream, send: Send) -> None:
    """Sends what there is to be sent, until there is no more to come."""
    message = RETRY
    while message:
        await send({"type": "http.response.body", "body": message, "more_body": True})
        message = await stream.next()
    await send({"type": "http.response.body"})


async def disconnected(receive: Receive) -> None:
    """Returns when the page has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
