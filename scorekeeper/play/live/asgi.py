"""The address of the event streams, as an ASGI application of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import ExitStack
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, connection

from scorekeeper.play.live.hub import Hub, Stream
from scorekeeper.play.live.postgres_notify import notified
from scorekeeper.play.live.topics import admit, revisions, topic_update
from scorekeeper.web import hosts, port
from scorekeeper.web.port import NoShareError, Shares

PATH = "/live/"
RETRY = b"retry: 2000\n\n"
"""Milliseconds after which a browser reconnects when a stream breaks off."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # keeps nginx from buffering
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
REFUSED = [(b"cache-control", b"no-store"), (b"content-length", b"0")]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

log = logging.getLogger("scorekeeper.events")
_hub: Hub | None = None
_shares = Shares()
"""Of the streams of this process. A page that gets none polls instead."""


def hub() -> Hub:
    """Return the hub of the running event loop."""
    global _hub  # noqa: PLW0603 - a process has one loop; tests have one after the other
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub(topic_update, revisions)
        if connection.vendor == "postgresql":
            _hub.do(notified(_hub.listening))
    return _hub


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Serve one stream until the page or the server closes it."""
    with ExitStack() as held:
        status, stream = await opened(scope, held)
        await send({"type": "http.response.start", "status": status, "headers": HEADERS if stream else REFUSED})
        if stream is None:
            await send({"type": "http.response.body"})
        else:
            await follow(stream, receive, send)


async def opened(scope: Message, held: ExitStack) -> tuple[int, Stream | None]:
    """Return the status of the response, and the stream if it is accepted; `held` holds its share."""
    if scope["method"] != "GET":
        return 405, None
    request = ASGIRequest(scope, BytesIO())
    try:
        hosts.require_allowed(request)
        limits = {"address": settings.CONCURRENT["streams"], "browser": settings.CONCURRENT["browser_streams"]}
        most = port.most_streams()
        held.enter_context(_shares.held(most, port.limits_of(request, most, **limits)))
        stream = await admit(request)
    except NoShareError as error:
        _refused("client" if error.by_one else "process")
        return (429 if error.by_one else 503), None
    except DisallowedHost as error:
        logging.getLogger("django.security.DisallowedHost").warning("%s", error)  # as Django does
        return 400, None
    except SuspiciousOperation:  # such as too many query parameters
        return 400, None
    except Error:  # the page polls, and opens another stream once polling works again
        _refused("database")
        return 503, None
    return (200, stream) if stream else (404, None)


def _refused(reason: str) -> None:
    """Log that a stream was not opened, for want of a share or of the database."""
    fields = {"event": "stream_refused", "reason": reason}
    log.info("An event stream was not opened because of the %s.", reason, extra={"fields": fields})


async def follow(stream: Stream, receive: Receive, send: Send) -> None:
    """Send messages to a page for as long as it is connected."""
    topics_hub = hub()
    topics_hub.enter(stream)
    work = [asyncio.create_task(run(stream, send)), asyncio.create_task(disconnected(receive))]
    try:
        # Only after entering the hub: later writes are announced, earlier ones are in the database.
        latest = await revisions(tuple(stream.at))
        for topic in latest:
            if stream.at[topic] < latest[topic]:
                topics_hub.move(topic)
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    except Error:  # the stream ends, and the page reconnects
        stream.end()
        await work[0]
    finally:
        topics_hub.leave(stream)
        for task in work:
            task.cancel()


async def run(stream: Stream, send: Send) -> None:
    """Send messages until the stream ends."""
    message = RETRY
    while message:
        await send({"type": "http.response.body", "body": message, "more_body": True})
        message = await stream.next()
    await send({"type": "http.response.body"})


async def disconnected(receive: Receive) -> None:
    """Return when the page has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
