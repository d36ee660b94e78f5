"""How long a request waits while another process holds the lock of an SQLite database.

All pages share one thread: while a write waited there, nobody could read. So a request first runs there with hardly any
patience. If it finds the database locked before it has changed anything, it runs again from its beginning, in a thread
where writers wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from django.http import HttpRequest

from scorekeeper.database.faults import Fault, fault_of
from scorekeeper.web import throttling

QUICK = 0.05
"""Seconds that a request may wait for a lock in the shared thread; another process's commit takes less."""
PATIENCE = 4.0
"""Seconds from the arrival of the request after which a writer gives up."""

KEY = "scorekeeper.database.attempt"
"""The attempt's key in the WSGI environment."""


@dataclass
class Attempt:
    """A request that is run once or twice. If `postponed`, the first run had no effect: discard its answer."""

    came: float = field(default_factory=monotonic)
    postponed: bool = False
    receipt: throttling.Receipt = field(default_factory=throttling.Receipt)
    _again: bool = False
    _changes: int = 0

    def run(self, application: WSGIApplication) -> WSGIApplication:
        """Return the application as this request runs it, in the thread that calls it."""

        def running(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            remaining = self.came + PATIENCE - monotonic() if self._again else 0
            set_timeout(max(QUICK, remaining))
            self._changes = _changes()
            throttling.receipt.set(self.receipt)
            environ[KEY] = self
            return application(environ, start_response)

        return running

    def run_again(self, application: WSGIApplication) -> WSGIApplication:
        """Return the application for the second run: with patience, and without charging rate limits twice."""
        self._again, self.postponed = True, False
        self.receipt.start_again()
        return self.run(application)

    def postpone(self) -> bool:
        """Return whether to run the request again, which is possible if it has changed nothing so far."""
        of_sqlite = connections[DEFAULT_DB_ALIAS].vendor == "sqlite"
        self.postponed = of_sqlite and not self._again and self._changes == _changes()
        return self.postponed


def attempt_of(request: HttpRequest) -> Attempt | None:
    """Return the attempt that runs this request, or None outside the server."""
    attempt: Attempt | None = request.META.get(KEY)
    return attempt


def set_timeout(seconds: float) -> None:
    """Set how long this thread waits for an SQLite lock from now on."""
    connection = connections[DEFAULT_DB_ALIAS]
    options = connection.settings_dict["OPTIONS"]
    if connection.vendor != "sqlite" or options["timeout"] == seconds:
        return
    connection.settings_dict = {**connection.settings_dict, "OPTIONS": {**options, "timeout": seconds}}
    if connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


@contextmanager
def unless_busy() -> Iterator[None]:
    """Skip a write that is not essential while another process holds the lock."""
    try:
        yield
    except OperationalError as error:
        if fault_of(error) is not Fault.BUSY:
            raise


def _changes() -> int:
    """Return how many rows this thread's SQLite connection has changed, including those rolled back."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite" or connection.connection is None:
        return 0
    changes: int = connection.connection.total_changes
    return changes
