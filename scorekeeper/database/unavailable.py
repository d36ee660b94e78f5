"""503 answers while the database is unavailable: a page, a sentence or JSON.

`Retry-After` means that the same request is likely to succeed in a moment. Then a page reloads by itself, and a hand
waits on the phone and is sent again. Without the header somebody has to fix the server first, and input stays on the
screen.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from time import monotonic

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.http import HttpRequest, HttpResponse

from scorekeeper.database.faults import Fault, fault_of
from scorekeeper.web import errors
from scorekeeper.web.middleware import GetResponse

RETRY_AFTER = 2
"""Seconds after which a page tries again."""
LATELY = 60
"""Seconds for which a fault counts as recent. In that time it is logged once, however many requests meet it."""

Form = Callable[[HttpRequest, Fault], HttpResponse]

log = logging.getLogger(__name__)
_met: dict[Fault, float] = {}
_logged: dict[Fault, float] = {}


def unavailable(get_response: GetResponse) -> GetResponse:
    """Answer requests that fail because of the database (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    middleware.process_exception = answer_to  # type: ignore[attr-defined]
    return middleware


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for a failure outside a view, such as in a middleware that reads the session."""
    exception = sys.exc_info()[1]
    return (exception and answer_to(request, exception)) or errors.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a bad request. Django also calls it one if a session can't be saved because of the database.

    The failure is that of a statement, from which Django raises two other exceptions.
    """
    cause: BaseException | None = exception
    while isinstance(cause, SessionInterrupted | UpdateError):
        cause = cause.__context__
    return (cause and answer_to(request, cause)) or errors.bad_request(request, exception)


def answer_to(request: HttpRequest, exception: BaseException, form: Form | None = None) -> HttpResponse | None:
    """Return the answer to a request that failed because of the database, or None if it failed for another reason.

    `form` makes the response; without it, it is a page, or a sentence for htmx.
    """
    fault = fault_of(exception)
    if fault is None:
        return None
    note(fault, exception)
    response = (form or _page_or_sentence)(request, fault)
    response.headers["Cache-Control"] = "no-store"
    if fault.passes:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def note(fault: Fault, exception: BaseException) -> None:
    """Remember when the fault occurred, and log it at most once in `LATELY` seconds."""
    _met[fault] = now = monotonic()
    if now - _logged.get(fault, -LATELY) >= LATELY:
        _logged[fault] = now
        fields = {"event": "database_fault", "fault": fault.value}
        log.error("The database is %s: %s", fault.value, str(exception).strip(), extra={"fields": fields})


def recently(fault: Fault) -> bool:
    """Return whether a request met the fault within the last minute."""
    return monotonic() - _met.get(fault, -LATELY) < LATELY


def _page_or_sentence(request: HttpRequest, fault: Fault) -> HttpResponse:
    if getattr(request, "htmx", False) and request.method != "POST":
        return HttpResponse(status=503)  # the page stays as it is
    context = {
        "fault": fault.name,
        "passes": fault.passes,
        "reloads": fault.passes and request.method == "GET",
        "resent": errors.sent(request),
    }
    return errors.answer(request, 503, "503.html", context)
