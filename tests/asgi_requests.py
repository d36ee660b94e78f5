"""Requests to the ASGI application as the server passes them on, message by message."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import path

from scorekeeper.asgi import application

PATIENCE = 60
"""Seconds after which an application that waits for more input has failed."""

Headers = Iterable[tuple[bytes, bytes]]


class AsgiRequest:
    """A request and its response; `unread` is the number of its messages not read when the response began.

    It states its length first, unless it is `chunked`.
    """

    unread = 0

    def __init__(
        self,
        *messages: dict[str, Any],
        method: str = "GET",
        address: str = "/form/",
        headers: Headers = (),
        chunked: bool = False,
        **scope: Any,
    ) -> None:
        self.messages, self.messages_sent = list(messages), list[dict[str, Any]]()
        length = sum(len(message.get("body", b"")) for message in messages)
        size = (b"transfer-encoding", b"chunked") if chunked else (b"content-length", str(length).encode())
        of_all = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded"), size]
        scope = {"type": "http", "http_version": "1.1", "scheme": "http", "method": method, "path": address, **scope}
        call = application({"query_string": b"", **scope, "headers": [*of_all, *headers]}, self.receive, self.send)
        # In a thread of its own: after a browser test, this one has a loop already.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, call).result()

    async def receive(self) -> dict[str, Any]:
        if not self.messages:
            await asyncio.sleep(PATIENCE)  # no more messages
            raise AssertionError("the application waits for more than there is")
        return self.messages.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        if not self.messages_sent:
            self.unread = len(self.messages)
        self.messages_sent.append(message)

    @property
    def status(self) -> int:
        status: int = self.messages_sent[0]["status"]
        return status

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.messages_sent[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages_sent[1:])


def piece(body: bytes = b"", *, more: bool = False) -> dict[str, Any]:
    """Return one message of a request body."""
    return {"type": "http.request", "body": body, "more_body": more}


def form(request: HttpRequest) -> HttpResponse:
    """A page that shows its token and accepts it."""
    return HttpResponse(request.POST.get("word", "") if request.method == "POST" else get_token(request))


urlpatterns = [path("form/", form)]
with_a_form = pytest.mark.urls(__name__)
"""For tests of the page with the form, to which requests go unless they name another address."""
