"""The threads that serve pages: how a request gets one, and the turns of requests of one client.

The requests of one client wait for each other, so that they leave threads to everybody else.

An answer is collected before it is sent, so that no client, however slow it reads, holds a thread.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from io import SEEK_END, BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from weakref import WeakValueDictionary
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.core.handlers.asgi import ASGIRequest

from scorekeeper.web import throttling
from scorekeeper.web.cookies import device_id

OF_BROWSER, OF_ADDRESS = 1, 2
"""Requests of one kind that run at a time for one browser, and for one address, which a whole club may share."""

_turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()


@asynccontextmanager
async def turn(scope: Any, kind: str) -> AsyncIterator[None]:
    """Wait until a request may take a thread of its kind.

    First it waits for others of its browser, and only then for others of its address: a browser that sends many has one
    of them in that queue. Browsers without a cookie count as one.
    """
    request = ASGIRequest(scope, BytesIO())
    address, browser = throttling.caller(request), device_id(request)
    async with AsyncExitStack() as taken:
        if address or browser:
            await taken.enter_async_context(_semaphore(f"{kind} {browser or f'new at {address}'}", OF_BROWSER))
        if address:
            await taken.enter_async_context(_semaphore(f"{kind} at {address}", OF_ADDRESS))
        yield


def _semaphore(key: str, most: int) -> asyncio.Semaphore:
    """Return what the requests with this key wait for; it is gone when the last of them is."""
    return _turns.setdefault(key, asyncio.Semaphore(most))


IN_MEMORY = 1024 * 1024
"""Bytes of an answer that are kept in memory, and sent at a time; more go to a temporary file."""


@dataclass
class Answer:
    """A complete answer."""

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: IO[bytes] = field(default_factory=partial(SpooledTemporaryFile, max_size=IN_MEMORY))

    async def deliver(self, send: Callable[[Any], Awaitable[None]], *, more: bool = False) -> None:
        """Send the answer, a piece whenever there is room for one; with `more`, the end of it is not sent."""
        with self.body as body:
            await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
            piece = body.read(IN_MEMORY)
            while following := body.read(IN_MEMORY):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = following
            await send({"type": "http.response.body", "body": piece, "more_body": more})


def exchange(application: WSGIApplication, scope: Any, body: IO[bytes]) -> Answer:
    """Run a WSGI application on one request.

    What it returns is closed at the end, and also if it fails. That tells Django that the request is finished.
    """
    answer = Answer()

    def start_response(status: str, headers: list[tuple[str, str]], error: Any = None, /) -> Any:
        # Django puts a space before a Set-Cookie value, and Python's HTTP/1.1 servers refuse to send that.
        answer.headers = [(name.lower().encode("ascii"), value.strip().encode("latin1")) for name, value in headers]
        answer.status = int(status.partition(" ")[0])

    pieces: Any = application(environ(scope, body), start_response)
    with closing(pieces), ExitStack() as unless_complete:
        unless_complete.enter_context(answer.body)
        answer.body.writelines(pieces)
        answer.body.seek(0)
        unless_complete.pop_all()
    return answer


def environ(scope: Any, body: IO[bytes]) -> WSGIEnvironment:
    """Return the environment of a request, as PEP 3333 describes it.

    The length is that of the body as it was read, whatever the request says: a body in chunks announces none.
    """
    length = body.seek(0, SEEK_END)
    body.seek(0)
    host, port = scope.get("server") or ("localhost", 80)
    wsgi_environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "CONTENT_LENGTH": str(length),
    }
    if scope.get("client"):
        wsgi_environ["REMOTE_ADDR"] = scope["client"][0]
    for name, value in scope["headers"]:
        if name in (b"content-length", b"transfer-encoding"):
            continue
        key = name.decode("latin1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin1")
        wsgi_environ[key] = f"{wsgi_environ[key]},{text}" if key in wsgi_environ else text
    return wsgi_environ
