"""The request log: a request id for each request, and a line when it has been answered."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any
from urllib.parse import quote

from scorekeeper.operations.health import is_check
from scorekeeper.operations.logs.formats import request_id

REQUEST_ID = re.compile(rb"[\w.-]{1,64}", re.ASCII)

requests = logging.getLogger("scorekeeper.requests")

Application = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]


def logged(application: Application) -> Application:
    """Give each request a request id, and log it when it has been answered (ASGI middleware).

    An event stream is logged when it ends. Health checks are not logged.
    """

    async def answering(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        own_id, status, began = _id_of(scope), 0, perf_counter()

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), (b"x-request-id", own_id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        request_id.set(own_id)  # each request is a task with its own context
        try:
            await application(scope, receive, sending)
        finally:
            if not is_check(scope["path"]):
                _log(scope, status, perf_counter() - began)

    return answering


def _id_of(scope: Any) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and REQUEST_ID.fullmatch(value):
            return str(value, "ascii")
    return f"{random.getrandbits(64):016x}"  # not from the system: the event loop would wait for the threads then


def _log(scope: Any, status: int, seconds: float) -> None:
    """Log a request. Status 0 means that the client left before there was an answer."""
    method, path, milliseconds = scope["method"], quote(scope["path"]), round(seconds * 1000, 1)
    fields = {"event": "request", "method": method, "path": path, "status": status, "milliseconds": milliseconds}
    requests.info("%s %s %d %.1f ms", method, path, status, milliseconds, extra={"fields": fields})
