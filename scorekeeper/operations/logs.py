"""Log formats and the log of requests. Secrets in links are never written, wherever they occur.

A record is one line for people or, with `LOG_FORMAT=json`, one JSON object for programs. In JSON, records of a request
have its *request id*, which comes from the proxy or is generated here. What happens to the server as a whole is logged
as an *event* by `scorekeeper.events`, whose `event` field names it; docs/hosting.md lists them.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from copy import copy
from datetime import UTC, datetime
from http import HTTPStatus
from time import perf_counter
from typing import Any
from urllib.parse import quote

from scorekeeper.operations.health import is_check

SECRETS = re.compile(
    r"((?<!/clubs)/(?:join|watch|board|t|welcome|club(?:/set-password/[^/\s]+|/calendar)?)/)[^/\s'\"?]+"
)
"""The tokens in links: anyone who has one gets in."""

LONGEST = 300
"""Characters that are kept of the line about a refused request."""

request_id: ContextVar[str] = ContextVar("request_id", default="")


def hidden(text: str) -> str:
    """Return the text with the secrets of links replaced.

    >>> hidden("Not Found: /join/V5sXzRdA0bC/")
    'Not Found: /join/…/'
    """
    return SECRETS.sub(r"\1…", text)


def shortened(record: logging.LogRecord) -> logging.LogRecord:
    """Return the record of a request that Django refused as a short warning: nothing needs fixing.

    Django logs an error with a traceback, of whatever length a stranger has sent.
    """
    if not record.name.startswith("django.security."):
        return record
    short, message = copy(record), " ".join(record.getMessage().split())
    short.levelno, short.levelname, short.exc_info = logging.WARNING, "WARNING", None
    short.msg, short.args = message if len(message) <= LONGEST else f"{message[:LONGEST]}…", ()
    return short


class Plain(logging.Formatter):
    """One line, followed by the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        return hidden(super().format(shortened(record)))


class Json(logging.Formatter):
    """One JSON object on one line; the record's `fields` are included by name."""

    def format(self, record: logging.LogRecord) -> str:
        record = shortened(record)
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id.get():
            line["request_id"] = request_id.get()
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return hidden(json.dumps(line, ensure_ascii=False, default=str))


class NotUnavailable(logging.Filter):
    """Drops the record of each 503: its cause is logged once for all requests, where it was noticed."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != HTTPStatus.SERVICE_UNAVAILABLE


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
