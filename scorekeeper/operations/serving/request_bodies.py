"""Request bodies: size limits, and checks before a large body is read.

A *large* body is one that doesn't stay in memory while it is read. Three things are checked before it is read: its
size, the number of large bodies being read already and, in the panel, whether the sender may open that page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest

from scorekeeper.operations.serving.threads import Answer
from scorekeeper.reading import uploads
from scorekeeper.web.connections import NoShareError, Shares, limits_of

IN_MEMORY = 64 * 1024
"""Bytes of a body that are kept in memory; more go to a temporary file."""
MAX_BODY = 4 * 1024 * 1024
"""Maximum bytes of a body. The largest form, an imported session, may have a quarter of it."""
MAX_READ = 16 * MAX_BODY
"""Bytes of a refused body to read and discard: some browsers read the answer only after sending everything."""
LINGER = 10.0
"""Seconds for reading and discarding a refused body."""
LARGE, LARGE_OF_ONE = 32, 8
"""Large bodies held at once, in all and from one address: at most 128 MB of strangers' temporary files."""

MAX_PHOTOS = uploads.MOST_BYTES + IN_MEMORY
"""Maximum bytes of a body with photos of sheets: the files, and the other fields of their form."""
PHOTOS, PHOTOS_OF_ADDRESS, PHOTOS_OF_BROWSER = 8, 6, 2
"""Bodies with photos held at once, in all, from one address and from one browser, until they are read: 256 MB."""

_large, _photos = Shares(), Shares()


def announced(scope: Any) -> int | None:
    """Return the size of a request's body in bytes, or None if it is not known in advance."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length", 0))


def is_large(scope: Any) -> bool:
    """Return whether the body of a request may be large."""
    size = announced(scope)
    return size is None or size > IN_MEMORY


def is_too_large(scope: Any, most: int) -> bool:
    """Return whether the announced size of a body is more than `most`."""
    return (announced(scope) or 0) > most


def is_panel_request(scope: Any) -> bool:
    """Return whether a request goes to the organisers' panel."""
    return bool(scope["path"].startswith(settings.PANEL))


def page_request(scope: Any, path: str, query: bytes) -> Any:
    """Return a GET request for a page by the same browser, with its headers but without a body."""
    of_body = (b"content-length", b"content-type", b"transfer-encoding", b"expect")
    headers = [(name, value) for name, value in scope["headers"] if name not in of_body]
    return {**scope, "method": "GET", "path": path, "query_string": query, "headers": headers}


async def refusal_by_panel(scope: Any, run: Callable[[Any, IO[bytes]], Awaitable[Answer]]) -> Answer | None:
    """Return the panel's answer to a browser that may not post to this page, or None if it may.

    A browser that may not open the page of a form may not send the form either, so `run` requests that page. The
    sign-in page is sent with status 403, since browsers that are cut off while they send a file don't follow a
    redirect.
    """
    answer = await run(page_request(scope, scope["path"], scope["query_string"]), BytesIO())
    if answer.status == 200:
        answer.body.close()
        return None
    location = dict(answer.headers).get(b"location", b"").decode("latin1")
    path, _, query = location.partition("?")
    if path != f"{settings.PANEL}login/":
        return answer
    answer.body.close()
    sign_in = await run(page_request(scope, path, query.encode("latin1")), BytesIO())
    return replace(sign_in, status=403)


def has_room(scope: Any, held: ExitStack, *, of_photos: bool = False) -> bool:
    """Return whether the body of a request can be kept until it is processed; if so, `held` holds its share.

    Every body with photos needs one, since it takes seconds to read the sheets in them.
    """
    if not is_large(scope) and not of_photos:
        return True
    request = ASGIRequest(scope, BytesIO())
    try:
        if of_photos:
            limits = limits_of(request, PHOTOS, address=PHOTOS_OF_ADDRESS, browser=PHOTOS_OF_BROWSER)
            held.enter_context(_photos.held(PHOTOS, limits))
        else:
            held.enter_context(_large.held(LARGE, limits_of(request, LARGE, address=LARGE_OF_ONE)))
    except NoShareError:
        return False
    return True


class IncomingBody:
    """The body of a request, piece by piece; `complete` once all of it has arrived."""

    def __init__(self, receive: Any) -> None:
        self.receive = receive
        self.complete = self.ended = False

    def __aiter__(self) -> IncomingBody:
        return self

    async def __anext__(self) -> bytes:
        if self.ended:
            raise StopAsyncIteration
        message = await self.receive()
        if message["type"] != "http.request":
            self.ended = True
            raise StopAsyncIteration
        self.complete = self.ended = not message.get("more_body")
        return bytes(message.get("body", b""))


async def read(incoming: IncomingBody, body: IO[bytes], most: int) -> bool:
    """Read a body to its end; return False as soon as it exceeds `most` bytes.

    Half a form must not be processed, since it may look like a whole one: check `incoming.complete`.
    """
    size = 0
    async for piece in incoming:
        size += len(piece)
        if size > most:
            return False
        body.write(piece)
    body.seek(0)
    return True


async def answer_unread(answer: Answer, incoming: IncomingBody, send: Any) -> None:
    """Send an answer to a request whose body was not read to its end, and close the connection.

    What still arrives is discarded for a moment: closing a connection while data is on its way would lose the answer.
    """
    headers = [(name, value) for name, value in answer.headers if name != b"connection"]
    await replace(answer, headers=[*headers, (b"connection", b"close")]).deliver(send, more=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            size = 0
            async for piece in incoming:
                size += len(piece)
                if size > MAX_READ:
                    break
    await send({"type": "http.response.body", "body": b""})
