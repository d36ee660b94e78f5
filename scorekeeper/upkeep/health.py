"""Two addresses for whoever watches over the server: `/health/alive` and `/health/ready`.

*Alive*: a request gets through to Django; if not, restart the process. *Ready*: the database answers and its tables are
those of this version; if not, send people elsewhere. Both stand before every other middleware: they are answered over
plain HTTP, whatever the host is called, which is how load balancers ask, and they set no cookie.
"""

from collections.abc import Callable
from functools import cache

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from scorekeeper.middleware import GetResponse

ADDRESSES = "/health/"


def health(get_response: GetResponse) -> GetResponse:
    """Answers the two addresses and nothing else."""
    checks = {f"{ADDRESSES}alive": lambda: "", f"{ADDRESSES}ready": what_is_missing}

    def middleware(request: HttpRequest) -> HttpResponse:
        check = checks.get(request.path_info)
        return get_response(request) if check is None else _answer(request, check)

    return middleware


def _answer(request: HttpRequest, check: Callable[[], str]) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    wrong = check()
    return HttpResponse(
        f"{wrong or 'ok'}\n",
        status=503 if wrong else 200,
        content_type="text/plain; charset=utf-8",
        headers={"Cache-Control": "no-store"},
    )


def what_is_missing() -> str:
    """Why no page could be answered now; empty when all is well."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError:
        return "The database does not answer."
    if missing := sorted(one for one in _latest() if one not in applied):
        return f"The database is not up to date: {', '.join('.'.join(one) for one in missing)} is missing."
    return ""


@cache
def _latest() -> frozenset[tuple[str, str]]:
    """The last migration of each app that this version has."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
