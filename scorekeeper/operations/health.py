"""Health checks: `/health/alive` and `/health/ready`.

*Alive*: a request gets through to the server; if not, restart the process. *Ready*: the database answers, lets hands be
recorded, and its tables match this version; if not, send traffic elsewhere. Both answer over plain HTTP and under any
host name, as load balancers need, and set no cookie.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from typing import Any

from django.db import Error, close_old_connections, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.database import data_directory, locks, unavailable
from scorekeeper.database.faults import Fault, fault_of

ALIVE, READY = "/health/alive", "/health/ready"
HEADERS = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]

SENTENCES = {
    Fault.AWAY: "The database isn't responding.",
    Fault.BUSY: "The database is locked by another program.",
    Fault.FULL: "The disk is full: something could not be recorded in the last minute.",
    Fault.READ_ONLY: "The database is read-only.",
    Fault.DAMAGED: "The database is damaged.",
}

thread = ThreadPoolExecutor(1, thread_name_prefix="health")


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer a health check (ASGI), whatever the threads of the pages are doing."""
    status, text, more = 200, "ok", list[tuple[bytes, bytes]]()
    if scope["method"] not in ("GET", "HEAD"):
        status, text, more = 405, "Use GET or HEAD.", [(b"allow", b"GET, HEAD")]
    elif scope["path"] == READY:
        locks.arrived()
        missing = await asyncio.get_running_loop().run_in_executor(thread, copy_context().run, _checked)
        status, text = (503, missing) if missing else (200, "ok")
    body = f"{text}\n".encode()
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*HEADERS, length, *more]})
    await send({"type": "http.response.body", "body": body})


def _checked() -> str:
    """Do as `what_is_missing` does, and clean up the connection of this thread, as a request does."""
    try:
        return what_is_missing()
    finally:
        close_old_connections()


def is_check(address: str) -> bool:
    """Return whether this path is that of a health check.

    >>> is_check("/health/alive"), is_check("/health/")
    (True, False)
    """
    return address in (ALIVE, READY)


def what_is_missing() -> str:
    """Return why no page can be answered or no hand recorded now, or an empty string if all is well.

    An SQLite transaction takes the write lock. While another process holds it, this waits as long as a hand does.
    """
    try:
        with transaction.atomic():
            applied = MigrationRecorder(connection).applied_migrations()
    except Error as error:
        return SENTENCES[fault_of(error) or Fault.AWAY]
    if missing := sorted(".".join(migration) for migration in _latest() if migration not in applied):
        return f"The database is not up to date: {', '.join(missing)} is missing."
    if unavailable.recently(Fault.FULL):
        return SENTENCES[Fault.FULL]
    return data_directory.shortage()


@cache
def _latest() -> frozenset[tuple[str, str]]:
    """Return the last migration of each app in this version."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
