"""Circuit breaker for PostgreSQL, so that requests don't wait for an unreachable server.

The first request that doesn't reach the server waits for at most `PATIENCE`. Then the *circuit is open*: no request
tries to connect, so requests don't queue behind each other's attempts, until a background thread has connected again.
Only the server arms the breaker; management commands wait as long as libpq does.

PostgreSQL may run on several hosts, of which one accepts writes. All of them are asked at the same time: one that has
vanished must not use up the time of the one that has taken over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, as_completed
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg

PATIENCE = 1.0
"""Seconds that an attempt to connect may take."""
PAUSE = 0.3
"""Seconds between two attempts while the server is unreachable."""

Connection = TypeVar("Connection", bound=psycopg.Connection[Any])

log = logging.getLogger(__name__)


class UnreachableError(psycopg.OperationalError):
    """PostgreSQL does not answer."""


class SilentError(UnreachableError):
    """Nothing came back in time, not even a refusal."""


class CircuitBreaker:
    """Lets connections through until no host accepts one, and again once a background thread has connected."""

    def __init__(self) -> None:
        self.armed = False
        self.is_open = False
        self._lock = Lock()

    def connect(self, hosts: Sequence[Callable[[], Connection]]) -> Connection:
        """Return a new connection; raises `psycopg.OperationalError`, at once while the circuit is open."""
        if self.is_open:
            raise UnreachableError("the database has not answered yet since it was lost")
        try:
            return attempt(hosts)
        except psycopg.OperationalError as error:
            self.open(hosts, error)
            raise

    def require_answer(self, host: Callable[[], Connection], hosts: Sequence[Callable[[], Connection]]) -> None:
        """Open the circuit and raise `SilentError` if this host doesn't react to a new connection.

        A refusal counts as an answer: existing connections may be fine.
        """
        if self.is_open:
            raise SilentError("the database has fallen silent")
        try:
            attempt([host]).close()
        except SilentError as error:
            self.open(hosts, error)
            raise
        except psycopg.OperationalError:
            return

    def open(self, hosts: Sequence[Callable[[], Connection]], error: Exception) -> None:
        """Block new connections until the database answers again."""
        with self._lock:
            if self.is_open:
                return
            self.is_open = True
        fields = {"event": "database_lost"}
        log.error("PostgreSQL does not answer: %s", str(error).strip(), extra={"fields": fields})
        Thread(target=self._close_when_answered, args=(hosts,), name="reconnecting", daemon=True).start()

    def _close_when_answered(self, hosts: Sequence[Callable[[], Connection]]) -> None:
        began = monotonic()
        while self.is_open:
            try:
                attempt(hosts).close()
            except psycopg.OperationalError:
                sleep(PAUSE)
            else:
                self.is_open = False
                fields = {"event": "database_back", "seconds": round(monotonic() - began, 1)}
                log.warning("PostgreSQL answers again.", extra={"fields": fields})


def attempt(hosts: Sequence[Callable[[], Connection]]) -> Connection:
    """Connect to whichever host accepts first, within `PATIENCE`, whatever hangs: name resolution, network or server.

    libpq takes no timeout below two seconds, and none for name resolution. An attempt that takes longer is left to its
    thread, which closes the connection if one is made after all.
    """
    attempts = [_started(connect) for connect in hosts]
    refusal: BaseException | None = None
    try:
        for done in as_completed(attempts, PATIENCE):
            refusal = done.exception()
            if refusal is None:
                attempts.remove(done)
                return done.result()
    except TimeoutError:
        raise SilentError(f"no answer within {PATIENCE:g} s") from None
    finally:
        for other in attempts:
            if not other.cancel():
                other.add_done_callback(_close)
    raise refusal or UnreachableError("no host to connect to")


def _started(connect: Callable[[], Connection]) -> Future[Connection]:
    """Connect in a thread of its own."""
    connected: Future[Connection] = Future()

    def connecting() -> None:
        try:
            connection = connect()
        except Exception as error:
            if connected.set_running_or_notify_cancel():
                connected.set_exception(error)
        else:
            if connected.set_running_or_notify_cancel():
                connected.set_result(connection)
            else:
                connection.close()

    Thread(target=connecting, name="connecting", daemon=True).start()
    return connected


def _close(connected: Future[Connection]) -> None:
    """Close a connection that nobody needs any more."""
    if not connected.exception():
        connected.result().close()


breaker = CircuitBreaker()
