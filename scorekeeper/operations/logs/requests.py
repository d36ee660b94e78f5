"""The request log: a request id for each request, and a line when it has been answered.

A slow request gets a second line, by a logger of its own.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any
from urllib.parse import quote

from django.conf import settings

from scorekeeper import telemetry
from scorekeeper.operations.health import ADDRESSES
from scorekeeper.operations.logs.formats import request_id
from scorekeeper.operations.monitoring import recent

REQUEST_ID = re.compile(rb"[\w.-]{1,64}", re.ASCII)

requests = logging.getLogger("scorekeeper.requests")
slow = logging.getLogger("scorekeeper.slow")

Application = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]


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
