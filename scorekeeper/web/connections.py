"""What the outside may do to the port, with no proxy in front: connections, shares of them, and time for a request.

A client has a share of the connections, of the event streams and of the uploads (`Shares`), by its address and, where
it is known, by its browser. A connection has some time for the head of a request and for its body; one that *waits*,
before the head of a request has arrived and again between requests, can be closed without loss to make room for
another: a browser that needs one opens another.

Every connection is an open file. The system limits open files per process to the *soft limit*, which the process may
raise up to the *hard limit*.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from time import monotonic
from typing import Any

import h11
from django.conf import settings
from django.http import HttpRequest
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from scorekeeper.web import throttling
from scorekeeper.web.cookies import device_id

HEAD = 10.0
"""Seconds for the head of a request, counted from the connection or the end of the last answer."""
SILENCE = 20.0
"""Seconds within which more of a body has to arrive."""
SLOWEST = 1000
"""Minimum average bytes of a body per second, with `SILENCE` seconds to spare."""
EVERY = 2.0
"""Seconds between two checks for slow clients."""
LOGGED_EVERY = 60.0
"""Seconds between two lines of the log about too many connections."""

MOST_FILES = 8192
"""The most open files that a process asks for: far more than a club needs, and some 150 MB if all are connections."""
WITHOUT_LIMIT = 512
"""The limit where the system sets none: on Windows, where Python can wait for at most 512 sockets at once."""
OWN_FILES = 128
"""Open files of the process itself.

SQLite has up to three (the database, `-wal`, `-shm`) for each of 13 threads: 39. Bodies that are being read have 40.
The rest is for listening, the event loop, the log, child processes, and files that are written.
"""
ACCEPTED_AT_ONCE = 20
"""Connections that the event loop accepts at a time; it does so some five times before it counts the first."""

log = logging.getLogger(__name__)


# How much there is


def allowed_connections(files: int) -> int:
    """Return how many connections so many open files allow.

    A quarter is left for connections that nobody has counted yet, and for large answers to slow readers.

    >>> allowed_connections(1024), allowed_connections(8192)
    (640, 6016)
    """
    return max(files * 3 // 4 - OWN_FILES, files // 4)


def open_files() -> int:
    """Raise the soft limit of open files as far as is useful, and return it."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


@cache
def most_connections() -> int:
    """Return how many connections this process accepts, raising its soft limit first."""
    return allowed_connections(open_files())


def most_streams() -> int:
    """Return how many of these may be event streams."""
    return most_connections() * 3 // 4


# Shares


class NoShareError(Exception):
    """Nothing is left: of the share of this client (`by_one`), or of what there is for all clients together."""

    def __init__(self, *, by_one: bool) -> None:
        super().__init__("this client has its whole share" if by_one else "nothing is left")
        self.by_one = by_one


class Shares:
    """What clients hold of one kind in this process. Take and give back in one thread, that of the event loop.

    Unlike rate limits, these count what is held now and forget it when it ends.

    >>> shares = Shares()
    >>> with shares.held(10, {"Anne": 1}):
    ...     with shares.held(10, {"Anne": 1}):
    ...         pass
    Traceback (most recent call last):
    scorekeeper.web.connections.NoShareError: this client has its whole share
    """

    def __init__(self) -> None:
        self.used = 0
        self.by_client: Counter[str] = Counter()

    def take(self, most: int, limits: Mapping[str, int]) -> None:
        """Take one of `most`, for clients that may hold so many each; raise `NoShareError`."""
        if any(self.by_client[client] >= limit for client, limit in limits.items()):
            raise NoShareError(by_one=True)
        if self.used >= most:
            raise NoShareError(by_one=False)
        self.used += 1
        self.by_client.update(limits.keys())

    def give_back(self, clients: Iterable[str]) -> None:
        """Give one back, for the same clients."""
        self.used -= 1
        for client in clients:
            self.by_client[client] -= 1
            if not self.by_client[client]:
                del self.by_client[client]

    @contextmanager
    def held(self, most: int, limits: Mapping[str, int]) -> Iterator[None]:
        """Take one and give it back at the end."""
        self.take(most, limits)
        try:
            yield
        finally:
            self.give_back(limits)


def limits_of(request: HttpRequest, most: int, *, address: int | None, browser: int | None = None) -> dict[str, int]:
    """Return how many of `most` the client of a request may hold, by its address and its browser; None is no limit.

    A browser without a cookie is new here, as several phones of one network can be.
    """
    clients = (("address", throttling.caller(request), address), ("browser", device_id(request), browser))
    return {f"{kind} {name}": share(limit, most) for kind, name, limit in clients if name and limit is not None}


def share(limit: int, most: int) -> int:
    """Return how many of `most` one client may hold: a quarter is always left for others.

    >>> share(300, 4512), share(600, 640)
    (300, 480)
    """
    return min(limit, most * 3 // 4)


# Connections


class HttpConnection(H11Protocol):
    """A connection that is closed when its client is too slow, and that doesn't delay a shutdown with a stream."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.register = register()
        self.address = ""
        self.phase: Any = None
        self.waited = self.silent = 0.0
        self.received = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        if self.client and not settings.TRUST_PROXY:  # otherwise all connections come from the proxy
            self.address = throttling.counted_as(self.client[0])
        self.register.enter(self)
        self._note_phase()

    def connection_lost(self, exc: Exception | None) -> None:
        self.register.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.silent = 0
        self.received += len(data)
        super().data_received(data)
        self._note_phase()

    def on_response_complete(self) -> None:
        """Go on to the next request, or hang up if the client is still sending a body that nobody will read."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()
        self._note_phase()

    def _note_phase(self) -> None:
        """Restart the timers when the client starts the next part of its request or has sent the last."""
        phase = self.conn.their_state
        if phase is not self.phase:
            self.phase, self.waited, self.received = phase, 0, 0
            self.register.note(self)

    def waits(self) -> bool:
        """Return whether the connection can be closed without loss: no request begun, the last answer sent."""
        return self.phase is h11.IDLE and not self.transport.get_write_buffer_size()

    def takes_too_long(self, seconds: float) -> bool:
        """Return whether the client is too slow, after `seconds` more have passed."""
        if self.phase is h11.IDLE:
            self.waited = self.waited + seconds if self.waits() else 0
            return self.waited >= HEAD
        if self.phase is h11.SEND_BODY and not self.flow.read_paused:  # paused: the delay is ours
            self.waited += seconds
            self.silent += seconds
            return self.silent >= SILENCE or self.waited >= SILENCE + self.received / SLOWEST
        return False

    def drop(self) -> None:
        """Hang up at once."""
        self.register.leave(self)
        self.transport.abort()

    def shutdown(self) -> None:
        """Shut down without waiting for an event stream to end, or for the rest of a form.

        An answer that has begun and is not complete is a stream, or a large file for somebody who reads slowly.
        """
        super().shutdown()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete and (cycle.response_started or cycle.more_body):
            self.transport.close()


class ConnectionRegister:
    """All connections of a process: at most `most`, and `of_one` from one address unless that is None.

    Connections without an address count towards the total only.
    """

    def __init__(self, most: int, of_one: int | None) -> None:
        self.most, self.of_one = most, of_one
        self.shares = Shares()
        self.connections: dict[HttpConnection, Mapping[str, int]] = {}  # with the limits that each counts towards
        self.waiting: defaultdict[str, dict[HttpConnection, None]] = defaultdict(dict)  # by address, oldest first
        self.sweeping: asyncio.TimerHandle | None = None
        self.next_line = 0.0  # when the log may say again that there are too many

    def enter(self, connection: HttpConnection) -> None:
        """Add a connection. If there are too many, drop one that waits or, if none does, this one."""
        limits = {connection.address: self.of_one} if connection.address and self.of_one is not None else {}
        try:
            self.shares.take(self.most, limits)
        except NoShareError as error:
            self._log(connection.address if error.by_one else "")
            busiest = max(self.waiting, key=lambda address: len(self.waiting[address]), default="")
            waiting = self.waiting.get(connection.address if error.by_one else busiest, ())
            oldest = next((connection for connection in waiting if connection.waits()), None)
            (oldest or connection).drop()
            if oldest is None:
                return
            self.shares.take(self.most, limits)
        self.connections[connection] = limits
        if self.sweeping is None:
            self.sweeping = asyncio.get_running_loop().call_later(EVERY, self._sweep_again)

    def leave(self, connection: HttpConnection) -> None:
        """Forget a connection, unless that was done before."""
        if connection in self.connections:
            self.shares.give_back(self.connections.pop(connection))
            self.note(connection)

    def note(self, connection: HttpConnection) -> None:
        """Note whether a connection waits from now on."""
        of_address = self.waiting[connection.address]
        of_address.pop(connection, None)
        if connection in self.connections and connection.phase is h11.IDLE:
            of_address[connection] = None
        if not of_address:
            del self.waiting[connection.address]

    def sweep(self, seconds: float) -> None:
        """Drop all connections whose clients are too slow, after `seconds` more have passed."""
        for connection in [connection for connection in self.connections if connection.takes_too_long(seconds)]:
            connection.drop()

    def _sweep_again(self) -> None:
        self.sweep(EVERY)
        again = bool(self.connections)
        self.sweeping = asyncio.get_running_loop().call_later(EVERY, self._sweep_again) if again else None

    def _log(self, address: str) -> None:
        """Log that there are too many connections, of one address or of all; a flood must not fill the log."""
        now = monotonic()
        if now >= self.next_line:
            self.next_line = now + LOGGED_EVERY
            if address:
                log.warning("More than %d connections from %s: some are closed", self.of_one, address)
            else:
                log.warning("More than %d connections: some are closed", self.most)


@cache
def register() -> ConnectionRegister:
    """Return the register of this process."""
    most, of_one = most_connections(), settings.CONCURRENT["connections"]
    return ConnectionRegister(most, None if of_one is None else share(of_one, most))
