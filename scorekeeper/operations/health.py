"""Health checks: `/health/alive` and `/health/ready`.

*Alive*: a request gets through to Django; if not, restart the process. *Ready*: the database answers, lets hands be
recorded, and its tables match this version; if not, send traffic elsewhere. Both come before every other middleware:
they answer over plain HTTP and under any host name, as load balancers need, and set no cookie.
"""

from collections.abc import Callable
from functools import cache

from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from scorekeeper.database import disk_space, unavailable
from scorekeeper.database.faults import Fault, fault_of
from scorekeeper.database.locks import attempt_of
from scorekeeper.web.middleware import GetResponse

ADDRESSES = "/health/"

SENTENCES = {
    Fault.AWAY: "The database isn't responding.",
    Fault.BUSY: "The database is locked by another program.",
    Fault.FULL: "The disk is full: something could not be recorded in the last minute.",
    Fault.READ_ONLY: "The database is read-only.",
    Fault.DAMAGED: "The database is damaged.",
}


def health(get_response: GetResponse) -> GetResponse:
    """Answer the two health checks (middleware)."""
    checks = {f"{ADDRESSES}alive": lambda _request: "", f"{ADDRESSES}ready": what_is_missing}

    def middleware(request: HttpRequest) -> HttpResponse:
        check = checks.get(request.path_info)
        return get_response(request) if check is None else _answer(request, check)

    return middleware


def _answer(request: HttpRequest, check: Callable[[HttpRequest], str]) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    problem = check(request)
    return HttpResponse(
        f"{problem or 'ok'}\n",
        status=503 if problem else 200,
        content_type="text/plain; charset=utf-8",
        headers={"Cache-Control": "no-store"},
    )


def what_is_missing(request: HttpRequest) -> str:
    """Return why no page can be answered or no hand recorded now, or an empty string if all is well.

    An SQLite transaction takes the write lock. While another process holds it, this waits as long as a hand does.
    """
    try:
        with transaction.atomic():
            applied = MigrationRecorder(connection).applied_migrations()
    except Error as error:
        fault = fault_of(error) or Fault.AWAY
        if fault is Fault.BUSY and (attempt := attempt_of(request)):
            attempt.postpone()
        return SENTENCES[fault]
    if missing := sorted(".".join(one) for one in _latest() if one not in applied):
        return f"The database is not up to date: {', '.join(missing)} is missing."
    if unavailable.recently(Fault.FULL):
        return SENTENCES[Fault.FULL]
    return disk_space.shortage()


@cache
def _latest() -> frozenset[tuple[str, str]]:
    """Return the last migration of each app in this version."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
