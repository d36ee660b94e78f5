"""Log formats and the request log. Secrets in links are never written, wherever they occur.

A record is one line for people or, with `LOG_FORMAT=json`, one JSON object for programs. In JSON, records of a request
have its *request id*, which comes from the proxy or is generated here. What happens to the server as a whole is logged
as an *event* by `scorekeeper.events`, whose `event` field names it; docs/hosting.md lists them.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPStatus
from time import perf_counter
from typing import Any
from urllib.parse import quote

from django.conf import settings

from scorekeeper import telemetry
from scorekeeper.operations.health import ADDRESSES
from scorekeeper.operations.monitoring import recent

SECRETS = re.compile(r"((?<!/clubs)/(?:join|watch|board|t|welcome|club/set-password/[^/\s]+|club)/)[^/\s'\"?]+")
"""The tokens in links: anyone who has one gets in."""

REQUEST_ID = re.compile(rb"[\w.-]{1,64}", re.ASCII)

LONGEST = 200
"""Characters of a message that are kept for the operator's page."""

requests = logging.getLogger("scorekeeper.requests")
slow = logging.getLogger("scorekeeper.slow")
request_id: ContextVar[str] = ContextVar("request_id", default="")

Application = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]


def hidden(text: str) -> str:
    """Return the text with the secrets of links replaced.

    >>> hidden("Not Found: /join/V5sXzRdA0bC/")
    'Not Found: /join/…/'
    """
    return SECRETS.sub(r"\1…", text)


class Plain(logging.Formatter):
    """One line, followed by the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        return hidden(super().format(record))


class Json(logging.Formatter):
    """One JSON object on one line; the record's `fields` are included by name."""

    def format(self, record: logging.LogRecord) -> str:
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


class RecentErrors(logging.Handler):
    """Keeps the latest errors for the operator's page: the message alone, since exceptions quote what people typed."""

    def emit(self, record: logging.LogRecord) -> None:
        words = hidden(record.getMessage().partition("\n")[0][:LONGEST])
        if record.exc_info and record.exc_info[0]:
            words = f"{words} ({record.exc_info[0].__name__})"
        recent.errors.append(recent.LoggedError(record.created, words))


class NotUnavailable(logging.Filter):
    """Drops the record of each 503: its cause is logged once for all requests, where it was noticed."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != HTTPStatus.SERVICE_UNAVAILABLE


def logged(application: Application) -> Application:
    """Give each request a request id, and count and log it when it has been answered (ASGI middleware).

    An event stream is logged when it ends. Health checks are not logged.
    """

    async def answering(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        own_id, status, began, record = _id_of(scope), 0, perf_counter(), telemetry.RequestRecord()

        async def receiving() -> Any:
            message = await receive()
            record.queued = perf_counter()  # the request is complete when its last message has arrived
            return message

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status, record.answered = message["status"], perf_counter()
                headers = [*message.get("headers", ()), (b"x-request-id", own_id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        request_id.set(own_id)  # each request is a task with its own context
        telemetry.current.set(record)
        try:
            await application(scope, receiving, sending)
        finally:
            if record.started and record.answered:
                recent.note(record, scope["method"], status)
            if not scope["path"].startswith(ADDRESSES):
                _log(scope, record, status, perf_counter() - began)

    return answering


def _id_of(scope: Any) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and REQUEST_ID.fullmatch(value):
            return str(value, "ascii")
    return secrets.token_hex(8)


def _log(scope: Any, record: telemetry.RequestRecord, status: int, seconds: float) -> None:
    """Log a request, and once more if it was slow. Status 0 means that the client left before there was an answer."""
    is_slow = settings.LOG_SLOW is not None and record.answered and record.seconds >= settings.LOG_SLOW
    if not is_slow and not requests.isEnabledFor(logging.INFO):
        return
    method, path = scope["method"], quote(scope["path"])
    fields = {"event": "request", "method": method, "path": path, "status": status, "milliseconds": _ms(seconds)}
    if record.started:
        fields |= {
            "route": record.route,
            "wait_milliseconds": _ms(record.wait),
            "statements": record.statements,
            "statement_milliseconds": _ms(record.statement_seconds),
        }
    if record.club is not None:
        fields["club"] = record.club
    requests.info("%s %s %d %.1f ms", method, path, status, seconds * 1000, extra={"fields": fields})
    if is_slow:
        slow.warning(
            "Slow: %s %s %d took %.0f ms, %.0f of it waiting and %.0f for %d statements.",
            *(method, record.route or path, status, record.seconds * 1000, record.wait * 1000),
            *(record.statement_seconds * 1000, record.statements),
            extra={"fields": fields | {"event": "slow_request", "milliseconds": _ms(record.seconds)}},
        )


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
