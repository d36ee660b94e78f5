"""Measures of a request that only the thread answering it knows: the route, the wait, and the statements."""

from threading import current_thread
from time import perf_counter

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

from scorekeeper import telemetry
from scorekeeper.operations.health import ADDRESSES
from scorekeeper.web.middleware import GetResponse

OWN_THREADS = ("printing", "reading", "waiting", "handing-out")
"""The threads of `scorekeeper.asgi` besides that of the pages, by the beginning of their names."""


def measured(get_response: GetResponse) -> GetResponse:
    """Complete the record of the current request (middleware); the first, so that it times the others as well."""

    def middleware(request: HttpRequest) -> HttpResponse:
        record = telemetry.current.get()
        if record is None:  # not in the server
            return get_response(request)
        if not record.started:  # else it runs for the second time, see `scorekeeper.database.locks`
            record.started, record.thread = perf_counter(), thread_name()
        with connection.execute_wrapper(record.statement):
            response = get_response(request)
        record.route = route_of(request)
        return response

    return middleware


def thread_name() -> str:
    """Return for which kind of request this thread is."""
    name = current_thread().name
    return next((own for own in OWN_THREADS if name.startswith(own)), "pages")


def route_of(request: HttpRequest) -> str:
    """Return the name of the URL pattern that a request matches: one of few, whatever strangers ask for."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    if request.path_info.startswith(settings.STATIC_URL):
        return "static"
    return "health" if request.path_info.startswith(ADDRESSES) else "unmatched"
