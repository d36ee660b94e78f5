"""Limits on connections to the server, and on the time a client may take to send a request.

A connection *waits* until it has received the head of a request, and again between requests. Waiting connections can be
closed without loss to make room when there are too many: a browser that needs one opens another.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from functools import cache
from time import monotonic
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from scorekeeper.web import capacity, throttling

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

log = logging.getLogger(__name__)


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
        if phase is self.phase:
            return
        self.phase, self.waited, self.received = phase, 0, 0
        if phase is h11.IDLE:
            self.register.wait(self)
        else:
            self.register.work(self)

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
    """All connections of a process, by IP address.

    There may be `most` in all and `most_of_one` from one address. Connections without an address count towards the
    total only.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self.connections: dict[HttpConnection, None] = {}
        self.of_address: defaultdict[str, int] = defaultdict(int)
        self.waiting: defaultdict[str, dict[HttpConnection, None]] = defaultdict(dict)  # by address, oldest first
        self.sweeping: asyncio.TimerHandle | None = None
        self.next_line = 0.0  # when the log may say again that there are too many

    def enter(self, connection: HttpConnection) -> None:
        """Add a connection. If that makes too many, drop one that waits or, if none does, this one."""
        address = connection.address
        self.connections[connection] = None
        self.of_address[address] += 1
        if address and self.of_address[address] > self.most_of_one:
            self._log("More than %d connections from %s: some are closed", self.most_of_one, address)
            self._make_room(address, connection)
        elif len(self.connections) > self.most:
            self._log("More than %d connections: some are closed", self.most)
            self._make_room(max(self.waiting, key=lambda one: len(self.waiting[one]), default=""), connection)
        if self.sweeping is None:
            self.sweeping = asyncio.get_running_loop().call_later(EVERY, self._sweep_again)

    def _log(self, message: str, *values: object) -> None:
        """Log that there are too many connections; a flood must not fill the log."""
        now = monotonic()
        if now >= self.next_line:
            self.next_line = now + LOGGED_EVERY
            log.warning(message, *values)

    def leave(self, connection: HttpConnection) -> None:
        """Forget a connection, unless that was done before."""
        if connection in self.connections:
            self.work(connection)
            del self.connections[connection]
            self.of_address[connection.address] -= 1
            if not self.of_address[connection.address]:
                del self.of_address[connection.address]

    def wait(self, connection: HttpConnection) -> None:
        """Note that a connection waits from now on."""
        if connection in self.connections:
            self.waiting[connection.address][connection] = None

    def work(self, connection: HttpConnection) -> None:
        """Note that a connection no longer waits."""
        waiting = self.waiting[connection.address]
        waiting.pop(connection, None)
        if not waiting:
            del self.waiting[connection.address]

    def sweep(self, seconds: float) -> None:
        """Drop all connections whose clients are too slow, after `seconds` more have passed."""
        for connection in [one for one in self.connections if one.takes_too_long(seconds)]:
            connection.drop()

    def _sweep_again(self) -> None:
        self.sweep(EVERY)
        again = bool(self.connections)
        self.sweeping = asyncio.get_running_loop().call_later(EVERY, self._sweep_again) if again else None

    def _make_room(self, address: str, comes: HttpConnection) -> None:
        oldest = next((one for one in self.waiting.get(address, ()) if one.waits()), comes)
        oldest.drop()


@cache
def register() -> ConnectionRegister:
    """Return the register of this process."""
    most = capacity.of_process().connections
    return ConnectionRegister(most, capacity.for_one(settings.CONCURRENT["connections"], most))
